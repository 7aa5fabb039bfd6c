import type { SettingGroup } from './declared-form.tsx';

/** Headings of one's own settings, by section. A setting that no heading names stands below `More`. */
export const preferenceGroups: readonly SettingGroup[] = [
  ['Look', /^(color_scheme|high_contrast|web_font|web_line|fluid|emojiset|twenty_four|default_language|web_animate)/],
  ['Reading', /^(web_mark_read|web_channel_default|web_home|web_escape|resolved_topic|display_emoji|automatically_)/],
  ['Writing', /^(enter_sends|translate_|enable_drafts|web_navigate|web_suggest)/],
  [
    'Side bars and lists',
    /^(starred_|demote_|user_list|web_stream_unreads|web_left|web_inbox|left_side|receives_typing)/,
  ],
];

export const notificationGroups: readonly SettingGroup[] = [
  ['What you are told', /^(enable_(stream|offline|online|desktop|sounds|followed_topic_(?!wildcard)))/],
  ['Mentions and sounds', /(wildcard|sound|desktop_icon|pm_content)/],
  ['E-mails', /email/],
];

export const privacyGroups: readonly SettingGroup[] = [['What others see', /./]];

export const newcomerGroups: readonly SettingGroup[] = [
  ...notificationGroups,
  ...preferenceGroups,
  ['Privacy', /^(presence_|send_|email_address)/],
];
