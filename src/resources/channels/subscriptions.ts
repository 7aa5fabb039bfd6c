import { inBatches } from '../../channels/batches.ts';
import {
  type CreationParams,
  canCreate,
  creationDefaults,
  creationErrors,
  creationParams,
  doCreateWishedChannel,
} from '../../channels/creation.ts';
import { descriptionTooLong } from '../../channels/new-channel.ts';
import { doSubscribe, doUnsubscribe } from '../../channels/subscription.ts';
import { color } from '../../channels/subscription-property.ts';
import { includeSubscribers, prepareOwnChannels, presentSubscriptions } from '../../channels/subscription-record.ts';
import type { Context } from '../../context.ts';
import {
  type Channel,
  canReadChannel,
  canSeeChannel,
  channelDoesNotExist,
  findChannelByName,
  getChannel,
} from '../../conversations/channel.ts';
import { channelNameErrors, checkChannelName } from '../../conversations/channel-name.ts';
import {
  canAdministerChannel,
  hasChannelPermission,
  mayAddSubscribers,
} from '../../conversations/channel-permissions.ts';
import { readInTurns, type SubmitsLongReads } from '../../db/turn-queue.ts';
import { escapeHtml, foldName } from '../../ground/text.ts';
import { InTurns, type Turns } from '../../http/endpoint.ts';
import { errorKind, guestRefused, insufficientPermission } from '../../http/errors.ts';
import { anyOf, boolean, hint, integer, list, object, oneOf, optional, required, text } from '../../http/params.ts';
import { doAnnounceChannel, doNotifySubscribed } from '../../messages/notices.ts';
import { realmListFull } from '../../realm/realm-list.ts';
import { accessUser, accessUserByEmail } from '../../users/access.ts';
import {
  ensureActive,
  getUser,
  isAdministrator,
  noSuchUser,
  roles,
  type User,
  userIsDeactivated,
} from '../../users/user.ts';
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
  handler: (context, params) => new InTurns(doSubscribeAndNotify(context, params)),
});

export const getSubscriptions: Endpoint<SubmitsLongReads> = endpoint({
  method: 'GET',
  path: '/users/me/subscriptions',
  summary: 'Get your subscriptions',
  access: 'user',
  params: {
    include_subscribers: optional(hint(oneOf(includeSubscribers)), 'Whether to list subscribers.', {
      fallback: 'false' as const,
    }),
  },
  errors: [],
  prepare: ({ app, user }, params) => readInTurns(app, prepareOwnChannels(app, user, params)),
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
    realmListFull,
  ],
  handler({ app, user }, params) {
    const { add } = params;
    if (add.length === 0 && params.delete.length === 0) throw nothingToDo();
    if (add.length > 0 && user.role === roles.guest) throw guestRefused();
    const options = { ...creationDefaults, authorization_errors_fatal: true };
    const { subscribed, already_subscribed } = atOnce(doSubscribeByName(app, user, [user], add, options));
    return { subscribed, already_subscribed, ...atOnce(doUnsubscribeByName(app, user, [user], params.delete)) };
  },
});

export const unsubscribe: Endpoint<SubmitsLongReads> = endpoint({
  method: 'DELETE',
  path: '/users/me/subscriptions',
  summary: 'Unsubscribe users from channels',
  access: 'user',
  params: { subscriptions: required(channelNames, 'Names of the channels.'), principals },
  errors: [channelDoesNotExist, insufficientPermission, noSuchUser, userIsDeactivated],
  handler(context, { subscriptions, principals: named }) {
    const users = accessPrincipals(context, named);
    return new InTurns(doUnsubscribeByName(context.app, context.user, users, subscriptions));
  },
});

type SubscribeParams = CreationParams & {
  subscriptions: readonly Wanted[];
  principals: (string | number)[] | undefined;
  authorization_errors_fatal: boolean;
  send_new_subscription_messages: boolean;
};

function* doSubscribeAndNotify(context: Call, params: SubscribeParams) {
  const { app, user } = context;
  const users = accessPrincipals(context, params.principals);
  const { fresh, unauthorized, ...names } = yield* doSubscribeByName(app, user, users, params.subscriptions, params);
  return {
    ...names,
    ...(params.authorization_errors_fatal ? {} : { unauthorized }),
    ...(params.send_new_subscription_messages
      ? { new_subscription_messages_sent: doNotifySubscribed(app, user, fresh) }
      : {}),
  };
}

/** Takes all turns of an act in the running transaction. */
function atOnce<Result>(turns: Turns<Result>): Result {
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
  }
}

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

function* doSubscribeByName(
  app: Context,
  actor: User,
  users: readonly User[],
  channels: readonly Wanted[],
  params: CreationParams & { authorization_errors_fatal: boolean },
): Turns<Subscribed> {
  const wanted = onceEach(channels);
  if (params.authorization_errors_fatal) ensureCanSubscribe(app, actor, users, wanted);
  const allowed = params.authorization_errors_fatal
    ? wanted
    : wanted.filter((one) => canSubscribe(app, actor, users, one, params));

  const unauthorized = wanted.filter((one) => !allowed.includes(one)).map(({ name }) => name);
  const result: Subscribed = { subscribed: {}, already_subscribed: {}, unauthorized, fresh: [] };
  const opened = new Map<Wanted, Opened>();
  // With the creator among the first, the request can be repeated for a private channel.
  yield* inBatches(app, { targets: allowed, users, first: actor }, (one, some) => {
    const known = opened.get(one);
    if (known) ensureCanContinue(app, getUser(app.db, actor.id), some, known, params);
    const place = known ?? openChannel(app, actor, one, params);
    opened.set(one, place);
    doSubscribeSome(app, place, some, one.color, result);
  });
  for (const { channel_id, isNew } of opened.values())
    if (isNew) doAnnounceChannel(app, actor, getChannel(app.db, channel_id), params.announce);
  return result;
}

/** A channel that a request subscribes users to, created by it or not. */
interface Opened {
  channel_id: number;
  isNew: boolean;
}

function openChannel(app: Context, actor: User, wanted: Wanted, params: CreationParams): Opened {
  const found = findChannelByName(app.db, wanted.name);
  const { id } = found ?? doCreateWishedChannel(app, actor, wanted, params);
  return { channel_id: id, isNew: !found };
}

function doSubscribeSome(
  app: Context,
  { channel_id, isNew }: Opened,
  users: readonly User[],
  color: string | undefined,
  result: Subscribed,
): void {
  const channel = getChannel(app.db, channel_id);
  const added = new Set(doSubscribe(app, channel, users, { color }).map(({ id }) => id));
  for (const user of users) {
    addName(added.has(user.id) ? result.subscribed : result.already_subscribed, user, channel);
    if (!isNew && added.has(user.id)) result.fresh.push({ user, channel });
  }
}

/** Throws insufficientPermission if a user may no longer do what the request began with. */
function ensureCanContinue(
  app: Context,
  actor: User,
  users: readonly User[],
  { channel_id, isNew }: Opened,
  params: CreationParams,
): void {
  const channel = getChannel(app.db, channel_id);
  const isAllowed = isNew ? canCreate(app, actor, params) : canSubscribeTo(app, actor, users, channel);
  if (!isAllowed) throw insufficientPermission();
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
  return channel ? canSubscribeTo(app, actor, users, channel) : canCreate(app, actor, params);
}

function canSubscribeTo(app: Context, actor: User, users: readonly User[], channel: Channel): boolean {
  return canReadChannel(app, actor, channel) && canAdd(app, actor, users, channel);
}

function canAdd(app: Context, actor: User, users: readonly User[], channel: Channel): boolean {
  return users.every(({ id }) => id === actor.id) || mayAddSubscribers(app, actor, channel.id);
}

function* doUnsubscribeByName(
  app: Context,
  actor: User,
  users: readonly User[],
  names: readonly string[],
): Turns<{ removed: string[]; not_removed: string[] }> {
  const channel_ids = [...new Set(names.map((name) => accessForLeaving(app, actor, name).id))];
  for (const id of channel_ids) ensureCanRemove(app, actor, id, users);
  const removed: string[] = [];
  const not_removed: string[] = [];
  // The right to remove others may depend on the actor's own subscription.
  yield* inBatches(app, { targets: channel_ids, users, last: actor }, (id, some) => {
    ensureCanRemove(app, getUser(app.db, actor.id), id, some);
    const channel = getChannel(app.db, id);
    const gone = new Set(doUnsubscribe(app, channel, some));
    for (const one of some) (gone.has(one) ? removed : not_removed).push(channel.name);
  });
  return { removed, not_removed };
}

function accessForLeaving(app: Context, user: User, name: string): Channel {
  const channel = findChannelByName(app.db, name);
  if (!channel || !canSeeChannel(app, user, channel))
    throw channelDoesNotExist({ name: escapeHtml(name), asked: name });
  return channel;
}

function ensureCanRemove(app: Context, actor: User, channel_id: number, users: readonly User[]): void {
  const others = users.filter(({ id }) => id !== actor.id);
  if (isAdministrator(actor) || others.every((user) => user.bot_owner_id === actor.id)) return;
  if (canAdministerChannel(app, actor, channel_id)) return;
  if (!hasChannelPermission(app, actor, channel_id, 'can_remove_subscribers_group')) throw insufficientPermission();
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
