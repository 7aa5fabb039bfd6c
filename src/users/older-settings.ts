import { type Context, type Endpoint, endpoint } from '../http/endpoint.ts';
import { doChangeUserSettings, type SettingChanges } from './setting-change.ts';
import { invalidBatchingPeriod, invalidSound } from './setting-kinds.ts';
import { settingParams } from './setting-params.ts';
import { settingNames } from './setting-table.ts';

const changingPreferences = {
  method: 'PATCH',
  access: 'user',
  params: settingParams(settingNames),
  errors: [invalidSound, invalidBatchingPeriod],
  handler({ app, user }: Context, changes: SettingChanges) {
    doChangeUserSettings(app, user, changes);
    return {};
  },
} as const;

/** Where the Python client changes settings. */
export const updateNotificationSettings: Endpoint = endpoint({
  path: '/settings/notifications',
  summary: 'Change own preferences, where older clients change those about notifications',
  ...changingPreferences,
});

export const updateDisplaySettings: Endpoint = endpoint({
  path: '/settings/display',
  summary: 'Change own preferences, where older clients change all others',
  ...changingPreferences,
});
