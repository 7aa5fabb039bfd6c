import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { doDeleteExpired } from '../../src/messages/retention.ts';
import { systemGroupId } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const asking = { client_capabilities: { notification_settings_null: true, chatd_events: true } };

interface Scene extends TestServer {
  channel_id: number;
  message_id: number;
  pin: (name: CastName, id: number, pinned_to?: string) => Promise<unknown>;
  unpin: (name: CastName, id: number) => Promise<unknown>;
  /** What one sees pinned in a channel, in short. */
  pins: (name: CastName, stream_id?: number) => Promise<unknown>;
}

/** Alice has written to a channel that bob follows too. */
async function setScene(t: TestContext, changes: Values = {}): Promise<Scene> {
  const server = await startServer(t);
  const { as } = server;
  const channel_id = await subscribe(as('alice'), 'kitchen', changes);
  const principals = [server.users.bob.id];
  await as('alice').post('/users/me/subscriptions', { subscriptions: [{ name: 'kitchen' }], principals });
  const message_id = await send(as('alice'), { to: 'kitchen', topic: 'soup' });
  return {
    ...server,
    channel_id,
    message_id,
    pin: async (name, id, pinned_to) =>
      (await as(name).post(`/messages/${id}/pin`, pinned_to === undefined ? {} : { pinned_to })).body,
    unpin: async (name, id) => (await as(name).delete(`/messages/${id}/pin`)).body,
    pins: async (name, stream_id = channel_id) => {
      const { body } = await as(name).get(`/streams/${stream_id}/pinned_messages`);
      type Pin = { message_id: number; topic: string; pinned_to: string };
      return body.pinned_messages?.map((pin: Pin) => [pin.message_id, pin.pinned_to, pin.topic]);
    },
  };
}

describe('POST /messages/{message_id}/pin', () => {
  it('pins a message to its topic, and tells clients that ask', async (t) => {
    const scene = await setScene(t);
    const { as, channel_id, message_id, users, clock } = scene;
    const ears = await listen(scene, ['alice', 'admin'], asking);
    const named = await listen(scene, ['bob'], { event_types: ['pinned_messages'] });

    assert.deepEqual(await scene.pin('bob', message_id), ok);

    const { body } = await as('alice').get(`/streams/${channel_id}/pinned_messages`);
    const timestamp = clock.now();
    const pin = { message_id, topic: 'soup', pinned_to: 'topic', user_id: users.bob.id, timestamp };
    assert.deepEqual(body, { ...ok, pinned_messages: [pin] });
    const event = { type: 'pinned_messages', stream_id: channel_id };
    assert.deepEqual(await ears.heard(), { alice: [event] });
    assert.deepEqual(await named.heard(), { bob: [event] });
  });

  it('tells no client that knows nothing of pins', async (t) => {
    const scene = await setScene(t);
    const ears = await listen(scene, ['alice', 'bob']);
    const others = await listen(scene, ['alice'], { event_types: ['message'], ...asking });

    await scene.pin('alice', scene.message_id);

    assert.deepEqual([await ears.heard(), await others.heard()], [{}, {}]);
  });

  it('moves a pin from the topic to the channel, and changes nothing the second time', async (t) => {
    const scene = await setScene(t);
    const { message_id } = scene;
    await scene.pin('alice', message_id);
    const ears = await listen(scene, ['alice'], asking);

    await scene.pin('bob', message_id, 'channel');
    await scene.pin('alice', message_id, 'channel');

    assert.deepEqual(await scene.pins('alice'), [[message_id, 'channel', 'soup']]);
    assert.deepEqual(await ears.gist(), { alice: ['pinned_messages'] });
  });

  it('is open to administrators of a channel whose topics others order', async (t) => {
    const scene = await setScene(t);
    const { as, app, db, message_id, users } = scene;
    setRealmSetting(app.db, 'can_move_messages_between_topics_group', systemGroupId(db, 'role:nobody'));
    const refused = badRequest("You don't have permission to pin messages in this channel.");

    assert.deepEqual(await scene.pin('bob', message_id), refused);
    assert.deepEqual(await scene.pin('alice', message_id), ok); // created the channel
    const group = { new: { direct_members: [users.bob.id], direct_subgroups: [] } };
    await as('alice').patch(`/streams/${scene.channel_id}`, {
      can_move_messages_within_channel_group: group,
    });
    assert.deepEqual(await scene.pin('bob', message_id, 'channel'), ok);
  });

  it('takes no 51st message for a channel, but one for another topic', async (t) => {
    const scene = await setScene(t);
    const { as, message_id } = scene;
    for (let count = 0; count < 50; count++) {
      await scene.pin('alice', await send(as('alice'), { to: 'kitchen', topic: `topic ${count}` }), 'channel');
    }
    const full = badRequest('Too many messages are pinned to this channel (limit: 50).');

    assert.deepEqual(await scene.pin('alice', message_id, 'channel'), full);
    assert.deepEqual(await scene.pin('alice', message_id, 'topic'), ok);
  });

  it('takes at most 1000 of a channel and its topics', async (t) => {
    const scene = await setScene(t);
    const { as, db, channel_id, message_id, users } = scene;
    for (let topic = 0; topic < 20; topic++) await send(as('alice'), { to: 'kitchen', topic: `topic ${topic}` });
    db.run(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 50)
       INSERT INTO messages (conversation_id, channel_id, sender_id, client, sent_at, content, rendered_content,
         rendered_version, sent_channel_id)
       SELECT conversation_id, channel_id, sender_id, client, sent_at, content, rendered_content, rendered_version,
         sent_channel_id FROM messages, n WHERE channel_id = ? AND messages.id <> ?`,
      channel_id,
      message_id,
    );
    db.run(
      `INSERT INTO pinned_messages SELECT id, channel_id, 'topic', ?, 0 FROM messages
       WHERE channel_id = ? AND id <> ? ORDER BY id DESC LIMIT 1000`,
      users.alice.id,
      channel_id,
      message_id,
    );
    const full = badRequest('Too many messages are pinned to this channel (limit: 1000).');

    assert.deepEqual(await scene.pin('alice', message_id), full);
    const { body } = await as('alice').get(`/streams/${channel_id}/pinned_messages`);
    assert.equal(body.pinned_messages.length, 1000);
  });
});

describe('DELETE /messages/{message_id}/pin', () => {
  it('unpins a message, also of others, and does nothing the second time', async (t) => {
    const scene = await setScene(t);
    await scene.pin('alice', scene.message_id);
    const ears = await listen(scene, ['alice', 'bob'], asking);

    assert.deepEqual(await scene.unpin('bob', scene.message_id), ok);
    assert.deepEqual(await scene.unpin('bob', scene.message_id), ok);

    assert.deepEqual(await scene.pins('alice'), []);
    assert.deepEqual(await ears.gist(), { alice: ['pinned_messages'], bob: ['pinned_messages'] });
  });
});

describe('a pinned message', () => {
  it('stays pinned in a renamed topic, and in another channel', async (t) => {
    const scene = await setScene(t);
    const { as, message_id, channel_id } = scene;
    const garden = await subscribe(as('alice'), 'garden');
    await as('bob').post('/users/me/subscriptions', { subscriptions: [{ name: 'garden' }] });
    await scene.pin('alice', message_id);
    const ears = await listen(scene, ['bob'], { event_types: ['pinned_messages'] });

    await as('alice').patch(`/messages/${message_id}`, { topic: 'stew', propagate_mode: 'change_all' });
    assert.deepEqual(await scene.pins('bob'), [[message_id, 'topic', 'stew']]);
    assert.deepEqual((await ears.heard()).bob, [{ type: 'pinned_messages', stream_id: channel_id }]);

    const { body } = await as('owner').patch(`/messages/${message_id}`, { stream_id: garden });
    assert.deepEqual(body.msg, '');
    assert.deepEqual(await scene.pins('bob'), []);
    assert.deepEqual(await scene.pins('bob', garden), [[message_id, 'topic', 'stew']]);
    assert.deepEqual((await ears.heard()).bob, [
      { type: 'pinned_messages', stream_id: channel_id },
      { type: 'pinned_messages', stream_id: garden },
    ]);
  });

  it('ends with its message, whoever deletes it', async (t) => {
    const scene = await setScene(t);
    const { as, app, clock, message_id, channel_id } = scene;
    const second = await send(as('alice'), { to: 'kitchen' });
    await scene.pin('alice', message_id);
    await scene.pin('alice', second, 'channel');
    const ears = await listen(scene, ['bob'], { event_types: ['pinned_messages'] });

    await as('owner').delete(`/messages/${second}`);
    assert.deepEqual(await scene.pins('bob'), [[message_id, 'topic', 'soup']]);
    await as('owner').patch(`/streams/${channel_id}`, { message_retention_days: 1 });
    clock.advance(2 * 86_400);
    doDeleteExpired(app);

    assert.deepEqual(await scene.pins('bob'), []);
    assert.deepEqual(await ears.gist(), { bob: ['pinned_messages', 'pinned_messages'] });
  });

  it('is seen only by those who may read it', async (t) => {
    const scene = await setScene(t, { invite_only: true, history_public_to_subscribers: false });
    const { as, message_id, channel_id } = scene;
    const principals = [scene.users.moderator.id];
    await as('alice').post('/users/me/subscriptions', { subscriptions: [{ name: 'kitchen' }], principals });
    await scene.pin('alice', message_id);
    const ears = await listen(scene, ['moderator', 'guest', 'owner'], asking);
    const later = await send(as('alice'), { to: 'kitchen', topic: 'stew' });
    await ears.heard();

    await scene.pin('alice', later);

    assert.deepEqual(await scene.pins('bob'), [
      [later, 'topic', 'stew'],
      [message_id, 'topic', 'soup'],
    ]);
    assert.deepEqual(await scene.pins('moderator'), [[later, 'topic', 'stew']]);
    assert.deepEqual(
      (await as('owner').get(`/streams/${channel_id}/pinned_messages`)).body,
      badRequest('Invalid channel ID'),
    );
    assert.deepEqual(await scene.pin('moderator', message_id), badRequest('Invalid message(s)'));
    assert.deepEqual(await ears.heard(), { moderator: [{ type: 'pinned_messages', stream_id: channel_id }] });
  });
});
