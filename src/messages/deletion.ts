import { withFirstMessageEvents } from '../channels/first-message.ts';
import { doEndVisibilityPolicies } from '../channels/user-topic.ts';
import { announce, announceChange, type Context, change } from '../context.ts';
import { type Conversation, findTopic } from '../conversations/conversation.ts';
import { listReadable } from '../conversations/readable.ts';
import { type Topic, updateNewest } from '../conversations/relocation.ts';
import { listUpdateAudience } from '../conversations/update-audience.ts';
import { inJsonList } from '../db/database.ts';
import type { Turns } from '../http/endpoint.ts';
import { doReleaseFrom } from '../uploads/attachment.ts';
import type { User } from '../users/user.ts';
import { messagesChanged } from './message-cache.ts';
import { listReadableInTopic } from './topic-messages.ts';
import { publishDeletion } from './update-event.ts';

/** Messages are deleted permanently; ids are ascending. */
export const messageDeletion = change<{ ids: readonly number[] }>('messageDeletion');

/**
 * Deletes messages of one conversation permanently and publishes that to everyone who saw them, and to the user who
 * deletes them. Ids are ascending.
 */
export function doDeleteMessages(
  app: Context,
  conversation: Conversation,
  ids: readonly number[],
  deleter?: User,
): void {
  if (ids.length === 0) return;
  const { channel_id, topic } = conversation;
  const from = channel_id === null || topic === null ? undefined : { channel_id, topic };
  announce(app, messagesChanged, { ids });
  announceChange(app, messageDeletion, { ids }, () => {
    publishDeletion(app, from, listUpdateAudience(app, conversation, ids, deleter));
    doReleaseFrom(app, ids);
    withFirstMessageEvents(app, [channel_id], () => {
      app.db.run(`DELETE FROM messages WHERE id ${inJsonList}`, JSON.stringify(ids));
      updateNewest(app.db, conversation);
    });
  });
}

/** Number of messages of a topic that one transaction deletes; other requests wait for it. */
export const deletedAtOnce = 250;

/**
 * Deletes the messages of a topic that a user sees, and everyone's policy for it, unless messages remain that the user
 * does not see. The newest go first, `deletedAtOnce` in each transaction; messages that are sent, or that others move,
 * meanwhile stay.
 */
export function* doDeleteTopic(app: Context, deleter: User, place: Topic): Turns<void> {
  const found = findTopic(app.db, place.channel_id, place.topic);
  // A repeated request, as after a lost reply, finds no messages and succeeds.
  if (!found) return;
  const ids = listReadableInTopic(app, deleter, found).map(({ id }) => id);
  for (let end = ids.length; end > 0; end -= deletedAtOnce) {
    if (end < ids.length) yield;
    doDeletePart(app, deleter, place, ids.slice(Math.max(end - deletedAtOnce, 0), end));
  }
  const topic = found.topic ?? place.topic;
  if (!findTopic(app.db, place.channel_id, topic)) doEndVisibilityPolicies(app, { ...place, topic });
}

/** Deletes those of these messages that a topic still has and the user still sees. */
function doDeletePart(app: Context, deleter: User, place: Topic, ids: readonly number[]): void {
  const conversation = findTopic(app.db, place.channel_id, place.topic);
  if (!conversation) return;
  const sql = `SELECT id FROM messages WHERE id ${inJsonList} AND conversation_id = ? ORDER BY id`;
  const present = app.db.values<number>(sql, JSON.stringify(ids), conversation.id);
  doDeleteMessages(app, conversation, listReadable(app, deleter, present), deleter);
}
