import type { App } from '../context.ts';
import { type Channel, topicsPolicies } from '../conversations/channel.ts';
import { type ChannelPermission, channelPermissionNames } from '../conversations/channel-permissions.ts';
import { errorKind, insufficientPermission, ownerRequired } from '../http/errors.ts';
import { boolean, integer, oneOf, optional, type Param, type Values } from '../http/params.ts';
import {
  type GroupValue,
  groupNotAllowed,
  groupValue,
  invalidGroupMember,
  invalidUserGroup,
  systemGroupId,
} from '../realm/group.ts';
import { isAdministrator, type User } from '../users/user.ts';
import {
  ensureCanMake,
  ensureCanOpenToWeb,
  ensureCanSetDeletePolicy,
  ensureCanSetRetention,
  ensureCanSetTopicsPolicy,
  ensureSettingsFit,
  retentionDays,
  settingsErrors,
  webPublicDisabled,
} from './channel-rules.ts';
import { accessOpenFolder, invalidFolder } from './folder.ts';
import { channelNameErrors, checkDescription, descriptionTooLong, doCreateChannel } from './new-channel.ts';

const webPublicPrivate = errorKind('A web-public channel cannot be private.');

const permissionParams = Object.fromEntries(
  channelPermissionNames.map((name) => [name, optional(groupValue(), `Who has \`${name}\` in a new channel.`)]),
) as Record<ChannelPermission, Param<GroupValue | undefined>>;

/** What one says about new channels besides their names. */
export const creationParams = {
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
  ...permissionParams,
};

export type CreationParams = Values<typeof creationParams>;

/** What is said where nothing is said. */
export const creationDefaults = Object.fromEntries(
  Object.entries(creationParams).map(([name, { fallback }]) => [name, fallback]),
) as CreationParams;

/** The ways making a channel can fail. */
export const creationErrors = [
  ...channelNameErrors,
  ...settingsErrors,
  descriptionTooLong,
  insufficientPermission,
  webPublicDisabled,
  webPublicPrivate,
  ownerRequired,
  invalidFolder,
  invalidUserGroup,
  invalidGroupMember,
  groupNotAllowed,
];

/**
 * Makes a channel as a user wishes it, if they may. The caller has checked that the name is free and fit. Throws one of
 * creationErrors.
 */
export function doCreateWishedChannel(
  app: App,
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
    permissions: params,
  });
  ensureSettingsFit(app, channel);
  return channel;
}

function ensureCanCreate(app: App, user: User, params: CreationParams): void {
  const { invite_only, is_web_public, is_default_stream, message_retention_days, topics_policy } = params;
  ensureCanMake(app, user, invite_only);
  if (is_web_public && invite_only) throw webPublicPrivate();
  if (is_web_public) ensureCanOpenToWeb(app, user);
  if (is_default_stream && !isAdministrator(user)) throw insufficientPermission();
  ensureCanSetRetention(user, message_retention_days);
  ensureCanSetTopicsPolicy(app, user, topics_policy);
  if (setsDeletePolicy(app, params)) ensureCanSetDeletePolicy(app, user);
  if (params.folder_id !== undefined) accessOpenFolder(app.db, params.folder_id);
}

// Some clients always send every permission, with its default.
function setsDeletePolicy({ db }: App, params: CreationParams): boolean {
  const values = [params.can_delete_any_message_group, params.can_delete_own_message_group];
  return values.some((value) => value !== undefined && value !== systemGroupId(db, 'role:nobody'));
}
