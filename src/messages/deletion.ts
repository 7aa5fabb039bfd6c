import { withFirstMessageEvents } from '../channels/first-message.ts';
import { doEndVisibilityPolicies } from '../channels/user-topic.ts';
import { announce, announceChange, type Context, change } from '../context.ts';
import { type Conversation, findTopic, memberIds } from '../conversations/conversation.ts';
import { type Topic, updateNewest } from '../conversations/relocation.ts';
import { listUpdateAudience } from '../conversations/update-audience.ts';
import { inJsonList } from '../db/database.ts';
import { doReleaseFrom } from '../uploads/attachment.ts';
import type { User } from '../users/user.ts';
import { acquaintance } from './message.ts';
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
    const act = () => {
      app.db.run(`DELETE FROM messages WHERE id ${inJsonList}`, JSON.stringify(ids));
      updateNewest(app.db, conversation);
    };
    // With its last message, a direct conversation ends.
    if (channel_id === null) announceChange(app, acquaintance, { user_ids: memberIds(conversation) }, act);
    else withFirstMessageEvents(app, [channel_id], act);
  });
}

/** Number of messages of a topic that one act deletes, because everybody waits for its transaction. */
export const deletedAtOnce = 2500;

/**
 * Deletes the newest messages of a topic that a user sees, at most `deletedAtOnce`; with the last one, also everyone's
 * policy for the topic, unless messages remain that the user does not see. Returns whether none that the user sees is
 * left; a repeated request deletes the next ones, and succeeds if there are none.
 */
export function doDeleteTopic(app: Context, deleter: User, place: Topic): boolean {
  const found = findTopic(app.db, place.channel_id, place.topic);
  if (!found) return true;
  const ids = listReadableInTopic(app, deleter, found).map(({ id }) => id);
  doDeleteMessages(app, found, ids.slice(-deletedAtOnce), deleter);
  if (ids.length > deletedAtOnce) return false;
  const topic = found.topic ?? place.topic;
  if (!findTopic(app.db, place.channel_id, topic)) doEndVisibilityPolicies(app, { ...place, topic });
  return true;
}
