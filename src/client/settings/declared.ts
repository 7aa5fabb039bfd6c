import type { Call } from '../api/call.ts';

/** A setting as the server declares it, ready to be shown. */
export interface DeclaredSetting {
  name: string;
  label: string;
  control: Control;
}

export type Control =
  | { kind: 'switch' }
  | { kind: 'text' }
  | { kind: 'number'; min: number; max: number }
  /** A number, or no limit. */
  | { kind: 'limit'; without: string }
  | { kind: 'choice'; options: { value: string | number; label: string }[] }
  /** Who may do something: a group. */
  | { kind: 'group' };

interface Schema {
  type?: string;
  description?: string;
  enum?: (string | number)[];
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

interface Description {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
}

let description: Promise<Description> | undefined;

/** The settings that PATCH changes at a path, in the order in which the server declares them. */
export async function fetchDeclared(call: Call, path: '/settings' | '/realm'): Promise<DeclaredSetting[]> {
  description ??= call<Description>('GET', '/openapi.json');
  const { paths } = await description.catch((error: unknown) => {
    description = undefined;
    throw error;
  });
  const content = Object.values(paths[path]?.patch?.requestBody?.content ?? {});
  return Object.entries(content[0]?.schema.properties ?? {}).flatMap(([name, schema]) => read(name, schema));
}

function read(name: string, schema: Schema): DeclaredSetting | [] {
  const control = controlOf(schema);
  if (!control) return [];
  // All permissions are described alike; their names say what they allow.
  const label = control.kind === 'group' ? wordsOf(name.replace(/_group$/, '')) : labelOf(schema.description ?? name);
  return { name, label, control };
}

function controlOf({
  type,
  enum: values,
  minimum,
  maximum,
  anyOf,
  properties,
  description = '',
}: Schema): Control | undefined {
  if (values)
    return { kind: 'choice', options: values.map((value) => ({ value, label: meaningOf(value, description) })) };
  if (type === 'boolean') return { kind: 'switch' };
  if (type === 'integer') return { kind: 'number', min: minimum ?? 0, max: maximum ?? 2 ** 31 - 1 };
  if (type === 'string') return { kind: 'text' };
  const without = anyOf?.find((one) => one.enum)?.enum?.[0];
  if (typeof without === 'string') return { kind: 'limit', without };
  return properties?.new ? { kind: 'group' } : undefined;
}

/** A description as the name of a setting: `Whether the enter key sends.` is called `The enter key sends`. */
export function labelOf(description: string): string {
  const [text = ''] = description.replace(/\.$/, '').split(/: \d|; `?\w+`? for/);
  const plain = text.replace(/^Whether /, '').replace(/, counted the same way$/, '');
  return capitalize(plain);
}

/** What a value means, where the description lists it: `1 everywhere, 2 in conversations`. */
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
