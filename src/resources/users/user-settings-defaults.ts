import { doChangeNewUserSettings } from '../../accounts/setting-change.ts';
import { settingParams } from '../../accounts/setting-params.ts';
import { invalidBatchingPeriod, invalidSound } from '../../users/setting-kinds.ts';
import { newUserSettingNames } from '../../users/settings.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const updateUserSettingsDefaults: Endpoint = endpoint({
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  summary: 'Change the default settings of new users',
  access: 'administrator',
  params: settingParams(newUserSettingNames),
  errors: [invalidSound, invalidBatchingPeriod],
  handler({ app }, changes) {
    doChangeNewUserSettings(app, changes);
    return {};
  },
});
