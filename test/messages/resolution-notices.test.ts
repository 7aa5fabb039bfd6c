import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { listen } from '../support/events.ts';
import { send, subscribe } from '../support/scene.ts';
import { type CastName, startServer } from '../support/server.ts';

/** Two messages of alice in a topic that bob also reads. */
async function setScene(t: TestContext) {
  const server = await startServer(t);
  const alice = server.as('alice');
  await subscribe(alice, 'lab', { principals: [server.users.alice.id, server.users.bob.id, server.users.owner.id] });
  const first = await send(alice, { to: 'lab', topic: 'plans' });
  const second = await send(alice, { to: 'lab', topic: 'plans' });
  const ears = await listen(server, ['alice', 'bob', 'owner'], {
    apply_markdown: false,
    event_types: ['message', 'delete_message', 'update_message'],
  });
  return {
    ...server,
    first,
    second,
    rename: async (topic: string, values = {}) => {
      const change = { topic, propagate_mode: 'change_all', ...values };
      const { status, body } = await alice.patch(`/messages/${first}`, change);
      assert.equal(status, 200, JSON.stringify(body));
    },
    /** What someone received: kinds of events, and texts with flags. */
    heard: async () => {
      const gist = (event: { type: string; message?: { content: string }; flags?: string[] }) =>
        event.message ? [event.message.content, ...(event.flags ?? [])] : event.type;
      const heard = Object.entries(await ears.heard());
      return Object.fromEntries(heard.map(([name, events]) => [name, events.map(gist)])) as Record<CastName, unknown>;
    },
  };
}

const resolved = (id: number) => `@_**Alice Member|${id}** has marked this topic as resolved.`;
const unresolved = (id: number) => `@_**Alice Member|${id}** has marked this topic as unresolved.`;

describe('the notice that a topic is resolved', () => {
  it('is posted in the topic, read for its author and all but those who follow it', async (t) => {
    const { users, rename, heard } = await setScene(t);

    await rename('✔ plans');

    const notice = resolved(users.alice.id);
    assert.deepEqual(await heard(), {
      alice: ['update_message', [notice, 'read']],
      bob: ['update_message', [notice, 'read']],
      owner: ['update_message', [notice, 'read']],
    });
  });

  it('stays read, wherever they had read to, and leaves what was unread', async (t) => {
    const { as, first, second, rename } = await setScene(t);
    await as('bob').post('/messages/flags', { messages: [first, second], op: 'add', flag: 'read' });

    await rename('✔ plans');

    const flagsOf = async (name: CastName) => {
      const narrow = [{ operator: 'topic', operand: '✔ plans' }];
      const { body } = await as(name).get('/messages', { narrow, anchor: 'newest', num_before: 9, num_after: 0 });
      return body.messages.map(({ flags }: { flags: string[] }) => flags.includes('read'));
    };
    assert.deepEqual(await flagsOf('bob'), [true, true, true]);
    assert.deepEqual(await flagsOf('owner'), [false, false, true]);
    await send(as('alice'), { to: 'lab', topic: '✔ plans' });
    assert.deepEqual(await flagsOf('bob'), [true, true, true, false]);
    assert.deepEqual(await flagsOf('owner'), [false, false, true, false]);
  });

  it('is read for whom the setting says', async (t) => {
    const { as, users, rename, heard } = await setScene(t);
    await as('alice').patch('/settings', { resolved_topic_notice_auto_read_policy: 'always' });
    await as('bob').patch('/settings', { resolved_topic_notice_auto_read_policy: 'never' });

    await rename('✔ plans');

    const notice = resolved(users.alice.id);
    assert.deepEqual(await heard(), {
      alice: ['update_message', [notice, 'read']],
      bob: ['update_message', [notice]],
      owner: ['update_message', [notice, 'read']],
    });
  });

  it('leaves unread what somebody has not read of a topic that joins a resolved one', async (t) => {
    const server = await startServer(t);
    const [alice, bob] = [server.as('alice'), server.as('bob')];
    await subscribe(alice, 'lab', { principals: [server.users.alice.id, server.users.bob.id] });
    const old = await send(alice, { to: 'lab', topic: '✔ plans' });
    const first = await send(alice, { to: 'lab', topic: 'plans' });
    const second = await send(alice, { to: 'lab', topic: 'plans' });
    await bob.post('/messages/flags', { messages: [old, first], op: 'add', flag: 'read' });

    await alice.patch(`/messages/${first}`, { topic: '✔ plans', propagate_mode: 'change_all' });

    const { body } = await bob.get(`/messages/${second}`);
    assert.deepEqual(body.message.flags, []);
  });

  it('is deleted if the topic is unresolved soon after, and else answered by another', async (t) => {
    const { users, clock, rename, heard } = await setScene(t);

    await rename('✔ plans');
    await rename('plans');
    const soon = (await heard()).bob;
    await rename('✔ plans');
    clock.advance(61);
    await rename('plans');
    const later = (await heard()).bob;

    const [yes, no] = [resolved(users.alice.id), unresolved(users.alice.id)];
    assert.deepEqual(soon, ['update_message', [yes, 'read'], 'update_message', 'delete_message']);
    assert.deepEqual(later, ['update_message', [yes, 'read'], 'update_message', [no, 'read']]);
  });

  it('is also posted when the only message of a topic is renamed, and not when one of several is', async (t) => {
    const { users, as, second, rename, heard } = await setScene(t);

    await rename('✔ plans', { propagate_mode: 'change_one', send_notification_to_new_thread: false });
    const oneOfTwo = (await heard()).bob;
    await as('alice').patch(`/messages/${second}`, { topic: '✔ plans' });
    const last = (await heard()).bob;

    assert.deepEqual(oneOfTwo, ['update_message']);
    assert.deepEqual(last, ['update_message', [resolved(users.alice.id), 'read']]);
  });
});

describe('the notice of a new channel', () => {
  it('is read for its creator', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice', 'bob'], { event_types: ['message'] });

    await subscribe(server.as('alice'), 'den', { principals: [server.users.alice.id, server.users.bob.id] });

    const heard = await ears.heard();
    assert.deepEqual([heard.alice?.[0].flags, heard.bob?.[0].flags], [['read'], []]);
  });
});
