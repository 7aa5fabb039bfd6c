import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemGroupId } from '../../src/realm/group.ts';
import { type HeardEvent, listen } from '../support/events.ts';
import { subscribe } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

const day = 86_400;

describe('a private channel that full members may see', () => {
  for (const permission of ['can_add_subscribers_group', 'can_subscribe_group', 'can_administer_channel_group']) {
    it(`appears and goes by ${permission} as the waiting period changes`, async (t) => {
      const server = await startServer(t);
      const { as, clock, db, users } = server;
      const group = systemGroupId(db, 'role:fullmembers');
      const den = await subscribe(as('owner'), 'den', { invite_only: true, [permission]: group });
      const wait = (days: number) => as('owner').patch('/realm', { waiting_period_threshold: days });
      await wait(5);
      clock.advance(2 * day);
      db.run('UPDATE users SET joined_at = ? WHERE id = ?', clock.now() - 2 * day, users.alice.id);
      db.run('UPDATE users SET joined_at = ? WHERE id = ?', clock.now(), users.bob.id);
      const ears = await listen(server, ['alice', 'bob', 'guest', 'moderator'], { event_types: ['stream'] });
      const gist = async () => {
        const heard = await ears.heard();
        const entries = Object.entries(heard).map(([name, events]) => [
          name,
          events.map(({ op, streams }: HeardEvent) => [op, streams[0].stream_id]),
        ]);
        return Object.fromEntries(entries);
      };

      await wait(1);
      assert.deepEqual(await gist(), { alice: [['create', den]] });
      await wait(0);
      assert.deepEqual(await gist(), { bob: [['create', den]] });
      await wait(5);
      assert.deepEqual(await gist(), { alice: [['delete', den]], bob: [['delete', den]] });
    });
  }
});

describe('a change of the waiting period', () => {
  it('comes before the events of who became a full member by it, or ceased to be one', async (t) => {
    const server = await startServer(t);
    const { as, clock, db, users } = server;
    await as('owner').patch('/realm', { waiting_period_threshold: 5 });
    db.run('UPDATE users SET joined_at = ? WHERE id = ?', clock.now() - 2 * day, users.alice.id);
    const ears = await listen(server, ['guest'], { event_types: ['realm', 'user_group'] });
    const heardAfter = async (days: number) => {
      await as('owner').patch('/realm', { waiting_period_threshold: days });
      const { guest = [] } = await ears.heard();
      return guest.map(({ op, value, user_ids }: HeardEvent) => [op, value ?? user_ids]);
    };

    const opened = await heardAfter(1);
    const closed = await heardAfter(5);

    assert.deepEqual(opened, [
      ['update', 1],
      ['add_members', [users.alice.id]],
    ]);
    assert.deepEqual(closed, [
      ['update', 5],
      ['remove_members', [users.alice.id]],
    ]);
  });
});
