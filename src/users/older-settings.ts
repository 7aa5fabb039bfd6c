import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { doChangeUserSettings } from './setting-change.ts';
import { invalidBatchingPeriod, invalidSound } from './setting-kinds.ts';
import { settingParams } from './setting-params.ts';
import { settingNames } from './setting-table.ts';

const errors = [invalidSound, invalidBatchingPeriod];

/** Where the Python client changes settings. */
export const updateNotificationSettings: Endpoint = endpoint({
  method: 'PATCH',
  path: '/settings/notifications',
  summary: 'Change own preferences, where older clients change those about notifications',
  access: 'user',
  params: settingParams(settingNames),
  errors,
  handler({ app, user }, changes) {
    doChangeUserSettings(app, user, changes);
    return {};
  },
});

export const updateDisplaySettings: Endpoint = endpoint({
  method: 'PATCH',
  path: '/settings/display',
  summary: 'Change own preferences, where older clients change all others',
  access: 'user',
  params: settingParams(settingNames),
  errors,
  handler({ app, user }, changes) {
    doChangeUserSettings(app, user, changes);
    return {};
  },
});
