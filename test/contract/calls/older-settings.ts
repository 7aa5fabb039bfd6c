import type { Provocation, Provocations, ValidCalls } from '../call.ts';

/** Calls that change settings at older addresses and succeed. */
export const validCalls: ValidCalls = {
  updateNotificationSettings: () => ({ as: 'alice', values: { enable_sounds: false } }),
  updateDisplaySettings: () => ({ as: 'alice', values: { twenty_four_hour_time: true } }),
};

const fails = {
  "Invalid notification sound '{sound}'": (): Provocation => ({
    as: 'alice',
    values: { enable_sounds: false, notification_sound: 'gong' },
    msg: "Invalid notification sound 'gong'",
  }),
  'Invalid email batching period: {seconds} seconds': (): Provocation => ({
    as: 'alice',
    values: { enable_sounds: false, email_notifications_batching_period_seconds: -5 },
    msg: 'Invalid email batching period: -5 seconds',
  }),
};

/** Calls that change settings at older addresses and fail, by operation id and the error's text. */
export const provocations: Provocations = {
  updateNotificationSettings: fails,
  updateDisplaySettings: fails,
};
