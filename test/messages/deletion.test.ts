import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deletedAtOnce } from '../../src/messages/deletion.ts';
import { listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const success = { result: 'success', msg: '' };
const event_types = ['message', 'update_message', 'delete_message', 'user_topic'];
const capable = {
  event_types,
  client_capabilities: { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true },
};

describe('DELETE /messages/{message_id}', () => {
  it('needs a login', async (t) => {
    const server = await startServer(t);
    const { status, body } = await server.anonymous.delete('/messages/1');
    assert.deepEqual([status, body.code], [401, 'UNAUTHORIZED']);
  });

  it('refuses messages that one may not see, that do not exist or that an archived channel keeps', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'den', { invite_only: true });
    const lab = await subscribe(alice, 'lab');
    const hidden = await send(alice, { to: 'den' });
    const kept = await send(alice, { to: 'lab' });
    server.db.run('UPDATE channels SET is_archived = 1 WHERE id = ?', lab);
    const count = countMessages(server);
    for (const id of [hidden, kept, 9999, -1]) {
      const { status, body } = await server.as('admin').delete(`/messages/${id}`);
      assert.deepEqual([status, body], [400, badRequest('Invalid message(s)')]);
    }
    assert.equal(countMessages(server), count);
  });

  it('removes a message with all that hung on it, and tells everyone who follows the channel', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const lab = await subscribe(alice, 'lab', { principals: idsOf(server, 'alice', 'bob', 'guest') });
    const id = await send(alice, { to: 'lab', topic: '', content: 'first @**Bob Member**' });
    await server.as('bob').post(`/messages/${id}/reactions`, { emoji_name: 'heart' });
    await server.as('bob').post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    await alice.patch(`/messages/${id}`, { content: 'second @**Bob Member**' });
    const knowing = await listen(server, ['alice', 'guest', 'owner', 'admin'], capable);
    const older = await listen(server, ['bob'], { event_types });

    const { status, body } = await alice.delete(`/messages/${id}`);

    assert.deepEqual([status, body], [200, success]);
    const event = { type: 'delete_message', message_type: 'stream', stream_id: lab };
    assert.deepEqual(await knowing.heard(), {
      alice: [{ ...event, message_ids: [id], topic: '' }],
      guest: [{ ...event, message_ids: [id], topic: '' }],
    });
    assert.deepEqual(await older.heard(), { bob: [{ ...event, message_id: id, topic: 'general chat' }] });
    assert.deepEqual((await alice.get(`/messages/${id}`)).body, badRequest('Invalid message(s)'));
    for (const table of ['reactions', 'message_flags', 'message_edits', 'submessages', 'read_exceptions']) {
      const sql = `SELECT count(*) FROM ${table} WHERE message_id = ?`;
      assert.equal(server.db.value<number>(sql, id), 0, table);
    }
  });

  it('tells the user who deletes it, also one who has not subscribed to the channel', async (t) => {
    const server = await startServer(t);
    const lab = await subscribe(server.as('alice'), 'lab', { principals: idsOf(server, 'alice') });
    const id = await send(server.as('alice'), { to: 'lab', topic: 'plans' });
    const ears = await listen(server, ['alice', 'admin', 'owner'], capable);

    await server.as('admin').delete(`/messages/${id}`);

    const event = { type: 'delete_message', message_type: 'stream', stream_id: lab, message_ids: [id], topic: 'plans' };
    assert.deepEqual(await ears.heard(), { alice: [event], admin: [event] });
  });

  it('tells both sides of a direct conversation, and keeps the conversation', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const direct = { type: 'direct', to: idsOf(server, 'bob') };
    const id = await send(alice, direct);
    const before = (await alice.get(`/messages/${id}`)).body.message.recipient_id;
    const ears = await listen(server, ['alice', 'bob', 'admin'], capable);
    await alice.delete(`/messages/${id}`);
    const event = { type: 'delete_message', message_ids: [id], message_type: 'private' };
    assert.deepEqual(await ears.heard(), { alice: [event], bob: [event] });
    const next = await send(alice, direct);
    assert.ok(next > id, 'an id never comes again');
    assert.equal((await alice.get(`/messages/${next}`)).body.message.recipient_id, before);
  });

  it('tells of a message in protected history only those who received it', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'den', { invite_only: true, principals: idsOf(server, 'alice', 'bob', 'guest') });
    const id = await send(alice, { to: 'den' });
    await subscribe(alice, 'den', { principals: idsOf(server, 'moderator') });
    await server.as('guest').delete('/users/me/subscriptions', { subscriptions: ['den'] });
    const ears = await listen(server, ['alice', 'bob', 'guest', 'moderator', 'admin'], capable);
    await alice.delete(`/messages/${id}`);
    assert.deepEqual(await ears.gist(), { alice: ['delete_message'], bob: ['delete_message'] });
  });
});

describe('POST /streams/{stream_id}/delete_topic', () => {
  it('needs a login, and a channel that one may know of', async (t) => {
    const server = await startServer(t);
    const den = await subscribe(server.as('alice'), 'den', { invite_only: true });
    const lab = await subscribe(server.as('alice'), 'lab');
    const open = await subscribe(server.as('alice'), 'open');
    server.db.run('UPDATE channels SET is_archived = 1 WHERE id = ?', lab);
    const anonymous = await server.anonymous.post(`/streams/${den}/delete_topic`, { topic_name: 'plans' });
    assert.deepEqual([anonymous.status, anonymous.body.code], [401, 'UNAUTHORIZED']);
    const cases = [
      ['moderator', den, 'Invalid channel ID'],
      ['admin', 999, 'Invalid channel ID'],
      ['admin', lab, 'Invalid channel ID'],
      ['guest', open, 'Invalid channel ID'],
    ] as const;
    for (const [name, stream_id, msg] of cases) {
      const { status, body } = await server
        .as(name)
        .post(`/streams/${stream_id}/delete_topic`, { topic_name: 'plans' });
      assert.deepEqual([status, body], [400, badRequest(msg)]);
    }
    const missing = await server.as('admin').post(`/streams/${lab}/delete_topic`);
    assert.deepEqual(missing.body, {
      result: 'error',
      msg: "Missing 'topic_name' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'topic_name',
    });
  });

  it('removes all messages of the topic and none else, and has nothing to do the second time', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const lab = await subscribe(alice, 'lab', { principals: idsOf(server, 'alice', 'bob', 'admin') });
    const gone = [await send(alice, { to: 'lab', topic: 'Plans' }), await send(alice, { to: 'lab', topic: 'plans' })];
    const other = await send(alice, { to: 'lab', topic: 'ideas' });
    const ears = await listen(server, ['alice', 'bob', 'admin', 'owner'], capable);
    const admin = server.as('admin');

    const { status, body } = await admin.post(`/streams/${lab}/delete_topic`, { topic_name: 'PLANS' });

    assert.deepEqual([status, body], [200, { ...success, complete: true }]);
    const event = { type: 'delete_message', message_ids: gone, message_type: 'stream', stream_id: lab, topic: 'Plans' };
    const last_updated = server.clock.now();
    const ended = { type: 'user_topic', stream_id: lab, topic_name: 'Plans', last_updated, visibility_policy: 0 };
    assert.deepEqual(await ears.heard(), { alice: [event, ended], bob: [event], admin: [event] });
    const { body: left } = await alice.get('/messages', { message_ids: [...gone, other] });
    assert.deepEqual(
      left.messages.map(({ id }: { id: number }) => id),
      [other],
    );
    const again = await admin.post(`/streams/${lab}/delete_topic`, { topic_name: 'plans' });
    assert.deepEqual(again.body, { ...success, complete: true });
    assert.deepEqual(await ears.heard(), {});
    await send(alice, { to: 'lab', topic: 'pLANS' });
    const { body: anew } = await alice.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    assert.equal(anew.messages[0].subject, 'pLANS', 'a topic begins anew as it is written then');
  });

  it('ends everyone’s policy for the topic, as soon as no message is left there', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const lab = await subscribe(alice, 'lab', { principals: idsOf(server, 'alice', 'bob', 'admin') });
    const id = await send(alice, { to: 'lab', topic: 'plans' });
    await server.as('bob').post('/user_topics', { stream_id: lab, topic: 'plans', visibility_policy: 1 });
    const ears = await listen(server, ['alice', 'bob', 'admin'], capable);

    await server.as('admin').post(`/streams/${lab}/delete_topic`, { topic_name: 'plans' });

    const topic = 'plans';
    const gone = { type: 'delete_message', message_ids: [id], message_type: 'stream', stream_id: lab, topic };
    const last_updated = server.clock.now();
    const ended = { type: 'user_topic', stream_id: lab, topic_name: topic, last_updated, visibility_policy: 0 };
    assert.deepEqual(await ears.heard(), { alice: [gone, ended], bob: [gone, ended], admin: [gone] });
    assert.deepEqual(server.db.values('SELECT topic FROM user_topics'), []);
  });

  it('takes the display name of the empty topic', async (t) => {
    const server = await startServer(t);
    const lab = await subscribe(server.as('admin'), 'lab');
    const id = await send(server.as('admin'), { to: 'lab', topic: '' });
    await server.as('admin').post(`/streams/${lab}/delete_topic`, { topic_name: 'general chat' });
    assert.equal((await server.as('admin').get(`/messages/${id}`)).body.msg, 'Invalid message(s)');
  });

  it('removes from protected history only what the deleter sees, and tells each of what they saw', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const den = await subscribe(alice, 'den', { invite_only: true });
    const early = await send(alice, { to: 'den', topic: 'plans' });
    await subscribe(alice, 'den', { principals: idsOf(server, 'admin') });
    const middle = await send(alice, { to: 'den', topic: 'plans' });
    await subscribe(alice, 'den', { principals: idsOf(server, 'bob') });
    const late = await send(alice, { to: 'den', topic: 'plans' });
    await subscribe(alice, 'den', { principals: idsOf(server, 'moderator') });
    const ears = await listen(server, ['alice', 'admin', 'bob', 'moderator'], capable);

    await server.as('admin').post(`/streams/${den}/delete_topic`, { topic_name: 'plans' });

    const event = { type: 'delete_message', message_type: 'stream', stream_id: den, topic: 'plans' };
    assert.deepEqual(await ears.heard(), {
      alice: [{ ...event, message_ids: [middle, late] }],
      admin: [{ ...event, message_ids: [middle, late] }],
      bob: [{ ...event, message_ids: [late] }],
    });
    assert.equal((await alice.get(`/messages/${early}`)).status, 200);
  });
});

describe('a topic of thousands of messages', () => {
  it('goes in several requests, the newest messages first, and at last its policies', async (t) => {
    const server = await startServer(t);
    const { lab, ids } = await createLongTopic(server);
    await server.as('bob').post('/user_topics', { stream_id: lab, topic: 'plans', visibility_policy: 1 });
    const ears = await listen(server, ['alice'], { ...capable, event_types: ['delete_message'] });
    const policies = () =>
      server.db.values('SELECT topic FROM user_topics WHERE user_id = ? AND topic = ?', server.users.bob.id, 'plans');
    const ask = async () => {
      const { body } = await server.as('admin').post(`/streams/${lab}/delete_topic`, { topic_name: 'plans' });
      return { ...body, left: listLeft(server), policies: policies() };
    };

    const answers = [await ask(), await ask(), await ask(), await ask()];

    const part = (length: number) => ({ ...success, complete: false, left: ids.slice(0, length), policies: ['plans'] });
    const whole = { ...success, complete: true, left: [], policies: [] };
    assert.deepEqual(answers, [part(deletedAtOnce + 20), part(20), whole, whole]);
    const parts = (await ears.heard()).alice?.map(({ message_ids }) => message_ids);
    assert.deepEqual(parts, [ids.slice(deletedAtOnce + 20), ids.slice(20, deletedAtOnce + 20), ids.slice(0, 20)]);
  });
});

/** Ids of Alice's messages. */
function listLeft({ db, users }: TestServer): number[] {
  return db.values('SELECT id FROM messages WHERE sender_id = ? ORDER BY id', users.alice.id);
}

/** A topic of more messages than two requests delete. */
async function createLongTopic(server: TestServer): Promise<{ lab: number; ids: number[] }> {
  const { db, users } = server;
  const lab = await subscribe(server.as('alice'), 'lab', { principals: idsOf(server, 'alice', 'bob', 'admin') });
  const first = await send(server.as('alice'), { to: 'lab', topic: 'plans' });
  const conversation_id = db.value<number>('SELECT conversation_id FROM messages WHERE id = ?', first) as number;
  for (let n = 1; n < 2 * deletedAtOnce + 20; n++) {
    db.run(
      `INSERT INTO messages (conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
         rendered_content, rendered_version) VALUES (?1, ?2, ?2, ?3, 'test', ?4, 'x', '<p>x</p>', 1)`,
      conversation_id,
      lab,
      users.alice.id,
      server.clock.now(),
    );
  }
  db.run('UPDATE conversations SET max_message_id = (SELECT max(id) FROM messages) WHERE id = ?', conversation_id);
  return { lab, ids: db.values('SELECT id FROM messages WHERE conversation_id = ? ORDER BY id', conversation_id) };
}

function idsOf({ users }: TestServer, ...names: CastName[]): number[] {
  return names.map((name) => users[name].id);
}

function countMessages({ db }: TestServer): number {
  return db.value<number>('SELECT count(*) FROM messages') ?? 0;
}
