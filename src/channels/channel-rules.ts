import type { Context } from '../context.ts';
import { type Channel, hasSharedHistory } from '../conversations/channel.ts';
import { permissionGroupId } from '../conversations/channel-permissions.ts';
import { hasRealmPermission } from '../groups/realm-permission.ts';
import { errorKind, insufficientPermission } from '../http/errors.ts';
import { systemGroupId } from '../realm/group.ts';
import { findRealmSetting, type RealmPermission } from '../realm/settings.ts';
import type { User } from '../users/user.ts';

export const webPublicDisabled = errorKind('Web-public channels are not enabled.');
export const moderationPublic = errorKind('A moderation request channel cannot be public.');
const privateDefault = errorKind('A default channel cannot be private.');
const topicsRestricted = errorKind(
  "'can_create_topic_group' setting must be 'role:everyone' in a private channel with protected history.",
);

/** Errors of contradictory channel settings. */
export const settingsErrors = [privateDefault, topicsRestricted] as const;

/** Throws one of settingsErrors, or moderationPublic, if a channel's current settings contradict each other. */
export function ensureSettingsFit({ db }: Context, channel: Channel): void {
  if (channel.is_default && channel.invite_only) throw privateDefault();
  const isForModeration = findRealmSetting(db, 'moderation_request_channel_id') === channel.id;
  if (isForModeration && !channel.invite_only) throw moderationPublic();
  // Users who do not see every topic could not know whether a topic is new.
  if (hasSharedHistory(channel)) return;
  const creators = permissionGroupId(db, channel.id, 'can_create_topic_group');
  if (creators !== systemGroupId(db, 'role:everyone')) throw topicsRestricted();
}

/** Throws insufficientPermission unless a user may create a public or, if `invite_only`, a private channel. */
export function ensureCanMake(app: Context, user: User, invite_only: boolean): void {
  ensureRealmPermission(
    app,
    user,
    invite_only ? 'can_create_private_channel_group' : 'can_create_public_channel_group',
  );
}

/** Throws webPublicDisabled or insufficientPermission unless a user may open a channel to the web. */
export function ensureCanOpenToWeb(app: Context, user: User): void {
  if (findRealmSetting(app.db, 'enable_spectator_access') !== true) throw webPublicDisabled();
  ensureRealmPermission(app, user, 'can_create_web_public_channel_group');
}

/** Throws insufficientPermission unless a user may set the delete permissions of a channel. */
export function ensureCanSetDeletePolicy(app: Context, user: User): void {
  ensureRealmPermission(app, user, 'can_set_delete_message_policy_group');
}

function ensureRealmPermission(app: Context, user: User, name: RealmPermission): void {
  if (!hasRealmPermission(app, user, name)) throw insufficientPermission();
}
