import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { findChannel, findChannelByName } from '../conversations/channel.ts';
import { foldName } from '../ground/text.ts';
import type { JsonSchema } from '../http/params.ts';
import { doChangeRealm, ensureChannelsUsable, realmDescription } from '../organization/realm-change.ts';
import { channelSettings } from '../organization/setting-change.ts';
import { type GroupValue, groupName, groupValue, hasGroupValue, presentGroupValue } from '../realm/group.ts';
import { findRealm } from '../realm/realm.ts';
import { realmName } from '../realm/setting-kinds.ts';
import {
  permissionRules,
  type RealmPermission,
  type RealmSetting,
  realmPermissionNames,
  realmPermissions,
  realmSettingNames,
  realmSettings,
} from '../realm/setting-table.ts';
import { findRealmSetting, realmPermissionGroup } from '../realm/settings.ts';
import { exitCodes, Failure } from './failure.ts';
import { type AdminOptions, actAsOperator, withApp } from './operator.ts';
import { dataDirOption, jsonOption } from './options.ts';
import { printJson, printTable, printText, say } from './output.ts';

type Options = AdminOptions & { json?: true };

/** A setting of the organization as printed by commands. */
interface Setting {
  name: string;
  value: unknown;
  default: unknown;
  description: string;
}

export function addSettings(program: Command): void {
  const settings = program
    .command('settings')
    .summary('show and change settings of the organization')
    .description('Show and change the settings and permissions of the organization, also while the server runs.')
    .addHelpText('after', '\nExample:\n  chatd settings set invite_required false');
  withOptions(settings.command('list').summary('list all settings').description('List all settings and permissions.'))
    .addHelpText('after', '\nExample:\n  chatd settings list --json')
    .action(list);
  withOptions(settings.command('get').summary('print a setting').description('Print the value of a setting.'))
    .argument('<name>', 'name of the setting')
    .addHelpText('after', '\nExample:\n  chatd settings get message_retention_days')
    .action(get);
  withOptions(
    settings
      .command('set')
      .summary('change a setting')
      .description(
        'Change a setting. A value is a number, true, false or text; a channel by its name or id, or -1 for none; ' +
          'a permission by the name of a group, such as role:moderators, or as JSON.',
      ),
  )
    .argument('<name>', 'name of the setting')
    .argument('<value>', 'new value')
    .addHelpText(
      'after',
      '\nExamples:\n  chatd settings set name "Tea House"\n  chatd settings set can_create_bots_group role:moderators',
    )
    .action(set);
}

function withOptions(command: Command): Command {
  return command.addOption(jsonOption()).addOption(dataDirOption());
}

async function list(options: Options): Promise<void> {
  const settings = await withApp(options, (app) => settingNames.map((name) => presentSetting(app, name)));
  if (options.json) printJson(settings);
  else printTable([['NAME', 'VALUE', 'DEFAULT'], ...settings.map(row)]);
}

function row({ name, value, default: usual }: Setting): string[] {
  return [name, show(value), show(value) === show(usual) ? '' : show(usual)];
}

async function get(name: string, options: Options): Promise<void> {
  ensureSetting(name);
  const setting = await withApp(options, (app) => presentSetting(app, name));
  if (options.json) printJson(setting);
  else printText(show(setting.value));
}

async function set(name: string, text: string, options: Options): Promise<void> {
  ensureSetting(name);
  const result = await withApp(options, (app) => {
    const before = presentSetting(app, name).value;
    const given = { [name]: readValue(app, name, text) };
    ensureChannelsUsable(app, given, () => true);
    if (isDifferent(app, name, given[name])) {
      actAsOperator(app, { command: 'settings set', about: { name } }, () => doChangeRealm(app, given));
    }
    const { value } = presentSetting(app, name);
    return { name, old_value: before, value, changed: show(before) !== show(value) };
  });
  if (options.json) return printJson(result);
  say(
    result.changed
      ? `${name} is ${show(result.value)} now; it was ${show(result.old_value)}.`
      : `${name} is ${show(result.value)} already.`,
  );
}

const textNames = ['name', 'description'] as const;
const settingNames: readonly string[] = [...textNames, ...realmSettingNames, ...realmPermissionNames];

function ensureSetting(name: string): void {
  if (settingNames.includes(name)) return;
  throw new Failure(exitCodes.notFoundOrExists, `There is no setting ${name}; chatd settings list shows all.`);
}

function isPermission(name: string): name is RealmPermission {
  return Object.hasOwn(realmPermissions, name);
}

function isText(name: string): name is (typeof textNames)[number] {
  return name === 'name' || name === 'description';
}

function presentSetting({ db }: Context, name: string): Setting {
  if (isText(name)) {
    return { name, value: findRealm(db)[name], default: '', description: `The ${name} of the organization.` };
  }
  if (isPermission(name)) {
    const value = presentGroup(db, realmPermissionGroup(db, name));
    return { name, value, default: realmPermissions[name].fallback, description: permissionRules(name).description };
  }
  const { fallback, description } = realmSettings[name as RealmSetting];
  return { name, value: findRealmSetting(db, name as RealmSetting), default: fallback, description };
}

/** The name of a group, or the members of an anonymous group. */
function presentGroup(db: Context['db'], group_id: number): unknown {
  return groupName(db, group_id) ?? presentGroupValue(db, group_id);
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isDifferent({ db }: Context, name: string, wanted: unknown): boolean {
  if (isPermission(name)) {
    return !hasGroupValue(db, realmPermissionGroup(db, name), (wanted as { new: GroupValue }).new);
  }
  return wanted !== (isText(name) ? findRealm(db)[name] : findRealmSetting(db, name as RealmSetting));
}

/** Parses the value of a setting. Throws an ApiError or Failure if it is invalid. */
function readValue(app: Context, name: string, text: string): unknown {
  if (name === 'name') return realmName.read(text, name);
  if (name === 'description') return realmDescription.read(text, name);
  if (isPermission(name)) return { new: readGroup(app, name, text), old: undefined };
  if (channelSettings.some((one) => one === name)) return readChannel(app, text);
  const { kind } = realmSettings[name as RealmSetting];
  if (kind.json) ensureJson(kind.schema, name, text);
  return kind.read(text, name);
}

// People who type a command do not write JSON on purpose.
function ensureJson({ type }: JsonSchema, name: string, text: string): void {
  try {
    JSON.parse(text);
  } catch {
    const words = { boolean: 'true or false', integer: 'a whole number' }[String(type)] ?? 'written as JSON';
    throw new Failure(exitCodes.usage, `${name} must be ${words}, not ${text}.`);
  }
}

function readGroup({ db }: Context, name: RealmPermission, text: string): GroupValue {
  if (/^[{[\d]/.test(text)) return groupValue().read(text, name);
  const sql = 'SELECT id FROM groups WHERE name_key = ? AND deactivated = 0';
  const id = db.value<number>(sql, foldName(text)) ?? db.value<number>(sql, `role:${text}`);
  if (id !== undefined) return id;
  throw new Failure(exitCodes.notFoundOrExists, `There is no group ${text}.`);
}

function readChannel({ db }: Context, text: string): number {
  if (/^-?\d+$/.test(text) && (text === '-1' || findChannel(db, Number(text)))) return Number(text);
  const channel = findChannelByName(db, text);
  if (channel) return channel.id;
  throw new Failure(exitCodes.notFoundOrExists, `There is no channel ${text}; chatd list-channels shows all.`);
}
