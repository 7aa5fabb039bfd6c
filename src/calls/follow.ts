import type { Context } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import type { Database } from '../db/database.ts';
import type { SentMessage } from '../messages/sent-message.ts';
import { getUser } from '../users/user.ts';
import { canFollow, listFollowerIds, publishCall, publishLoss } from './audience.ts';
import { type Call, conversationOf, findCallIn, listCalls, listMembers, listRungIds, patience } from './call.ts';
import type { HearsMembers } from './life-signs.ts';
import { doEndCall, doSettle, doStopRinging, storeLeft } from './membership.ts';

/**
 * Takes out of calls who may not be there any more or was silent too long, and ends the ringing, and calls that nobody
 * joined, after half a minute. Called every second.
 */
export function doSweepCalls(app: Context & HearsMembers): void {
  const calls = listCalls(app.db);
  if (calls.length === 0) return;
  const present = calls.flatMap((call) => listMembers(app.db, call));
  const isSilent = app.lifeSigns.silenceTest(new Set(present.map(({ user_id }) => user_id)));
  app.db.transaction(() => {
    for (const call of calls) doSweep(app, call, isSilent);
  });
}

function doSweep(app: Context, call: Call, isSilent: (user_id: number) => boolean): void {
  const isOverdue = app.clock.now() - call.started_at >= patience;
  if (isOverdue && app.db.value<number>(joinedSql, call.id) === undefined) doEndCall(app, call);
  else doPutOut(app, call, isSilent, isOverdue);
}

const joinedSql = "SELECT 1 FROM call_people WHERE call_id = ? AND state <> 'rung' LIMIT 1";

/** Takes out of calls who may not be there any more. */
export function doCheckCalls(app: Context): void {
  for (const call of listCalls(app.db)) doPutOut(app, call);
}

function doPutOut(
  app: Context,
  call: Call,
  isSilent: (user_id: number) => boolean = () => false,
  isOverdue = false,
): void {
  const members = listMembers(app.db, call);
  const conversation = conversationOf(app.db, call);
  const isBarred = (user_id: number) => !canFollow(app, getUser(app.db, user_id), conversation);
  const barred_ids = members.map(({ user_id }) => user_id).filter(isBarred);
  const silent_ids = members
    .filter((one) => isSilent(one.user_id) || hasLoggedOut(app, one))
    .map(({ user_id }) => user_id);
  const unrung_ids = listRungIds(app.db, call).filter((user_id) => isOverdue || isBarred(user_id));
  if (barred_ids.length + silent_ids.length + unrung_ids.length === 0) return;
  publishLoss(app, call, barred_ids);
  storeLeft(app.db, call, [...barred_ids, ...silent_ids]);
  doStopRinging(app, call, unrung_ids);
  doSettle(app, call);
}

function hasLoggedOut({ db }: Context, { login_id }: { login_id: number | null }): boolean {
  return login_id !== null && db.cachedValue<number>('SELECT 1 FROM sessions WHERE id = ?', login_id) === undefined;
}

/**
 * Watches a change of who may read what. The returned function publishes live calls to those who gained or lost sight of
 * them, and takes out members who lost it.
 */
export function watchSightOfCalls(app: Context): () => void {
  const before = listSights(app);
  return () => {
    for (const call of listCalls(app.db)) publishSight(app, call, before);
  };
}

/**
 * The same for messages that are about to move. A call goes where its message goes. Where there is a call already, it
 * ends.
 */
export function watchMoveOfCalls(app: Context, { ids }: { ids: readonly number[] }): () => void {
  const before = listSights(app);
  return () => {
    for (const call of listCalls(app.db)) {
      const isMoved = ids.includes(call.message_id);
      if (isMoved && isTaken(app.db, call)) doEndCall(app, call, before.get(call.id));
      else publishSight(app, call, before, isMoved);
    }
  };
}

/** Publishes a call to people who see it since a message came to its conversation. */
export function publishToNewReaders(app: Context, { conversation }: SentMessage): void {
  const call = findCallIn(app.db, conversation.id);
  if (!call) return;
  const sawNone = (id: number) => !canFollow(app, getUser(app.db, id), conversation);
  publishGain(app, call, followerIds(app, call).filter(sawNone));
}

/** Ids of the users with a client who see each live call, by its id. */
type Sights = ReadonlyMap<number, readonly number[]>;

function listSights(app: Context): Sights {
  return new Map(listCalls(app.db).map((call) => [call.id, followerIds(app, call)]));
}

function publishSight(app: Context, call: Call, sights: Sights, isMoved = false): void {
  const before = sights.get(call.id) ?? [];
  const after = followerIds(app, call);
  // Members who lost sight of it are told when they are put out.
  const member_ids = listMembers(app.db, call).map(({ user_id }) => user_id);
  publishGain(app, call, without(after, before));
  if (isMoved) publishCall(app, 'update', call, without(after, without(after, before)));
  publishLoss(app, call, without(without(before, after), member_ids));
  doPutOut(app, call);
}

function without(ids: readonly number[], others: readonly number[]): number[] {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
}

function publishGain(app: Context, call: Call, user_ids: readonly number[]): void {
  if (user_ids.length > 0) publishCall(app, 'add', call, user_ids);
}

function isTaken(db: Database, { id, conversation_id }: Call): boolean {
  return listCalls(db).some((one) => one.conversation_id === conversation_id && one.id !== id);
}

function followerIds(app: Context, call: Call): number[] {
  return listFollowerIds(app, conversationOf(app.db, call));
}

/** Ends the calls of a channel that is archived. */
export function doEndCallsIn(app: Context, { channel }: { channel: Channel }): void {
  const calls = listCalls(app.db).filter((call) => conversationOf(app.db, call).channel_id === channel.id);
  for (const call of calls) doEndCall(app, call);
}

/** A call ends with its message. */
export function watchDeletionOfCalls(app: Context, { ids }: { ids: readonly number[] }): () => void {
  for (const call of listCallsOf(app.db, ids)) {
    publishLoss(app, call, followerIds(app, call));
    app.db.run('DELETE FROM calls WHERE id = ?', call.id);
  }
  return () => {};
}

/** The calls of some messages. */
function listCallsOf(db: Database, message_ids: readonly number[]): Call[] {
  return listCalls(db).filter(({ message_id }) => message_ids.includes(message_id));
}
