import type { Context } from '../context.ts';
import type { Turns } from '../http/endpoint.ts';
import { getUser, type User } from '../users/user.ts';

/** Number of subscriptions that start or end in one transaction; other requests wait for it. */
export const subscriptionsAtOnce = 200;

/** Users who join or leave channels. `Target` names a channel. */
interface Crowd<Target> {
  targets: readonly Target[];
  users: readonly User[];
  /** The user who is in the first batch, or in the last, if there are several. */
  first?: User;
  last?: User;
}

interface Part<Target> {
  target: Target;
  users: readonly User[];
}

/**
 * Runs `act` on each target for all users, a batch in each transaction. The first batch has all targets, each with at
 * least one user. Users who are deactivated meanwhile are left out.
 */
export function* inBatches<Target>(
  app: Context,
  crowd: Crowd<Target>,
  act: (target: Target, users: readonly User[]) => void,
): Turns<void> {
  let isFirst = true;
  for (const batch of batchesOf(inOrder(crowd))) {
    if (!isFirst) yield;
    for (const { target, users } of batch) act(target, isFirst ? users : stillActive(app, users));
    isFirst = false;
  }
}

function inOrder<Target>({ targets, users, first, last }: Crowd<Target>): Crowd<Target> {
  if (targets.length * users.length <= subscriptionsAtOnce) return { targets, users };
  const rank = ({ id }: User) => Number(id === last?.id) - Number(id === first?.id);
  // In the order of the tables, each page is changed in one transaction.
  return { targets, users: users.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id) };
}

function* batchesOf<Target>({ targets, users }: Crowd<Target>): Generator<Part<Target>[], void> {
  let room = subscriptionsAtOnce;
  const take = (from: number, least: number) => {
    const some = users.slice(from, from + Math.max(room, least));
    room -= some.length;
    return some;
  };
  const begun = targets.map((target) => ({ target, users: take(0, 1) }));
  yield begun;
  room = subscriptionsAtOnce;
  let batch: Part<Target>[] = [];
  for (const { target, users: done } of begun) {
    for (let from = done.length; from < users.length; ) {
      const some = take(from, 0);
      from += some.length;
      batch.push({ target, users: some });
      if (room > 0) continue;
      yield batch;
      batch = [];
      room = subscriptionsAtOnce;
    }
  }
  if (batch.length > 0) yield batch;
}

function stillActive({ db }: Context, users: readonly User[]): User[] {
  return users.map(({ id }) => getUser(db, id)).filter(({ is_active }) => is_active);
}
