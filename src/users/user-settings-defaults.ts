import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { doChangeNewUserSettings } from './setting-change.ts';
import { invalidBatchingPeriod, invalidSound } from './setting-kinds.ts';
import { settingParams } from './setting-params.ts';
import { newUserSettingNames } from './settings.ts';

export const updateUserSettingsDefaults: Endpoint = endpoint({
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  summary: 'Change which settings newcomers start with',
  access: 'administrator',
  params: settingParams(newUserSettingNames),
  errors: [invalidSound, invalidBatchingPeriod],
  handler({ app }, changes) {
    doChangeNewUserSettings(app, changes);
    return {};
  },
});
