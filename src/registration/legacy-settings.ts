import { presentUserSettings } from '../accounts/setting-change.ts';
import type { Database } from '../db/database.ts';
import type { Fields } from '../http/endpoint.ts';
import type { User } from '../users/user.ts';

/** Event types by which older clients request personal settings, and the settings they read from the top level. */
const legacySettings: Readonly<Record<string, readonly string[]>> = {
  update_display_settings: [
    'color_scheme',
    'default_language',
    'demote_inactive_streams',
    'emojiset',
    'emojiset_choices',
    'enable_drafts_synchronization',
    'enter_sends',
    'fluid_layout_width',
    'high_contrast_mode',
    'left_side_userlist',
    'starred_message_counts',
    'timezone',
    'translate_emoticons',
    'twenty_four_hour_time',
    'web_home_view',
  ],
  update_global_notifications: [
    'available_notification_sounds',
    'desktop_icon_count_display',
    'email_notifications_batching_period_seconds',
    'enable_desktop_notifications',
    'enable_digest_emails',
    'enable_login_emails',
    'enable_marketing_emails',
    'enable_offline_email_notifications',
    'enable_offline_push_notifications',
    'enable_online_push_notifications',
    'enable_sounds',
    'enable_stream_audible_notifications',
    'enable_stream_desktop_notifications',
    'enable_stream_email_notifications',
    'enable_stream_push_notifications',
    'message_content_in_email_notifications',
    'notification_sound',
    'pm_content_in_desktop_notifications',
    'presence_enabled',
    'realm_name_in_email_notifications_policy',
    'wildcard_mentions_notify',
  ],
};

/**
 * The personal settings for the event types of older servers among `types`. Changes are published as `user_settings`,
 * which these clients also support.
 */
export function presentLegacySettings(db: Database, user: User, types: readonly string[]): Fields {
  const names = types.flatMap((type) => legacySettings[type] ?? []);
  if (names.length === 0) return {};
  const settings = presentUserSettings(db, user) as Fields;
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}
