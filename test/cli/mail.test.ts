import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTransport } from 'nodemailer';
import { startSmtpServer } from '../support/smtp.ts';
import { until } from '../support/until.ts';
import { makePlace } from './place.ts';

describe('chatd serve with a mail server', { concurrency: 2 }, () => {
  it('sends invitations through it', async (t) => {
    const { port, received } = await startSmtpServer(t);
    const place = makePlace(t);
    const owner = await place.addAccount('olive@example.com', { role: 'owner', randomPassword: true });
    const env = {
      CHATD_SMTP_URL: `smtp://me:secret@127.0.0.1:${port}`,
      CHATD_PUBLIC_URL: 'https://chat.example.com',
    };
    const server = await place.serve([], { env });

    const { body } = await server.as(owner).post('/invites', { invitee_emails: 'carol@example.com', stream_ids: [] });
    await until(() => received.length > 0);

    assert.deepEqual(body, { result: 'success', msg: '' });
    assert.deepEqual([received[0]?.from, received[0]?.to], ['noreply@chat.example.com', ['carol@example.com']]);
    assert.match(received[0]?.data ?? '', /^https:\/\/chat\.example\.com\/join\/[a-z2-7]{24}\/$/m);
    await server.end('SIGTERM');
  });

  it('takes a sender of its own, and no password among the arguments', async (t) => {
    const { port, received } = await startSmtpServer(t);
    const place = makePlace(t);
    const owner = await place.addAccount('olive@example.com', { role: 'owner', randomPassword: true });

    const refused = await place.run(['serve', '--smtp-url', 'smtp://me:secret@127.0.0.1']);
    const server = await place.serve(['--smtp-url', `smtp://127.0.0.1:${port}`, '--mail-from', 'chat@example.com']);
    await server.as(owner).post('/invites', { invitee_emails: 'carol@example.com', stream_ids: [] });
    await until(() => received.length > 0);

    assert.equal(refused.exitCode, 2);
    assert.match(refused.stderr, /CHATD_SMTP_URL/);
    assert.equal(received[0]?.from, 'chat@example.com');
  });

  it('does not start with settings that make no sense, and repeats no password', async (t) => {
    const place = makePlace(t);

    const runs = await Promise.all([
      place.ask(['serve'], { CHATD_SMTP_URL: 'me:secret@mail.example.com' }),
      place.ask(['serve', '--smtp-url', 'mail.example.com']),
      place.ask(['serve', '--mail-from', 'chat']),
    ]);

    assert.deepEqual(
      runs.map(({ exitCode }) => exitCode),
      [3, 3, 3],
    );
    for (const { stderr } of runs) assert.doesNotMatch(stderr, /secret/);
  });
});

describe('chatd serve --mail-in', { concurrency: 2 }, () => {
  it('takes mails for the addresses of channels, and tells where', async (t) => {
    const place = makePlace(t);
    const owner = await place.addAccount('olive@example.com', { role: 'owner', randomPassword: true });
    const server = await place.serve(['--mail-in', 'lmtp://127.0.0.1:0', '--mail-domain', 'post.example.com']);
    await server.hear('takes mail');
    const [, port] = /takes mail +lmtp:\/\/127\.0\.0\.1:(\d+)/.exec(server.said()) ?? [];
    const { body } = await server.as(owner).get('/streams/1/email_address');

    const transport = createTransport({ host: '127.0.0.1', port: Number(port), lmtp: true, ignoreTLS: true });
    await transport.sendMail({ from: 'ada@x.test', to: body.email, subject: 'News', text: 'By mail.' });
    transport.close();
    const { body: found } = await server.as(owner).get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });

    assert.match(body.email, /@post\.example\.com$/);
    assert.deepEqual([found.messages[0].subject, found.messages[0].content.includes('By mail.')], ['News', true]);
    await server.end('SIGTERM');
  });

  it('takes them from this machine alone, on a port that is free', async (t) => {
    const { port } = await startSmtpServer(t);
    const place = makePlace(t);

    const runs = await Promise.all([
      place.ask(['serve', '--mail-in', '0.0.0.0:2525']),
      place.ask(['serve', '--mail-in', 'imap://127.0.0.1:143']),
      place.ask(['serve', '--mail-domain', 'a b']),
      place.run(['serve', '--listen', '127.0.0.1:0', '--mail-in', `127.0.0.1:${port}`]),
    ]);

    assert.deepEqual(
      runs.map(({ exitCode }) => exitCode),
      [3, 3, 3, 3],
    );
    assert.match(runs[3]?.stderr ?? '', /another program listens there; choose another port with --mail-in/);
  });
});
