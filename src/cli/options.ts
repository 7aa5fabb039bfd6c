import { InvalidArgumentError, Option } from 'commander';
import { type ServerSettings, type Setting, type SettingName, serverSettings } from '../ground/server-settings.ts';
import { InvalidSetting } from './failure.ts';

/** The option of a setting of a server; other commands may describe it otherwise. */
export function settingOption(name: SettingName, says?: string): Option {
  const setting: Setting = serverSettings[name];
  return optionOf(name, says === undefined ? setting : { ...setting, says });
}

/** The options of a table of settings. */
export function optionsOf(table: Readonly<Record<string, Setting>>): Option[] {
  return Object.entries(table).map(([name, setting]) => optionOf(name, setting));
}

function optionOf(name: string, { value, form, says, fallback, excludes }: Setting): Option {
  const option = new Option(`--${name.replaceAll('_', '-')} ${value}`, says).env(`CHATD_${name.toUpperCase()}`);
  if (form.choices) option.choices(form.choices);
  if (value.startsWith('[')) option.preset(value.slice(1, -1));
  if (fallback !== undefined) option.default(form.parse(fallback), fallback);
  if (excludes !== undefined) option.conflicts(attributeOf(excludes));
  return option.argParser((text: string) => {
    const read = form.parse(text);
    if (read === undefined) throw new InvalidSetting([form.fault?.(text), `It must ${form.must}.`].join(' ').trim());
    return read;
  });
}

/** The values of the settings among the options of a command. */
export function readSettings(options: Readonly<Record<string, unknown>>): ServerSettings {
  const given = Object.keys(serverSettings).map((name) => [name, options[attributeOf(name)]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as unknown as ServerSettings;
}

/** The name of a setting among the options of a command. */
function attributeOf(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Undefined unless given, because the default depends on the command. */
export function dataDirOption(): Option {
  return settingOption('data_dir');
}

export function publicUrlOption(description: string): Option {
  return settingOption('public_url', description);
}

export function jsonOption(): Option {
  return new Option('--json', 'print JSON');
}

export function zuliprcOption(): Option {
  const description = 'write the file that existing clients log in with';
  return new Option('--zuliprc <file>', description).argParser((text: string) => {
    // An unset variable in a script would mean the working directory.
    if (text === '') throw new InvalidArgumentError('It must not be empty.');
    return text;
  });
}

/** Two ways to pass a password. In an argument, other users of the machine could see it. */
export function passwordOptions(): Option[] {
  return [
    new Option('--password-stdin', 'read the password from standard input').conflicts('randomPassword'),
    new Option('--random-password', 'generate a password and print it'),
  ];
}
