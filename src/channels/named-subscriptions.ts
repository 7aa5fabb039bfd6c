import type { Context } from '../context.ts';
import {
  type Channel,
  canReadChannel,
  canSeeChannel,
  channelDoesNotExist,
  findChannelByName,
} from '../conversations/channel.ts';
import { checkChannelName } from '../conversations/channel-name.ts';
import { canAdministerChannel, hasChannelPermission, mayAddSubscribers } from '../conversations/channel-permissions.ts';
import { escapeHtml, foldName } from '../ground/text.ts';
import { errorKind, insufficientPermission } from '../http/errors.ts';
import { isChannelInScope } from '../users/bot-scope.ts';
import { isAdministrator, type User } from '../users/user.ts';
import { type CreationParams, canCreate, creationErrors, doCreateWishedChannel } from './creation.ts';
import { doSubscribe, doUnsubscribe } from './subscription.ts';

/** Number of subscriptions that one act starts or ends: everybody waits for its transaction. */
export const mostSubscriptions = 20_000;

export const channelInaccessible = errorKind<{ name: string }>('Unable to access channel ({name}).');
const tooManySubscriptions = errorKind(`One request may change at most ${mostSubscriptions} subscriptions.`);

/** Errors of doSubscribeByName. */
export const subscribingErrors = [...creationErrors, channelInaccessible, tooManySubscriptions];

/** Errors of doUnsubscribeByName. */
export const unsubscribingErrors = [channelDoesNotExist, insufficientPermission, tooManySubscriptions];

/** A channel that users are subscribed to, and that is created if there is none of this name. */
export interface WantedChannel {
  name: string;
  description: string | undefined;
  color: string | undefined;
}

/** Channel names by user id. */
type NamesByUser = Record<string, string[]>;

interface Subscribed {
  subscribed: NamesByUser;
  already_subscribed: NamesByUser;
  /** Names of the channels that the actor may not subscribe to, as the request spells them. */
  unauthorized: string[];
  /** New subscribers of existing channels. */
  fresh: { user: User; channel: Channel }[];
  created: Channel[];
}

/** Subscribes users to channels and creates those that do not exist, or throws one of subscribingErrors. */
export function doSubscribeByName(
  app: Context,
  actor: User,
  users: readonly User[],
  channels: readonly WantedChannel[],
  params: CreationParams & { authorization_errors_fatal: boolean },
): Subscribed {
  const wanted = onceEach(channels);
  ensureFew(users, wanted);
  if (params.authorization_errors_fatal) ensureCanSubscribe(app, actor, users, wanted);
  const allowed = params.authorization_errors_fatal
    ? wanted
    : wanted.filter((one) => canSubscribe(app, actor, users, one, params));

  const unauthorized = wanted.filter((one) => !allowed.includes(one)).map(({ name }) => name);
  const result: Subscribed = { subscribed: {}, already_subscribed: {}, unauthorized, fresh: [], created: [] };
  for (const one of allowed) {
    const found = findChannelByName(app.db, one.name);
    const channel = found ?? doCreateWishedChannel(app, actor, one, params);
    if (!found) result.created.push(channel);
    const added = new Set(doSubscribe(app, channel, users, { color: one.color }).map(({ id }) => id));
    for (const user of users) {
      addName(added.has(user.id) ? result.subscribed : result.already_subscribed, user, channel);
      if (found && added.has(user.id)) result.fresh.push({ user, channel });
    }
  }
  return result;
}

function ensureFew(users: readonly User[], channels: readonly unknown[]): void {
  if (users.length * channels.length > mostSubscriptions) throw tooManySubscriptions();
}

function onceEach(channels: readonly WantedChannel[]): WantedChannel[] {
  const named = channels.map((one) => ({ ...one, name: checkChannelName(one.name) }));
  const first = new Map([...named].reverse().map((one) => [foldName(one.name), one]));
  return named.filter((one) => first.get(foldName(one.name)) === one);
}

/** Throws channelInaccessible or insufficientPermission unless a user may subscribe users to the channels that exist. */
function ensureCanSubscribe(app: Context, actor: User, users: readonly User[], wanted: readonly WantedChannel[]): void {
  const existing: Channel[] = [];
  for (const { name } of wanted) {
    const channel = findChannelByName(app.db, name);
    // The spelling of a channel that the user cannot see must not leak.
    if (channel && !canReadChannel(app, actor, channel)) throw channelInaccessible({ name: escapeHtml(name) });
    if (channel) existing.push(channel);
  }
  if (!existing.every((channel) => canAdd(app, actor, users, channel))) throw insufficientPermission();
}

/** Whether a user may subscribe users to a channel, or create it if there is none. Throws other creationErrors. */
function canSubscribe(
  app: Context,
  actor: User,
  users: readonly User[],
  { name }: WantedChannel,
  params: CreationParams,
): boolean {
  const channel = findChannelByName(app.db, name);
  if (!channel) return canCreate(app, actor, params);
  return canReadChannel(app, actor, channel) && canAdd(app, actor, users, channel);
}

function canAdd(app: Context, actor: User, users: readonly User[], channel: Channel): boolean {
  if (!users.every((user) => isChannelInScope(app.db, user, channel.id))) return false;
  return users.every(({ id }) => id === actor.id) || mayAddSubscribers(app, actor, channel.id);
}

function addName(names: NamesByUser, user: User, channel: Channel): void {
  names[user.id] ??= [];
  names[user.id]?.push(channel.name);
}

/**
 * Unsubscribes users from channels, or throws one of unsubscribingErrors. Returns the name of a channel once for each
 * user.
 */
export function doUnsubscribeByName(
  app: Context,
  actor: User,
  users: readonly User[],
  names: readonly string[],
): { removed: string[]; not_removed: string[] } {
  const named = names.map((name) => accessForLeaving(app, actor, name));
  const channels = [...new Map(named.map((channel) => [channel.id, channel])).values()];
  ensureFew(users, channels);
  for (const channel of channels) ensureCanRemove(app, actor, channel, users);
  const removed: string[] = [];
  const not_removed: string[] = [];
  for (const channel of channels) {
    const gone = new Set(doUnsubscribe(app, channel, users));
    for (const one of users) (gone.has(one) ? removed : not_removed).push(channel.name);
  }
  return { removed, not_removed };
}

function accessForLeaving(app: Context, user: User, name: string): Channel {
  const channel = findChannelByName(app.db, name);
  if (!channel || !canSeeChannel(app, user, channel))
    throw channelDoesNotExist({ name: escapeHtml(name), asked: name });
  return channel;
}

function ensureCanRemove(app: Context, actor: User, channel: Channel, users: readonly User[]): void {
  const others = users.filter(({ id }) => id !== actor.id);
  if (isAdministrator(actor) || others.every((user) => user.bot_owner_id === actor.id)) return;
  if (canAdministerChannel(app, actor, channel.id)) return;
  if (!hasChannelPermission(app, actor, channel.id, 'can_remove_subscribers_group')) throw insufficientPermission();
}
