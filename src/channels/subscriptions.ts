import type { App } from '../app.ts';
import {
  type GroupValue,
  groupNotAllowed,
  groupValue,
  invalidGroupMember,
  invalidUserGroup,
  systemGroupId,
} from '../groups/group.ts';
import { isInGroup } from '../groups/membership.ts';
import { type Context, type Endpoint, endpoint } from '../http/endpoint.ts';
import { errorKind, insufficientPermission, ownerRequired } from '../http/errors.ts';
import {
  anyOf,
  boolean,
  converted,
  integer,
  list,
  object,
  oneOf,
  optional,
  type Param,
  required,
  text,
} from '../http/params.ts';
import { doAnnounceChannel, doTellSubscribed, maxBulkSubscriptionMessages } from '../messages/notices.ts';
import { findRealmSetting, realmPermissionGroup } from '../realm/settings.ts';
import { escapeHtml, foldName } from '../text.ts';
import {
  accessUser,
  accessUserByEmail,
  ensureActive,
  isAdministrator,
  isOwner,
  noSuchUser,
  type User,
  userIsDeactivated,
} from '../users/user.ts';
import {
  type Channel,
  canReadChannel,
  canSeeChannel,
  channelDoesNotExist,
  channelLimits,
  channelNameErrors,
  checkChannelName,
  doCreateChannel,
  findChannelByName,
  isSubscribed,
  type NewChannel,
  topicsPolicies,
} from './channel.ts';
import {
  type ChannelPermission,
  canAdministerChannel,
  channelPermissionNames,
  hasChannelPermission,
} from './permissions.ts';
import { doSubscribe, doUnsubscribe, presentSubscriptions } from './subscription.ts';

const channelInaccessible = errorKind<{ name: string }>('Unable to access channel ({name}).');
const privateDefault = errorKind('A default channel cannot be private.');
const webPublicDisabled = errorKind('Web-public channels are not enabled.');
const webPublicPrivate = errorKind('A web-public channel cannot be private.');
const descriptionTooLong = errorKind(`description is too long (limit: ${channelLimits.description} characters)`);
const unknownFolder = errorKind('Invalid channel folder ID');

const permissionParams = Object.fromEntries(
  channelPermissionNames.map((name) => [name, optional(groupValue(), `Who has \`${name}\` in a new channel.`)]),
) as Record<ChannelPermission, Param<GroupValue | undefined>>;

const principals = optional(anyOf(list(integer()), list(text())), 'Ids or addresses of users; by default oneself.');

export const subscribe: Endpoint = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions',
  summary: 'Subscribe users to channels, creating those that do not exist',
  access: 'member',
  params: {
    subscriptions: required(
      list(
        object({
          name: required(text(), 'Name of the channel.'),
          description: optional(text(), 'Description of a new channel, in Markdown.'),
          color: optional(text({ max: 30 }), 'Colour for oneself, as `#rrggbb`.'),
        }),
        { max: 1000 },
      ),
      'The channels.',
    ),
    principals,
    authorization_errors_fatal: optional(boolean(), 'Whether one refused channel fails the request.', {
      fallback: true,
    }),
    announce: optional(boolean(), 'Whether to announce new channels.', { fallback: false }),
    invite_only: optional(boolean(), 'Whether new channels are private.', { fallback: false }),
    is_web_public: optional(boolean(), 'Whether new channels are open to the web.', { fallback: false }),
    is_default_stream: optional(boolean(), 'Whether newcomers get new channels.', { fallback: false }),
    history_public_to_subscribers: optional(boolean(), 'Whether new subscribers read what was written before.'),
    message_retention_days: optional(retentionDays(), 'Days until messages are deleted.', { fallback: null }),
    topics_policy: optional(oneOf(topicsPolicies), 'Which topics new channels allow.', {
      fallback: 'inherit' as const,
    }),
    folder_id: optional(integer(), 'Folder of new channels.'),
    send_new_subscription_messages: optional(boolean(), 'Whether to tell others they were subscribed.', {
      fallback: true,
    }),
    ...permissionParams,
  },
  errors: [
    ...channelNameErrors,
    descriptionTooLong,
    insufficientPermission,
    channelInaccessible,
    privateDefault,
    webPublicDisabled,
    webPublicPrivate,
    ownerRequired,
    unknownFolder,
    noSuchUser,
    userIsDeactivated,
    invalidUserGroup,
    invalidGroupMember,
    groupNotAllowed,
  ],
  handler(context, params) {
    const { app, user } = context;
    const users = accessPrincipals(context, params.principals);
    const wanted = params.subscriptions.map((one) => ({ ...one, name: checkChannelName(one.name) }));
    const existing = wanted.flatMap(({ name }) => findChannelByName(app.db, name) ?? []);
    const refused = existing.filter((channel) => !canSubscribe(app, user, channel, users));
    // As the request spells them: how a channel one may not see is written is nobody's to learn.
    const unauthorized = wanted
      .map(({ name }) => name)
      .filter((name) => refused.some((channel) => foldName(channel.name) === foldName(name)));
    const [firstRefused] = unauthorized;
    if (firstRefused !== undefined && params.authorization_errors_fatal) {
      throw channelInaccessible({ name: escapeHtml(firstRefused) });
    }
    const created = createMissing(app, user, wanted, params);
    ensureCanAddOthers(
      app,
      user,
      users,
      existing.filter((channel) => !refused.includes(channel)),
    );

    const result = { subscribed: {} as NamesByUser, already_subscribed: {} as NamesByUser };
    const fresh: { user: User; channel: Channel }[] = [];
    const granted = new Set(wanted.flatMap(({ name }) => findChannelByName(app.db, name) ?? []).map(({ id }) => id));
    for (const { name, color } of wanted) {
      const channel = findChannelByName(app.db, name) as Channel;
      if (refused.some(({ id }) => id === channel.id) || !granted.delete(channel.id)) continue;
      const added = doSubscribe(app, channel, users, color);
      for (const one of users) {
        const isNew = added.some(({ id }) => id === one.id);
        addName(isNew ? result.subscribed : result.already_subscribed, one, channel);
        if (isNew && !created.has(channel.id) && one.id !== user.id) fresh.push({ user: one, channel });
      }
    }
    for (const channel of created.values()) doAnnounceChannel(app, user, channel, params.announce);
    return {
      ...result,
      ...(params.authorization_errors_fatal ? {} : { unauthorized }),
      ...(params.send_new_subscription_messages
        ? { new_subscription_messages_sent: tellSubscribed(app, user, fresh) }
        : {}),
    };
  },
});

export const getSubscriptions: Endpoint = endpoint({
  method: 'GET',
  path: '/users/me/subscriptions',
  summary: 'Get own subscriptions',
  access: 'user',
  params: {
    include_subscribers: optional(oneOf(['true', 'false', 'partial']), 'Whether to list subscribers.', {
      fallback: 'false' as const,
    }),
  },
  errors: [],
  handler({ app, user }, { include_subscribers }) {
    return { subscriptions: presentSubscriptions(app, user, 1, include_subscribers !== 'false') };
  },
});

export const unsubscribe: Endpoint = endpoint({
  method: 'DELETE',
  path: '/users/me/subscriptions',
  summary: 'Unsubscribe users from channels',
  access: 'user',
  params: { subscriptions: required(list(text(), { max: 1000 }), 'Names of the channels.'), principals },
  errors: [channelDoesNotExist, insufficientPermission, noSuchUser, userIsDeactivated],
  handler(context, { subscriptions, principals: named }) {
    const { app, user } = context;
    const users = accessPrincipals(context, named);
    const channels = subscriptions.map((name) => accessForLeaving(app, user, name));
    for (const channel of channels) ensureCanRemove(app, user, channel, users);
    const removed: string[] = [];
    const not_removed: string[] = [];
    for (const channel of channels) {
      const gone = doUnsubscribe(app, channel, users);
      for (const one of users) (gone.includes(one) ? removed : not_removed).push(channel.name);
    }
    return { removed, not_removed };
  },
});

/** Channel names by user id. */
type NamesByUser = Record<string, string[]>;

interface CreationParams extends Record<ChannelPermission, GroupValue | undefined> {
  invite_only: boolean;
  is_web_public: boolean;
  is_default_stream: boolean;
  history_public_to_subscribers: boolean | undefined;
  message_retention_days: number | null;
  topics_policy: (typeof topicsPolicies)[number];
  folder_id: number | undefined;
}

function createMissing(
  app: App,
  user: User,
  wanted: readonly { name: string; description: string | undefined }[],
  params: CreationParams,
): Map<number, Channel> {
  const created = new Map<number, Channel>();
  for (const { name, description = '' } of wanted) {
    if (findChannelByName(app.db, name)) continue;
    if (created.size === 0) ensureCanCreate(app, user, params);
    if ([...description].length > channelLimits.description) throw descriptionTooLong();
    const channel = doCreateChannel(app, user, newChannel(name, description, params));
    created.set(channel.id, channel);
  }
  return created;
}

function newChannel(name: string, description: string, params: CreationParams): NewChannel {
  return { ...params, name, description, is_default: params.is_default_stream, permissions: params };
}

function ensureCanCreate(app: App, user: User, params: CreationParams): void {
  const { invite_only, is_web_public, is_default_stream, message_retention_days, topics_policy } = params;
  const may = (name: Parameters<typeof realmPermissionGroup>[1]) =>
    isInGroup(app, user, realmPermissionGroup(app.db, name));
  if (!may(invite_only ? 'can_create_private_channel_group' : 'can_create_public_channel_group')) {
    throw insufficientPermission();
  }
  if (is_web_public && invite_only) throw webPublicPrivate();
  if (is_web_public && findRealmSetting(app.db, 'enable_spectator_access') !== true) throw webPublicDisabled();
  if (is_web_public && !may('can_create_web_public_channel_group')) throw insufficientPermission();
  if (is_default_stream && !isAdministrator(user)) throw insufficientPermission();
  if (is_default_stream && invite_only) throw privateDefault();
  if (message_retention_days !== null && !isOwner(user)) throw ownerRequired();
  if (topics_policy !== 'inherit' && !may('can_set_topics_policy_group')) throw insufficientPermission();
  if (setsDeletePolicy(app, params) && !may('can_set_delete_message_policy_group')) throw insufficientPermission();
  if (params.folder_id !== undefined) throw unknownFolder();
}

// Some clients always send every permission, with its default.
function setsDeletePolicy({ db }: App, params: CreationParams): boolean {
  const values = [params.can_delete_any_message_group, params.can_delete_own_message_group];
  return values.some((value) => value !== undefined && value !== systemGroupId(db, 'role:nobody'));
}

function canSubscribe(app: App, actor: User, channel: Channel, users: readonly User[]): boolean {
  if (!canReadChannel(app, actor, channel)) return false;
  const isOnlySelf = users.every(({ id }) => id === actor.id);
  if (!channel.invite_only || !isOnlySelf || isSubscribed(app.db, actor.id, channel.id)) return true;
  return (
    hasChannelPermission(app, actor, channel.id, 'can_subscribe_group') ||
    hasChannelPermission(app, actor, channel.id, 'can_add_subscribers_group')
  );
}

function ensureCanAddOthers(app: App, actor: User, users: readonly User[], channels: readonly Channel[]): void {
  if (users.every(({ id }) => id === actor.id)) return;
  if (isInGroup(app, actor, realmPermissionGroup(app.db, 'can_add_subscribers_group'))) return;
  const canAdd = (channel: Channel) =>
    canAdministerChannel(app, actor, channel.id) ||
    hasChannelPermission(app, actor, channel.id, 'can_add_subscribers_group');
  if (!channels.every(canAdd)) throw insufficientPermission();
}

function accessForLeaving(app: App, user: User, name: string): Channel {
  const channel = findChannelByName(app.db, name);
  if (!channel || !canSeeChannel(app, user, channel)) throw channelDoesNotExist({ name: escapeHtml(name) });
  return channel;
}

function ensureCanRemove(app: App, actor: User, channel: Channel, users: readonly User[]): void {
  const others = users.filter(({ id }) => id !== actor.id);
  if (isAdministrator(actor) || others.every((user) => user.bot_owner_id === actor.id)) return;
  if (!hasChannelPermission(app, actor, channel.id, 'can_remove_subscribers_group')) throw insufficientPermission();
}

function accessPrincipals({ app, user }: Context, named: (string | number)[] | undefined): User[] {
  if (named === undefined || named.length === 0) return [user];
  const found = named.map((one) => {
    return typeof one === 'number' ? accessUser(app.db, one) : accessUserByEmail(app, user, one);
  });
  return [...new Map(found.map((one) => [one.id, ensureActive(one)])).values()];
}

function tellSubscribed(app: App, actor: User, fresh: readonly { user: User; channel: Channel }[]): boolean {
  const people = Map.groupBy(fresh, ({ user }) => user);
  if (people.size > maxBulkSubscriptionMessages) return false;
  for (const [person, rows] of people) {
    if (person.bot_type === null)
      doTellSubscribed(
        app,
        actor,
        person,
        rows.map(({ channel }) => channel),
      );
  }
  return true;
}

function addName(names: NamesByUser, user: User, channel: Channel): void {
  names[user.id] = [...(names[user.id] ?? []), channel.name];
}

function retentionDays() {
  return converted<number | null>(
    (raw) => {
      if (raw === 'realm_default') return null;
      if (raw === 'unlimited' || raw === 'forever') return -1;
      const days = Number(raw);
      return raw !== '' && Number.isSafeInteger(days) && days > 0 ? days : undefined;
    },
    {
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', enum: ['realm_default', 'unlimited'] },
      ],
    },
    ['x', '0', '-3', '1.5', ''],
  );
}
