import { withFirstMessageEvents } from '../channels/first-message.ts';
import { announce, announceChange, type Context, change } from '../context.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { updateNewest } from '../conversations/relocation.ts';
import { listUpdateAudience } from '../conversations/update-audience.ts';
import { inJsonList } from '../db/database.ts';
import { doReleaseFrom } from '../uploads/attachment.ts';
import { messagesChanged } from './message-cache.ts';
import { publishDeletion } from './update-event.ts';

/** Messages are deleted permanently; ids are ascending. */
export const messageDeletion = change<{ ids: readonly number[] }>('messageDeletion');

/** Deletes messages of one conversation permanently and publishes that to everyone who saw them. Ids are ascending. */
export function doDeleteMessages(app: Context, conversation: Conversation, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const { channel_id, topic } = conversation;
  const from = channel_id === null || topic === null ? undefined : { channel_id, topic };
  announce(app, messagesChanged, { ids });
  announceChange(app, messageDeletion, { ids }, () => {
    publishDeletion(app, from, listUpdateAudience(app, conversation, ids));
    doReleaseFrom(app, ids);
    withFirstMessageEvents(app, [channel_id], () => {
      app.db.run(`DELETE FROM messages WHERE id ${inJsonList}`, JSON.stringify(ids));
      updateNewest(app.db, conversation);
    });
  });
}
