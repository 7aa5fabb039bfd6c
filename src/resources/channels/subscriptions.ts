import {
  type CreationParams,
  canCreate,
  creationDefaults,
  creationErrors,
  creationParams,
  doCreateWishedChannel,
} from '../../channels/creation.ts';
import { descriptionTooLong } from '../../channels/new-channel.ts';
import { doSubscribe, doUnsubscribe, prepareSubscriptions } from '../../channels/subscription.ts';
import { color } from '../../channels/subscription-property.ts';
import { includeSubscribers, presentSubscriptions } from '../../channels/subscription-record.ts';
import type { Context } from '../../context.ts';
import {
  type Channel,
  canReadChannel,
  canSeeChannel,
  channelDoesNotExist,
  findChannelByName,
} from '../../conversations/channel.ts';
import { channelNameErrors, checkChannelName } from '../../conversations/channel-name.ts';
import {
  canAdministerChannel,
  hasChannelPermission,
  mayAddSubscribers,
} from '../../conversations/channel-permissions.ts';
import { readInTurns, type SubmitsLongReads } from '../../db/turn-queue.ts';
import { escapeHtml, foldName } from '../../ground/text.ts';
import { errorKind, guestRefused, insufficientPermission } from '../../http/errors.ts';
import { anyOf, boolean, integer, list, object, oneOf, optional, required, text } from '../../http/params.ts';
import { doAnnounceChannel, doNotifySubscribed } from '../../messages/notices.ts';
import { accessUser, accessUserByEmail } from '../../users/access.ts';
import { ensureActive, isAdministrator, noSuchUser, roles, type User, userIsDeactivated } from '../../users/user.ts';
import { type Call, type Endpoint, endpoint } from '../endpoint.ts';

const channelInaccessible = errorKind<{ name: string }>('Unable to access channel ({name}).');
const nothingToDo = errorKind('Nothing to do. Specify at least one of "add" or "delete".');

const principals = optional(
  anyOf(list(integer()), list(text()), '["list[str]"]'),
  'Ids or addresses of users; by default you.',
);

const wantedChannels = list(
  object({
    name: required(text(), 'Name of the channel.'),
    description: optional(text(), 'Description of a new channel, in Markdown.'),
    color: optional(color(), 'Colour of the channel for the new subscribers.'),
  }),
  { max: 1000 },
);
const channelNames = list(text(), { max: 1000 });

export const subscribe: Endpoint<SubmitsLongReads> = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions',
  summary: 'Subscribe users to channels, creating those that do not exist',
  access: 'member',
  params: {
    subscriptions: required(wantedChannels, 'The channels.'),
    principals,
    authorization_errors_fatal: optional(boolean(), 'Whether the request fails if one channel is refused.', {
      fallback: true,
    }),
    send_new_subscription_messages: optional(boolean(), 'Whether to notify other users that they were subscribed.', {
      fallback: true,
    }),
    ...creationParams,
  },
  errors: [...creationErrors, channelInaccessible, noSuchUser, userIsDeactivated],
  prepare({ app, db }, { subscriptions, principals: named = [] }) {
    const channels = subscriptions.flatMap(({ name }) => findChannelByName(db, name) ?? []);
    const user_ids = named.filter((one) => typeof one === 'number');
    return readInTurns(app, prepareSubscriptions(app, channels, user_ids));
  },
  handler(context, params) {
    const { app, user } = context;
    const users = accessPrincipals(context, params.principals);
    const { fresh, unauthorized, ...names } = doSubscribeByName(app, user, users, params.subscriptions, params);
    return {
      ...names,
      ...(params.authorization_errors_fatal ? {} : { unauthorized }),
      ...(params.send_new_subscription_messages
        ? { new_subscription_messages_sent: doNotifySubscribed(app, user, fresh) }
        : {}),
    };
  },
});

export const getSubscriptions: Endpoint = endpoint({
  method: 'GET',
  path: '/users/me/subscriptions',
  summary: 'Get your subscriptions',
  access: 'user',
  params: {
    include_subscribers: optional(oneOf(includeSubscribers), 'Whether to list subscribers.', {
      fallback: 'false' as const,
    }),
  },
  errors: [],
  handler({ app, user }, { include_subscribers }) {
    const options = { include_subscribers, archived_channels: false, notification_settings_null: true };
    return { subscriptions: presentSubscriptions(app, user, 1, options) };
  },
});

export const updateSubscriptions: Endpoint = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions',
  summary: 'Subscribe to channels and unsubscribe from others',
  access: 'user',
  params: {
    delete: optional(channelNames, 'Names of channels to unsubscribe from.', { fallback: [] as string[] }),
    add: optional(wantedChannels, 'Channels to subscribe to, and to create where they do not exist.', { fallback: [] }),
  },
  errors: [
    ...channelNameErrors,
    descriptionTooLong,
    insufficientPermission,
    channelInaccessible,
    channelDoesNotExist,
    guestRefused,
    nothingToDo,
  ],
  handler({ app, user }, params) {
    const { add } = params;
    if (add.length === 0 && params.delete.length === 0) throw nothingToDo();
    if (add.length > 0 && user.role === roles.guest) throw guestRefused();
    const options = { ...creationDefaults, authorization_errors_fatal: true };
    const { subscribed, already_subscribed } = doSubscribeByName(app, user, [user], add, options);
    return { subscribed, already_subscribed, ...doUnsubscribeByName(app, user, [user], params.delete) };
  },
});

export const unsubscribe: Endpoint = endpoint({
  method: 'DELETE',
  path: '/users/me/subscriptions',
  summary: 'Unsubscribe users from channels',
  access: 'user',
  params: { subscriptions: required(channelNames, 'Names of the channels.'), principals },
  errors: [channelDoesNotExist, insufficientPermission, noSuchUser, userIsDeactivated],
  handler(context, { subscriptions, principals: named }) {
    return doUnsubscribeByName(context.app, context.user, accessPrincipals(context, named), subscriptions);
  },
});

interface Wanted {
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
}

function doSubscribeByName(
  app: Context,
  actor: User,
  users: readonly User[],
  channels: readonly Wanted[],
  params: CreationParams & { authorization_errors_fatal: boolean },
): Subscribed {
  const wanted = onceEach(channels);
  if (params.authorization_errors_fatal) ensureCanSubscribe(app, actor, users, wanted);
  const allowed = params.authorization_errors_fatal
    ? wanted
    : wanted.filter((one) => canSubscribe(app, actor, users, one, params));

  const unauthorized = wanted.filter((one) => !allowed.includes(one)).map(({ name }) => name);
  const result: Subscribed = { subscribed: {}, already_subscribed: {}, unauthorized, fresh: [] };
  const created: Channel[] = [];
  for (const one of allowed) {
    const found = findChannelByName(app.db, one.name);
    const channel = found ?? doCreateWishedChannel(app, actor, one, params);
    if (!found) created.push(channel);
    const added = new Set(doSubscribe(app, channel, users, one.color).map(({ id }) => id));
    for (const user of users) {
      addName(added.has(user.id) ? result.subscribed : result.already_subscribed, user, channel);
      if (found && added.has(user.id)) result.fresh.push({ user, channel });
    }
  }
  for (const channel of created) doAnnounceChannel(app, actor, channel, params.announce);
  return result;
}

function onceEach(channels: readonly Wanted[]): Wanted[] {
  const named = channels.map((one) => ({ ...one, name: checkChannelName(one.name) }));
  const first = new Map([...named].reverse().map((one) => [foldName(one.name), one]));
  return named.filter((one) => first.get(foldName(one.name)) === one);
}

/** Throws channelInaccessible or insufficientPermission unless a user may subscribe users to the channels that exist. */
function ensureCanSubscribe(app: Context, actor: User, users: readonly User[], wanted: readonly Wanted[]): void {
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
  { name }: Wanted,
  params: CreationParams,
): boolean {
  const channel = findChannelByName(app.db, name);
  if (!channel) return canCreate(app, actor, params);
  return canReadChannel(app, actor, channel) && canAdd(app, actor, users, channel);
}

function canAdd(app: Context, actor: User, users: readonly User[], channel: Channel): boolean {
  return users.every(({ id }) => id === actor.id) || mayAddSubscribers(app, actor, channel.id);
}

function doUnsubscribeByName(
  app: Context,
  actor: User,
  users: readonly User[],
  names: readonly string[],
): { removed: string[]; not_removed: string[] } {
  const named = names.map((name) => accessForLeaving(app, actor, name));
  const channels = [...new Map(named.map((channel) => [channel.id, channel])).values()];
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

function accessPrincipals({ app, user }: Call, named: (string | number)[] | undefined): User[] {
  if (named === undefined || named.length === 0) return [user];
  const found = named.map((one) => {
    return typeof one === 'number' ? accessUser(app, user, one) : accessUserByEmail(app, user, one);
  });
  if (found.some((one) => one.is_system_bot)) throw noSuchUser();
  return [...new Map(found.map((one) => [one.id, ensureActive(one)])).values()];
}

function addName(names: NamesByUser, user: User, channel: Channel): void {
  names[user.id] ??= [];
  names[user.id]?.push(channel.name);
}
