import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemGroupId } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import type { Client, Values } from '../support/client.ts';
import { type HeardEvent, listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const saved = { result: 'success', msg: '', detached_uploads: [] };
const quietly = { send_notification_to_new_thread: false };
// Topics that people start are followed by them; their policies are looked at on their own.
const event_types = ['message', 'update_message', 'delete_message', 'update_message_flags'];
const capable = {
  event_types,
  client_capabilities: { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true },
};

describe('PATCH /messages/{message_id} within a channel', () => {
  it('moves one message, it and later ones, or all of the topic', async (t) => {
    for (const [propagate_mode, expected] of [
      ['change_one', [2]],
      ['change_later', [2, 3]],
      ['change_all', [1, 2, 3]],
      [undefined, [2]],
    ] as const) {
      const server = await startServer(t);
      const alice = server.as('alice');
      const lab = await subscribe(alice, 'lab', { principals: idsOf(server, 'alice', 'bob') });
      const ids = await sendThree(alice, 'plans');
      const ears = await listen(server, ['alice', 'bob', 'owner', 'guest'], capable);
      const moved = expected.map((number) => ids[number - 1]);

      const { body } = await alice.patch(`/messages/${ids[1]}`, { topic: 'ideas', propagate_mode, ...quietly });

      assert.deepEqual(body, saved);
      const event = {
        type: 'update_message',
        message_id: ids[1],
        message_ids: moved,
        user_id: server.users.alice.id,
        edit_timestamp: server.clock.now(),
        rendering_only: false,
        stream_id: lab,
        stream_name: 'lab',
        propagate_mode: propagate_mode ?? 'change_one',
        orig_subject: 'plans',
        subject: 'ideas',
        topic_links: [],
        flags: [],
      };
      assert.deepEqual(await ears.heard(), { alice: [event], bob: [event] });
      assert.deepEqual(await idsIn(alice, 'lab', 'ideas'), moved);
      assert.deepEqual(
        await idsIn(alice, 'lab', 'plans'),
        ids.filter((id) => !moved.includes(id)),
      );
    }
  });

  it('says in the new topic what came, and in the old what went, as asked', async (t) => {
    const cases: [Values, string[], string[]][] = [
      [{}, [], ['@_**Alice Member|$** moved a message here from #**lab>plans**.']],
      [quietly, [], []],
      [
        { send_notification_to_old_thread: true, propagate_mode: 'change_later' },
        ['@_**Alice Member|$** moved 2 messages from here to #**lab>ideas**.'],
        ['@_**Alice Member|$** moved 2 messages here from #**lab>plans**.'],
      ],
      [
        { ...quietly, send_notification_to_old_thread: true, propagate_mode: 'change_all' },
        ['@_**Alice Member|$** moved this topic from here to #**lab>ideas**.'],
        [],
      ],
    ];
    for (const [values, old, present] of cases) {
      const server = await startServer(t);
      const alice = server.as('alice');
      await subscribe(alice, 'lab');
      const ids = await sendThree(alice, 'plans');
      await alice.patch(`/messages/${ids[1]}`, { topic: 'ideas', ...values });
      const named = (texts: string[]) => texts.map((text) => text.replace('$', String(server.users.alice.id)));
      assert.deepEqual(await noticesIn(alice, 'lab', 'plans'), named(old), JSON.stringify(values));
      assert.deepEqual(await noticesIn(alice, 'lab', 'ideas'), named(present), JSON.stringify(values));
    }
  });

  it('says nothing in the new topic of resolving or unresolving, but of a part that goes to such a name', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'lab');
    const ids = await sendThree(alice, 'plans');
    const all = { propagate_mode: 'change_all' };
    assert.deepEqual((await alice.patch(`/messages/${ids[0]}`, { topic: '✔ plans', ...all })).body, saved);
    assert.deepEqual(await idsIn(alice, 'lab', '✔ plans'), ids);
    assert.deepEqual((await alice.patch(`/messages/${ids[0]}`, { topic: 'plans', ...all })).body, saved);
    assert.deepEqual(await idsIn(alice, 'lab', 'plans'), ids);
    await alice.patch(`/messages/${ids[0]}`, { topic: '✔ plans' });
    assert.equal((await noticesIn(alice, 'lab', '✔ plans')).length, 1);
  });

  it('is a move when a part of a topic goes to its resolved name or back, and none when it is the whole topic', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'lab');
    const ids = await sendThree(alice, 'plans');
    const moved = async () => {
      const { body } = await alice.get('/messages', { message_ids: ids });
      return body.messages.map((one: { last_moved_timestamp?: number }) => one.last_moved_timestamp);
    };
    await alice.patch(`/messages/${ids[0]}`, { topic: '✔ plans', propagate_mode: 'change_all' });
    await alice.patch(`/messages/${ids[0]}`, { topic: 'plans', propagate_mode: 'change_all' });
    assert.deepEqual(await moved(), [undefined, undefined, undefined]);

    const first = server.clock.now();
    await alice.patch(`/messages/${ids[1]}`, { topic: '✔ plans' });
    assert.deepEqual(await moved(), [undefined, first, undefined]);

    server.clock.advance(60);
    await alice.patch(`/messages/${ids[2]}`, { topic: '✔ plans', propagate_mode: 'change_later' });
    assert.deepEqual(await moved(), [undefined, first, server.clock.now()]);

    await alice.patch(`/messages/${ids[0]}`, { topic: '✔ plans' });
    assert.deepEqual(await moved(), [undefined, first, first + 60]);
  });

  it('asks for the right to move when only a part of a topic goes to its resolved name', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'lab');
    const ids = await sendThree(alice, 'plans');
    const nobody = systemGroupId(server.db, 'role:nobody');
    setRealmSetting(server.db, 'can_move_messages_between_topics_group', nobody);
    const part = await alice.patch(`/messages/${ids[1]}`, { topic: '✔ plans', propagate_mode: 'change_later' });
    const all = await alice.patch(`/messages/${ids[1]}`, { topic: '✔ plans', propagate_mode: 'change_all' });
    assert.deepEqual(part.body, badRequest("You don't have permission to edit this message"));
    assert.deepEqual(all.body, saved);
  });

  it('asks for the right to resolve when a whole topic gets the mark or loses it with another name', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'lab');
    await subscribe(alice, 'attic');
    const [id] = await sendThree(alice, 'plans');
    const [resolved] = await sendThree(alice, '✔ done');
    const nobody = systemGroupId(server.db, 'role:nobody');
    setRealmSetting(server.db, 'can_resolve_topics_group', nobody);
    const change = async (message: number | undefined, values: Values) =>
      (await alice.patch(`/messages/${message}`, { propagate_mode: 'change_all', ...values })).body;
    const refused = badRequest("You don't have permission to resolve topics in this channel.");
    const attic = server.db.value<number>("SELECT id FROM channels WHERE name = 'attic'");

    assert.deepEqual(await change(id, { topic: '✔ ideas' }), refused);
    assert.deepEqual(await change(id, { topic: '✔ plans', stream_id: attic }), refused);
    assert.deepEqual(await change(resolved, { topic: 'undone' }), refused);
    assert.deepEqual(await change(resolved, { topic: '✔ all done' }), saved);
    assert.deepEqual(await change(id, { topic: '✔ all done' }), saved, 'what joins a resolved topic resolves none');
  });

  it('merges a topic into another, in any case of its name, and keeps the name that was there', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'lab');
    const first = await sendThree(alice, 'plans');
    const second = await sendThree(alice, 'Ideas');
    const third = await sendThree(alice, 'plans');
    await alice.patch(`/messages/${first[0]}`, { topic: 'ideas', propagate_mode: 'change_all', ...quietly });
    assert.deepEqual(await idsIn(alice, 'lab', 'IDEAS'), [...first, ...second, ...third]);
    assert.deepEqual(await idsIn(alice, 'lab', 'plans'), []);
    assert.deepEqual(topics(server), ['Ideas']);
  });

  it('moves, and resolves nothing, where the bare name is that of a topic in another case', async (t) => {
    for (const [stored, moved] of [
      ['Plans', [true, 'Plans']],
      ['plans', [false, 'plans']],
      ['other', [false, 'plans']],
    ] as const) {
      const server = await startServer(t);
      const alice = server.as('alice');
      await subscribe(alice, 'lab');
      await send(alice, { to: 'lab', topic: stored });
      const id = await send(alice, { to: 'lab', topic: '✔ plans' });
      await alice.patch(`/messages/${id}`, { topic: 'plans', propagate_mode: 'change_all', ...quietly });
      const { message } = (await alice.get(`/messages/${id}`)).body;
      assert.deepEqual([message.last_moved_timestamp !== undefined, message.subject], moved);
    }
  });

  it('changes the case of a whole name, and not of a part of a topic', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'lab');
    const ids = await sendThree(alice, 'plans');
    const part = await alice.patch(`/messages/${ids[1]}`, { topic: 'PLANS' });
    assert.deepEqual(part.body, badRequest('Nothing to change'));
    assert.deepEqual(topics(server), ['plans']);
    const all = await alice.patch(`/messages/${ids[1]}`, { topic: 'PLANS', propagate_mode: 'change_all', ...quietly });
    assert.deepEqual(all.body, saved);
    assert.deepEqual(topics(server), ['PLANS']);
    assert.deepEqual(await idsIn(alice, 'lab', 'plans'), ids);
  });

  it('moves to the empty topic by any of its names, and tells older clients its display name', async (t) => {
    for (const topic of ['', ' ', 'general chat']) {
      const server = await startServer(t);
      const alice = server.as('alice');
      await subscribe(alice, 'lab', { principals: idsOf(server, 'alice', 'bob') });
      const id = await send(alice, { to: 'lab', topic: 'plans' });
      const knowing = await listen(server, ['alice'], capable);
      const older = await listen(server, ['bob'], { event_types });
      assert.deepEqual((await alice.patch(`/messages/${id}`, { topic, ...quietly })).body, saved);
      assert.equal((await knowing.heard()).alice?.[0].subject, '');
      assert.equal((await older.heard()).bob?.[0].subject, 'general chat');
      assert.deepEqual(topics(server), ['']);
    }
  });

  it('goes by the topics policy and by who may start topics', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const lab = await subscribe(alice, 'lab', { principals: idsOf(server, 'alice', 'bob') });
    const id = await send(alice, { to: 'lab', topic: 'plans' });
    await send(alice, { to: 'lab', topic: 'known' });
    server.db.run("UPDATE channels SET topics_policy = 'disable_empty_topic' WHERE id = ?", lab);
    server.db.run(
      "INSERT INTO channel_permissions (channel_id, setting, group_id) VALUES (?, 'can_create_topic_group', ?)",
      lab,
      systemGroupId(server.db, 'role:moderators'),
    );
    const empty = await alice.patch(`/messages/${id}`, { topic: '' });
    const fresh = await alice.patch(`/messages/${id}`, { topic: 'new' });
    assert.deepEqual(
      empty.body,
      badRequest('Sending messages to the general chat is not allowed in this channel.', {
        empty_topic_display_name: 'general chat',
      }),
    );
    assert.deepEqual(fresh.body, badRequest('You do not have permission to create new topics in this channel.'));
    assert.deepEqual(
      (await alice.patch(`/messages/${id}`, { topic: '✔ plans', propagate_mode: 'change_all' })).body,
      saved,
    );
    assert.deepEqual((await alice.patch(`/messages/${id}`, { topic: 'known' })).body, saved);
  });

  it('says how much of a topic is young enough to move when not all is, and changes nothing', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const attic = await subscribe(alice, 'attic');
    await subscribe(alice, 'lab', { principals: idsOf(server, 'alice', 'moderator') });
    setRealmSetting(server.db, 'move_messages_within_stream_limit_seconds', 1000);
    setRealmSetting(server.db, 'move_messages_between_streams_limit_seconds', 500);
    const old = await send(alice, { to: 'lab', topic: 'plans' });
    server.clock.advance(600);
    const middle = await send(alice, { to: 'lab', topic: 'plans' });
    server.clock.advance(421);
    const young = await send(alice, { to: 'lab', topic: 'plans' });
    const all = { propagate_mode: 'change_all' };
    const refusal = (first: number, allowed: number) => ({
      result: 'error',
      code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      msg: `You only have permission to move the ${allowed}/3 most recent messages in this topic.`,
      first_message_id_allowed_to_move: first,
      total_messages_in_topic: 3,
      total_messages_allowed_to_move: allowed,
    });
    const rename = await alice.patch(`/messages/${young}`, { topic: 'ideas', ...all });
    assert.deepEqual([rename.status, rename.body], [400, refusal(middle, 2)]);
    server.clock.advance(100);
    const away = await alice.patch(`/messages/${young}`, { stream_id: attic, ...all });
    assert.deepEqual([away.status, away.body], [400, refusal(young, 1)]);
    const both = await alice.patch(`/messages/${young}`, { stream_id: attic, topic: 'ideas', ...all });
    assert.deepEqual(both.body, refusal(young, 1), 'the stricter limit counts');
    assert.deepEqual(await idsIn(alice, 'lab', 'plans'), [old, middle, young]);
    const resolve = await alice.patch(`/messages/${young}`, { topic: '✔ plans', ...all });
    assert.deepEqual(resolve.body, saved, 'resolving is no move');
    const moderator = await server.as('moderator').patch(`/messages/${young}`, { topic: 'ideas', ...all });
    assert.deepEqual(moderator.body, saved);
  });

  it('updates no message when a whole topic is renamed, and all that move at once otherwise', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const attic = await subscribe(alice, 'attic');
    await subscribe(alice, 'lab');
    await sendThree(alice, 'other');
    const few = await sendThree(alice, 'plans');
    server.db.run('DELETE FROM user_topics');
    const counts = async (id: number, values: Values) => {
      const statements = await writesDuring(server, () => alice.patch(`/messages/${id}`, { ...values, ...quietly }));
      return statements.map((sql) => sql.split(/\s+/).slice(0, 3).join(' ')).sort();
    };
    const renamed = await counts(few[0], { topic: 'ideas', propagate_mode: 'change_all' });
    assert.deepEqual(renamed, ['INSERT INTO message_edits', 'UPDATE conversations SET', 'UPDATE pinned_messages SET']);
    const merged = await counts(few[0], { topic: 'other', propagate_mode: 'change_all' });
    assert.equal(merged.filter((sql) => sql === 'UPDATE messages SET').length, 1);
    const many = [...(await sendThree(alice, 'big')), ...(await sendThree(alice, 'big'))];
    const moved = await counts(many[0] as number, { stream_id: attic, propagate_mode: 'change_all' });
    const small = await sendThree(alice, 'small');
    const movedFew = await counts(small[0], { stream_id: attic, propagate_mode: 'change_all' });
    assert.deepEqual(moved, movedFew, 'the same statements, however many messages');
  });
});

describe('PATCH /messages/{message_id} to another channel', () => {
  it('tells those who may read there of the move, and those who may not that the messages are gone', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const lab = await subscribe(alice, 'lab', { principals: idsOf(server, 'alice', 'bob', 'guest') });
    const den = await subscribe(alice, 'den', { invite_only: true, principals: idsOf(server, 'alice', 'moderator') });
    const ids = await sendThree(alice, 'plans');
    const ears = await listen(server, ['alice', 'bob', 'guest', 'moderator', 'owner'], capable);

    const values = { stream_id: den, propagate_mode: 'change_all', ...quietly };
    assert.deepEqual((await alice.patch(`/messages/${ids[1]}`, values)).body, saved);

    const update = {
      type: 'update_message',
      message_id: ids[1],
      message_ids: ids,
      user_id: server.users.alice.id,
      edit_timestamp: server.clock.now(),
      rendering_only: false,
      stream_id: lab,
      stream_name: 'lab',
      propagate_mode: 'change_all',
      orig_subject: 'plans',
      new_stream_id: den,
    };
    const deletion = {
      type: 'delete_message',
      message_ids: ids,
      message_type: 'stream',
      stream_id: lab,
      topic: 'plans',
    };
    assert.deepEqual(await ears.heard(), {
      alice: [{ ...update, flags: [] }],
      moderator: [{ ...update, flags: ['read', 'historical'] }],
      bob: [deletion],
      guest: [deletion],
    });
    const { body } = await alice.get('/messages', { message_ids: ids });
    for (const message of body.messages) {
      assert.equal(message.stream_id, den);
      assert.equal(message.display_recipient, 'den');
      assert.deepEqual(message.edit_history, [
        { user_id: server.users.alice.id, timestamp: server.clock.now(), prev_stream: lab, stream: den },
      ]);
      assert.equal(message.last_moved_timestamp, server.clock.now());
    }
  });

  it('tells members who could read a public channel of a move there, and guests of a deletion', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const lab = await subscribe(alice, 'lab');
    await subscribe(alice, 'den', { invite_only: true, principals: idsOf(server, 'alice', 'bob', 'guest') });
    const id = await send(alice, { to: 'den', topic: 'plans' });
    const ears = await listen(server, ['alice', 'bob', 'guest', 'owner'], capable);
    const values = { stream_id: lab, topic: 'ideas', send_notification_to_old_thread: true };
    await alice.patch(`/messages/${id}`, values);
    const { id: aliceId } = server.users.alice;
    const came = `message: @_Alice Member|${aliceId} moved this topic here from #den>plans.`;
    const went = `message: @_Alice Member|${aliceId} moved this topic from here to #lab>ideas.`;
    assert.deepEqual(await gists(ears), {
      alice: ['update_message', came, went],
      bob: ['update_message', went],
      guest: ['delete_message', went],
    });
  });

  it('sends one event a message to clients that do not know of several', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const den = await subscribe(alice, 'den', { invite_only: true });
    const lab = await subscribe(alice, 'lab', { principals: idsOf(server, 'alice', 'bob') });
    const ids = await sendThree(alice, '');
    const ears = await listen(server, ['bob'], { event_types });
    await alice.patch(`/messages/${ids[0]}`, { stream_id: den, propagate_mode: 'change_all' });
    const deletion = { type: 'delete_message', message_type: 'stream', stream_id: lab, topic: 'general chat' };
    assert.deepEqual(await ears.heard(), { bob: ids.map((message_id) => ({ ...deletion, message_id })) });
  });

  it('takes messages in a private channel away from everyone outside, at every endpoint', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const den = await subscribe(alice, 'den', { invite_only: true });
    await subscribe(alice, 'lab', { principals: idsOf(server, 'alice', 'bob') });
    const id = await send(alice, { to: 'lab', topic: 'plans' });
    await alice.patch(`/messages/${id}`, { stream_id: den, ...quietly });
    for (const name of ['bob', 'owner', 'guest'] as const) {
      const client = server.as(name);
      const refused = badRequest('Invalid message(s)');
      assert.deepEqual((await client.get(`/messages/${id}`)).body, refused);
      assert.deepEqual((await client.get(`/messages/${id}/history`)).body, refused);
      assert.deepEqual((await client.get(`/messages/${id}/read_receipts`)).body, refused);
      assert.deepEqual((await client.post(`/messages/${id}/reactions`, { emoji_name: 'heart' })).body, refused);
      assert.deepEqual((await client.patch(`/messages/${id}`, { topic: 'x' })).body, refused);
      assert.deepEqual((await client.delete(`/messages/${id}`)).body, refused);
      const flags = { messages: [id], op: 'add', flag: 'starred' };
      assert.deepEqual((await client.post('/messages/flags', flags)).body, refused);
      assert.deepEqual((await client.get('/messages', { message_ids: [id] })).body.messages, []);
      const around = { anchor: 'newest', num_before: 10, num_after: 0 };
      for (const narrow of [
        [],
        [['id', String(id)]],
        [['topic', 'plans']],
        [['sender', 'alice@example.com']],
        [['channels', 'public']],
      ]) {
        const { body } = await client.get('/messages', { ...around, narrow });
        assert.ok(!body.messages.map(idOf).includes(id), JSON.stringify(narrow));
      }
      const { body } = await client.get('/messages', { ...around, narrow: [['channel', 'den']] });
      // Administrators know of the channel, and read nothing of it.
      assert.deepEqual(name === 'owner' ? body.messages : body.code, name === 'owner' ? [] : 'BAD_NARROW');
      const { body: state } = await client.post('/register', {
        fetch_event_types: ['message', 'update_message_flags'],
      });
      const unread = state.unread_msgs.streams.flatMap((one: HeardEvent) => one.unread_message_ids);
      assert.ok(!unread.includes(id));
    }
    assert.equal((await alice.get(`/messages/${id}`)).status, 200);
  });

  it('shows what moved to a channel with protected history to those who were there, not to those who came later', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    setRealmSetting(server.db, 'send_channel_events_messages', false);
    await subscribe(alice, 'lab');
    const id = await send(alice, { to: 'lab', topic: 'plans' });
    // Nothing is said between this, the move, and the subscription after it.
    const den = await subscribe(alice, 'den', { invite_only: true, principals: idsOf(server, 'alice', 'bob') });
    await alice.patch(`/messages/${id}`, { stream_id: den, ...quietly });
    await subscribe(alice, 'den', { principals: idsOf(server, 'moderator') });
    const reads = async (name: CastName) => (await server.as(name).get(`/messages/${id}`)).status === 200;
    assert.deepEqual([await reads('alice'), await reads('bob'), await reads('moderator')], [true, true, false]);
    const ears = await listen(server, ['alice', 'bob', 'moderator'], { event_types });
    await alice.patch(`/messages/${id}`, { content: 'for those who were there' });
    assert.deepEqual(Object.keys(await ears.heard()), ['alice', 'bob']);
  });

  it('keeps a returning subscriber from what moved in while they were away', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const den = await subscribe(alice, 'den', { invite_only: true, principals: idsOf(server, 'alice', 'bob') });
    await subscribe(alice, 'lab');
    const id = await send(alice, { to: 'lab', topic: 'plans' });
    await server.as('bob').delete('/users/me/subscriptions', { subscriptions: ['den'] });
    await alice.patch(`/messages/${id}`, { stream_id: den, ...quietly });
    await subscribe(alice, 'den', { principals: idsOf(server, 'bob') });
    const { body } = await server.as('bob').get(`/messages/${id}`);
    // Public when it was written, but not received: bob never followed the channel it was sent to.
    assert.deepEqual(body, badRequest('Invalid message(s)'));
  });

  it('refuses a channel that one may not know of, or not write to', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const hidden = await subscribe(server.as('admin'), 'hidden', { invite_only: true });
    const quiet = await subscribe(alice, 'quiet');
    const archived = await subscribe(alice, 'archived');
    await subscribe(alice, 'lab');
    const id = await send(alice, { to: 'lab', topic: 'plans' });
    server.db.run('UPDATE channels SET is_archived = 1 WHERE id = ?', archived);
    server.db.run(
      "INSERT INTO channel_permissions (channel_id, setting, group_id) VALUES (?, 'can_send_message_group', ?)",
      quiet,
      systemGroupId(server.db, 'role:owners'),
    );
    const messages: string[] = [];
    for (const stream_id of [hidden, quiet, archived]) {
      const { status, body } = await alice.patch(`/messages/${id}`, { stream_id });
      assert.deepEqual([status, body], [400, badRequest(body.msg)]);
      messages.push(body.msg);
    }
    assert.deepEqual(messages, [
      'Invalid channel ID',
      'You do not have permission to post in this channel.',
      'Invalid channel ID',
    ]);
    // An administrator knows of the channel, but not what it says; a guest may move nothing.
    const general = await send(alice, { to: 'general', topic: 'plans' });
    for (const who of ['owner', 'guest'] as const) {
      const { body } = await server.as(who).patch(`/messages/${general}`, { stream_id: hidden });
      assert.deepEqual(body, badRequest('Invalid channel ID'));
    }
    assert.deepEqual(await idsIn(alice, 'lab', 'plans'), [id]);
  });
});

describe('PATCH /messages/{message_id} in a channel with protected history', () => {
  it('counts and moves only what the mover sees, and tells each what they see', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const den = await subscribe(alice, 'den', { invite_only: true });
    const early = await send(alice, { to: 'den', topic: 'plans' });
    await subscribe(alice, 'den', { principals: idsOf(server, 'bob') });
    const middle = await send(alice, { to: 'den', topic: 'plans' });
    await subscribe(alice, 'den', { principals: idsOf(server, 'moderator') });
    const late = await send(alice, { to: 'den', topic: 'plans' });
    const ears = await listen(server, ['alice', 'bob', 'moderator', 'admin'], capable);

    const all = { propagate_mode: 'change_all', ...quietly };
    assert.deepEqual((await server.as('bob').patch(`/messages/${middle}`, { topic: 'ideas', ...all })).body, saved);

    assert.deepEqual(await idsIn(alice, 'den', 'plans'), [early]);
    assert.deepEqual(await idsIn(alice, 'den', 'ideas'), [middle, late]);
    const event = {
      type: 'update_message',
      user_id: server.users.bob.id,
      edit_timestamp: server.clock.now(),
      rendering_only: false,
      stream_id: den,
      stream_name: 'den',
      propagate_mode: 'change_all',
      orig_subject: 'plans',
      subject: 'ideas',
      topic_links: [],
      flags: [],
    };
    assert.deepEqual(await ears.heard(), {
      alice: [{ ...event, message_id: middle, message_ids: [middle, late] }],
      bob: [{ ...event, message_id: middle, message_ids: [middle, late] }],
      moderator: [{ ...event, message_id: late, message_ids: [late] }],
    });

    setRealmSetting(server.db, 'move_messages_within_stream_limit_seconds', 100);
    server.clock.advance(200);
    const fresh = await send(alice, { to: 'den', topic: 'ideas' });
    const { body } = await server.as('bob').patch(`/messages/${fresh}`, { topic: 'elsewhere', ...all });
    assert.deepEqual(
      [body.first_message_id_allowed_to_move, body.total_messages_in_topic, body.total_messages_allowed_to_move],
      [fresh, 3, 1],
    );
  });

  it('deletes for those who stay behind only what they saw', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const den = await subscribe(alice, 'den', { invite_only: true });
    const vault = await subscribe(alice, 'vault', { invite_only: true });
    const early = await send(alice, { to: 'den', topic: 'plans' });
    await subscribe(alice, 'den', { principals: idsOf(server, 'bob') });
    const late = await send(alice, { to: 'den', topic: 'plans' });
    await subscribe(alice, 'den', { principals: idsOf(server, 'moderator') });
    const ears = await listen(server, ['alice', 'bob', 'moderator'], capable);
    await alice.patch(`/messages/${early}`, { stream_id: vault, propagate_mode: 'change_all', ...quietly });
    const heard = await ears.heard();
    assert.deepEqual(heard.alice?.map(idsOfEvent), [['update_message', [early, late]]]);
    assert.deepEqual(heard.bob, [
      { type: 'delete_message', message_ids: [late], message_type: 'stream', stream_id: den, topic: 'plans' },
    ]);
    assert.equal(heard.moderator, undefined);
  });
});

describe('messages that move to a channel with protected history, which others may read without a subscription', () => {
  it('stay with each of them who received them, and go from those who did not', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const members = systemGroupId(server.db, 'role:members');
    await subscribe(alice, 'lab');
    const vault = await subscribe(alice, 'vault', { invite_only: true, can_add_subscribers_group: members });
    const ids: number[] = [];
    for (const name of ['bob', 'moderator', 'admin', 'guest'] as const) {
      ids.push(await send(alice, { to: 'lab', topic: 'plans' }));
      await subscribe(alice, 'lab', { principals: idsOf(server, name) });
    }
    ids.push(await send(alice, { to: 'lab', topic: 'plans' }));
    await server.as('moderator').delete('/users/me/subscriptions', { subscriptions: ['lab'] });
    ids.push(await send(alice, { to: 'lab', topic: 'plans' }));
    const ears = await listen(server, ['alice', 'bob', 'moderator', 'admin', 'guest'], capable);

    await alice.patch(`/messages/${ids[0]}`, { stream_id: vault, propagate_mode: 'change_all', ...quietly });

    const heard = await ears.heard();
    const told = Object.entries(heard).map(([name, events]) => [name, events.map(idsOfEvent)]);
    assert.deepEqual(Object.fromEntries(told), {
      alice: [['update_message', ids]],
      bob: [
        ['update_message', ids.slice(1)],
        ['delete_message', ids.slice(0, 1)],
      ],
      moderator: [
        ['update_message', ids.slice(2, 5)],
        ['delete_message', [...ids.slice(0, 2), ...ids.slice(5)]],
      ],
      admin: [
        ['update_message', ids.slice(3)],
        ['delete_message', ids.slice(0, 3)],
      ],
      guest: [['delete_message', ids]],
    });
  });
});

describe('policies for a topic that moves', () => {
  it('go along with the whole topic', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const lab = await subscribe(alice, 'lab', { principals: idsOf(server, 'alice', 'bob', 'guest') });
    const ids = await sendThree(alice, 'plans');
    setPolicies(server, lab, 'plans', { alice: 3, bob: 1 });
    const ears = await listen(server, ['alice', 'bob', 'guest'], { event_types: ['user_topic'] });
    await alice.patch(`/messages/${ids[1]}`, { topic: 'part', ...quietly });
    assert.deepEqual(policies(server), ['alice 3 plans', 'bob 1 plans']);
    await alice.patch(`/messages/${ids[0]}`, { topic: 'Ideas', propagate_mode: 'change_all', ...quietly });
    assert.deepEqual(policies(server), ['alice 3 Ideas', 'bob 1 Ideas']);
    const event = { type: 'user_topic', stream_id: lab, last_updated: server.clock.now() };
    assert.deepEqual(await ears.heard(), {
      alice: [
        { ...event, topic_name: 'plans', visibility_policy: 0 },
        { ...event, topic_name: 'Ideas', visibility_policy: 3 },
      ],
      bob: [
        { ...event, topic_name: 'plans', visibility_policy: 0 },
        { ...event, topic_name: 'Ideas', visibility_policy: 1 },
      ],
    });
    await alice.patch(`/messages/${ids[0]}`, { topic: 'IDEAS', propagate_mode: 'change_all', ...quietly });
    assert.deepEqual(policies(server), ['alice 3 IDEAS', 'bob 1 IDEAS'], 'another case is the same topic');
  });

  it('are merged where the topic joins another', async (t) => {
    const results: Record<string, string[]> = {};
    for (const moving of [0, 1, 2, 3]) {
      const server = await startServer(t);
      const alice = server.as('alice');
      const people = ['alice', 'bob', 'moderator', 'admin'] as const;
      const lab = await subscribe(alice, 'lab', { principals: idsOf(server, ...people) });
      const [id] = await sendThree(alice, 'plans');
      await sendThree(alice, 'ideas');
      setPolicies(server, lab, 'plans', Object.fromEntries(people.map((name) => [name, moving])));
      setPolicies(server, lab, 'ideas', { alice: 0, bob: 1, moderator: 2, admin: 3 });
      await alice.patch(`/messages/${id}`, { topic: 'ideas', propagate_mode: 'change_all', ...quietly });
      results[moving] = people.map((name) => String(policyOf(server, lab, 'ideas', name)));
    }
    assert.deepEqual(results, {
      0: ['0', '0', '2', '0'],
      1: ['0', '1', '2', '0'],
      2: ['2', '2', '2', '2'],
      3: ['0', '0', '2', '3'],
    });
  });

  it('take the place of those that were left where no messages are', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const lab = await subscribe(alice, 'lab', { principals: idsOf(server, 'alice', 'bob', 'admin') });
    const [id] = await sendThree(alice, 'plans');
    setPolicies(server, lab, 'plans', { alice: 3 });
    setPolicies(server, lab, 'ideas', { alice: 1, bob: 3 });
    const ears = await listen(server, ['alice', 'bob', 'admin'], { event_types: ['user_topic'] });
    const both = await listen(server, ['alice'], { event_types: ['update_message', 'user_topic'] });

    await alice.patch(`/messages/${id}`, { topic: 'ideas', propagate_mode: 'change_all', ...quietly });

    assert.deepEqual(policies(server), ['alice 3 ideas']);
    const types = (await both.heard()).alice?.map(({ type }) => type);
    assert.deepEqual(types, ['user_topic', 'user_topic', 'update_message'], 'clients know first what they do not show');
    const event = { type: 'user_topic', stream_id: lab, last_updated: server.clock.now() };
    assert.deepEqual(await ears.heard(), {
      alice: [
        { ...event, topic_name: 'plans', visibility_policy: 0 },
        { ...event, topic_name: 'ideas', visibility_policy: 3 },
      ],
      bob: [{ ...event, topic_name: 'ideas', visibility_policy: 0 }],
    });
  });

  it('are told to older clients once, with what is muted afterwards', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const den = await subscribe(alice, 'den', { invite_only: true });
    const lab = await subscribe(alice, 'lab', { principals: idsOf(server, 'alice', 'bob', 'moderator') });
    const [id] = await sendThree(alice, 'plans');
    await sendThree(alice, 'ideas');
    setPolicies(server, lab, 'plans', { alice: 1, bob: 1, moderator: 1 });
    setPolicies(server, lab, 'ideas', { alice: 1, moderator: 3 });
    const ears = await listen(server, ['alice', 'bob', 'moderator'], { event_types: ['muted_topics'] });
    const heard = async () => {
      const entries = Object.entries(await ears.heard());
      return Object.fromEntries(
        entries.map(([name, events]) => [name, events.map(({ muted_topics }) => muted_topics.map(topicOf))]),
      );
    };

    await alice.patch(`/messages/${id}`, { topic: 'ideas', propagate_mode: 'change_all', ...quietly });
    assert.deepEqual(await heard(), { alice: [['ideas']], bob: [[]], moderator: [[]] });
    setPolicies(server, lab, 'ideas', { bob: 1 });
    await alice.patch(`/messages/${id}`, { stream_id: den, propagate_mode: 'change_all', ...quietly });
    assert.deepEqual(await heard(), { bob: [[]] });
  });

  it('are dropped for those who may not read where the topic goes', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const den = await subscribe(alice, 'den', { invite_only: true });
    const lab = await subscribe(alice, 'lab', { principals: idsOf(server, 'alice', 'bob') });
    const [id] = await sendThree(alice, 'plans');
    setPolicies(server, lab, 'plans', { alice: 3, bob: 3 });
    await alice.patch(`/messages/${id}`, { stream_id: den, propagate_mode: 'change_all' });
    assert.deepEqual(policies(server), ['alice 3 plans']);
    assert.equal(policyOf(server, den, 'plans', 'alice'), 3);
  });
});

async function sendThree(client: Client, topic: string): Promise<[number, number, number]> {
  const one = () => send(client, { to: 'lab', topic, read_by_sender: false });
  return [await one(), await one(), await one()];
}

function topicOf([, topic]: [channel: string, topic: string]): string {
  return topic;
}

function idOf({ id }: { id: number }): number {
  return id;
}

function idsOf({ users }: TestServer, ...names: CastName[]): number[] {
  return names.map((name) => users[name].id);
}

function idsOfEvent(event: HeardEvent): [string, number[]] {
  return [event.type, event.message_ids];
}

async function messagesIn(client: Client, channel: string, topic: string): Promise<HeardEvent[]> {
  const narrow = [
    ['channel', channel],
    ['topic', topic],
  ];
  const range = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false };
  const { body } = await client.get('/messages', { ...range, narrow });
  return body.messages;
}

/** What people wrote in a topic. */
async function idsIn(client: Client, channel: string, topic: string): Promise<number[]> {
  const messages = await messagesIn(client, channel, topic);
  return messages.filter(({ client: program }) => program !== 'Internal').map(idOf);
}

/** What the notification bot wrote in a topic. */
async function noticesIn(client: Client, channel: string, topic: string): Promise<string[]> {
  const messages = await messagesIn(client, channel, topic);
  return messages.filter(({ client: program }) => program === 'Internal').map(({ content }) => content);
}

async function gists(ears: Awaited<ReturnType<typeof listen>>): Promise<Record<string, string[]>> {
  const heard = Object.entries(await ears.gist());
  return Object.fromEntries(heard.map(([name, lines]) => [name, lines.map(strip)]));
}

function strip(text: string): string {
  return text
    .replace(/<[^>]+>/g, '')
    .replaceAll('*', '')
    .replaceAll('&gt;', '>');
}

/** Topics that have messages, of the channels that tests make. */
function topics({ db }: TestServer): string[] {
  return db.values(
    "SELECT topic FROM conversations WHERE topic <> 'channel events' AND topic <> 'new channels' ORDER BY id",
  );
}

function setPolicies(
  { db, users }: TestServer,
  channel_id: number,
  topic: string,
  wanted: Partial<Record<CastName, number>>,
): void {
  db.run('DELETE FROM user_topics WHERE channel_id = ? AND topic_key = ?', channel_id, topic);
  for (const [name, policy] of Object.entries(wanted)) {
    if (policy === 0) continue;
    const sql =
      'INSERT INTO user_topics (user_id, channel_id, topic_key, topic, visibility_policy, updated_at) VALUES (?, ?, ?, ?, ?, 0)';
    db.run(sql, users[name as CastName].id, channel_id, topic, topic, policy);
  }
}

function policies({ db }: TestServer): string[] {
  return db.values(
    `SELECT replace(email, '@example.com', '') || ' ' || visibility_policy || ' ' || topic
     FROM user_topics JOIN users ON users.id = user_id ORDER BY user_id, topic`,
  );
}

function policyOf({ db, users }: TestServer, channel_id: number, topic: string, name: CastName): number {
  const sql = 'SELECT visibility_policy FROM user_topics WHERE channel_id = ? AND topic_key = ? AND user_id = ?';
  return db.value<number>(sql, channel_id, topic, users[name].id) ?? 0;
}

/** The statements that change rows while something happens. */
async function writesDuring({ db }: TestServer, action: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const run = db.run.bind(db);
  db.run = (sql, ...values) => {
    if (/^\s*(INSERT|UPDATE|DELETE)/.test(sql)) statements.push(sql.trim());
    return run(sql, ...values);
  };
  await action();
  db.run = run;
  return statements;
}
