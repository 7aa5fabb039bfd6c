import { optional, type Param } from '../http/params.ts';
import { type UserSetting, type UserSettings, userSettings } from '../users/setting-table.ts';

type SettingParams = { [Name in UserSetting]: Param<UserSettings[Name] | undefined> };

/** Personal settings as optional parameters. */
export function settingParams(names: readonly UserSetting[]): Partial<SettingParams> {
  return Object.fromEntries(
    names.map((name) => {
      const { kind, description } = userSettings[name];
      return [name, optional<unknown>(kind, description)];
    }),
  );
}
