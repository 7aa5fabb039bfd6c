import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const newest = 10_000_000_000_000_000;
const kitchen = { operator: 'channel', operand: 'kitchen' };
const lunch = { operator: 'topic', operand: 'lunch' };

interface Scene extends TestServer {
  first: number;
  second: number;
  direct: number;
  mute: () => void;
  setPolicy: (policy: number) => void;
  /** Where bob's unread messages begin. */
  anchor: (narrow?: object[], extra?: object) => Promise<number>;
}

/** Bob has unread messages in two topics of a channel, the first about lunch, and from alice alone. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as, db, users } = server;
  const channel_id = await subscribe(as('alice'), 'kitchen');
  await subscribe(as('bob'), 'kitchen');
  const first = await send(as('alice'), { to: 'kitchen' });
  const second = await send(as('alice'), { to: 'kitchen', topic: 'dinner' });
  const direct = await send(as('alice'), { type: 'direct', to: [users.bob.id] });
  return {
    ...server,
    ...{ first, second, direct },
    mute: () => void db.run('UPDATE subscriptions SET is_muted = 1 WHERE user_id = ?', users.bob.id),
    setPolicy(policy) {
      db.run(
        `INSERT INTO user_topics (user_id, channel_id, topic_key, topic, visibility_policy, updated_at)
         VALUES (?, ?, 'lunch', 'Lunch', ?, 0)`,
        ...[users.bob.id, channel_id, policy],
      );
    },
    async anchor(narrow = [], extra = { anchor: 'first_unread' }) {
      const { body } = await as('bob').get('/messages', { narrow, num_before: 0, num_after: 0, ...extra });
      return body.anchor;
    },
  };
}

describe('the anchor first_unread', () => {
  it('is the oldest unread message of the narrow', async (t) => {
    const { first, second, direct, anchor } = await setScene(t);
    assert.equal(await anchor(), first);
    assert.equal(await anchor([kitchen, { operator: 'topic', operand: 'dinner' }]), second);
    assert.equal(await anchor([{ operator: 'is', operand: 'dm' }]), direct);
    assert.equal(await anchor([], { anchor: 0, use_first_unread_anchor: true }), first);
  });

  it('is the end when nothing is unread', async (t) => {
    const { as, anchor } = await setScene(t);
    await as('bob').post('/mark_all_as_read');
    assert.equal(await anchor(), newest);
  });

  it('passes over a muted topic, unless the narrow names it', async (t) => {
    const { first, second, setPolicy, anchor } = await setScene(t);
    setPolicy(1);
    assert.equal(await anchor(), second);
    assert.equal(await anchor([kitchen]), second);
    assert.equal(await anchor([kitchen, lunch]), first);
  });

  it('passes over a muted channel, unless the narrow names it', async (t) => {
    const { first, direct, mute, anchor } = await setScene(t);
    mute();
    assert.equal(await anchor(), direct);
    assert.equal(await anchor([kitchen]), first);
  });

  for (const policy of [2, 3]) {
    it(`finds a topic of a muted channel with the policy ${policy}`, async (t) => {
      const { first, mute, setPolicy, anchor } = await setScene(t);
      mute();
      setPolicy(policy);
      assert.equal(await anchor(), first);
    });
  }
});
