import type { SubscriptionChange } from '../channels/subscription.ts';
import type { Context } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import type { MovedMessages } from '../messages/move.ts';
import { getUser } from '../users/user.ts';
import { canFollow, listFollowerIds, listFormerFollowerIds, publishCall, publishLoss } from './audience.ts';
import { type Call, conversationOf, getCall, listCalls, listMembers, listRungIds, patience } from './call.ts';
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

/** Takes people who left a channel out of its calls, and out of their sight, unless they may still read it. */
export function followDeparture(app: Context, { users, channel_id }: SubscriptionChange): void {
  const calls = listCalls(app.db).filter((call) => conversationOf(app.db, call).channel_id === channel_id);
  for (const call of calls) {
    const conversation = conversationOf(app.db, call);
    const lost = users.filter(({ id }) => !canFollow(app, getUser(app.db, id), conversation));
    const member_ids = new Set(listMembers(app.db, call).map(({ user_id }) => user_id));
    publishLoss(
      app,
      call,
      lost.map(({ id }) => id).filter((id) => !member_ids.has(id)),
    );
    doPutOut(app, call);
  }
}

/** Ends the calls of a channel that is archived. */
export function doEndCallsIn(app: Context, { channel }: { channel: Channel }): void {
  for (const call of listCalls(app.db)) {
    if (conversationOf(app.db, call).channel_id === channel.id) doEndCall(app, call);
  }
}

/** A call goes where its message goes, with those who may read it there. Where there is a call already, it ends. */
export function followMoveOfCalls(app: Context, { ids, from }: MovedMessages): void {
  for (const call of listCalls(app.db).filter(({ message_id }) => ids.includes(message_id))) {
    const here = new Set(listFollowerIds(app, conversationOf(app.db, call)));
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
  if (listCalls(app.db).some(({ id }) => id === call.id)) publishCall(app, 'update', getCall(app.db, call.id));
}

/** A call ends with its message. */
export function watchDeletionOfCalls(app: Context, { ids }: { ids: readonly number[] }): () => void {
  for (const call of listCalls(app.db).filter(({ message_id }) => ids.includes(message_id))) {
    publishLoss(app, call, listFollowerIds(app, conversationOf(app.db, call)));
    app.db.run('DELETE FROM calls WHERE id = ?', call.id);
  }
  return () => {};
}
