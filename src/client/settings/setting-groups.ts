import type { SettingGroup } from '../forms/declared-form.tsx';
import { mailed } from '../forms/effect.ts';

// Settings without effect in this client.
const elsewhere = /^(left_side_userlist|emojiset|default_language|hide_ai)/;

/** Headings of the user's settings, by section. A setting without a heading is below `More`. */
export const preferenceGroups: readonly SettingGroup[] = [
  ['Look', /^(color_scheme|high_contrast|web_font|web_line|fluid|twenty_four|web_animate)/],
  [
    'Reading',
    /^(web_mark_read|web_home|web_channel_default|web_escape|resolved_topic|display_emoji|automatically_|web_suggest)/,
  ],
  ['Writing', /^(enter_sends|translate_|enable_drafts|web_navigate)/],
  ['Side bars and lists', /^(starred_|demote_|user_list|web_stream_unreads|web_left|web_inbox|receives_typing)/],
  ['In other apps', elsewhere],
];

export const notificationGroups: readonly SettingGroup[] = [
  ['What you are told', /^(enable_(stream|offline|online|desktop|sounds|followed_topic_(?!wildcard)))/],
  ['Mentions and sounds', /(wildcard|sound|desktop_icon|pm_content)/],
  ['E-mails', mailed],
];

export const privacyGroups: readonly SettingGroup[] = [['What others see', /./]];

export const newcomerGroups: readonly SettingGroup[] = [
  ...notificationGroups,
  ...preferenceGroups,
  ['Privacy', /^(presence_|send_|email_address)/],
];
