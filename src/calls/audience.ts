import type { Context } from '../context.ts';
import { canReadChannel, findChannel } from '../conversations/channel.ts';
import { type Conversation, memberIds } from '../conversations/conversation.ts';
import { seesTopic, takesPart } from '../conversations/readable.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { listRecipientIds } from '../users/recipients.ts';
import { getUser, isBot, type User } from '../users/user.ts';
import { type Call, conversationOf, findCall, listCalls, listMembers, listRungIds, sendsOf } from './call.ts';

/** The answer for a call that ended, that never was, or that the user may not see. */
export const callEnded = errorKind('This call has ended.', { code: 'CALL_ENDED' });

/** A live call that a user may see. Throws callEnded. */
export function accessCall(app: Context, user: User, id: number): Call {
  const call = findCall(app.db, id);
  if (!call || !canFollow(app, user, conversationOf(app.db, call))) throw callEnded();
  return call;
}

/**
 * Whether a user may see and join the calls of a conversation: people who take part there, and read of its messages. Guests
 * do only where they are subscribed, whatever they see of its history.
 */
export function canFollow(app: Context, user: User, conversation: Conversation): boolean {
  const { channel_id } = conversation;
  if (isBot(user) || !user.is_active) return false;
  if (channel_id === null) return memberIds(conversation).includes(user.id);
  const channel = findChannel(app.db, channel_id);
  if (!channel || channel.is_archived || !canReadChannel(app, user, channel)) return false;
  return takesPart(app, user, channel_id) && seesTopic(app, user, conversation);
}

/** Ids of the users with a client who may see the calls of a conversation. */
export function listFollowerIds(app: Context, conversation: Conversation): number[] {
  return listRecipientIds(app).filter((id) => canFollow(app, getUser(app.db, id), conversation));
}

/** Publishes a call that began or changed to all who may see it, or one that came into sight to these users. */
export function publishCall(
  app: Context,
  op: 'add' | 'update',
  call: Call,
  user_ids: readonly number[] = listFollowerIds(app, conversationOf(app.db, call)),
): void {
  publish(app, { type: 'call', op, call: presentCall(app, call) }, { user_ids });
}

/** Publishes to users that a call is over, or out of their sight. */
export function publishLoss(app: Context, call: Call, user_ids: readonly number[]): void {
  if (user_ids.length > 0) publish(app, { type: 'call', op: 'remove', call_id: call.id }, { user_ids });
}

/** The live calls that a user may see, as the API presents them. */
export function presentCalls(app: Context, user: User) {
  return listCalls(app.db)
    .filter((call) => canFollow(app, user, conversationOf(app.db, call)))
    .map((call) => presentCall(app, call));
}

/** A call as the API presents it. */
export function presentCall(app: Context, call: Call) {
  const { id, message_id, started_by, started_at } = call;
  return {
    id,
    message_id,
    ...presentPlace(conversationOf(app.db, call)),
    started_by,
    started_at,
    members: listMembers(app.db, call).map((member) => {
      const { user_id, session, joined_at } = member;
      return { user_id, session, joined_at, ...sendsOf(member) };
    }),
    rings: listRungIds(app.db, call),
  };
}

function presentPlace(conversation: Conversation) {
  const { channel_id, topic } = conversation;
  if (channel_id === null) return { type: 'private', user_ids: memberIds(conversation) };
  return { type: 'stream', stream_id: channel_id, topic };
}
