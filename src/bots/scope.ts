import { doUnsubscribe } from '../channels/subscription.ts';
import type { Context } from '../context.ts';
import { accessChannel, getChannel, listSubscribedChannelIds } from '../conversations/channel.ts';
import { nullable } from '../http/combined-kinds.ts';
import { integer, list, object, oneOf, optional, required } from '../http/params.ts';
import { type BotScope, findBotScope, mostScopedChannels, storeBotScope, writings } from '../users/bot-scope.ts';
import type { User } from '../users/user.ts';

/** The scope of a bot as a client sends it; null removes it. */
export const scopeKind = nullable(
  object({
    writing: required(
      oneOf(writings),
      'Where the bot may write: anywhere, nowhere, or in conversations in which a person mentioned it or wrote to it directly.',
    ),
    channel_ids: optional(
      nullable(list(integer(), { max: mostScopedChannels })),
      'The only channels that exist for the bot; null: those of its account. It then writes direct messages only to people who wrote to it.',
      { fallback: null },
    ),
  }),
);

/**
 * The scope that an actor may give a bot: of channels that the actor sees, or that it has already. Throws
 * invalidChannelId.
 */
export function accessScope(app: Context, actor: User, given: BotScope | null, bot?: User): BotScope | undefined {
  if (!given) return undefined;
  const known = (bot && findBotScope(app.db, bot)?.channel_ids) ?? [];
  for (const id of given.channel_ids ?? []) if (!known.includes(id)) accessChannel(app, actor, id);
  return { ...given, channel_ids: given.channel_ids && [...new Set(given.channel_ids)] };
}

/**
 * Changes what a bot may do, and unsubscribes it from the channels that it loses. Its clients are disconnected: they
 * would know what no longer exists for them.
 */
export function doChangeScope(app: Context, bot: User, scope: BotScope | undefined): void {
  const lost = listSubscribedChannelIds(app.db, bot.id).filter((id) => scope?.channel_ids?.includes(id) === false);
  for (const id of lost) doUnsubscribe(app, getChannel(app.db, id), [bot]);
  storeBotScope(app.db, bot.id, scope);
  app.db.afterCommit(() => app.clients.deleteOfUser(bot.id));
}
