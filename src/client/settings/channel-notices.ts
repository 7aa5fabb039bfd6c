/** The media of notifications about channels, each with its setting for all channels. */
export const channelNotices = [
  ['desktop_notifications', 'On the desktop', 'enable_stream_desktop_notifications'],
  ['email_notifications', 'By e-mail', 'enable_stream_email_notifications'],
  ['push_notifications', 'On the phone', 'enable_stream_push_notifications'],
  ['audible_notifications', 'Sound', 'enable_stream_audible_notifications'],
  ['wildcard_mentions_notify', 'Mentions of everyone', 'wildcard_mentions_notify'],
] as const;
