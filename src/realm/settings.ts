import type { Database } from '../db/database.ts';
import { presentGroupValue, type SystemGroup, systemGroupId } from '../groups/group.ts';

/** Organization settings and their defaults, by the names of the API. A row of realm_settings holds what differs. */
export const realmSettingDefaults = {
  allow_message_editing: true,
  avatar_changes_disabled: false,
  default_code_block_language: '',
  default_language: 'en',
  digest_emails_enabled: false,
  digest_weekday: 1,
  disallow_disposable_email_addresses: true,
  email_changes_disabled: false,
  emails_restricted_to_domains: false,
  enable_guest_user_dm_warning: true,
  enable_guest_user_indicator: true,
  enable_read_receipts: true,
  enable_spectator_access: false,
  gif_rating_policy: 0,
  inline_image_preview: true,
  inline_url_embed_preview: false,
  invite_required: true,
  jitsi_server_url: null,
  media_preview_size: 100,
  message_content_allowed_in_email_notifications: true,
  message_content_delete_limit_seconds: 600,
  message_content_edit_limit_seconds: 600,
  message_edit_history_visibility_policy: 'all',
  message_retention_days: -1,
  moderation_request_channel_id: -1,
  move_messages_between_streams_limit_seconds: 604_800,
  move_messages_within_stream_limit_seconds: 604_800,
  name_changes_disabled: false,
  new_stream_announcements_stream_id: -1,
  presence_disabled: false,
  push_notifications_enabled: false,
  require_e2ee_push_notifications: false,
  require_unique_names: false,
  send_channel_events_messages: true,
  send_welcome_emails: false,
  signup_announcements_stream_id: -1,
  topics_policy: 'allow_empty_topic',
  video_chat_provider: 0,
  waiting_period_threshold: 0,
  want_advertise_in_communities_directory: false,
  welcome_message_custom_text: '',
} as const satisfies Record<string, string | number | boolean | null>;

/** Who may do what in the organization, where nobody has changed it. */
export const realmPermissionDefaults = {
  can_access_all_users_group: 'role:everyone',
  can_add_custom_emoji_group: 'role:members',
  can_add_subscribers_group: 'role:members',
  can_create_bots_group: 'role:members',
  can_create_groups: 'role:members',
  can_create_private_channel_group: 'role:members',
  can_create_public_channel_group: 'role:members',
  can_create_web_public_channel_group: 'role:owners',
  can_create_write_only_bots_group: 'role:members',
  can_delete_any_message_group: 'role:administrators',
  can_delete_own_message_group: 'role:everyone',
  can_invite_users_group: 'role:members',
  can_manage_all_groups: 'role:owners',
  can_manage_billing_group: 'role:administrators',
  can_mention_many_users_group: 'role:administrators',
  can_move_messages_between_channels_group: 'role:members',
  can_move_messages_between_topics_group: 'role:everyone',
  can_resolve_topics_group: 'role:everyone',
  can_set_delete_message_policy_group: 'role:moderators',
  can_set_topics_policy_group: 'role:members',
  can_summarize_topics_group: 'role:everyone',
  create_multiuse_invite_group: 'role:administrators',
  direct_message_initiator_group: 'role:everyone',
  direct_message_permission_group: 'role:everyone',
} as const satisfies Record<string, SystemGroup>;

export type RealmSetting = keyof typeof realmSettingDefaults;
export type RealmPermission = keyof typeof realmPermissionDefaults;
export type SettingValue = string | number | boolean | null;

export function findRealmSetting(db: Database, name: RealmSetting): SettingValue {
  const stored = findStored(db, name);
  // Null is a value of its own: it takes a limit away.
  return stored === undefined ? realmSettingDefaults[name] : stored;
}

/** Stores a setting; the caller has checked the value. */
export function doSetRealmSetting(db: Database, name: RealmSetting | RealmPermission, value: SettingValue): void {
  db.run('INSERT OR REPLACE INTO realm_settings (name, value) VALUES (?, ?)', name, JSON.stringify(value));
}

/** The id of the group that has an organization-wide permission. */
export function realmPermissionGroup(db: Database, name: RealmPermission): number {
  return (findStored(db, name) as number | undefined) ?? systemGroupId(db, realmPermissionDefaults[name]);
}

/** Every setting and permission as `POST /register` shows it, without the prefix `realm_`. */
export function presentRealmSettings(db: Database): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const name of Object.keys(realmSettingDefaults) as RealmSetting[]) settings[name] = findRealmSetting(db, name);
  for (const name of Object.keys(realmPermissionDefaults) as RealmPermission[]) {
    settings[name] = presentGroupValue(db, realmPermissionGroup(db, name));
  }
  return settings;
}

function findStored(db: Database, name: string): SettingValue | undefined {
  const stored = db.value<string>('SELECT value FROM realm_settings WHERE name = ?', name);
  return stored === undefined ? undefined : (JSON.parse(stored) as SettingValue);
}
