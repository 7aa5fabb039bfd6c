import { languageNames } from '../../languages/names.ts';
import type { Call } from '../api/call.ts';
import type { PermissionRules, State } from '../api/types.ts';
import { formatDate } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { type Control, days, durations } from './control.ts';
import { type SettingLabel, type SettingsPath, settingLabels } from './setting-labels.ts';

/** A setting declared by the server, ready to be shown. */
export interface DeclaredSetting {
  name: string;
  label: string;
  /** The heading of its row, for a setting in a table. */
  row?: string;
  hint?: string;
  control: Control;
  /** Whether only owners can change it. */
  isOwners: boolean;
}

interface Schema {
  type?: string;
  enum?: (string | number)[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  'x-owners-only'?: boolean;
}

interface Description {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
}

/** Whose permissions a path changes. */
const holders: Partial<Record<SettingsPath, keyof State['server_supported_permission_settings']>> = {
  '/realm': 'realm',
  '/streams/{stream_id}': 'stream',
  '/user_groups/{user_group_id}': 'group',
};

/** The schemas of what PATCH changes at a path, by their names. */
type Schemas = Readonly<Record<string, Schema>>;

let description: Promise<Description> | undefined;

export async function fetchSchemas(call: Call, path: SettingsPath): Promise<Schemas> {
  description ??= call<Description>('GET', '/openapi.json');
  const { paths: described } = await description.catch((error: unknown) => {
    description = undefined;
    throw error;
  });
  const content = Object.values(described[path]?.patch?.requestBody?.content ?? {});
  return content[0]?.schema.properties ?? {};
}

/** The settings at a path, in the order of their declaration and the language of the client. */
export function readDeclared(
  schemas: Schemas,
  path: SettingsPath,
  { server_supported_permission_settings: rules }: State,
): DeclaredSetting[] {
  const holder = holders[path];
  const labels = settingLabels[path];
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const label = labels[name];
    return label ? read(name, schema, label, holder && rules[holder][name]) : [];
  });
}

function read(
  name: string,
  schema: Schema,
  { label, row, hint, values = {} }: SettingLabel,
  rules: PermissionRules | undefined,
): DeclaredSetting | [] {
  const control = controlOf(name, schema, values, rules);
  if (!control) return [];
  return {
    name,
    label: t(label),
    ...(row ? { row: t(row) } : {}),
    ...(hint ? { hint: t(hint) } : {}),
    control,
    isOwners: schema['x-owners-only'] === true,
  };
}

type Words = NonNullable<SettingLabel['values']>;

function controlOf(
  name: string,
  schema: Schema,
  words: Words,
  rules: PermissionRules | undefined,
): Control | undefined {
  const { type, enum: values, anyOf, properties } = schema;
  if (rules && properties?.new) return { kind: 'group', rules };
  if (name === 'default_language') return languages();
  if (name === 'accent_color') return { kind: 'text', type: 'color' };
  if (name === 'digest_weekday') return weekdays();
  if (values) return choiceAmong(values, words);
  if (type === 'boolean') return { kind: 'switch' };
  if (/_(stream|channel)_id$/.test(name)) return { kind: 'channel' };
  if (type === 'integer') return numberIn(name, schema);
  if (type === 'string') return textIn(schema);
  const without = anyOf?.find((one) => one.enum)?.enum?.[0];
  return typeof without === 'string' ? limitOf(name, without) : undefined;
}

/** The languages that have a catalogue, by their own names. */
function languages(): Control {
  return { kind: 'choice', options: Object.entries(languageNames).map(([value, label]) => ({ value, label })) };
}

/** The days of a week, from Monday, which is 0. */
function weekdays(): Control {
  return { kind: 'choice', options: Array.from({ length: 7 }, (_, value) => ({ value, label: nameOfDay(value) })) };
}

/** The name of a day of the week, of which 0 is Monday. */
export function nameOfDay(day: number): string {
  // The fifth of January 1970 was a Monday.
  return formatDate((day + 4) * 86_400, { weekday: 'long', timeZone: 'UTC' });
}

/** A choice, unless there is only one value. */
function choiceAmong(values: readonly (string | number)[], words: Words): Control | undefined {
  if (values.length < 2) return undefined;
  const labelOf = (value: string | number) => {
    const key = words[value];
    return key ? t(key) : String(value);
  };
  return { kind: 'choice', options: values.map((value) => ({ value, label: labelOf(value) })) };
}

function numberIn(name: string, { minimum, maximum }: Schema): Control {
  if (name.endsWith('_seconds')) return { kind: 'limit', units: durations(), without: [] };
  return { kind: 'number', min: minimum ?? 0, max: maximum ?? 2 ** 31 - 1 };
}

// Texts of at least this maximum length have several lines.
const longText = 1000;

function textIn({ maxLength }: Schema): Control {
  if (maxLength === undefined) return { kind: 'text' };
  return maxLength >= longText ? { kind: 'long', max: maxLength } : { kind: 'text', max: maxLength };
}

function limitOf(name: string, without: string): Control {
  const isDays = name.endsWith('_days');
  const none = { label: isDays ? t('forms.forEver') : t('forms.noLimit'), stored: isDays ? -1 : null, sent: without };
  return { kind: 'limit', units: isDays ? days() : durations(), without: [none] };
}
