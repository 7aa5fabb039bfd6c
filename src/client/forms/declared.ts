import type { Call } from '../api/call.ts';
import type { PermissionRules, State } from '../api/types.ts';
import { type Control, days, durations } from './control.ts';

/** A setting declared by the server, ready to be shown. */
export interface DeclaredSetting {
  name: string;
  label: string;
  /** For settings in a table: `Followed topics` in `Followed topics: by e-mail`. */
  row?: string;
  control: Control;
  /** Whether only owners can change it. */
  isOwners: boolean;
}

interface Schema {
  type?: string;
  description?: string;
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

/** The paths whose PATCH changes declared settings, with the rules of their permissions. */
const paths = {
  '/settings': undefined,
  '/realm': 'realm',
  '/realm/user_settings_defaults': undefined,
  '/streams/{stream_id}': 'stream',
  '/user_groups/{user_group_id}': 'group',
} as const;

export type SettingsPath = keyof typeof paths;
type Rules = Readonly<Record<string, PermissionRules>>;

let description: Promise<Description> | undefined;

/** The settings that PATCH changes at a path, in the order of the declaration. */
export async function fetchDeclared(
  call: Call,
  path: SettingsPath,
  { server_supported_permission_settings: rules }: State,
): Promise<DeclaredSetting[]> {
  description ??= call<Description>('GET', '/openapi.json');
  const { paths: described } = await description.catch((error: unknown) => {
    description = undefined;
    throw error;
  });
  const of = paths[path];
  const content = Object.values(described[path]?.patch?.requestBody?.content ?? {});
  const entries = Object.entries(content[0]?.schema.properties ?? {});
  return entries.flatMap(([name, schema]) => read(name, schema, of === undefined ? {} : rules[of]));
}

function read(name: string, schema: Schema, rules: Rules): DeclaredSetting | [] {
  const control = controlOf(name, schema, rules[name]);
  if (!control) return [];
  const label = labelOf(schema.description ?? name);
  const [row, column] = label.split(': ');
  return {
    name,
    label: column ? capitalize(column) : label,
    ...(row && column ? { row } : {}),
    control,
    isOwners: schema['x-owners-only'] === true,
  };
}

function controlOf(name: string, schema: Schema, rules: PermissionRules | undefined): Control | undefined {
  const { type, enum: values, anyOf, properties } = schema;
  if (rules && properties?.new) return { kind: 'group', rules };
  if (values) return choiceAmong(values, schema.description ?? '');
  if (type === 'boolean') return { kind: 'switch' };
  if (/_(stream|channel)_id$/.test(name)) return { kind: 'channel' };
  if (type === 'integer') return numberIn(name, schema);
  if (type === 'string') return textIn(schema);
  const without = anyOf?.find((one) => one.enum)?.enum?.[0];
  return typeof without === 'string' ? limitOf(name, without) : undefined;
}

/** A choice, unless there is only one value. */
function choiceAmong(values: readonly (string | number)[], description: string): Control | undefined {
  if (values.length < 2) return undefined;
  return { kind: 'choice', options: values.map((value) => ({ value, label: meaningOf(value, description) })) };
}

function numberIn(name: string, { minimum, maximum }: Schema): Control {
  if (name.endsWith('_seconds')) return { kind: 'limit', units: durations, without: [] };
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
  const none = { label: isDays ? 'for ever' : 'no limit', stored: isDays ? -1 : null, sent: without };
  return { kind: 'limit', units: isDays ? days : durations, without: [none] };
}

/** A label derived from a description: `Whether the Enter key sends.` becomes `The Enter key sends`. */
export function labelOf(description: string): string {
  const [text = ''] = description.replace(/\.$/, '').split(/: \d|; /);
  return capitalize(text.replace(/^Whether /, ''));
}

/** The meaning of a value that the description lists: `1 everywhere, 2 in conversations`. */
export function meaningOf(value: string | number, description: string): string {
  const found = new RegExp(`(?:^|[ :,])${value} ([^,;.]+(?:, (?!\\d)[^,;.]+)*)`).exec(description)?.[1];
  return typeof value === 'number' && found ? capitalize(found) : wordsOf(String(value));
}

function wordsOf(name: string): string {
  return capitalize(name.replaceAll('_', ' '));
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
