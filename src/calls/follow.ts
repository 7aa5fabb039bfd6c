import type { Context } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import type { Database } from '../db/database.ts';
import type { MovedMessages } from '../messages/move.ts';
import { getUser } from '../users/user.ts';
import { canFollow, listFollowerIds, listFormerFollowerIds, publishCall, publishLoss } from './audience.ts';
import { type Call, conversationOf, findCall, listCalls, listMembers, listRungIds, patience } from './call.ts';
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
  const seen = new Map(listCalls(app.db).map((call) => [call.id, new Set(followerIds(app, call))]));
  return () => {
    for (const call of listCalls(app.db)) publishSight(app, call, seen.get(call.id) ?? new Set());
  };
}

function publishSight(app: Context, call: Call, before: ReadonlySet<number>): void {
  const after = new Set(followerIds(app, call));
  const gained = [...after].filter((id) => !before.has(id));
  const lost = [...before].filter((id) => !after.has(id));
  const member_ids = new Set(listMembers(app.db, call).map(({ user_id }) => user_id));
  if (gained.length > 0) publishCall(app, 'add', call, gained);
  publishLoss(
    app,
    call,
    lost.filter((id) => !member_ids.has(id)),
  );
  doPutOut(app, call);
}

function followerIds(app: Context, call: Call): number[] {
  return listFollowerIds(app, conversationOf(app.db, call));
}

/** Ends the calls of a channel that is archived. */
export function doEndCallsIn(app: Context, { channel }: { channel: Channel }): void {
  const calls = listCalls(app.db).filter((call) => conversationOf(app.db, call).channel_id === channel.id);
  for (const call of calls) doEndCall(app, call);
}

/** A call goes where its message goes, with those who may read it there. Where there is a call already, it ends. */
export function followMoveOfCalls(app: Context, { ids, from }: MovedMessages): void {
  for (const call of listCallsOf(app.db, ids)) {
    const here = new Set(followerIds(app, call));
    publishLoss(
      app,
      call,
      listFormerFollowerIds(app, from).filter((id) => !here.has(id)),
    );
    const isTaken = listCalls(app.db).some((one) => one.conversation_id === call.conversation_id && one.id !== call.id);
    if (isTaken) doEndCall(app, call);
    else doArrive(app, call);
  }
}

function doArrive(app: Context, call: Call): void {
  doPutOut(app, call);
  const left = findCall(app.db, call.id);
  if (left) publishCall(app, 'update', left);
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
