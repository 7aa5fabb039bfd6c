import { doChangeUserSettings, type SettingChanges } from '../../accounts/setting-change.ts';
import { settingParams } from '../../accounts/setting-params.ts';
import { invalidBatchingPeriod, invalidSound } from '../../users/setting-kinds.ts';
import { settingNames } from '../../users/setting-table.ts';
import { type Call, type Endpoint, endpoint } from '../endpoint.ts';

const changingPreferences = {
  method: 'PATCH',
  access: 'user',
  params: settingParams(settingNames),
  errors: [invalidSound, invalidBatchingPeriod],
  handler({ app, user }: Call, changes: SettingChanges) {
    doChangeUserSettings(app, user, changes);
    return {};
  },
} as const;

/** The path by which the Python client changes settings. */
export const updateNotificationSettings: Endpoint = endpoint({
  path: '/settings/notifications',
  summary: 'Change your preferences; older form of `PATCH /settings`, for notification settings',
  ...changingPreferences,
});

export const updateDisplaySettings: Endpoint = endpoint({
  path: '/settings/display',
  summary: 'Change your preferences; older form of `PATCH /settings`, for display settings',
  ...changingPreferences,
});
