import { boolean, integer, type Kind, oneOfNumbers, withFormerNames } from '../http/params.ts';
import { batchingPeriod, emojisets, listedWord, ownLanguage, sound } from './setting-kinds.ts';

type SettingValue = string | number | boolean;

interface Setting<Value extends SettingValue> {
  /** Reads the value in `PATCH /settings`. */
  kind: Kind<Value>;
  fallback: Value;
  description: string;
}

/** Trigger of an automatic change of a topic's policy: 1 participating, 2 sending, 3 starting the topic, 4 never. */
const occasion = () => choice(1, 2, 3, 4);

/** Settings of the clients' appearance and behavior, and of privacy. */
const preferences = {
  twenty_four_hour_time: setting(boolean(), false, 'Whether times have a 24-hour clock, such as 17:00.'),
  web_mark_read_on_scroll_policy: setting(
    choice(1, 2, 3),
    1,
    'Where scrolling marks messages as read: 1 everywhere, 2 in conversations, 3 nowhere.',
  ),
  web_channel_default_view: setting(
    choice(1, 2, 3, 4),
    1,
    'What a channel opens with: 1 its first topic, 2 its feed, 3 its topics, 4 its first unread topic.',
  ),
  starred_message_counts: setting(boolean(), true, 'Whether starred messages are counted in the side bar.'),
  receives_typing_notifications: setting(boolean(), true, 'Whether you see that others are typing.'),
  web_suggest_update_timezone: setting(
    boolean(),
    true,
    'Whether you are asked when your device is in another time zone.',
  ),
  fluid_layout_width: setting(boolean(), false, 'Whether wide windows are used to their full width.'),
  high_contrast_mode: setting(boolean(), false, 'Whether contrast is higher.'),
  web_font_size_px: setting(integer({ min: 1, max: 1000 }), 16, 'Size of text, in pixels.'),
  web_line_height_percent: setting(integer({ min: 1, max: 1000 }), 140, 'Height of lines, in per cent.'),
  color_scheme: setting(choice(1, 2, 3), 1, 'Colours: 1 like the device, 2 dark, 3 light.'),
  enable_drafts_synchronization: setting(boolean(), true, 'Whether drafts are kept on the server.'),
  translate_emoticons: setting(boolean(), false, 'Whether emoticons such as :) become emoji when you send them.'),
  display_emoji_reaction_users: setting(boolean(), true, 'Whether reactions show names if there are few.'),
  default_language: setting(ownLanguage(), 'en', 'Language; by its code.'),
  web_home_view: setting(
    withFormerNames(listedWord(['inbox', 'recent', 'all_messages']), { recent_topics: 'recent' }),
    'inbox',
    'Home view.',
  ),
  web_escape_navigates_to_home_view: setting(boolean(), true, 'Whether the Escape key opens the home view.'),
  left_side_userlist: setting(boolean(), false, 'Whether narrow windows list people on the left.'),
  emojiset: setting(listedWord(emojisets.map(({ key }) => key)), 'google', 'Style of emoji.'),
  demote_inactive_streams: setting(
    choice(1, 2, 3),
    1,
    'When inactive channels are listed last: 1 with many channels, 2 always, 3 never.',
  ),
  user_list_style: setting(
    choice(1, 2, 3),
    3,
    'How people are listed: 1 by name, 2 with status, 3 with picture and status.',
  ),
  web_animate_image_previews: setting(
    listedWord(['always', 'on_hover', 'never']),
    'on_hover',
    'When animated pictures play.',
  ),
  web_stream_unreads_count_display_policy: setting(
    choice(1, 2, 3),
    2,
    'Which channels count unread messages: 1 all, 2 those not muted, 3 none.',
  ),
  web_left_sidebar_unreads_count_summary: setting(
    boolean(),
    true,
    'Whether the side bar shows sums of unread messages.',
  ),
  web_left_sidebar_show_channel_folders: setting(boolean(), true, 'Whether the side bar groups channels by folder.'),
  web_inbox_show_channel_folders: setting(boolean(), true, 'Whether the inbox groups channels by folder.'),
  hide_ai_features: setting(boolean(), false, 'Whether AI features are hidden.'),
  web_navigate_to_sent_message: setting(boolean(), true, 'Whether sending opens the conversation.'),
  enter_sends: setting(boolean(), false, 'Whether the Enter key sends messages.'),
  automatically_follow_topics_policy: setting(
    occasion(),
    3,
    'When you follow a topic automatically: 1 when taking part, 2 when sending, 3 when starting it, 4 never.',
  ),
  automatically_unmute_topics_in_muted_streams_policy: setting(
    occasion(),
    2,
    'When a topic of a muted channel is unmuted automatically: 1 when taking part, 2 when sending, 3 when starting it, 4 never.',
  ),
  automatically_follow_topics_where_mentioned: setting(
    boolean(),
    true,
    'Whether you follow topics where you are mentioned.',
  ),
  resolved_topic_notice_auto_read_policy: setting(
    listedWord(['always', 'except_followed', 'never']),
    'except_followed',
    'Which notices about resolved topics are marked as read.',
  ),
  presence_enabled: setting(boolean(), true, 'Whether others see when you are online.'),
  send_private_typing_notifications: setting(boolean(), true, 'Whether others see you typing in direct messages.'),
  send_stream_typing_notifications: setting(boolean(), true, 'Whether others see you typing in channels.'),
  send_read_receipts: setting(boolean(), true, 'Whether others see which messages you have read.'),
  allow_private_data_export: setting(boolean(), false, 'Whether administrators may export your private data.'),
  email_address_visibility: setting(
    choice(1, 2, 3, 4, 5),
    1,
    'Who sees your e-mail address: 1 everyone, 2 members, 5 moderators, 3 administrators, 4 nobody.',
  ),
} as const;

const notifications = {
  enable_stream_desktop_notifications: setting(boolean(), false, 'Channel messages: on the desktop.'),
  enable_stream_email_notifications: setting(boolean(), false, 'Channel messages: by e-mail.'),
  enable_stream_push_notifications: setting(boolean(), false, 'Channel messages: on the phone.'),
  enable_stream_audible_notifications: setting(boolean(), false, 'Channel messages: sound.'),
  notification_sound: setting(sound(), 'ding', 'Sound.'),
  enable_desktop_notifications: setting(boolean(), true, 'Direct messages and mentions: on the desktop.'),
  enable_sounds: setting(boolean(), true, 'Direct messages and mentions: sound.'),
  enable_offline_email_notifications: setting(boolean(), true, 'Direct messages and mentions: by e-mail.'),
  enable_offline_push_notifications: setting(boolean(), true, 'Direct messages and mentions: on the phone.'),
  enable_online_push_notifications: setting(
    boolean(),
    true,
    'Direct messages and mentions while you are online: on the phone.',
  ),
  enable_followed_topic_desktop_notifications: setting(boolean(), true, 'Followed topics: on the desktop.'),
  enable_followed_topic_email_notifications: setting(boolean(), true, 'Followed topics: by e-mail.'),
  enable_followed_topic_push_notifications: setting(boolean(), true, 'Followed topics: on the phone.'),
  enable_followed_topic_audible_notifications: setting(boolean(), true, 'Followed topics: sound.'),
  email_notifications_batching_period_seconds: setting(
    batchingPeriod(),
    120,
    'How long e-mails wait for further messages.',
  ),
  enable_digest_emails: setting(boolean(), true, 'Whether summaries come by e-mail.'),
  enable_marketing_emails: setting(boolean(), true, 'Whether advertising comes by e-mail; this server sends none.'),
  enable_login_emails: setting(boolean(), true, 'Whether each login is reported by e-mail.'),
  message_content_in_email_notifications: setting(boolean(), true, 'Whether e-mails contain the text of messages.'),
  pm_content_in_desktop_notifications: setting(
    boolean(),
    true,
    'Whether the desktop shows the text of direct messages.',
  ),
  wildcard_mentions_notify: setting(boolean(), true, 'Whether mentions of everyone count as mentions.'),
  enable_followed_topic_wildcard_mentions_notify: setting(
    boolean(),
    true,
    'Whether mentions of everyone count as mentions in followed topics.',
  ),
  desktop_icon_count_display: setting(
    choice(1, 2, 3, 4),
    1,
    'What the badge counts: 1 all unread messages, 2 direct messages, mentions and followed topics, 3 direct messages and mentions, 4 nothing.',
  ),
  realm_name_in_email_notifications_policy: setting(
    choice(1, 2, 3),
    1,
    'When subjects of e-mails name the organization: 1 where you are in several, 2 always, 3 never.',
  ),
} as const;

/** Personal settings by their API names. Rows of user_settings hold values that differ from the fallback. */
export const userSettings = { ...preferences, ...notifications } as const;

export type UserSetting = keyof typeof userSettings;
export type UserSettings = { [Name in UserSetting]: (typeof userSettings)[Name]['fallback'] };

export const settingNames = Object.keys(userSettings) as UserSetting[];

/** Settings without an organization-wide default for new users. */
export const ownSettingNames: readonly UserSetting[] = [
  'allow_private_data_export',
  'default_language',
  'enable_login_emails',
  'enable_marketing_emails',
];

export const userSettingDefaults = Object.fromEntries(
  settingNames.map((name) => [name, userSettings[name].fallback]),
) as UserSettings;

function setting<Value extends SettingValue>(
  kind: Kind<Value>,
  fallback: NoInfer<Value>,
  description: string,
): Setting<Value> {
  return { kind, fallback, description };
}

function choice(...numbers: number[]): Kind<number> {
  return oneOfNumbers(numbers);
}
