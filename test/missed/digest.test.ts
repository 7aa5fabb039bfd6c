import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { mailDigests } from '../../src/missed/digest.ts';
import { failingAfterwards, giveMailServer } from '../support/mail.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

const signal = new AbortController().signal;
const day = 86_400;

/** A server on whose day of summaries alice was here, bob was away for eight days, and others will not come again. */
async function start(t: TestContext) {
  const server = await startServer(t);
  const mailbox = giveMailServer(server);
  for (const name of ['alice', 'bob'] as const) await subscribe(server.as(name), 'general');
  await subscribe(server.as('bob'), 'muted');
  await subscribe(server.as('alice'), 'muted');
  await server.as('bob').post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: 2, property: 'is_muted', value: true }],
  });
  server.db.run(
    "INSERT INTO user_settings (user_id, name, value) SELECT id, 'enable_digest_emails', 'false' FROM users WHERE id NOT IN (?, ?)",
    server.users.alice.id,
    server.users.bob.id,
  );
  await server.as('owner').patch('/realm', { digest_emails_enabled: true, digest_weekday: 2 });
  // From Monday to the Tuesday of the next week.
  server.clock.advance(8 * day);
  await server.as('alice').post('/users/me/presence', { status: 'active' });
  return { server, mailbox, next: () => server.clock.advance(day) };
}

describe('the summary of what one missed', () => {
  it('goes once to those who were away, on its day, with what they may read and have not muted', async (t) => {
    const { server, mailbox, next } = await start(t);
    const { bob } = server.users;
    const alice = server.as('alice');
    await send(alice, { type: 'direct', to: [bob.id], content: 'private words' });
    await send(alice, { to: 'general', content: 'We <b>eat** at noon' });
    await send(alice, { to: 'muted', content: 'noise' });
    await subscribe(alice, 'secret', { invite_only: true });
    await send(alice, { to: 'secret', content: 'a secret' });
    await subscribe(alice, 'fresh');

    await mailDigests(server.app, signal);
    const early = mailbox.mails.length;
    next();
    await mailDigests(server.app, signal);
    await mailDigests(server.app, signal);

    const [mail = assert.fail(), ...more] = mailbox.mails;
    assert.deepEqual([early, more], [0, []]);
    assert.deepEqual([mail.to, mail.subject], [bob.email, 'What you missed at Test Organization']);
    assert.match(mail.text, /You have a direct message from Alice Member\.\nhttp/);
    assert.match(mail.text, /#general > lunch: 1 message from one person\nAlice Member: We <b>eat\*\* at noon\n/);
    assert.match(mail.text, /New channels: #fresh\n/);
    assert.match(mail.text, /Unsubscribe from summaries:\nhttp\S+\/unsubscribe\/\d+-digest\./);
    assert.doesNotMatch(mail.text, /secret|noise|private words/);
    assert.match(mail.html ?? '', /We &lt;b&gt;eat\*\* at noon/);
  });

  it('is not sent without anything to tell, where the organization has none, or to those who ended it', async (t) => {
    const { server, mailbox, next } = await start(t);
    next();
    await server.as('owner').patch('/realm', { digest_emails_enabled: false });
    await send(server.as('alice'), { to: 'general', content: 'news' });
    await mailDigests(server.app, signal);
    await server.as('owner').patch('/realm', { digest_emails_enabled: true });
    server.db.run('DELETE FROM messages');
    server.db.run('UPDATE channels SET created_at = 0');
    await mailDigests(server.app, signal);

    assert.equal(mailbox.mails.length, 0);
    server.db.run('DELETE FROM digest_mails');
    await send(server.as('alice'), { to: 'general', content: 'more news' });
    await mailDigests(server.app, signal);
    const url = mailbox.mails[0]?.unsubscribe_url ?? '';
    const click = await fetch(url, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    server.clock.advance(7 * day);
    await send(server.as('alice'), { to: 'general', content: 'later news' });
    await mailDigests(server.app, signal);

    assert.deepEqual([click.status, mailbox.mails.map(({ to }) => to)], [200, ['bob@example.com']]);
  });

  it('goes to everybody else if the mail server refuses one of them, who is not tried again', async (t) => {
    const { server, next } = await start(t);
    server.db.run("DELETE FROM user_settings WHERE name = 'enable_digest_emails'");
    const { admin, bob, moderator } = server.users;
    const ids = [admin.id, bob.id, moderator.id];
    const to = ids.map((id) => server.db.value<string>('SELECT email FROM users WHERE id = ?', id) ?? '');
    await send(server.as('alice'), { type: 'direct', to: ids, content: 'Hello' });
    server.db.run('UPDATE channels SET created_at = 0');
    next();
    const mailbox = giveMailServer(server, { [to[0] as string]: 550, [to[1] as string]: 450 });

    await mailDigests(server.app, signal);
    await mailDigests(server.app, signal);
    const atOnce = mailbox.mails.map((one) => one.to);
    server.clock.advance(1800);
    await mailDigests(server.app, signal);

    assert.deepEqual(atOnce.sort(), to.sort());
    assert.deepEqual(
      mailbox.mails.slice(to.length).map((one) => one.to),
      ['bob@example.com'],
    );
  });

  it('goes to everybody else if the summary of one of them cannot be written, who is tried again', async (t) => {
    const { server, mailbox, next } = await start(t);
    server.db.run("DELETE FROM user_settings WHERE name = 'enable_digest_emails'");
    const { admin, bob } = server.users;
    await send(server.as('alice'), { type: 'direct', to: [admin.id, bob.id], content: 'Hello' });
    const broken =
      "INSERT INTO user_settings (user_id, name, value) VALUES (?, 'message_content_in_email_notifications', 'broken')";
    server.db.run(broken, admin.id);
    next();

    await mailDigests(server.app, signal);
    const atOnce = mailbox.mails.map((one) => one.to);
    server.db.run("DELETE FROM user_settings WHERE value = 'broken'");
    server.clock.advance(1800);
    await mailDigests(server.app, signal);

    assert.deepEqual(atOnce, ['bob@example.com']);
    assert.deepEqual(
      mailbox.mails.map((one) => one.to),
      ['bob@example.com', 'admin@example.com'],
    );
  });

  it('names neither topics nor senders to those whose mails must not show messages', async (t) => {
    const { server, mailbox, next } = await start(t);
    const { bob } = server.users;
    await server.as('bob').patch('/settings', { message_content_in_email_notifications: false });
    server.db.run('DELETE FROM api_keys WHERE user_id = ?', bob.id);
    server.db.run('UPDATE channels SET created_at = 0');
    await send(server.as('alice'), { type: 'direct', to: [bob.id], content: 'Hello' });
    const id = await send(server.as('alice'), { to: 'general', content: 'news' });
    next();

    await mailDigests(server.app, signal);

    const text = mailbox.mails[0]?.text ?? '';
    const url = server.app.config.public_url;
    assert.deepEqual(text.split('\n\n').slice(1, 3), [
      `You have a direct message.\n${url}/#narrow/is/dm`,
      `A topic in your channels: 1 message from one person\n${url}/#narrow/near/${id}`,
    ]);
    assert.doesNotMatch(mailbox.mails[0]?.html ?? '', /lunch|Alice/);
  });

  it('goes to no address that stands for none', async (t) => {
    const { server, mailbox, next } = await start(t);
    const { bob } = server.users;
    server.db.run("UPDATE users SET email = 'bob@slack.invalid' WHERE id = ?", bob.id);
    await send(server.as('alice'), { type: 'direct', to: [bob.id], content: 'Hello' });
    next();

    await mailDigests(server.app, signal);

    assert.deepEqual(mailbox.mails, []);
  });

  it('is sent once, even while it cannot be stored that it was', async (t) => {
    const { server, mailbox, next } = await start(t);
    server.app.mailer = failingAfterwards(server);
    await send(server.as('alice'), { to: 'general', content: 'news' });
    next();

    await assert.rejects(mailDigests(server.app, signal));
    await mailDigests(server.app, signal).catch(() => {});
    server.db.connection.pragma('query_only = 0');
    await mailDigests(server.app, signal);

    assert.equal(mailbox.mails.length, 1);
  });

  it('comes again in the same day if the mail server does not take it', async (t) => {
    const { server, next } = await start(t);
    await send(server.as('alice'), { to: 'general', content: 'news' });
    next();
    const broken = giveMailServer(server, 'busy');
    await mailDigests(server.app, signal);
    const mailbox = giveMailServer(server);
    await mailDigests(server.app, signal);

    assert.deepEqual([broken.mails.length, mailbox.mails.length], [1, 1]);
  });
});
