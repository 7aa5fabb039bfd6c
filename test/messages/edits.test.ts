import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { plainPublication } from '../../src/events/event.ts';
import { publishUpdate } from '../../src/messages/update-event.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { statementsOf } from '../support/statements.ts';

const success = { result: 'success', msg: '' };
const saved = { ...success, detached_uploads: [] };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('PATCH /messages/{message_id}', () => {
  it('needs a login', async (t) => {
    const server = await startServer(t);
    const { status, body } = await server.anonymous.patch('/messages/1', { content: 'x' });
    assert.equal(status, 401);
    assert.equal(body.code, 'UNAUTHORIZED');
  });

  it('refuses what makes no sense, and changes nothing', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const lab = await subscribe(alice, 'lab');
    const attic = await subscribe(alice, 'attic');
    const id = await send(alice, { to: 'lab', topic: 'plans', content: 'first' });
    const empty = await send(alice, { to: 'lab', topic: '', content: 'first' });
    const direct = await send(alice, { type: 'direct', to: [server.users.bob.id], content: 'first' });
    const poll = await send(alice, { to: 'lab', topic: 'plans', content: '/poll Lunch?\nyes\nno' });
    const before = contents(server);
    const cases: [number, Values, string | object][] = [
      [id, {}, 'Nothing to change'],
      [id, { topic: ' plans ' }, 'Nothing to change'],
      [id, { content: 'first \n' }, 'Nothing to change'],
      [id, { stream_id: lab }, 'Nothing to change'],
      [id, { propagate_mode: 'change_all' }, 'Nothing to change'],
      [direct, { stream_id: lab }, 'Direct messages cannot be moved to channels.'],
      [direct, { topic: 'x' }, 'Direct messages cannot have topics.'],
      [direct, { topic: '' }, 'Direct messages cannot have topics.'],
      [id, { content: 'x', propagate_mode: 'change_later' }, 'Invalid propagate_mode without topic edit'],
      [id, { content: 'x', topic: 'plans', propagate_mode: 'change_all' }, 'Invalid propagate_mode without topic edit'],
      [id, { content: 'x', stream_id: attic }, 'Cannot change message content while changing channel'],
      [id, { content: 'x', topic: 'y', stream_id: attic }, 'Cannot change message content while changing channel'],
      [empty, { topic: '✔ ', propagate_mode: 'change_all' }, 'General chat cannot be marked as resolved'],
      [empty, { topic: '✔ general chat', propagate_mode: 'change_all' }, 'General chat cannot be marked as resolved'],
      [poll, { content: 'no poll' }, 'Widgets cannot be edited.'],
      [id, { content: 'x'.repeat(10_001) }, 'Message is too long (limit: 10000 characters).'],
      [id, { topic: 'x'.repeat(61) }, 'topic is too long (limit: 60 characters)'],
      [id, { topic: 'a\tb' }, 'Invalid character in topic, at position 2!'],
      [id, { propagate_mode: 'all', topic: 'x' }, 'Invalid propagate_mode'],
      [id, { stream_id: 'x' }, 'stream_id is not valid JSON'],
      [id, { stream_id: 999 }, 'Invalid channel ID'],
      [9999, { content: 'x' }, 'Invalid message(s)'],
    ];
    for (const [message_id, values, msg] of cases) {
      const { status, body } = await alice.patch(`/messages/${message_id}`, values);
      assert.deepEqual([status, body], [400, badRequest(msg as string)], JSON.stringify(values).slice(0, 100));
    }
    assert.deepEqual(contents(server), before);
  });

  it('refuses a stale edit by the hash of what it replaces, a pure move included', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'lab');
    const id = await send(alice, { to: 'lab', topic: 'plans', content: 'first' });
    const refused = {
      ...badRequest("'prev_content_sha256' value does not match the expected value."),
      code: 'EXPECTATION_MISMATCH',
      field_name: 'prev_content_sha256',
    };
    for (const values of [{ content: 'second' }, { topic: 'other' }]) {
      const { status, body } = await alice.patch(`/messages/${id}`, {
        ...values,
        prev_content_sha256: sha256('zeroth'),
      });
      assert.deepEqual([status, body], [400, refused]);
    }
    assert.deepEqual(contents(server), [{ id, content: 'first', topic: 'plans' }]);
    const fresh = await alice.patch(`/messages/${id}`, { content: 'second', prev_content_sha256: sha256('first') });
    assert.deepEqual(fresh.body, saved);
  });

  it('treats a message one may not see as one that does not exist, and one of an archived channel too', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'den', { invite_only: true });
    const open = await subscribe(alice, 'lab');
    const hidden = await send(alice, { to: 'den' });
    const archived = await send(alice, { to: 'lab' });
    server.db.run('UPDATE channels SET is_archived = 1 WHERE id = ?', open);
    const unseen = await server.as('admin').patch(`/messages/${hidden}`, { topic: 'x' });
    const closed = await alice.patch(`/messages/${archived}`, { content: 'x' });
    assert.deepEqual(unseen.body, badRequest('Invalid message(s)'));
    assert.deepEqual(closed.body, badRequest('Invalid message(s)'));
  });

  it('gives a message new content, and tells everyone who follows the channel', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const lab = await subscribe(alice, 'lab', { principals: ids(server, 'alice', 'bob', 'guest', 'owner') });
    await server.as('owner').delete('/users/me/subscriptions', { subscriptions: ['lab'] });
    const id = await send(alice, { to: 'lab', topic: 'plans', content: 'first' });
    await server.as('bob').post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await server.as('bob').post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    const ears = await listen(server, ['alice', 'bob', 'guest', 'owner', 'moderator']);
    server.clock.advance(60);

    const { status, body } = await alice.patch(`/messages/${id}`, { content: '**second** @**Gus Guest**\n' });

    assert.deepEqual([status, body], [200, saved]);
    const rendered_content =
      '<p><strong>second</strong> <span class="user-mention" data-user-id="8">@Gus Guest</span></p>';
    const event = {
      type: 'update_message',
      message_id: id,
      message_ids: [id],
      user_id: server.users.alice.id,
      edit_timestamp: server.clock.now(),
      rendering_only: false,
      stream_id: lab,
      stream_name: 'lab',
      orig_content: 'first',
      orig_rendered_content: '<p>first</p>',
      content: '**second** @**Gus Guest**',
      rendered_content,
      is_me_message: false,
    };
    assert.deepEqual(await ears.heard(), {
      alice: [{ ...event, flags: [] }],
      bob: [{ ...event, flags: ['read', 'starred'] }],
      guest: [{ ...event, flags: ['mentioned'] }],
    });
    const { body: after } = await server.as('bob').get(`/messages/${id}`, { apply_markdown: true });
    assert.equal(after.raw_content, '**second** @**Gus Guest**');
    assert.equal(after.message.content, rendered_content);
    assert.deepEqual(after.message.flags, ['read', 'starred']);
    assert.equal(after.message.last_edit_timestamp, server.clock.now());
    assert.deepEqual(after.message.edit_history, [
      {
        user_id: server.users.alice.id,
        timestamp: server.clock.now(),
        prev_content: 'first',
        prev_rendered_content: '<p>first</p>',
      },
    ]);
  });

  it('tells both sides of a direct conversation, and nobody else', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const id = await send(alice, { type: 'direct', to: [server.users.bob.id], content: 'first' });
    const ears = await listen(server, ['alice', 'bob', 'owner']);
    await alice.patch(`/messages/${id}`, { content: '/me waves' });
    const event = {
      type: 'update_message',
      message_id: id,
      message_ids: [id],
      user_id: server.users.alice.id,
      edit_timestamp: server.clock.now(),
      rendering_only: false,
      orig_content: 'first',
      orig_rendered_content: '<p>first</p>',
      content: '/me waves',
      rendered_content: '<p>/me waves</p>',
      is_me_message: true,
      flags: [],
    };
    assert.deepEqual(await ears.heard(), { alice: [event], bob: [event] });
  });

  it('keeps nothing but a mark of content that was emptied', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'lab');
    const id = await send(alice, { to: 'lab', topic: 'plans', content: 'first' });
    assert.deepEqual((await alice.patch(`/messages/${id}`, { content: ' \n' })).body, saved);
    assert.deepEqual(contents(server), [{ id, content: '(deleted)', topic: 'plans' }]);
    assert.deepEqual((await alice.patch(`/messages/${id}`, { content: '' })).body, badRequest('Nothing to change'));
  });

  it('tells all who hear of it their own flags', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'lab', { principals: ids(server, 'alice', 'bob', 'guest') });
    const id = await send(alice, { to: 'lab', topic: 'plans', content: 'first' });
    for (const flag of ['read', 'starred', 'collapsed']) {
      await server.as('bob').post('/messages/flags', { messages: [id], op: 'add', flag });
    }
    await subscribe(server.as('admin'), 'lab');
    await server.as('admin').post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    const ears = await listen(server, ['alice', 'bob', 'guest', 'admin']);
    const others = await listen(server, ['moderator'], { all_public_streams: true });

    await alice.patch(`/messages/${id}`, { content: '@**all** @**Gus Guest**' });

    const heard = Object.entries({ ...(await ears.heard()), ...(await others.heard()) });
    const wildcards = ['stream_wildcard_mentioned', 'wildcard_mentioned'];
    assert.deepEqual(Object.fromEntries(heard.map(([name, [event]]) => [name, event.flags])), {
      alice: wildcards,
      bob: ['read', 'collapsed', 'starred', ...wildcards],
      guest: ['mentioned', ...wildcards],
      admin: ['read', 'historical', 'starred'],
      moderator: ['read', 'historical'],
    });
  });

  it('asks for the flags of all its hearers at once', async (t) => {
    const server = await startServer(t);
    const id = await send(server.as('alice'), { to: 'general', content: 'first' });
    await listen(server, ['alice', 'bob', 'guest', 'owner', 'moderator']);
    const update = { message_id: id, editor: server.users.alice, edited_at: 0 };
    const publishTo = (...names: CastName[]) => {
      const hearers = [{ audience: { user_ids: ids(server, ...names) }, ids: [id] }];
      const action = () => server.db.transaction(() => publishUpdate(server.app, update, hearers));
      return statementsOf(server.db, action).map(({ sql }) => sql);
    };

    const toOne = publishTo('alice');

    assert.ok(toOne.some((sql) => sql.includes('message_flags')));
    assert.deepEqual(publishTo('bob', 'guest', 'owner', 'moderator'), toOne);
  });

  it('takes flags away that the new content does not set', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'lab', { principals: ids(server, 'alice', 'bob') });
    const id = await send(alice, { to: 'lab', content: '@**Bob Member** @**all**' });
    const flags = async () => (await server.as('bob').get(`/messages/${id}`)).body.message.flags;
    assert.deepEqual(await flags(), ['mentioned', 'stream_wildcard_mentioned', 'wildcard_mentioned']);
    await alice.patch(`/messages/${id}`, { content: 'never mind' });
    assert.deepEqual(await flags(), []);
  });

  it('refuses to mention many people to those who may not, in the channel and in the topic', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const lab = await subscribe(alice, 'lab');
    const popular = await send(alice, { to: 'lab', topic: 'plans', content: 'popular' });
    const id = await send(alice, { to: 'lab', topic: 'plans', content: 'first' });
    await send(alice, { to: 'lab', topic: 'a quiet corner' });
    crowd(server, lab, popular, 16);
    const refusals = [
      ['@**all**', 'STREAM_WILDCARD_MENTION_NOT_ALLOWED', 'channel wildcard mentions in this channel.'],
      ['@**topic**', 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED', 'topic wildcard mentions in this topic.'],
    ] as const;
    for (const [content, code, what] of refusals) {
      const { status, body } = await alice.patch(`/messages/${id}`, { content });
      const msg = `You do not have permission to use ${what}`;
      assert.deepEqual([status, body], [400, { result: 'error', msg, code }]);
    }
    assert.equal(contents(server)[1]?.content, 'first');
    const quiet = await alice.patch(`/messages/${id}`, { content: '@**topic**', topic: 'a quiet corner' });
    assert.deepEqual(quiet.body, saved, 'what counts is the topic it goes to');
  });

  it('changes content and topic in one step: one event, one entry in the history', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const lab = await subscribe(alice, 'lab');
    const first = await send(alice, { to: 'lab', topic: 'plans', content: 'first' });
    const second = await send(alice, { to: 'lab', topic: 'plans', content: 'second' });
    const ears = await listen(server, ['alice'], { event_types: ['update_message'] });

    const values = { content: 'changed', topic: 'ideas', propagate_mode: 'change_all' };
    assert.deepEqual((await alice.patch(`/messages/${second}`, values)).body, saved);

    assert.deepEqual(await ears.heard(), {
      alice: [
        {
          type: 'update_message',
          message_id: second,
          message_ids: [first, second],
          user_id: server.users.alice.id,
          edit_timestamp: server.clock.now(),
          rendering_only: false,
          stream_id: lab,
          stream_name: 'lab',
          orig_content: 'second',
          orig_rendered_content: '<p>second</p>',
          content: 'changed',
          rendered_content: '<p>changed</p>',
          is_me_message: false,
          propagate_mode: 'change_all',
          orig_subject: 'plans',
          subject: 'ideas',
          topic_links: [],
          flags: [],
        },
      ],
    });
    const { body } = await alice.get('/messages', { message_ids: [first, second] });
    const common = {
      user_id: server.users.alice.id,
      timestamp: server.clock.now(),
      prev_topic: 'plans',
      topic: 'ideas',
    };
    assert.deepEqual(
      body.messages.map((one: { edit_history: object[] }) => one.edit_history),
      [[common], [{ ...common, prev_content: 'second', prev_rendered_content: '<p>second</p>' }]],
    );
    assert.equal(body.messages[0].last_edit_timestamp, undefined);
    assert.equal(body.messages[1].last_edit_timestamp, server.clock.now());
  });

  it('tells of an edit in a channel with protected history only those who received the message', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'den', { invite_only: true, principals: ids(server, 'alice', 'bob', 'guest') });
    const id = await send(alice, { to: 'den', content: 'first' });
    await subscribe(alice, 'den', { principals: ids(server, 'moderator') });
    await server.as('guest').delete('/users/me/subscriptions', { subscriptions: ['den'] });
    const missed = await send(alice, { to: 'den', content: 'while the guest was away' });
    await subscribe(alice, 'den', { principals: ids(server, 'guest') });
    await server.as('bob').delete('/users/me/subscriptions', { subscriptions: ['den'] });
    const ears = await listen(server, ['alice', 'bob', 'guest', 'moderator', 'admin']);
    const heard = ['update_message'];
    await alice.patch(`/messages/${id}`, { content: 'second' });
    assert.deepEqual(await ears.gist(), { alice: heard, guest: heard }, 'bob left');
    await alice.patch(`/messages/${missed}`, { content: 'second' });
    assert.deepEqual(await ears.gist(), { alice: heard, moderator: heard });
  });

  it('lets nothing but the empty topic be written in where the channel has no other', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const lab = await subscribe(alice, 'lab');
    const named = await send(alice, { to: 'lab', topic: 'plans', content: 'first' });
    const empty = await send(alice, { to: 'lab', topic: '', content: 'first' });
    server.db.run("UPDATE channels SET topics_policy = 'empty_topic_only' WHERE id = ?", lab);
    const refused = badRequest('Only the general chat topic is allowed in this channel.', {
      empty_topic_display_name: 'general chat',
    });
    assert.deepEqual((await alice.patch(`/messages/${named}`, { content: 'second' })).body, refused);
    assert.deepEqual((await alice.patch(`/messages/${empty}`, { topic: 'x' })).body, refused);
    assert.deepEqual((await alice.patch(`/messages/${empty}`, { content: 'second' })).body, saved);
    assert.deepEqual((await alice.patch(`/messages/${named}`, { content: 'third', topic: '' })).body, saved);
  });

  it('takes the older name of the topic parameter, and names parameters it does not know', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'lab');
    const id = await send(alice, { to: 'lab', topic: 'plans', content: 'first' });
    const { body } = await alice.patch(`/messages/${id}`, { subject: 'ideas', colour: 'red' });
    assert.deepEqual(body, { ...saved, ignored_parameters_unsupported: ['colour'] });
    const both = await alice.patch(`/messages/${id}`, { subject: 'a', topic: 'b' });
    assert.equal(both.body.code, 'REQUEST_CONFUSING_VAR');
  });
});

describe('GET /messages of edited messages', () => {
  it('shows the history, newest first, as far as the organization lets people see it', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'lab');
    const id = await send(alice, { to: 'lab', topic: '', content: 'first' });
    const user_id = server.users.alice.id;
    server.clock.advance(10);
    const edited = server.clock.now();
    await alice.patch(`/messages/${id}`, { content: 'second' });
    server.clock.advance(10);
    const moved = server.clock.now();
    await alice.patch(`/messages/${id}`, { content: 'third', topic: 'plans' });
    server.clock.advance(10);
    await alice.patch(`/messages/${id}`, { topic: '✔ plans', propagate_mode: 'change_all' });
    const resolved = { user_id, timestamp: server.clock.now(), prev_topic: 'plans', topic: '✔ plans' };
    const move = { user_id, timestamp: moved, prev_topic: 'general chat', topic: 'plans' };
    const fields = async (values: Values = {}) => {
      const { body } = await alice.get('/messages', { message_ids: [id], ...values });
      const { edit_history, last_edit_timestamp, last_moved_timestamp } = body.messages[0];
      return { edit_history, last_edit_timestamp, last_moved_timestamp };
    };
    const times = { last_edit_timestamp: moved, last_moved_timestamp: moved };
    const all = [
      resolved,
      { ...move, prev_content: 'second', prev_rendered_content: '<p>second</p>' },
      { user_id, timestamp: edited, prev_content: 'first', prev_rendered_content: '<p>first</p>' },
    ];
    assert.deepEqual(await fields(), { edit_history: all, ...times });
    const named = all.map((entry) =>
      'prev_topic' in entry && entry.topic === 'plans' ? { ...entry, prev_topic: '' } : entry,
    );
    assert.deepEqual(await fields({ allow_empty_topic_name: true }), { edit_history: named, ...times });
    const setPolicy = (policy: string) => {
      setRealmSetting(server.db, 'message_edit_history_visibility_policy', policy);
      // What the event of such a change does.
      server.app.messageCache.follow(plainPublication({ type: 'realm_user', op: 'update', person: {} }, 'everyone'));
    };
    setPolicy('moves');
    assert.deepEqual(await fields(), { edit_history: [resolved, move], ...times });
    setPolicy('none');
    assert.deepEqual(await fields(), { edit_history: undefined, ...times });
  });

  it('leaves out what never happened: resolving is no move, and a move no edit', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'lab');
    const fresh = await send(alice, { to: 'lab', topic: 'fresh' });
    const resolved = await send(alice, { to: 'lab', topic: 'done' });
    const moved = await send(alice, { to: 'lab', topic: 'here' });
    await alice.patch(`/messages/${resolved}`, { topic: '✔ done', propagate_mode: 'change_all' });
    await alice.patch(`/messages/${moved}`, { topic: 'there' });
    const { body } = await alice.get('/messages', { message_ids: [fresh, resolved, moved] });
    const names = ['edit_history', 'last_edit_timestamp', 'last_moved_timestamp'];
    assert.deepEqual(
      body.messages.map((one: object) => names.filter((name) => name in one)),
      [[], ['edit_history'], ['edit_history', 'last_moved_timestamp']],
    );
  });
});

function contents({ db }: TestServer): { id: number; content: string; topic: string | null }[] {
  return db.all(
    `SELECT messages.id, content, topic FROM messages JOIN conversations ON conversations.id = conversation_id
     WHERE sender_id IN (SELECT id FROM users WHERE is_system_bot = 0) ORDER BY messages.id`,
  );
}

function ids({ users }: TestServer, ...names: (keyof TestServer['users'])[]): number[] {
  return names.map((name) => users[name].id);
}

/** Subscribes this many people more, and reacts to a message of the channel. */
function crowd({ db }: TestServer, channel_id: number, message_id: number, size: number): void {
  for (let index = 0; index < size; index++) {
    const email = `person${index}@crowd.example`;
    const sql = 'INSERT INTO users (email, email_key, full_name, role, joined_at) VALUES (?, ?, ?, 400, 0)';
    const { id } = db.run(sql, email, email, `Person ${index}`);
    db.run("INSERT INTO subscriptions (user_id, channel_id, color) VALUES (?, ?, '#000')", id, channel_id);
    db.run(
      `INSERT INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type)
       VALUES (?, ?, 'heart', '2764', 'unicode_emoji')`,
      message_id,
      id,
    );
  }
}
