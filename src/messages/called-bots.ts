import type { App } from '../context.ts';
import { canReadChannel, findChannel, isSubscribed } from '../conversations/channel.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { botTypes } from '../users/bot.ts';
import { listUsersAmong, type User } from '../users/user.ts';

/** What a bot that is called has as flags of the message: it sees it in a history that it never received. */
export const calledFlags: readonly string[] = ['read', 'historical', 'mentioned'];

/** Ids of the bots that a message calls by their names into a channel which they may read and do not follow. */
export function listCalledBotIds(
  app: App,
  sender: User,
  conversation: Conversation,
  mentioned_ids: readonly number[],
): number[] {
  const { channel_id } = conversation;
  const channel = channel_id === null || mentioned_ids.length === 0 ? undefined : findChannel(app.db, channel_id);
  if (!channel) return [];
  return listUsersAmong(app.db, mentioned_ids)
    .filter((user) => user.bot_type === botTypes.generic && user.is_active === 1 && user.id !== sender.id)
    .filter((bot) => !isSubscribed(app.db, bot.id, channel.id) && canReadChannel(app, bot, channel))
    .map(({ id }) => id);
}
