import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Log, silentLog } from '../../src/ground/log.ts';
import { parseSender, parseSmtpUrl } from '../../src/ground/setting-forms.ts';
import { isRefused } from '../../src/mail/mail.ts';
import { createSmtpMailer } from '../../src/mail/smtp.ts';
import { startSmtpServer } from '../support/smtp.ts';

const mail = { to: 'carol@example.com', from_name: 'Test, "Org"', subject: 'Grüße', text: 'Hello\n.\nthere\n' };
const from = 'noreply@chat.example.com';
const domain = 'chat.example.com';

describe('createSmtpMailer', () => {
  it('hands a mail to the server, as of the organization', async (t) => {
    const { port, received, said } = await startSmtpServer(t);
    const mailer = await createSmtpMailer({ smtp_url: `smtp://127.0.0.1:${port}`, from, domain }, silentLog);

    await mailer.send(mail);

    const [one] = received;
    assert.deepEqual([received.length, one?.from, one?.to], [1, from, ['carol@example.com']]);
    assert.match(one?.data ?? '', /^From: "Test, \\"Org\\"" <noreply@chat\.example\.com>$/m);
    assert.match(one?.data ?? '', /^To: carol@example\.com$/m);
    assert.match(one?.data ?? '', /^Auto-Submitted: auto-generated$/m);
    assert.match(one?.data ?? '', /^X-Loop: chat\.example\.com$/m);
    assert.match(one?.data ?? '', /^Message-ID: <[-0-9a-f]{36}\.chatd@chat\.example\.com>$/m);
    assert.match(one?.data ?? '', /\n\nHello\n\.\.\nthere\n/);
    assert.ok(!said.some((line) => line.startsWith('AUTH')));
  });

  it('adds HTML, an address for answers, a thread and a way to unsubscribe', async (t) => {
    const { port, received } = await startSmtpServer(t);
    const mailer = createSmtpMailer({ smtp_url: `smtp://127.0.0.1:${port}`, from, domain }, silentLog);
    const unsubscribe_url = 'https://chat.example.com/unsubscribe/x/';

    await mailer.send({
      ...mail,
      html: '<p>Hi</p>',
      reply_to: 'reply.x@chat.example.com',
      thread: 'c1',
      unsubscribe_url,
    });

    const data = received[0]?.data ?? '';
    assert.match(data, /^Reply-To: "Test, \\"Org\\"" <reply\.x@chat\.example\.com>$/m);
    assert.match(data, /^References: <c1\.chatd@chat\.example\.com>$/m);
    assert.match(data, /^List-Unsubscribe: <https:\/\/chat\.example\.com\/unsubscribe\/x\/>$/m);
    assert.match(data, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    assert.match(data, /^Content-Type: multipart\/alternative/m);
  });

  it('takes the sender as it is when it has a name', async (t) => {
    const { port, received } = await startSmtpServer(t);
    const named = 'The Chat <noreply@chat.example.com>';
    const mailer = await createSmtpMailer({ smtp_url: `smtp://127.0.0.1:${port}`, from: named, domain }, silentLog);

    await mailer.send(mail);

    assert.match(received[0]?.data ?? '', /^From: The Chat <noreply@chat\.example\.com>$/m);
  });

  it('sends to one address whatever it looks like, and lets no text become a header', async (t) => {
    const { port, received } = await startSmtpServer(t);
    const mailer = await createSmtpMailer({ smtp_url: `smtp://127.0.0.1:${port}`, from, domain }, silentLog);

    await mailer.send({
      ...mail,
      to: 'a@example.com,b@example.com',
      from_name: 'A\r\nBcc: x@y.z',
      subject: 'B\r\nBcc: x@y.z',
    });

    assert.deepEqual(received[0]?.to, ['"a@example.com,b"@example.com']);
    assert.doesNotMatch(received[0]?.data ?? '', /^Bcc/m);
  });

  it('logs in with the password of the URL', async (t) => {
    const { port, said } = await startSmtpServer(t);
    const mailer = await createSmtpMailer({ smtp_url: `smtp://me:s%20x@127.0.0.1:${port}`, from, domain }, silentLog);

    await mailer.send(mail);

    const login = said.find((line) => line.startsWith('AUTH PLAIN '))?.slice(11) ?? '';
    assert.equal(Buffer.from(login, 'base64').toString(), '\0me\0s x');
  });

  it('says no password in the clear to another machine', async (t) => {
    const { port, said, received } = await startSmtpServer(t);
    // To the system this is the same machine; to us it is not known to be.
    const mailer = await createSmtpMailer({ smtp_url: `smtp://me:secret@0.0.0.0:${port}`, from, domain }, silentLog);

    await assert.rejects(mailer.send(mail));

    assert.ok(!said.some((line) => line.startsWith('AUTH')));
    assert.deepEqual(received, []);
  });

  it('goes on after a mail that was refused, in order', async (t) => {
    const { port, received } = await startSmtpServer(t, ['nobody@example.com']);
    const mailer = await createSmtpMailer({ smtp_url: `smtp://127.0.0.1:${port}`, from, domain }, silentLog);

    const sent = ['a', 'nobody', 'b', 'c'].map((name) => mailer.send({ ...mail, to: `${name}@example.com` }));
    const outcomes = await Promise.allSettled(sent);

    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    assert.deepEqual(
      received.map(({ to }) => to[0]),
      ['a@example.com', 'b@example.com', 'c@example.com'],
    );
  });

  it('hands over no mail for the domain .invalid, which nobody has', async (t) => {
    const { port, received } = await startSmtpServer(t);
    const mailer = createSmtpMailer({ smtp_url: `smtp://127.0.0.1:${port}`, from, domain }, silentLog);

    const outcomes = await Promise.allSettled(
      ['bob@slack.invalid', 'bob@Invalid', 'bob@invalid.example'].map((to) => mailer.send({ ...mail, to })),
    );

    assert.deepEqual(
      outcomes.map((one) => (one.status === 'rejected' ? isRefused(one.reason) : one.status)),
      [true, true, 'fulfilled'],
    );
    assert.deepEqual(
      received.map(({ to }) => to),
      [['bob@invalid.example']],
    );
  });

  it('rejects when no server is there', async (t) => {
    const { port } = await startSmtpServer(t);
    const mailer = await createSmtpMailer(
      { smtp_url: `smtp://127.0.0.1:${port === 1 ? 2 : 1}`, from, domain },
      silentLog,
    );

    await assert.rejects(mailer.send(mail), /ECONNREFUSED/);
  });

  it('lets mails under way arrive before it closes', async (t) => {
    const { port, received } = await startSmtpServer(t);
    const warnings: unknown[] = [];
    const log: Log = { ...silentLog, warn: (event) => warnings.push(event) };
    const mailer = await createSmtpMailer({ smtp_url: `smtp://127.0.0.1:${port}`, from, domain }, log);
    const sent = [mailer.send(mail), mailer.send(mail)];

    await mailer.close();

    assert.deepEqual([received.length, warnings], [2, []]);
    await Promise.all(sent);
  });
});

describe('isRefused', () => {
  it('is what a mail server says for ever about one mail, and not about all', async (t) => {
    const { port } = await startSmtpServer(t, ['nobody@example.com']);
    const mailer = createSmtpMailer({ smtp_url: `smtp://127.0.0.1:${port}`, from, domain }, silentLog);
    const refusal = await mailer.send({ ...mail, to: 'nobody@example.com' }).catch((error: unknown) => error);
    const failure = (fields: object) => Object.assign(new Error('no'), fields);

    const outcomes = [
      refusal,
      failure({ responseCode: 450, command: 'RCPT TO' }),
      failure({ responseCode: 554, command: 'DATA' }),
      failure({ responseCode: 535, command: 'AUTH PLAIN' }),
      failure({ responseCode: 550, command: 'MAIL FROM' }),
      failure({ code: 'ECONNREFUSED', command: 'CONN' }),
    ].map(isRefused);

    assert.deepEqual(outcomes, [true, false, true, false, false, false]);
  });
});

describe('parseSmtpUrl', () => {
  it('takes smtp and smtps with a host, and nothing else', () => {
    const good = ['smtp://mail.example.com', 'smtps://me:secret@mail.example.com:465', 'smtp://127.0.0.1:2525'];
    const bad = ['mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp:', ''];

    assert.deepEqual([...good, ...bad].map(parseSmtpUrl), [...good, ...bad.map(() => undefined)]);
  });
});

describe('parseSender', () => {
  it('takes an address, alone or after a name', () => {
    const good = ['chat@example.com', 'The Chat <chat@example.com>', '<chat@example.com>'];
    const bad = ['chat', 'The Chat', 'a@b <', 'a@b\nBcc: c@d', 'The\nChat <chat@example.com>', ''];

    assert.deepEqual([...good, ...bad].map(parseSender), [...good, ...bad.map(() => undefined)]);
  });
});
