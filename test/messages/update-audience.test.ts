import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Answer } from '../support/client.ts';
import { type Ears, listen } from '../support/events.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

interface Scene extends TestServer {
  /** A message of Alice's in a public channel. */
  id: number;
  ears: Ears;
}

/** Bob and a guest received a message and left its channel, a moderator starred it, and the others did neither. */
async function setScene(t: TestContext, message = {}): Promise<Scene> {
  const server = await startServer(t);
  const { as, users } = server;
  await subscribe(as('alice'), 'hall', { principals: [users.alice.id, users.bob.id, users.guest.id] });
  const id = await send(as('alice'), { to: 'hall', ...message });
  for (const name of ['bob', 'guest'] as const) {
    await as(name).delete('/users/me/subscriptions', { subscriptions: ['hall'] });
  }
  await as('moderator').post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
  const event_types = ['update_message', 'reaction', 'delete_message'];
  const ears = await listen(server, ['alice', 'bob', 'guest', 'moderator', 'admin'], { event_types });
  return { ...server, id, ears };
}

const changes: [what: string, event: string, change: (scene: Scene) => Promise<Answer>][] = [
  ['an edit', 'update_message', ({ as, id }) => as('alice').patch(`/messages/${id}`, { content: 'new' })],
  ['a move', 'update_message', ({ as, id }) => as('alice').patch(`/messages/${id}`, { topic: 'tea' })],
  ['a reaction', 'reaction', ({ as, id }) => as('alice').post(`/messages/${id}/reactions`, { emoji_name: 'tada' })],
  ['a deletion', 'delete_message', ({ as, id }) => as('owner').delete(`/messages/${id}`)],
];

describe('outside a public channel', () => {
  for (const [what, event, change] of changes) {
    it(`${what} is told to those who received the message or took part in it, and may read it`, async (t) => {
      const scene = await setScene(t);

      const { status } = await change(scene);

      assert.equal(status, 200);
      assert.deepEqual(await scene.ears.gist(), { alice: [event], bob: [event], moderator: [event] });
    });
  }
});

describe('a message in a public channel to which one is not subscribed', () => {
  const poll = { content: '/poll where?\nhere' };
  const vote = (message_id: number) => ({
    message_id,
    msg_type: 'widget',
    content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
  });
  const parts: [what: string, take: (scene: Scene) => Promise<Answer | undefined>][] = [
    ['reacts', ({ as, id }) => as('admin').post(`/messages/${id}/reactions`, { emoji_name: 'tada' })],
    ['stars it', ({ as, id }) => as('admin').post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })],
    ['votes in it', ({ as, id }) => as('admin').post('/submessage', vote(id))],
  ];
  for (const [what, take] of parts) {
    // Polls cannot be edited.
    const possible = what === 'votes in it' ? changes.slice(1) : changes;
    for (const [change_name, event, change] of possible) {
      it(`tells whoever ${what} of ${change_name}`, async (t) => {
        const scene = await setScene(t, what === 'votes in it' ? poll : {});
        assert.equal((await take(scene))?.status, 200);
        await scene.ears.heard();

        await change(scene);

        assert.deepEqual((await scene.ears.gist()).admin, [event]);
      });
    }
  }

  it('tells its sender of changes', async (t) => {
    const { as, ears } = await setScene(t);
    const id = await send(as('admin'), { to: 'hall' });
    await as('alice').post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    await as('owner').delete(`/messages/${id}`);
    assert.deepEqual((await ears.gist()).admin, ['reaction', 'delete_message']);
  });

  it('tells nobody who only took a reaction back', async (t) => {
    const scene = await setScene(t);
    await scene.as('admin').post(`/messages/${scene.id}/reactions`, { emoji_name: 'tada' });
    await scene.as('admin').delete(`/messages/${scene.id}/reactions`, { emoji_name: 'tada' });
    await scene.ears.heard();
    await scene.as('alice').post(`/messages/${scene.id}/reactions`, { emoji_name: 'tada' });
    assert.equal((await scene.ears.gist()).admin, undefined);
  });
});

describe('a move of messages that were sent to two channels', () => {
  it('is told to those who received one of them in either channel and left it, and to no one who came later', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    await subscribe(as('alice'), 'hall', { principals: [users.alice.id, users.bob.id] });
    await subscribe(as('alice'), 'yard', { principals: [users.alice.id, users.moderator.id] });
    const leave = (name: 'bob' | 'moderator' | 'admin', channel: string) =>
      as(name).delete('/users/me/subscriptions', { subscriptions: [channel] });
    const there = await send(as('alice'), { to: 'hall', topic: 'tea' });
    const coming = await send(as('alice'), { to: 'yard', topic: 'tea' });
    await leave('bob', 'hall');
    await leave('moderator', 'yard');
    for (const channel of ['hall', 'yard']) {
      await subscribe(as('admin'), channel);
      await leave('admin', channel);
    }
    const { stream_id } = (await as('alice').get(`/messages/${there}`)).body.message;
    const quietly = { send_notification_to_new_thread: false };
    await as('owner').patch(`/messages/${coming}`, { stream_id, propagate_mode: 'change_all', ...quietly });
    const event_types = ['update_message'];
    const ears = await listen(server, ['alice', 'bob', 'moderator', 'admin'], { event_types });

    await as('owner').patch(`/messages/${there}`, { topic: 'coffee', propagate_mode: 'change_all', ...quietly });

    const event = ['update_message'];
    assert.deepEqual(await ears.gist(), { alice: event, bob: event, moderator: event });
  });
});
