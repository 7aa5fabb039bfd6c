import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { listChannelsAmong } from './channel.ts';
import { publishChange } from './channel-event.ts';

/** Makes a change to messages of channels, and tells those who may know of a channel when another one is its first. */
export function doFollowingFirstMessage<Result>(
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

function findFirstMessageId(db: Database, channel_id: number): number | null {
  return db.value<number | null>('SELECT min(id) FROM messages WHERE channel_id = ?', channel_id) ?? null;
}
