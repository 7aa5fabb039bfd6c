import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Values } from '../support/client.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const [inherit, muted, unmuted, followed] = [0, 1, 2, 3];

interface Scene extends TestServer {
  kitchen: number;
  /** Bob's unread messages: in two topics of the kitchen, and from alice alone. */
  lunch: number;
  dinner: number;
  direct: number;
  muteChannel: (value: boolean) => Promise<void>;
  setPolicy: (visibility_policy: number) => Promise<void>;
  /** What bob's client gets. */
  unread: () => Promise<Values>;
  /** Where bob's unread messages begin. */
  first: () => Promise<number>;
}

async function setScene(t: TestContext, content = 'hello'): Promise<Scene> {
  const server = await startServer(t);
  const { as, users } = server;
  const kitchen = await subscribe(as('alice'), 'kitchen');
  await subscribe(as('bob'), 'kitchen');
  const must = async (answer: Promise<{ status: number }>) => assert.equal((await answer).status, 200);
  return {
    ...server,
    kitchen,
    lunch: await send(as('alice'), { to: 'kitchen', content }),
    dinner: await send(as('alice'), { to: 'kitchen', topic: 'dinner', content }),
    direct: await send(as('alice'), { type: 'direct', to: [users.bob.id] }),
    muteChannel: (value) => {
      const subscription_data = [{ stream_id: kitchen, property: 'is_muted', value }];
      return must(as('bob').post('/users/me/subscriptions/properties', { subscription_data }));
    },
    setPolicy: (visibility_policy) =>
      must(as('bob').post('/user_topics', { stream_id: kitchen, topic: 'Lunch', visibility_policy })),
    async unread() {
      const fetch_event_types = ['message', 'update_message_flags'];
      return (await as('bob').post('/register', { fetch_event_types })).body.unread_msgs;
    },
    async first() {
      const values = { anchor: 'first_unread', num_before: 0, num_after: 0 };
      return (await as('bob').get('/messages', values)).body.anchor;
    },
  };
}

describe('unread messages', () => {
  it('are all listed, whatever is muted', async (t) => {
    const { users, kitchen, lunch, dinner, direct, muteChannel, setPolicy, unread } = await setScene(t);
    await muteChannel(true);
    await setPolicy(muted);

    assert.deepEqual(await unread(), {
      pms: [{ other_user_id: users.alice.id, sender_id: users.alice.id, unread_message_ids: [direct] }],
      streams: [
        { stream_id: kitchen, topic: 'lunch', unread_message_ids: [lunch] },
        { stream_id: kitchen, topic: 'dinner', unread_message_ids: [dinner] },
      ],
      huddles: [],
      mentions: [],
      count: 1,
      old_unreads_missing: false,
    });
  });

  // Whether the channel is muted, the policy of the first of its two topics, and what is counted besides the direct one.
  const table: [boolean, number, ('lunch' | 'dinner')[]][] = [
    [false, inherit, ['lunch', 'dinner']],
    [false, muted, ['dinner']],
    [false, unmuted, ['lunch', 'dinner']],
    [false, followed, ['lunch', 'dinner']],
    [true, inherit, []],
    [true, muted, []],
    [true, unmuted, ['lunch']],
    [true, followed, ['lunch']],
  ];
  for (const [isMuted, policy, heard] of table) {
    const title = `in a${isMuted ? ' muted' : 'n open'} channel with the policy ${policy}`;

    it(`count, and one begins with them, where they are not muted: ${title}`, async (t) => {
      const scene = await setScene(t);
      // Both ways, so that nothing that was muted before stays so.
      await scene.muteChannel(!isMuted);
      await scene.setPolicy(policy === muted ? followed : muted);
      await scene.muteChannel(isMuted);
      await scene.setPolicy(policy);

      const [name] = heard;
      assert.equal((await scene.unread()).count, heard.length + 1);
      assert.equal(await scene.first(), name === undefined ? scene.direct : scene[name]);
    });
  }

  it('mention one by a wildcard where they are not muted, and by name everywhere', async (t) => {
    const { as, kitchen, lunch, dinner, muteChannel, setPolicy, unread } = await setScene(t, '@**all** hello');
    await send(as('bob'), { to: 'kitchen', topic: 'supper', read_by_sender: true });
    const participant = await send(as('alice'), { to: 'kitchen', topic: 'supper', content: '@**topic** hello' });
    const named = await send(as('alice'), { to: 'kitchen', content: '@**Bob Member** hello' });

    assert.deepEqual((await unread()).mentions, [lunch, dinner, participant, named]);
    await setPolicy(muted);
    assert.deepEqual((await unread()).mentions, [dinner, participant, named]);
    await as('bob').post('/user_topics', { stream_id: kitchen, topic: 'supper', visibility_policy: inherit });
    await muteChannel(true);
    assert.deepEqual((await unread()).mentions, [named]);
    await setPolicy(followed);
    assert.deepEqual((await unread()).mentions, [lunch, named]);
  });

  it('are muted for oneself alone', async (t) => {
    const { as, muteChannel } = await setScene(t);
    await subscribe(as('moderator'), 'kitchen');
    await muteChannel(true);
    await send(as('alice'), { to: 'kitchen' });

    const { body } = await as('moderator').post('/register', {
      fetch_event_types: ['message', 'update_message_flags'],
    });

    assert.equal(body.unread_msgs.count, 1);
  });
});
