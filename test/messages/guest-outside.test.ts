import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const notFound = badRequest('Invalid message(s)');

interface Scene extends TestServer {
  channel_id: number;
  message_id: number;
  listFlags: () => Promise<string[]>;
}

/** Bob has written to a channel that is open to the web and that the guest has not subscribed to. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as } = server;
  const permissions = {
    can_move_messages_between_topics_group: 'role:everyone',
    can_resolve_topics_group: 'role:everyone',
  };
  for (const [name, group] of Object.entries(permissions)) {
    const { body } = await as('owner').get('/user_groups');
    const { id } = body.user_groups.find((one: { name: string }) => one.name === group);
    await as('owner').patch('/realm', { [name]: { new: id } });
  }
  await as('owner').patch('/realm', { enable_spectator_access: true });
  const subscriptions = [{ name: 'lobby' }];
  await as('owner').post('/users/me/subscriptions', { subscriptions, is_web_public: true });
  const channel_id = await subscribe(as('bob'), 'lobby');
  const message_id = await send(as('bob'), { to: channel_id, topic: 'doors' });
  const listFlags = async () => (await as('guest').get(`/messages/${message_id}`)).body.message.flags;
  return { ...server, channel_id, message_id, listFlags };
}

const thumb = { emoji_name: 'thumbs_up' };

describe('A guest in a channel that is open to the web, without a subscription', () => {
  it('reads its messages and changes none', async (t) => {
    const { as, message_id } = await setScene(t);
    const guest = as('guest');
    const path = `/messages/${message_id}`;

    const read = await guest.get(path);
    const answers = [
      await guest.post(`${path}/reactions`, thumb),
      await guest.patch(path, { topic: 'windows' }),
      await guest.patch(path, { topic: '✔ doors' }),
      await guest.patch(path, { content: 'mine' }),
      await guest.delete(path),
      await guest.post('/submessage', { message_id, msg_type: 'widget', content: '{}' }),
    ];

    assert.equal(read.status, 200);
    for (const { body } of answers) assert.deepEqual(body, notFound);
    assert.deepEqual((await guest.get(path)).body, read.body);
  });

  it('flags none of them, by ids or in a range', async (t) => {
    const { as, channel_id, message_id, listFlags } = await setScene(t);
    const guest = as('guest');
    const star = { op: 'add', flag: 'starred' };
    const narrow = [{ operator: 'channel', operand: channel_id }];
    const before = await listFlags();

    const byId = await guest.post('/messages/flags', { ...star, messages: [message_id] });
    const range = { anchor: message_id, num_before: 0, num_after: 0, narrow };
    const inRange = await guest.post('/messages/flags/narrow', { ...star, ...range });

    assert.deepEqual(byId.body, notFound);
    assert.equal(inRange.body.updated_count, 0);
    assert.deepEqual(await listFlags(), before);
  });

  it('takes back a star given while subscribed', async (t) => {
    const { as, message_id, listFlags } = await setScene(t);
    const guest = as('guest');
    const star = { flag: 'starred', messages: [message_id] };
    await as('owner').post('/users/me/subscriptions', {
      subscriptions: [{ name: 'lobby' }],
      principals: [(await guest.get('/users/me')).body.user_id],
    });
    assert.equal((await guest.post('/messages/flags', { ...star, op: 'add' })).status, 200);
    await guest.delete('/users/me/subscriptions', { subscriptions: ['lobby'] });
    assert.ok((await listFlags()).includes('starred'));

    const { status } = await guest.post('/messages/flags', { ...star, op: 'remove' });

    assert.equal(status, 200);
    assert.ok(!(await listFlags()).includes('starred'));
  });

  it('takes part once subscribed', async (t) => {
    const { as, message_id } = await setScene(t);
    const guest = as('guest');
    await as('owner').post('/users/me/subscriptions', {
      subscriptions: [{ name: 'lobby' }],
      principals: [(await guest.get('/users/me')).body.user_id],
    });

    const reacted = await guest.post(`/messages/${message_id}/reactions`, thumb);
    const moved = await guest.patch(`/messages/${message_id}`, { topic: 'windows' });

    assert.equal(reacted.status, 200);
    assert.equal(moved.status, 200);
  });
});
