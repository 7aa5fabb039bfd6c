import {
  type RealmPermission,
  type RealmSetting,
  realmPermissionNames,
  realmSettingNames,
} from '../../realm/setting-table.ts';
import { findRealmSetting, realmPermissionGroup } from '../../realm/settings.ts';
import { settingNames, type UserSetting } from '../../users/setting-table.ts';
import type { Job } from './job.ts';

/** Settings of the organization without a column in the format. */
export const missingSettings: readonly (RealmSetting | RealmPermission)[] = [
  'accent_color',
  'can_set_delete_message_policy_group',
  'can_set_topics_policy_group',
  'can_start_calls_group',
  'default_avatar_source',
  'media_preview_size',
  'presence_disabled',
  'require_e2ee_push_notifications',
  'send_channel_events_messages',
  'welcome_message_custom_text',
];

/** Settings with other names or values in the format. */
const renamedSettings: readonly RealmSetting[] = [
  'gif_rating_policy',
  'message_edit_history_visibility_policy',
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'topics_policy',
  'zulip_update_announcements_stream_id',
];

/** Personal settings without a column in the format. */
export const missingUserSettings: readonly UserSetting[] = [
  'resolved_topic_notice_auto_read_policy',
  'web_inbox_show_channel_folders',
  'web_left_sidebar_show_channel_folders',
  'web_left_sidebar_unreads_count_summary',
];

const plainSettings = realmSettingNames.filter((name) => ![...missingSettings, ...renamedSettings].includes(name));
const permissions = realmPermissionNames.filter((name) => !missingSettings.includes(name));

/** Personal settings with a column in the format. */
export const knownUserSettings = settingNames.filter((name) => !missingUserSettings.includes(name));

const historyPolicies = { all: 1, moves: 2, none: 3 } as const;

export function realmSettingColumns({ db }: Job): object {
  const setting = <Name extends RealmSetting>(name: Name) => findRealmSetting(db, name);
  const channel = (name: RealmSetting) => (Number(setting(name)) > 0 ? setting(name) : null);
  return {
    ...Object.fromEntries(plainSettings.map((name) => [name, setting(name)])),
    ...Object.fromEntries(permissions.map((name) => [name, realmPermissionGroup(db, name)])),
    giphy_rating: setting('gif_rating_policy'),
    mandatory_topics: setting('topics_policy') === 'disable_empty_topic',
    message_edit_history_visibility_policy:
      historyPolicies[setting('message_edit_history_visibility_policy') as keyof typeof historyPolicies],
    moderation_request_channel: channel('moderation_request_channel_id'),
    new_stream_announcements_stream: channel('new_stream_announcements_stream_id'),
    signup_announcements_stream: channel('signup_announcements_stream_id'),
    zulip_update_announcements_stream: channel('zulip_update_announcements_stream_id'),
  };
}
