import { presentUserSettings } from '../accounts/setting-change.ts';
import type { Database } from '../db/database.ts';
import type { Fields } from '../http/endpoint.ts';
import type { User } from '../users/user.ts';

/** Types of events by which older clients ask for personal settings, and what they read beside the other state. */
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
 * The personal settings that a client names by the types of older servers; none of them otherwise. Changes are told as
 * `user_settings`, which these clients know too.
 */
export function presentLegacySettings(db: Database, user: User, types: readonly string[]): Fields {
  const names = types.flatMap((type) => legacySettings[type] ?? []);
  if (names.length === 0) return {};
  const settings = presentUserSettings(db, user) as Fields;
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}
