import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mailMissed } from '../../src/missed/sending.ts';
import { enqueueMissed } from '../../src/missed/waiting.ts';
import { addressOf, mail as letter, readMessages, startReceiving } from '../gateway/postman.ts';
import { failingAfterwards, giveMailServer, type Problem } from '../support/mail.ts';
import { send } from '../support/scene.ts';
import type { TestServer } from '../support/server.ts';

const signal = new AbortController().signal;

/** Sends what is due after some seconds. */
async function pass(server: TestServer, seconds = 121): Promise<void> {
  enqueueMissed(server.app);
  server.clock.advance(seconds);
  await mailMissed(server.app, signal);
}

/** A server that sends and receives mails, with a channel `general` of alice and bob. */
async function start(t: Parameters<typeof startReceiving>[0], problem?: Problem) {
  const server = await startReceiving(t);
  const mailbox = giveMailServer(server, problem);
  enqueueMissed(server.app);
  return { server, mailbox };
}

describe('mails about missed messages', () => {
  it('tell of direct messages and mentions, one for each conversation, after the time that one has chosen', async (t) => {
    const { server, mailbox } = await start(t);
    const { bob } = server.users;
    await send(server.as('alice'), { type: 'direct', to: [bob.id], content: 'Are you **there**?' });
    await send(server.as('alice'), { type: 'direct', to: [bob.id], content: 'Hello <b>?' });
    await send(server.as('alice'), { to: 'general', content: `@**Bob Member|${bob.id}** lunch?` });
    await send(server.as('alice'), { to: 'general', topic: 'other', content: 'Nobody in particular.' });

    await pass(server, 60);
    const early = mailbox.mails.length;
    await pass(server);
    await pass(server);

    const [direct, mention, ...more] = mailbox.mails;
    assert.deepEqual([early, more], [0, []]);
    const { text, html = '', unsubscribe_url, reply_to, ...head } = direct ?? assert.fail();
    assert.deepEqual(head, {
      to: bob.email,
      from_name: 'Test Organization',
      subject: 'Direct messages with Alice Member',
      thread: `conversation.${server.db.value('SELECT conversation_id FROM messages ORDER BY id DESC LIMIT 1 OFFSET 2')}`,
    });
    assert.match(text, /^Alice Member:\nAre you there\?\n\nAlice Member:\nHello <b>\?\n\n-- \nAnswer this e-mail/);
    assert.match(html, /<p>Alice Member:<br>\nHello &lt;b&gt;\?<\/p>/);
    assert.equal(text.includes(unsubscribe_url ?? '?'), true);
    assert.match(reply_to ?? '', /^reply\.[a-z2-7]+@chat\.example\.com$/);
    assert.deepEqual([mention?.subject, mention?.to], ['#general > lunch', bob.email]);
    assert.match(mention?.text ?? '', /^Alice Member:\n@Bob Member lunch\?\n\n-- /);
  });

  it('are not sent of what was read, deleted or lost, to those who are here, or who want none', async (t) => {
    const { server, mailbox } = await start(t);
    const { bob, admin, moderator } = server.users;
    const direct = (id: number) => send(server.as('alice'), { type: 'direct', to: [id], content: 'Hello' });
    const mention = `@**Bob Member|${bob.id}**`;

    await server.as('bob').patch('/settings', { enable_offline_email_notifications: true });
    await server.as('moderator').patch('/settings', { enable_offline_email_notifications: false });
    await server.as('admin').post('/register', { event_types: ['message'] });
    await server.as('admin').post('/users/me/presence', { status: 'active' });
    const read = await direct(bob.id);
    const deleted = await send(server.as('alice'), { to: 'general', content: mention, topic: 'a' });
    await send(server.as('alice'), { to: 'general', content: mention, topic: 'b' });
    await direct(moderator.id);
    await direct(admin.id);
    enqueueMissed(server.app);
    await server.as('bob').post('/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    await server.as('owner').delete(`/messages/${deleted}`);
    await server.as('bob').delete('/users/me/subscriptions', { subscriptions: ['general'] });
    await pass(server);

    assert.deepEqual(mailbox.mails, []);
    assert.equal(server.db.value('SELECT count(*) FROM waiting_mails'), 0);
  });

  it('are sent of notices of the acts of others, and not of one’s own', async (t) => {
    const { server, mailbox } = await start(t);
    const id = await send(server.as('alice'), { to: 'general', topic: 'plans' });
    for (const name of ['alice', 'bob'] as const) {
      await server.as(name).post('/user_topics', { stream_id: 1, topic: 'plans', visibility_policy: 3 });
      await server.as(name).post('/mark_all_as_read');
    }
    await pass(server);
    const before = mailbox.mails.length;

    const { status } = await server
      .as('bob')
      .patch(`/messages/${id}`, { topic: 'ideas', propagate_mode: 'change_all' });
    await pass(server);

    assert.equal(status, 200);
    assert.deepEqual(
      mailbox.mails.slice(before).map(({ to, subject }) => [to, subject]),
      [[server.users.alice.email, '#general > ideas']],
    );
  });

  it('tell of whole channels and followed topics where that is wanted, and hide what they must', async (t) => {
    const { server, mailbox } = await start(t);
    await server.as('bob').post('/user_topics', { stream_id: 1, topic: 'lunch', visibility_policy: 3 });
    const subscription_data = [{ stream_id: 1, property: 'email_notifications', value: true }];
    await server.as('alice').post('/users/me/subscriptions/properties', { subscription_data });
    await server.as('alice').patch('/settings', { message_content_in_email_notifications: false });
    const id = await send(server.as('bot'), { to: 'general', content: 'secret words' });

    await pass(server);

    const byPerson = mailbox.mails.map(({ to, subject, text }) => [
      to,
      [subject, text.split('\n\n')[0], /#narrow\S+/.exec(text)?.[0]],
    ]);
    assert.deepEqual(Object.fromEntries(byPerson), {
      'bob@example.com': ['#general > lunch', 'Build Bot:\nsecret words', `#narrow/channel/1/topic/lunch/near/${id}`],
      'alice@example.com': [
        'You missed a message',
        'You missed a message. Your settings, or those of your organization, keep the text out of e-mails.',
        `#narrow/near/${id}`,
      ],
    });
  });

  it('come later if the mail server does not take them', async (t) => {
    const { server, mailbox } = await start(t, 'busy');
    await send(server.as('alice'), { type: 'direct', to: [server.users.bob.id], content: 'Hello' });

    await pass(server);
    const again = giveMailServer(server);
    await pass(server, 200);
    const tooEarly = again.mails.length;
    await pass(server, 200);

    assert.deepEqual([mailbox.mails.length, tooEarly, again.mails.length], [1, 0, 1]);
  });

  it('are sent once, even while it cannot be stored that they were', async (t) => {
    const { server, mailbox } = await start(t);
    server.app.mailer = failingAfterwards(server);
    await send(server.as('alice'), { type: 'direct', to: [server.users.bob.id], content: 'Hello' });

    await assert.rejects(pass(server));
    await pass(server, 0).catch(() => {});
    server.db.connection.pragma('query_only = 0');
    await pass(server, 0);

    assert.equal(mailbox.mails.length, 1);
  });

  it('come at once if they would wait longer than anybody can choose, because the clock was wrong', async (t) => {
    const { server, mailbox } = await start(t);
    server.clock.advance(30 * 86_400);
    await send(server.as('alice'), { type: 'direct', to: [server.users.bob.id], content: 'Hello' });
    enqueueMissed(server.app);
    server.clock.advance(-30 * 86_400);

    await pass(server, 0);

    assert.equal(mailbox.mails.length, 1);
  });

  it('are given up at once if the mail server refuses them for ever', async (t) => {
    const { server, mailbox } = await start(t, { 'bob@example.com': 550 });
    await send(server.as('alice'), { type: 'direct', to: [server.users.bob.id], content: 'Hello' });

    await pass(server);
    await pass(server, 400);

    assert.deepEqual([mailbox.mails.length, server.db.value('SELECT count(*) FROM waiting_mails')], [1, 0]);
  });

  it('go to no address that stands for none', async (t) => {
    const { server, mailbox } = await start(t);
    const { bob } = server.users;
    server.db.run("UPDATE users SET email = 'bob@slack.invalid' WHERE id = ?", bob.id);
    await send(server.as('alice'), { type: 'direct', to: [bob.id], content: 'Hello' });

    await pass(server);

    assert.deepEqual(mailbox.mails, []);
  });

  it('tell of a mention that an edit added', async (t) => {
    const { server, mailbox } = await start(t);
    const { bob } = server.users;
    const id = await send(server.as('alice'), { to: 'general', content: 'lunch?' });
    enqueueMissed(server.app);
    await server.as('alice').patch(`/messages/${id}`, { content: `@**Bob Member|${bob.id}** lunch?` });

    await pass(server);

    assert.deepEqual(
      mailbox.mails.map(({ to, subject }) => [to, subject]),
      [[bob.email, '#general > lunch']],
    );
  });

  it('are not sent of old messages, nor by a server without a mail server', async (t) => {
    const server = await startReceiving(t);
    const { bob } = server.users;
    await send(server.as('alice'), { type: 'direct', to: [bob.id], content: 'before' });
    await pass(server);
    const mailbox = giveMailServer(server);
    await pass(server);

    assert.deepEqual(mailbox.mails, []);
  });
});

describe('an answer to such a mail', () => {
  it('becomes a message of its recipient in the conversation, with its mentions and without the quotation', async (t) => {
    const { server, mailbox } = await start(t);
    const { alice, bob } = server.users;
    await send(server.as('alice'), { to: 'general', content: `@**Bob Member|${bob.id}** lunch?` });
    await pass(server);
    const [{ reply_to: to = '', subject, text } = assert.fail()] = mailbox.mails;
    const quoted = text.replace(/^/gm, '> ');

    const answer = await server.hand(
      letter(
        { From: 'x@y.test', Subject: `Re: ${subject}` },
        `Yes, @**Alice Member|${alice.id}**!\n\nOn 5 Jan, Org <${to}> wrote:\n${quoted}`,
      ),
      { from: 'x@y.test', to },
    );

    assert.equal(answer, '250 2.0.0 OK');
    assert.deepEqual((await readMessages(server)).at(-1), {
      by: 'Bob Member',
      topic: 'lunch',
      content: `Yes, @**Alice Member|${alice.id}**!`,
    });
    const { body } = await server.as('alice').get('/messages', {
      narrow: [{ operator: 'is', operand: 'mentioned' }],
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
    });
    assert.equal(body.messages.length, 1);
  });

  it('goes to all of a direct conversation', async (t) => {
    const { server, mailbox } = await start(t);
    const { bob, admin } = server.users;
    await send(server.as('alice'), { type: 'direct', to: [bob.id, admin.id], content: 'Hello both' });
    await pass(server);
    const to = mailbox.mails.find((one) => one.to === bob.email)?.reply_to ?? '';

    await server.hand(letter({}, 'Hello back'), { to });

    const { body } = await server.as('admin').get('/messages', {
      narrow: [{ operator: 'sender', operand: bob.id }],
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
    });
    assert.deepEqual(
      body.messages.map(({ content, type, display_recipient }: Record<string, unknown>) => [
        content,
        type,
        (display_recipient as []).length,
      ]),
      [['<p>Hello back</p>', 'private', 3]],
    );
  });

  it('is refused when its time is over, its writer may not read or write there any more, or nobody wrote it', async (t) => {
    const { server, mailbox } = await start(t);
    const { bob } = server.users;
    await send(server.as('alice'), { to: 'general', content: `@**Bob Member|${bob.id}** lunch?` });
    await pass(server);
    const to = mailbox.mails[0]?.reply_to ?? '';
    const hand = async (headers: Record<string, string> = {}, text = `${Math.random()}`, from = 'b@x.test') =>
      (await server.hand(letter(headers, text), { to, from })).slice(0, 9);

    const outcomes = {
      empty: await hand({}, '> only quoted'),
      onHoliday: await hand({ 'Auto-Submitted': 'auto-generated' }),
      toMany: await hand({ Precedence: 'bulk' }),
      bounce: await hand({}, 'x', ''),
    };
    const good = await hand();
    server.clock.advance(15 * 86_400);
    const late = await hand();
    server.clock.advance(-15 * 86_400);
    await server.as('owner').delete('/streams/1');
    const archived = await hand();

    assert.deepEqual(outcomes, {
      empty: '554 5.6.0',
      onHoliday: '250 2.0.0',
      toMany: '250 2.0.0',
      bounce: '250 2.0.0',
    });
    assert.deepEqual([good, late, archived], ['250 2.0.0', '550 5.1.1', '550 5.1.1']);
    assert.equal(server.db.value('SELECT count(*) FROM messages WHERE sender_id = ?', bob.id), 1);
  });
});

describe('the address for answers', () => {
  it('dies when its owner gets another address, so that the old mailbox writes nothing more as them', async (t) => {
    const { server, mailbox } = await start(t);
    const { bob } = server.users;
    const channelAddress = await addressOf(server, 'bob', bob.id);
    await send(server.as('alice'), { type: 'direct', to: [bob.id], content: 'Hello' });
    await pass(server);
    const to = mailbox.mails[0]?.reply_to ?? '';
    const hand = async (text: string, address = to) =>
      (await server.hand(letter({}, text), { to: address })).slice(0, 9);

    const before = await hand('mine');
    const change = await server.as('owner').patch(`/users/${bob.id}`, { new_email: 'bob2@example.com' });
    const after = await hand('from the old mailbox');
    const toChannel = await hand('of a channel', channelAddress);

    assert.deepEqual([before, change.status, after, toChannel], ['250 2.0.0', 200, '550 5.1.1', '250 2.0.0']);
  });
});

describe('/unsubscribe', () => {
  it('ends mails by one click of a mail program, without a login', async (t) => {
    const { server, mailbox } = await start(t);
    const { bob } = server.users;
    const subscription_data = [{ stream_id: 1, property: 'email_notifications', value: true }];
    await server.as('bob').post('/users/me/subscriptions/properties', { subscription_data });
    await send(server.as('alice'), { type: 'direct', to: [bob.id], content: 'Hello' });
    await pass(server);
    const url = mailbox.mails[0]?.unsubscribe_url ?? '';

    const shown = await fetch(url);
    const page = await shown.text();
    const { body: before } = await server.as('bob').post('/register', { fetch_event_types: ['user_settings'] });
    const click = await fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
    await send(server.as('alice'), { type: 'direct', to: [bob.id], content: 'Hello' });
    await send(server.as('alice'), { to: 'general', content: `@**Bob Member|${bob.id}**` });
    await pass(server);

    assert.deepEqual([shown.status, click.status], [200, 200]);
    assert.match(page, /bob@example\.com gets e-mails about messages you missed at Test Organization\./);
    assert.equal(before.user_settings.enable_offline_email_notifications, true);
    assert.match(await click.text(), /You are unsubscribed[\s\S]*href="\/#settings\/notifications"/);
    assert.equal(mailbox.mails.length, 1);
  });

  it('refuses links that are forged, and forms of other sites', async (t) => {
    const { server, mailbox } = await start(t);
    await send(server.as('alice'), { type: 'direct', to: [server.users.bob.id], content: 'Hello' });
    await pass(server);
    const url = mailbox.mails[0]?.unsubscribe_url ?? '';
    const forged = [url.replace('-missed', '-digest'), url.replace(/\d+-missed/, '1-missed'), url.replace(/.\/$/, '/')];

    const statuses = await Promise.all(forged.map(async (one) => (await fetch(one, { method: 'POST' })).status));
    const foreign = await fetch(url, { method: 'POST', headers: { Origin: 'https://evil.test' } });

    assert.deepEqual([statuses, foreign.status], [[404, 404, 404], 403]);
  });
});
