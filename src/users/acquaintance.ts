import type { Context } from '../context.ts';
import { publish } from '../events/event.ts';
import { isAccessRestricted, listKnownIds } from './access.ts';
import { presentProfile } from './profile-record.ts';
import { unknownUserName } from './public-identity.ts';
import { publishStatus, showsStatus, statusPresenter } from './status-record.ts';
import { canSeeEmail, getUser, listUsersAmong, roles, type User, type UserRecord, userPresenter } from './user.ts';

/** Users who meet or part: the movers and everyone, and thus the others and the movers. */
interface Meeting {
  mover_ids: readonly number[];
  /** Ids of the movers and the others. */
  all_ids: readonly number[];
}

/** Watches users who meet or part: publishes to guests the users they now know or no longer know. */
export function watchMeeting(app: Context, { mover_ids, all_ids }: Meeting): () => void {
  if (!isAccessRestricted(app.db)) return () => {};
  const movers = new Set(mover_ids);
  const metBy = ({ id }: User) => (movers.has(id) ? all_ids : mover_ids);
  return watchKnown(app, all_ids, (viewer) => (viewer.role === roles.guest ? metBy(viewer) : []));
}

/** Watches the beginning or the end of a direct conversation between these users. */
export function watchAcquaintance(app: Context, { user_ids }: { user_ids: readonly number[] }): () => void {
  return watchMeeting(app, { mover_ids: user_ids, all_ids: user_ids });
}

/** Watches the deactivation or reactivation of a user, whom guests in the same channels lose or meet again. */
export function watchActivity(app: Context, user: User): () => void {
  const peer_ids = app.db.values<number>(peersSql, user.id);
  return watchMeeting(app, { mover_ids: [user.id], all_ids: [user.id, ...peer_ids] });
}

const peersSql = `
  SELECT DISTINCT user_id FROM subscriptions
  WHERE is_active = 1 AND channel_id IN (SELECT channel_id FROM subscriptions WHERE user_id = ? AND is_active = 1)`;

/** Watches a change of a user, for instance of their role: publishes to them the users they now know or no longer know. */
export function watchKnownTo(app: Context, { user }: { user: User }): () => void {
  return isAccessRestricted(app.db) ? watchKnown(app, [user.id]) : () => {};
}

/** Watches a change of whether guests know everyone. */
export function watchRestriction(app: Context): () => void {
  return watchKnown(app, app.db.values('SELECT id FROM users WHERE role = ?', roles.guest));
}

/**
 * Compares the users known to each online viewer before and after a change: all users, or those whom it concerns. Viewers
 * who see a user alike share an event: when a thousand people join a channel with a hundred guests, these are a thousand
 * events, not a hundred thousand.
 */
function watchKnown(
  app: Context,
  viewer_ids: readonly number[],
  concerns: (viewer: User) => readonly number[] | undefined = () => undefined,
): () => void {
  const online = viewer_ids.filter((id) => app.clients.isOnline(id));
  const knownTo = (viewer: User) => new Set(listKnownIds(app, viewer, concerns(viewer)));
  const findKnown = () => new Map(listUsersAmong(app.db, online).map((viewer) => [viewer.id, knownTo(viewer)]));
  const before = findKnown();
  return () => {
    const now = findKnown();
    publishAppearances(app, viewersByNew(now, before));
    for (const [id, user_ids] of viewersByNew(before, now)) publishLoss(app, id, user_ids);
  };
}

/** Ids of the users known to each viewer, by the viewer's id. */
type Known = ReadonlyMap<number, ReadonlySet<number>>;

/** Ids of the viewers who know a user, but not according to `others`; by the user's id. */
function viewersByNew(known: Known, others: Known): Map<number, number[]> {
  const pairs = [...known].flatMap(([viewer_id, ids]) => {
    return [...ids].filter((id) => !others.get(viewer_id)?.has(id)).map((id) => ({ id, viewer_id }));
  });
  const groups = Map.groupBy(pairs, ({ id }) => id);
  return new Map([...groups].map(([id, group]) => [id, group.map(({ viewer_id }) => viewer_id)]));
}

function publishAppearances(app: Context, appeared: ReadonlyMap<number, readonly number[]>): void {
  const user_ids = [...appeared.keys()];
  const facts = {
    present: userPresenter(app),
    statusOf: statusPresenter(app.db, user_ids),
  };
  for (const [id, viewer_ids] of appeared) publishAppearance(app, getUser(app.db, id), viewer_ids, facts);
}

interface Facts {
  present: (viewer: User, user: User) => UserRecord;
  statusOf: (user: User) => object;
}

function publishAppearance(app: Context, user: User, viewer_ids: readonly number[], facts: Facts): void {
  const { present, statusOf } = facts;
  const profile = presentProfile(app.db, user);
  const viewers = viewer_ids.map((id) => getUser(app.db, id));
  for (const alike of Map.groupBy(viewers, (viewer) => canSeeEmail(app.db, viewer, user)).values()) {
    // A group is never empty.
    const person = { ...present(alike[0] as User, user), ...profile };
    publish(app, { type: 'realm_user', op: 'add', person }, { user_ids: alike.map(({ id }) => id) });
  }
  if (showsStatus(user)) publishStatus(app, user, statusOf(user), { user_ids: viewer_ids });
}

function publishLoss(app: Context, user_id: number, viewer_ids: readonly number[]): void {
  const person = { user_id, full_name: unknownUserName };
  publish(app, { type: 'realm_user', op: 'remove', person }, { user_ids: viewer_ids });
}
