import type { SettingGroup } from '../forms/declared-form.tsx';
import { mailed } from '../forms/effect.ts';
import { t } from '../language/texts.ts';

// Settings without effect in this client.
const elsewhere = /^(left_side_userlist|emojiset)/;

/** Headings of the user's settings, by section. A setting without a heading is below `More`. */
export const preferenceGroups = (): readonly SettingGroup[] => [
  [
    t('settings.look'),
    /^(default_language|color_scheme|high_contrast|web_font|web_line|fluid|twenty_four|web_animate)/,
  ],
  [
    t('settings.reading'),
    /^(web_mark_read|web_home|web_channel_default|web_escape|resolved_topic|display_emoji|automatically_|web_suggest)/,
  ],
  [t('settings.writing'), /^(enter_sends|translate_|enable_drafts|web_navigate)/],
  [
    t('settings.sideBarsAndLists'),
    /^(starred_|demote_|user_list|web_stream_unreads|web_left|web_inbox|receives_typing)/,
  ],
  [t('settings.inOtherApps'), elsewhere],
];

export const notificationGroups = (): readonly SettingGroup[] => [
  [t('settings.whatYouAreTold'), /^(enable_(stream|offline|online|desktop|sounds|followed_topic_(?!wildcard)))/],
  [t('settings.mentionsAndSounds'), /(wildcard|sound|desktop_icon|pm_content)/],
  [t('settings.emails'), mailed],
];

export const privacyGroups = (): readonly SettingGroup[] => [[t('settings.whatOthersSee'), /./]];

export const newcomerGroups = (): readonly SettingGroup[] => [
  ...notificationGroups(),
  ...preferenceGroups(),
  [t('settings.privacy'), /^(presence_|send_|email_address)/],
];
