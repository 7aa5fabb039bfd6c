import { t } from '../language/texts.ts';
/** The media of notifications about channels, each with its setting for all channels. */
export const channelNotices = () =>
  [
    ['desktop_notifications', t('settings.onTheDesktop'), 'enable_stream_desktop_notifications'],
    ['email_notifications', t('settings.byEMail'), 'enable_stream_email_notifications'],
    ['push_notifications', t('settings.onThePhone'), 'enable_stream_push_notifications'],
    ['audible_notifications', t('settings.sound'), 'enable_stream_audible_notifications'],
    ['wildcard_mentions_notify', t('settings.mentionsOfEveryone'), 'wildcard_mentions_notify'],
  ] as const;
