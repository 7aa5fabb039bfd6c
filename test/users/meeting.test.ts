import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe, doUnsubscribe } from '../../src/channels/subscription.ts';
import type { Channel } from '../../src/conversations/channel.ts';
import { systemGroupId } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { canAccessUser } from '../../src/users/access.ts';
import { getUser, listUsers, roles, type User } from '../../src/users/user.ts';
import { type HeardEvent, listen } from '../support/events.ts';
import { Seeded } from '../support/seeded.ts';
import { startServer, type TestServer } from '../support/server.ts';

const guests = ['guest', 'bob', 'alice'] as const;
const crowd = 70;

/** An organization whose guests do not know everyone, with more people than are looked at one by one. */
async function setScene(t: TestContext): Promise<{ server: TestServer; channels: Channel[]; people: User[] }> {
  const server = await startServer(t);
  const { app, db, users } = server;
  return db.transaction(() => {
    setRealmSetting(db, 'can_access_all_users_group', systemGroupId(db, 'role:members'));
    for (const name of guests) db.run('UPDATE users SET role = ? WHERE id = ?', roles.guest, users[name].id);
    const others = Array.from({ length: crowd }, (_, n) => {
      const names = { full_name: `Person ${n}`, role: n % 9 === 0 ? roles.guest : roles.member, password_hash: null };
      return doCreateUser(app, { email: `person${n}@example.com`, ...names, include_default_channels: false });
    });
    const people = [...guests.map((name) => getUser(db, users[name].id)), ...others];
    const channels = ['one', 'two', 'three', 'four'].map((name) => doCreateChannel(app, undefined, { name }));
    return { server, channels, people };
  });
}

/** The users whom each guest may know, each asked by itself. */
function findKnown({ app, db, users }: TestServer): Record<string, Set<number>> {
  const known = (viewer: User) => listUsers(db).filter((user) => canAccessUser(app, viewer, user));
  return Object.fromEntries(
    guests.map((name) => [name, new Set(known(getUser(db, users[name].id)).map(({ id }) => id))]),
  );
}

describe('users who meet and part', () => {
  it('become known to guests, and unknown, in any numbers', async (t) => {
    const { server, channels, people } = await setScene(t);
    const { app, db } = server;
    const ears = await listen(server, guests, { event_types: ['realm_user'] });
    const random = new Seeded(7);
    let changes = 0;
    for (let step = 0; step < 120; step++) {
      const before = findKnown(server);
      const channel = random.pick(channels);
      const movers = Array.from({ length: random.pick([1, 2, 4 * crowd]) }, () => random.pick(people));
      const some = [...new Set(movers)];
      const act = random.pick([doSubscribe, doUnsubscribe]);
      db.transaction(() => act(app, channel, some));

      const heard = await ears.heard();

      const now = findKnown(server);
      for (const name of guests) {
        const [had, has] = [before[name] as Set<number>, now[name] as Set<number>];
        const told = { added: idsIn(heard[name], 'add'), removed: idsIn(heard[name], 'remove') };
        const expected = { added: without(has, had), removed: without(had, has) };
        assert.deepEqual(told, expected, `${name}, step ${step}`);
        changes += expected.added.length + expected.removed.length;
      }
    }
    assert.ok(changes > 1000, `${changes} changes`);
  });
});

function without(ids: ReadonlySet<number>, others: ReadonlySet<number>): number[] {
  return [...ids].filter((id) => !others.has(id)).sort(byId);
}

function idsIn(events: readonly HeardEvent[] = [], op: string): number[] {
  const ids: number[] = events.filter((event) => event.op === op).map(({ person }) => person.user_id);
  return ids.sort(byId);
}

function byId(one: number, other: number): number {
  return one - other;
}
