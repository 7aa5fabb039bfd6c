import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { listen } from '../support/events.ts';
import { avatarOf } from '../support/pictures.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const general = 1;

function countMessages({ db }: TestServer): number | undefined {
  return db.value<number>('SELECT count(*) FROM messages');
}

function toGeneral(values: object) {
  return { type: 'channel', to: 'general', topic: 'lunch', content: 'hello', ...values };
}

/** Keeps Alice from following the topics she starts, which tests of their own are about. */
function followNothing({ db, users }: TestServer): void {
  const sql = "INSERT INTO user_settings (user_id, name, value) VALUES (?, 'automatically_follow_topics_policy', '4')";
  db.run(sql, users.alice.id);
}

describe('POST /messages to a channel', () => {
  it('stores the message and tells the subscribers, each in their own way', async (t) => {
    const server = await startServer(t);
    followNothing(server);
    const ears = await listen(server, ['alice', 'bob', 'guest']);
    const html = await listen(server, ['bob'], { apply_markdown: true, client_gravatar: false });

    const { body } = await server.as('alice').post('/messages', toGeneral({ content: '**hi**', read_by_sender: true }));

    assert.deepEqual(body, { result: 'success', msg: '', id: 1 });
    const message = {
      id: 1,
      type: 'stream',
      sender_id: server.users.alice.id,
      sender_email: 'alice@example.com',
      sender_full_name: 'Alice Member',
      sender_realm_str: '',
      avatar_url: avatarOf(server.users.alice.id),
      client: 'TestClient',
      timestamp: server.clock.now(),
      content: '**hi**',
      content_type: 'text/x-markdown',
      display_recipient: 'general',
      recipient_id: 1,
      stream_id: general,
      subject: 'lunch',
      topic_links: [],
      is_me_message: false,
      reactions: [],
      submessages: [],
    };
    const event = { type: 'message', message, flags: [] };
    assert.deepEqual(await ears.heard(), { alice: [{ ...event, flags: ['read'] }], bob: [event], guest: [event] });
    const rendered = { ...message, content: '<p><strong>hi</strong></p>', content_type: 'text/html' };
    assert.deepEqual(await html.heard(), { bob: [{ ...event, message: rendered }] });
  });

  it('finds the channel by name, id, quoted name and one-element lists', async (t) => {
    const server = await startServer(t);
    const forms = ['general', '"general"', ' GENERAL ', '1', '[1]', '["general"]', 1, [1], ['general']];

    for (const to of forms) await send(server.as('alice'), { to });

    const topics = await server.as('alice').get(`/users/me/${general}/topics`);
    assert.deepEqual(topics.body.topics, [{ name: 'lunch', max_id: forms.length }]);
  });

  it('takes names that look like JSON as names', async (t) => {
    const server = await startServer(t);
    const names = ['2.0', 'true', 'null', '1e0', '[draft'];
    for (const name of names) await subscribe(server.as('alice'), name);
    const before = countMessages(server) ?? 0;

    for (const to of names) await send(server.as('alice'), { to });

    const { body } = await server.as('alice').get('/messages', {
      anchor: before + 1,
      num_before: 0,
      num_after: 100,
    });
    assert.deepEqual(
      body.messages.map((message: { display_recipient: string }) => message.display_recipient),
      names,
    );
  });

  it('refuses what names no channel, and stores nothing', async (t) => {
    const server = await startServer(t);
    const cases: [unknown, object][] = [
      ['nowhere', { msg: "Channel 'nowhere' does not exist", code: 'STREAM_DOES_NOT_EXIST', stream: 'nowhere' }],
      [
        '<b>up</b>',
        {
          msg: "Channel '&lt;b&gt;up&lt;/b&gt;' does not exist",
          code: 'STREAM_DOES_NOT_EXIST',
          stream: '<b>up</b>',
        },
      ],
      [77, { msg: "Channel with ID '77' does not exist", code: 'STREAM_DOES_NOT_EXIST', stream_id: 77 }],
      ['', badRequest("Channel name can't be empty.")],
      [[], badRequest('Expected exactly one channel')],
      [['general', 'other'], badRequest('Expected exactly one channel')],
      [{}, badRequest('Invalid data type for channel')],
      [[1, 'general'], badRequest('Recipient lists may contain emails or user IDs, but not both.')],
    ];

    for (const [to, expected] of cases) {
      const { status, body } = await server.as('alice').post('/messages', toGeneral({ to }));
      assert.deepEqual([status, body], [400, { result: 'error', ...expected }]);
    }

    assert.equal(countMessages(server), 0);
  });

  it('needs a topic and a known type, and takes the older name of the topic', async (t) => {
    const server = await startServer(t);
    followNothing(server);
    const alice = server.as('alice');

    const without = await alice.post('/messages', toGeneral({ topic: undefined }));
    const unknown = await alice.post('/messages', toGeneral({ type: 'letter' }));
    const both = await alice.post('/messages', toGeneral({ subject: 'dinner' }));
    const older = await alice.post('/messages', toGeneral({ type: 'stream', topic: undefined, subject: 'dinner' }));

    assert.deepEqual(without.body, badRequest('Missing topic'));
    assert.deepEqual(unknown.body, badRequest('Invalid type'));
    assert.deepEqual(both.body, {
      result: 'error',
      msg: "Can't decide between 'topic' and 'subject' arguments",
      code: 'REQUEST_CONFUSING_VAR',
      var_name1: 'topic',
      var_name2: 'subject',
    });
    assert.deepEqual(older.body, { result: 'success', msg: '', id: 1 });
    const topics = await alice.get(`/users/me/${general}/topics`);
    assert.deepEqual(topics.body.topics, [{ name: 'dinner', max_id: 1 }]);
  });

  it('refuses content and topics over their limits, counted in code points', async (t) => {
    const server = await startServer(t);
    followNothing(server);
    const alice = server.as('alice');

    const longest = await alice.post('/messages', toGeneral({ content: '😀'.repeat(10_000), topic: '😀'.repeat(60) }));
    const content = await alice.post('/messages', toGeneral({ content: '😀'.repeat(10_001) }));
    const topic = await alice.post('/messages', toGeneral({ topic: 'x'.repeat(61) }));

    assert.deepEqual(longest.body, { result: 'success', msg: '', id: 1 });
    assert.deepEqual(content.body, badRequest('Message is too long (limit: 10000 characters).'));
    assert.deepEqual(topic.body, badRequest('topic is too long (limit: 60 characters)'));
    const stored = await alice.get('/messages/1', { apply_markdown: false });
    assert.equal(stored.body.message.content, '😀'.repeat(10_000));
    assert.equal(countMessages(server), 1);
  });

  it('refuses empty content, null bytes and control characters in topics', async (t) => {
    const server = await startServer(t);
    const cases: [object, string][] = [
      [{ content: '' }, 'Message must not be empty'],
      [{ content: ' \n\t' }, 'Message must not be empty'],
      [{ content: 'a\0b' }, 'Message must not contain null bytes'],
      [{ topic: 'a\nb' }, 'Invalid character in topic, at position 2!'],
    ];

    for (const [values, msg] of cases) {
      const { status, body } = await server.as('alice').post('/messages', toGeneral(values));
      assert.deepEqual([status, body], [400, badRequest(msg)]);
    }

    assert.equal(countMessages(server), 0);
  });

  it('reads all names of the empty topic as the same topic', async (t) => {
    const server = await startServer(t);
    const known = await listen(server, ['bob'], {
      client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    });
    const unknown = await listen(server, ['bob']);

    for (const topic of ['', '  ', '(no topic)', 'general chat']) {
      await send(server.as('alice'), { to: 'general', topic });
    }

    const subjects = async (ears: typeof known) => (await ears.heard()).bob?.map(({ message }) => message.subject);
    assert.deepEqual(await subjects(known), ['', '', '', '']);
    assert.deepEqual(await subjects(unknown), Array(4).fill('general chat'));
    const plain = await server.as('bob').get(`/users/me/${general}/topics`, { allow_empty_topic_name: true });
    const shown = await server.as('bob').get(`/users/me/${general}/topics`);
    assert.deepEqual(plain.body.topics, [{ name: '', max_id: 4 }]);
    assert.deepEqual(shown.body.topics, [{ name: 'general chat', max_id: 4 }]);
  });

  it('keeps to the topics policy of the channel, or else of the organization', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    for (const topics_policy of ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only']) {
      await subscribe(alice, topics_policy, { topics_policy });
    }
    const answers = async (topic: string) => {
      const sent: Record<string, string> = {};
      for (const to of ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only']) {
        sent[to] = (await alice.post('/messages', toGeneral({ to, topic }))).body.msg;
      }
      return sent;
    };
    const noEmpty = 'Sending messages to the general chat is not allowed in this channel.';
    const onlyEmpty = 'Only the general chat topic is allowed in this channel.';
    const allowed = { inherit: '', allow_empty_topic: '', disable_empty_topic: '', empty_topic_only: '' };

    const named = await answers('plans');
    const empty = await answers('(no topic)');
    server.db.transaction(() => setRealmSetting(server.db, 'topics_policy', 'disable_empty_topic'));
    const strict = await answers('');

    assert.deepEqual(named, { ...allowed, empty_topic_only: onlyEmpty });
    assert.deepEqual(empty, { ...allowed, disable_empty_topic: noEmpty });
    assert.deepEqual(strict, { ...allowed, disable_empty_topic: noEmpty, inherit: noEmpty });
    const refused = await alice.post('/messages', toGeneral({ to: 'inherit', topic: 'general chat' }));
    assert.deepEqual(refused.body, badRequest(noEmpty, { empty_topic_display_name: 'general chat' }));
  });

  it('keeps to who may post and who may open topics', async (t) => {
    const server = await startServer(t);
    const onlyAlice = { direct_members: [server.users.alice.id], direct_subgroups: [] };
    const alice = server.as('alice');
    await subscribe(alice, 'news', { can_send_message_group: onlyAlice });
    await subscribe(alice, 'forum', { can_create_topic_group: onlyAlice });
    const message = (to: string, topic: string) => ({ type: 'channel', to, topic, content: 'hi' });

    const posted = await server.as('bob').post('/messages', message('news', 'today'));
    const opened = await server.as('bob').post('/messages', message('forum', 'new idea'));
    await send(alice, { to: 'forum', topic: 'Idea' });
    const joined = await server.as('bob').post('/messages', message('forum', 'IDEA'));

    assert.deepEqual(posted.body, badRequest('You do not have permission to post in this channel.'));
    assert.deepEqual(opened.body, badRequest('You do not have permission to create new topics in this channel.'));
    assert.equal(joined.status, 200);
    assert.deepEqual(
      server.db.values(
        'SELECT topic FROM conversations WHERE channel_id = (SELECT id FROM channels WHERE name = ?)',
        'forum',
      ),
      ['channel events', 'Idea'],
    );
  });

  it('answers for a private channel one is not in as for none', async (t) => {
    const server = await startServer(t);
    const id = await subscribe(server.as('alice'), 'secret', { invite_only: true });

    const byName = await server.as('bob').post('/messages', toGeneral({ to: 'secret' }));
    const byId = await server.as('bob').post('/messages', toGeneral({ to: id }));
    const noName = await server.as('bob').post('/messages', toGeneral({ to: 'nothing' }));
    const noId = await server.as('bob').post('/messages', toGeneral({ to: 4711 }));

    assert.deepEqual(byName.body, JSON.parse(JSON.stringify(noName.body).replaceAll('nothing', 'secret')));
    assert.deepEqual(byId.body, JSON.parse(JSON.stringify(noId.body).replaceAll('4711', String(id))));
  });

  it('lets bots write where their owners may, while these are here', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'secret', { invite_only: true });
    const ears = await listen(server, ['alice', 'bob', 'bot']);

    await send(server.as('bot'), { to: 'secret', content: 'from the bot' });
    const heard = await ears.gist();
    server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', server.users.alice.id);
    const later = await server.as('bot').post('/messages', toGeneral({ to: 'secret' }));

    assert.deepEqual(heard, { alice: ['message: from the bot'] });
    assert.equal(later.body.code, 'STREAM_DOES_NOT_EXIST');
  });

  it('lets an administrator know of a private channel but not write to it unsubscribed', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'secret', { invite_only: true });

    const { body } = await server.as('admin').post('/messages', toGeneral({ to: 'secret' }));

    assert.deepEqual(body, badRequest("Not authorized to send to channel 'secret'"));
  });

  it('lets guests write only where they are subscribed', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'members');

    const outside = await server.as('guest').post('/messages', toGeneral({ to: 'members' }));
    const inside = await server.as('guest').post('/messages', toGeneral({}));

    assert.equal(outside.body.code, 'STREAM_DOES_NOT_EXIST');
    assert.equal(inside.status, 200);
  });

  it('lets members write to public channels they are not in, and hear only that they follow the topic', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'design');
    const ears = await listen(server, ['alice', 'bob', 'guest']);

    await send(server.as('bob'), { to: 'design', content: 'from outside' });

    assert.deepEqual(await ears.gist(), { alice: ['message: from outside'], bob: ['muted_topics', 'user_topic'] });
  });

  it('refuses messages to archived channels', async (t) => {
    const server = await startServer(t);
    server.db.run('UPDATE channels SET is_archived = 1');

    const { body } = await server.as('alice').post('/messages', toGeneral({}));

    assert.deepEqual(body, badRequest("Not authorized to send to channel 'general'"));
  });

  it('puts topics together that differ in case, and keeps the first spelling', async (t) => {
    const server = await startServer(t);

    for (const topic of ['Lunch', 'LUNCH', 'lunch ']) await send(server.as('alice'), { to: general, topic });

    const { body } = await server.as('alice').get(`/users/me/${general}/topics`);
    assert.deepEqual(body.topics, [{ name: 'Lunch', max_id: 3 }]);
  });
});

describe('POST /messages with local echo', () => {
  it('gives the local id back to the sending queue alone', async (t) => {
    const server = await startServer(t);
    const phone = await listen(server, ['alice', 'bob'], { event_types: ['message'] });
    const laptop = await listen(server, ['alice'], { event_types: ['message'] });

    await send(server.as('alice'), { to: general, queue_id: phone.queueOf('alice'), local_id: '17.01' });

    const echoes = async (ears: typeof phone) =>
      Object.values(await ears.heard()).map(([event]) => event.local_message_id);
    assert.deepEqual(await echoes(phone), ['17.01', undefined]);
    assert.deepEqual(await echoes(laptop), [undefined]);
  });

  it("does not mark a message in somebody else's queue", async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['bob'], { event_types: ['message'] });

    await send(server.as('alice'), { to: general, queue_id: ears.queueOf('bob'), local_id: '17.01' });

    const { bob } = await ears.heard();
    assert.deepEqual(
      bob?.map(({ local_message_id }) => local_message_id),
      [undefined],
    );
  });

  it('needs queue and local id together', async (t) => {
    const server = await startServer(t);

    for (const values of [{ queue_id: 'x' }, { local_id: '1' }]) {
      const { status, body } = await server.as('alice').post('/messages', toGeneral(values));
      assert.deepEqual([status, body], [400, badRequest('queue_id and local_id must be given together.')]);
    }
  });
});

describe('POST /messages and read state', () => {
  async function flagsOf(server: TestServer, name: 'alice' | 'bob' | 'bot', id: number): Promise<string[]> {
    return (await server.as(name).get(`/messages/${id}`)).body.message.flags;
  }

  it('starts as read for the sender when asked to, and unread for everyone else', async (t) => {
    const server = await startServer(t);

    const read = await send(server.as('alice'), { to: general, read_by_sender: true });
    const unread = await send(server.as('alice'), { to: general, read_by_sender: false });
    const after = await send(server.as('alice'), { to: general, read_by_sender: true });

    assert.deepEqual(await flagsOf(server, 'alice', read), ['read']);
    assert.deepEqual(await flagsOf(server, 'alice', unread), []);
    assert.deepEqual(await flagsOf(server, 'alice', after), ['read']);
    assert.deepEqual(await flagsOf(server, 'bob', read), []);
  });

  it('guesses from the program: people have read what they typed', async (t) => {
    const server = await startServer(t);
    const from = async (agent: string) => {
      const init = {
        headers: { 'User-Agent': agent },
        body: new URLSearchParams({ type: 'channel', to: 'general', topic: 'x', content: 'hi' }),
      };
      return flagsOf(server, 'alice', (await server.as('alice').send('POST', '/messages', init)).body.id);
    };

    assert.deepEqual(await from('ZulipMobile/27.235 (Android 14)'), ['read']);
    assert.deepEqual(await from('ZulipFlutter/30.0'), ['read']);
    assert.deepEqual(await from('ZulipTerminal/0.7.0'), ['read']);
    assert.deepEqual(await from('python-requests/2.31'), []);
    assert.deepEqual(await from('ZulipPython/0.9.0'), []);
  });
});

describe('GET /messages/{message_id}', () => {
  it('gives the message and its Markdown', async (t) => {
    const server = await startServer(t);
    const id = await send(server.as('alice'), { to: general, content: '*hi*', topic: '' });

    const html = await server.as('bob').get(`/messages/${id}`);
    const raw = await server.as('bob').get(`/messages/${id}`, { apply_markdown: false, allow_empty_topic_name: true });

    const message = {
      id,
      type: 'stream',
      sender_id: server.users.alice.id,
      sender_email: 'alice@example.com',
      sender_full_name: 'Alice Member',
      sender_realm_str: '',
      avatar_url: avatarOf(server.users.alice.id),
      client: 'TestClient',
      timestamp: server.clock.now(),
      content: '<p><em>hi</em></p>',
      content_type: 'text/html',
      display_recipient: 'general',
      recipient_id: 1,
      stream_id: general,
      subject: 'general chat',
      topic_links: [],
      is_me_message: false,
      reactions: [],
      submessages: [],
      flags: [],
    };
    assert.deepEqual(html.body, { result: 'success', msg: '', raw_content: '*hi*', message });
    const source = { content: '*hi*', content_type: 'text/x-markdown', subject: '' };
    assert.deepEqual(raw.body, { result: 'success', msg: '', raw_content: '*hi*', message: { ...message, ...source } });
  });

  it('reads public history from before subscribing, for members but not for guests outside', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'design');
    const id = await send(server.as('alice'), { to: 'design' });

    const bob = await server.as('bob').get(`/messages/${id}`);
    const guest = await server.as('guest').get(`/messages/${id}`);

    assert.deepEqual(bob.body.message.flags, ['read', 'historical']);
    assert.deepEqual(guest.body, badRequest('Invalid message(s)'));
  });

  it('answers for what one may not see as for what is not there', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'secret', { invite_only: true });
    const inSecret = await send(server.as('alice'), { to: 'secret' });
    const toBob = await send(server.as('alice'), { type: 'direct', to: [server.users.bob.id] });

    for (const id of [inSecret, toBob, 4711, 0, -1]) {
      const { status, body } = await server.as('admin').get(`/messages/${id}`);
      assert.deepEqual([status, body], [400, badRequest('Invalid message(s)')]);
    }
  });
});
