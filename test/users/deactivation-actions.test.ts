import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { listen } from '../support/events.ts';
import { png, upload } from '../support/pictures.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const inGeneral = { to: 'general' };
const capable = {
  event_types: ['delete_message'],
  client_capabilities: { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true },
};

/** Alice and her bot have sent to a public channel, a private one and to Bob; Bob has answered. */
async function talk(server: TestServer) {
  const { as, users } = server;
  await subscribe(as('alice'), 'den', { invite_only: true, principals: [users.alice.id, users.bob.id] });
  const direct = { type: 'direct', to: [users.bob.id] };
  return {
    public: [await send(as('alice'), inGeneral), await send(as('alice'), { ...inGeneral, topic: 'tea' })],
    private: [await send(as('alice'), { to: 'den' })],
    direct: [await send(as('alice'), direct)],
    ofBot: [await send(as('bot'), inGeneral)],
    ofBob: [await send(as('bob'), inGeneral), await send(as('bob'), { to: 'den' })],
  };
}

function deactivate({ as, users }: TestServer, actions: object | string, by: CastName = 'admin') {
  return as(by).delete(`/users/${users.alice.id}`, { actions });
}

function listIds({ db }: TestServer): number[] {
  return db.values('SELECT id FROM messages ORDER BY id');
}

describe('DELETE /users/{user_id_or_email} with actions', () => {
  for (const [action, kinds] of [
    ['delete_public_channel_messages', ['public', 'ofBot']],
    ['delete_private_channel_messages', ['private']],
    ['delete_direct_messages', ['direct']],
  ] as const) {
    it(`deletes with ${action} what the user and their bots sent there, and nothing else`, async (t) => {
      const server = await startServer(t);
      const sent = await talk(server);
      const all = listIds(server);

      const { body } = await deactivate(server, { [action]: true });

      assert.deepEqual(body, ok);
      const gone = kinds.flatMap((kind) => sent[kind]);
      assert.deepEqual(
        listIds(server),
        all.filter((id) => !gone.includes(id)),
      );
      assert.equal((await server.as('alice').get('/users/me')).status, 401);
    });
  }

  it('tells those who had the messages, and the deleter only of what they may read', async (t) => {
    const server = await startServer(t);
    const sent = await talk(server);
    const ears = await listen(server, ['admin', 'bob', 'moderator'], capable);

    await deactivate(server, {
      delete_public_channel_messages: true,
      delete_private_channel_messages: true,
      delete_direct_messages: true,
    });

    const { admin = [], bob = [], moderator = [] } = await ears.heard();
    const idsOf = (events: { message_ids?: number[] }[]) => events.flatMap((one) => one.message_ids ?? []).sort();
    assert.deepEqual(idsOf(bob), [...sent.public, ...sent.private, ...sent.direct, ...sent.ofBot].sort());
    assert.deepEqual(idsOf(admin), [...sent.public, ...sent.ofBot].sort());
    assert.deepEqual(idsOf(moderator), idsOf(admin));
  });

  it('tells a deleter who may read a channel without being subscribed to it', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'lab');
    const id = await send(server.as('alice'), { to: 'lab' });
    const ears = await listen(server, ['admin', 'moderator'], capable);

    await deactivate(server, { delete_public_channel_messages: true });

    const { admin = [], moderator } = await ears.heard();
    assert.deepEqual(
      admin.map(({ message_ids }) => message_ids),
      [[id]],
    );
    assert.equal(moderator, undefined);
  });

  it('takes name and picture away with delete_profile, even where names are unique', async (t) => {
    const server = await startServer(t);
    const { as, users, db } = server;
    setRealmSetting(db, 'require_unique_names', true);
    const ids = [users.alice.id, users.bot.id];
    await upload(as('alice'), '/users/me/avatar', [png(1)]);
    const before = listIds(server);

    const { body } = await deactivate(server, { delete_profile: true });

    assert.deepEqual(body, ok);
    const { members } = (await as('bob').get('/users', { user_ids: ids })).body;
    assert.deepEqual(
      members.map((one: Record<string, unknown>) => [one.full_name, one.is_active, one.avatar_version]),
      [
        ['Deleted user', false, 3],
        ['Deleted user', false, 1],
      ],
    );
    assert.equal(db.value('SELECT count(*) FROM users WHERE avatar_image_id IS NOT NULL'), 0);
    assert.deepEqual(listIds(server), before);
    assert.deepEqual(
      (await as('admin').delete(`/users/${users.bob.id}`, { actions: { delete_profile: true } })).body,
      ok,
    );
  });

  it('deletes nothing without an action', async (t) => {
    for (const actions of [{}, { delete_profile: false, delete_direct_messages: false }, { delete_all: true }]) {
      const server = await startServer(t);
      await talk(server);
      const all = listIds(server);

      const { body } = await deactivate(server, actions);

      assert.deepEqual(body, ok);
      assert.deepEqual(listIds(server), all);
      const name = server.db.value('SELECT full_name FROM users WHERE id = ?', server.users.alice.id);
      assert.equal(name, 'Alice Member');
    }
  });

  it('changes nothing when it is refused', async (t) => {
    const server = await startServer(t);
    await talk(server);
    const all = listIds(server);
    const everything = { delete_profile: true, delete_public_channel_messages: true, delete_direct_messages: true };

    const refused = [
      await deactivate(server, everything, 'moderator'),
      await deactivate(server, everything, 'alice'),
      await deactivate(server, 'true'),
      await deactivate(server, { ...everything, delete_direct_messages: 'yes' }),
    ];

    assert.deepEqual(
      refused.map(({ body }) => body),
      [
        badRequest('Insufficient permission'),
        badRequest('Insufficient permission'),
        badRequest('actions is not a dict'),
        badRequest('actions["delete_direct_messages"] is not a boolean'),
      ],
    );
    assert.deepEqual(listIds(server), all);
    assert.equal((await server.as('alice').get('/users/me')).body.full_name, 'Alice Member');
  });

  it('deletes them all, however many there are', async (t) => {
    const server = await startServer(t);
    const { db, users, as } = server;
    const first = await send(as('alice'), inGeneral);
    db.run(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10000)
       INSERT INTO messages (conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
         rendered_content, rendered_version)
       SELECT conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content, rendered_content, 1
       FROM messages, n WHERE id = ?`,
      first,
    );

    const { body } = await deactivate(server, { delete_profile: true, delete_public_channel_messages: true });

    assert.deepEqual(body, ok);
    assert.deepEqual(db.values('SELECT id FROM messages WHERE sender_id = ?', users.alice.id), []);
    assert.equal((await as('alice').get('/users/me')).status, 401);
  });
});
