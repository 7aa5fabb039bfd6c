import type { Context } from '../context.ts';
import { getChannel, listChannelsAmong, listSubscriberIds } from '../conversations/channel.ts';
import { listChannelAudience } from '../conversations/channel-audience.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { Message } from '../conversations/message.ts';
import type { Database } from '../db/database.ts';
import { publishChange } from './channel-event.ts';

/** A message that was just stored. */
interface Stored {
  message: Pick<Message, 'id' | 'channel_id'>;
  conversation: Pick<Conversation, 'max_message_id'>;
}

/** Changes messages of channels, and publishes a new first message to the users who see the channel. */
export function withFirstMessageEvents<Result>(
  app: Context,
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

/** Publishes a channel's first message to users who see the channel; subscribers receive the message itself. */
export function publishFirstMessage(app: Context, { message: { id, channel_id }, conversation }: Stored): void {
  // A topic with earlier messages is in a channel with earlier messages.
  if (channel_id === null || conversation.max_message_id !== null || findFirstMessageId(app.db, channel_id) !== id)
    return;
  const channel = getChannel(app.db, channel_id);
  const subscribers = new Set(listSubscriberIds(app.db, channel_id));
  const others = listChannelAudience(app, channel).filter((id) => !subscribers.has(id));
  publishChange(app, channel, { property: 'first_message_id', value: id }, others);
}

function findFirstMessageId(db: Database, channel_id: number): number | null {
  return db.value<number | null>('SELECT min(id) FROM messages WHERE channel_id = ?', channel_id) ?? null;
}
