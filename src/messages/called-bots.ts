import type { Context } from '../context.ts';
import { canReadChannel, findChannel, isSubscribed } from '../conversations/channel.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { botTypes } from '../users/bot.ts';
import { listUsersAmong, type User } from '../users/user.ts';

/** The flags of a called bot: it reads the message in the history, without having received it. */
export const calledFlags: readonly string[] = ['read', 'historical', 'mentioned'];

/** Ids of the bots mentioned by name in a channel that they may read but have not subscribed to. */
export function listCalledBotIds(
  app: Context,
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
