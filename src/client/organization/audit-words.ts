import type { PlainKey } from '../../languages/keys.ts';
import type { Client } from '../client.ts';
import { groupName } from '../forms/choices.ts';
import { type SettingLabel, settingLabels } from '../forms/setting-labels.ts';
import { t } from '../language/texts.ts';
import { roleNames } from '../text/roles.ts';
import { formatMoment } from '../text/time.ts';
import { auditFields, auditKinds, silentFields } from './audit-kinds.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A row that an act changed, as the API presents it: without old values it was added, without new ones removed. */
export interface Change {
  object: string;
  key: Values;
  old: Values | null;
  new: Values | null;
}

export function nameKind(object: string): string {
  const key = auditKinds[object];
  return key ? t(key) : object;
}

/** A changed field of a row, in words; both values stand for a change of one that was there before. */
interface Changed {
  name: string;
  old?: string;
  now?: string;
}

/** What changed about a row, field by field. */
export function listChanged(client: Client, change: Change): Changed[] {
  const { old, new: fresh } = change;
  const names = Object.keys(fresh ?? old ?? {}).filter((name) => !silentFields.has(name));
  const told = old && fresh ? names : names.filter((name) => isTelling(name, (fresh ?? old)?.[name]));
  return told.map((name) => ({
    name: nameField(change, name),
    ...(old && { old: describeValue(client, change, name, old[name]) }),
    ...(fresh && { now: describeValue(client, change, name, fresh[name]) }),
  }));
}

/** Whether a value of an added or removed row says more than its subjects do. */
function isTelling(name: string, value: unknown): boolean {
  return Boolean(value) && name !== 'is_active' && !naming.includes(name);
}

function nameField({ object, key }: Change, name: string): string {
  const named = name === 'value' || isPermission(name) ? String(key.name ?? key.setting) : name;
  const words = labelOf(object, named)?.label ?? auditFields[named];
  return words ? t(words) : named;
}

const settingPaths: Readonly<Record<string, keyof typeof settingLabels>> = {
  setting: '/realm',
  'personal setting': '/settings',
  'default setting of new users': '/realm/user_settings_defaults',
  'channel permission': '/streams/{stream_id}',
  'group permission': '/user_groups/{user_group_id}',
};

/** The words for a setting or permission, if a form shows it. */
function labelOf(object: string, name: string): SettingLabel | undefined {
  const path = settingPaths[object];
  return path && settingLabels[path][name];
}

const isPermission = (name: string) => name === 'group_id' || name === 'allowed_group_id';

const switches = new Set([
  'is_active',
  'is_archived',
  'is_default',
  'deactivated',
  'invite_only',
  'is_web_public',
  'history_public_to_subscribers',
  'allow_subdomains',
  'required',
  'display_in_profile_summary',
  'editable_by_user',
  'use_for_user_matching',
]);

/** What the log records without its value. */
const secretFields = new Set(['password_hash', 'service_token', 'webhook_secret']);

/** The words for values of columns. Those of settings are `settingLabels`. */
const fieldValues: Readonly<Record<string, Readonly<Record<string, PlainKey>>>> = {
  writing: {
    anywhere: 'bots.writesAnywhere',
    where_mentioned: 'bots.writesWhereMentioned',
    nowhere: 'bots.writesNowhere',
  },
  topics_policy: {
    inherit: 'channels.asInTheOrganization',
    allow_empty_topic: 'channels.anyOrNone',
    disable_empty_topic: 'channels.namedTopicsOnly',
    empty_topic_only: 'channels.noTopics',
  },
};

function describeValue(client: Client, { object, key }: Change, name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('forms.none');
  const setting = name === 'value' ? String(key.name) : '';
  const words = (fieldValues[name] ?? labelOf(object, setting)?.values)?.[String(value)];
  if (words) return t(words);
  if (setting === 'message_retention_days' && value === -1) return t('forms.forEver');
  if (typeof value === 'boolean' || switches.has(name)) return t(value ? 'bots.yes' : 'audit.no');
  if (secretFields.has(name) || name.endsWith('image_id')) return '•••';
  if (typeof value === 'number') return describeNumber(client, setting || name, value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A number, which may be the id of something with a name, or a time. */
function describeNumber(client: Client, name: string, value: number): string {
  if (name === 'role' || name === 'invited_as') return roleNames()[value] ?? String(value);
  if (/(user|sender|inviter|owner)_id$/.test(name)) return client.userName(value);
  if (/(channel|stream)_id$/.test(name)) return value === -1 ? t('forms.none') : `#${client.channelName(value)}`;
  if (/^can_|group(_id)?$/.test(name)) return nameGroup(client, value);
  if (name === 'folder_id') return nameFolder(client, value);
  return /_at$/.test(name) ? formatMoment(value) : String(value);
}

function nameGroup({ store }: Client, id: number): string {
  const group = store.model.state.realm_user_groups.find((one) => one.id === id);
  return group ? groupName(group) : t('forms.certainPeople');
}

function nameFolder({ store }: Client, id: number): string {
  return store.model.state.channel_folders.find((one) => one.id === id)?.name ?? String(id);
}

/** What a change is about: a person, a channel, a group, or something else by its name. */
export interface Subject {
  name: string;
  /** Where it is shown, if it has a page. */
  href?: string;
}

/** The things that a row is about, by its key and, if its name is no part of that, by its values. */
export function listSubjects(client: Client, { object, key, old, new: fresh }: Change): Subject[] {
  const id = Number(key.id);
  if (object === 'user') return [userSubject(client, id)];
  if (object === 'channel') return [channelSubject(client, id, { ...old, ...fresh }.name)];
  if (object === 'group') return [groupSubject(client, id, { ...old, ...fresh }.name)];
  const found = Object.entries(key).flatMap(([name, value]) => keySubject(client, object, name, value));
  if (found.length > 0) return found;
  const own: Values = { ...old, ...fresh };
  const name = naming.find((one) => own[one] !== undefined && own[one] !== null);
  return name === undefined ? [] : keySubject(client, object, name, own[name]);
}

/** Columns that name a row whose key does not, the best one first. */
const naming = ['name', 'full_name', 'email', 'pattern', 'user_id', 'channel_id'];

function keySubject(client: Client, object: string, name: string, value: unknown): Subject[] {
  if (name === 'user_id') return [userSubject(client, Number(value))];
  if (name === 'channel_id') return [channelSubject(client, Number(value))];
  if (name === 'group_id' || name === 'subgroup_id') return [groupSubject(client, Number(value))];
  // A setting is named beside its values.
  return typeof value !== 'string' || settingPaths[object] ? [] : [{ name: value }];
}

export function userSubject(client: Client, id: number): Subject {
  return { name: client.userName(id), href: `#user/${id}` };
}

function channelSubject(client: Client, id: number, former?: unknown): Subject {
  const name = client.names.channelName(id);
  if (name !== undefined) return { name: `#${name}`, href: client.linkToChannel(id) };
  return { name: typeof former === 'string' ? `#${former}` : client.channelName(id) };
}

function groupSubject(client: Client, id: number, former?: unknown): Subject {
  const group = client.store.model.state.realm_user_groups.find((one) => one.id === id);
  if (!group) return { name: typeof former === 'string' ? former : t('forms.certainPeople') };
  const name = groupName(group);
  return group.is_system_group ? { name } : { name, href: `#organization/groups/${id}` };
}
