import type { Context } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import { channelNameErrors } from '../conversations/channel-name.ts';
import { type ChannelPermission, channelPermissionNames } from '../conversations/channel-permissions.ts';
import {
  type ChannelProperties,
  channelProperties,
  type PropertyName,
  propertyErrors,
  propertyNames,
  propertyParams,
} from '../conversations/channel-properties.ts';
import { errorKind, insufficientPermission, isKind } from '../http/errors.ts';
import { boolean, optional, type Param, type Values } from '../http/params.ts';
import {
  type GroupValue,
  groupNotAllowed,
  groupValue,
  groupValueErrors,
  invalidGroupMember,
  systemGroupId,
} from '../realm/group.ts';
import { realmListFull } from '../realm/realm-list.ts';
import { isAdministrator, type User } from '../users/user.ts';
import {
  ensureCanMake,
  ensureCanOpenToWeb,
  ensureCanSetDeletePolicy,
  ensureSettingsFit,
  settingsErrors,
  webPublicDisabled,
} from './channel-rules.ts';
import { checkDescription, descriptionTooLong, doCreateChannel } from './new-channel.ts';

const webPublicPrivate = errorKind('A web-public channel cannot be private.');

const permissionParams = Object.fromEntries(
  channelPermissionNames.map((name) => [name, optional(groupValue(), `Value of \`${name}\` for new channels.`)]),
) as Record<ChannelPermission, Param<GroupValue | undefined>>;

/** The parameters of new channels, besides their names. */
export const creationParams = {
  announce: optional(boolean(), 'Whether to announce new channels.', { fallback: false }),
  invite_only: optional(boolean(), 'Whether new channels are private.', { fallback: false }),
  is_web_public: optional(boolean(), 'Whether new channels are open to the web.', { fallback: false }),
  is_default_stream: optional(
    boolean(),
    'Whether new channels become default channels, which new users are subscribed to.',
    { fallback: false },
  ),
  history_public_to_subscribers: optional(boolean(), 'Whether new subscribers can read earlier messages.'),
  ...propertyParams('creation'),
  ...permissionParams,
};

export type CreationParams = Values<typeof creationParams>;

/** The defaults of these parameters. */
export const creationDefaults = Object.fromEntries(
  Object.entries(creationParams).map(([name, { fallback }]) => [name, fallback]),
) as CreationParams;

/** Errors of the creation of a channel without further settings. */
export const plainCreationErrors = [realmListFull, ...channelNameErrors, descriptionTooLong, insufficientPermission];

/** Errors of channel creation. */
export const creationErrors = [
  ...plainCreationErrors,
  ...settingsErrors,
  webPublicDisabled,
  webPublicPrivate,
  ...propertyErrors,
  ...groupValueErrors,
  invalidGroupMember,
  groupNotAllowed,
];

/**
 * Creates a channel with the given settings, if the user may. The caller has checked that the name is valid and free.
 * Throws one of creationErrors.
 */
export function doCreateWishedChannel(
  app: Context,
  user: User,
  { name, description = '' }: { name: string; description?: string | undefined },
  params: CreationParams,
): Channel {
  ensureCanCreate(app, user, params);
  const channel = doCreateChannel(app, user, {
    ...params,
    name,
    description: checkDescription(description),
    is_default: params.is_default_stream,
    properties: params,
    permissions: params,
  });
  ensureSettingsFit(app, channel);
  return channel;
}

/** Whether a user may create channels with the given settings. Throws other creationErrors. */
export function canCreate(app: Context, user: User, params: CreationParams): boolean {
  try {
    ensureCanCreate(app, user, params);
    return true;
  } catch (error) {
    if (isKind(error, insufficientPermission)) return false;
    throw error;
  }
}

/** Throws one of creationErrors unless a user may create channels with the given settings. */
function ensureCanCreate(app: Context, user: User, params: CreationParams): void {
  const { invite_only, is_web_public, is_default_stream } = params;
  ensureCanMake(app, user, invite_only);
  if (is_web_public && invite_only) throw webPublicPrivate();
  if (is_web_public) ensureCanOpenToWeb(app, user);
  if (is_default_stream && !isAdministrator(user)) throw insufficientPermission();
  for (const name of propertyNames) ensureCanSetInitially(app, user, name, params[name]);
  if (setsDeletePolicy(app, params)) ensureCanSetDeletePolicy(app, user);
}

function ensureCanSetInitially<Name extends PropertyName>(
  app: Context,
  user: User,
  name: Name,
  value: ChannelProperties[Name] | undefined,
): void {
  const { creation, ensureCanSet } = channelProperties[name];
  if (value !== undefined && value !== creation.fallback) ensureCanSet(app, user, value);
}

// Some clients always send every permission, with its default.
function setsDeletePolicy({ db }: Context, params: CreationParams): boolean {
  const values = [params.can_delete_any_message_group, params.can_delete_own_message_group];
  return values.some((value) => value !== undefined && value !== systemGroupId(db, 'role:nobody'));
}
