import type { App } from '../context.ts';
import { getChannel, listChannelsAmong, listSubscriberIds, listUserIdsWhoSee } from '../conversations/channel.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { Message } from '../conversations/message.ts';
import type { Database } from '../db/database.ts';
import { publishChange } from './channel-event.ts';

/** A message that was stored just now. */
interface Stored {
  message: Pick<Message, 'id' | 'channel_id'>;
  conversation: Pick<Conversation, 'max_message_id'>;
}

/** Makes a change to messages of channels, and tells those who may know of a channel when another one is its first. */
export function withFirstMessageEvents<Result>(
  app: App,
  channel_ids: readonly (number | null)[],
  change: () => Result,
): Result {
  const channels = listChannelsAmong(
    app.db,
    channel_ids.filter((id) => id !== null),
  );
  const before = channels.map(({ id }) => findFirstMessageId(app.db, id));
  const result = change();
  for (const [index, channel] of channels.entries()) {
    const value = findFirstMessageId(app.db, channel.id);
    if (value !== before[index]) publishChange(app, channel, { property: 'first_message_id', value });
  }
  return result;
}

/**
 * Tells those who see a channel without following it that a message is its first; those who follow it hear of that by
 * the message.
 */
export function publishFirstMessage(app: App, { message: { id, channel_id }, conversation }: Stored): void {
  // A topic that had messages lies in a channel that had some.
  if (channel_id === null || conversation.max_message_id !== null || findFirstMessageId(app.db, channel_id) !== id)
    return;
  const channel = getChannel(app.db, channel_id);
  const subscribers = new Set(listSubscriberIds(app.db, channel_id));
  const others = listUserIdsWhoSee(app, channel).filter((id) => !subscribers.has(id));
  publishChange(app, channel, { property: 'first_message_id', value: id }, others);
}

function findFirstMessageId(db: Database, channel_id: number): number | null {
  return db.value<number | null>('SELECT min(id) FROM messages WHERE channel_id = ?', channel_id) ?? null;
}
