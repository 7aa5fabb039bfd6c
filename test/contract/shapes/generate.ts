// Makes described.json, the facts about answers and events that an OpenAPI description of the API states:
// node test/contract/shapes/generate.ts DESCRIPTION.yaml && biome check --write test/contract/shapes/described.json
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { Described } from './described.ts';
import type { Fields, Shape } from './shape.ts';

/** A schema of the description, as far as it says what is sent. */
interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  nullable?: boolean;
  enum?: (string | number | boolean)[];
  allOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  example?: { code?: string };
}

interface Response {
  $ref?: string;
  content?: { 'application/json': { schema: Schema } };
}

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

/** Operations that are pages of documentation and no endpoints. */
const pages = ['/real-time', '/rest-error-handling', '/zulip-outgoing-webhook'];

/** What every answer has, and every event. */
const everywhere = ['result', 'msg', 'code', 'ignored_parameters_unsupported', 'id', 'type', 'op'];
const envelope = everywhere.slice(0, 4);

/** What the text of a key says when the key is not always there. */
const conditional =
  /\b(only (be )?(present|included)|(present|included) only|present (if|when|for)|not (be )?present|if present|field is optional|need not be present)\b/i;

/** What the answer to a registration has whatever was asked for. */
const always = ['queue_id', 'last_event_id', 'zulip_feature_level', 'zulip_version', 'zulip_merge_base'];

const fetched = /present if `(\w+)` is present in `fetch_event_types`(?! and only)/i;

const description = await read(process.argv[2] ?? '');
const named = new Map<string, Shape>();
const facts: Described = {
  answers: listAnswers(),
  events: listEvents(),
  errors: listErrors(),
  sections: listSections(),
  named: {},
};
facts.named = Object.fromEntries([...named].sort(([a], [b]) => a.localeCompare(b)));
writeFileSync(join(import.meta.dirname, 'described.json'), `${JSON.stringify(facts)}\n`);

async function read(path: string): Promise<Description> {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(path);
  if (!valid) throw new Error(JSON.stringify(errors));
  return validator.specification as object as Description;
}

/** The fields of each successful answer, by method and path. */
function listAnswers(): Record<string, Fields> {
  const answers = Object.fromEntries(
    operations().map(({ key, responses }) => [key, without(envelope, fieldsOf(schemaOf(responses['200'])))]),
  );
  const register = answers['POST /register'] ?? {};
  return {
    ...answers,
    'GET /events': { events: { '[]': { id: 'integer', '*': 'any' } }, 'queue_id?': 'string' },
    'POST /register': { ...only(always, register), ...optional(without(always, register)) },
  };
}

/** The fields of each event, by type and operation; several where one of them must do. */
function listEvents(): Record<string, Fields[]> {
  const events: Record<string, Fields[]> = {};
  const answer = flatten(schemaOf(description.paths['/events']?.get?.responses['200']));
  for (const schema of answer.properties?.events?.items?.oneOf ?? []) {
    const { type, op } = flatten(schema).properties ?? {};
    const key = [...wordsOf(type), ...wordsOf(op)].join('/');
    events[key] = [...(events[key] ?? []), without(everywhere, fieldsOf(schema))];
  }
  return events;
}

/** The further fields that errors of a code may have. */
function listErrors(): Record<string, Fields> {
  const errors: Record<string, Fields> = {};
  for (const response of Object.entries(description.paths).flatMap(([, methods]) =>
    Object.values(methods).flatMap(({ responses }) => failuresOf(responses)),
  )) {
    for (const schema of alternativesOf(response)) {
      const { code } = flatten(schema).example ?? {};
      if (code) errors[code] = { ...errors[code], ...optional(without(envelope, fieldsOf(schema))) };
    }
  }
  return errors;
}

/** The keys of the initial state that come with each type of events. */
function listSections(): Record<string, string[]> {
  const sections: Record<string, string[]> = {};
  for (const [name, schema] of Object.entries(initialState().properties ?? {})) {
    const type = sectionOf(name, schema);
    if (type !== undefined) sections[type] = [...(sections[type] ?? []), name];
  }
  return sections;
}

function initialState(): Schema {
  return flatten(schemaOf(description.paths['/register']?.post?.responses['200']));
}

/** The type of events that a key of the initial state comes with. Settings of the organization do not always say it. */
function sectionOf(name: string, schema: Schema): string | undefined {
  if (always.includes(name)) return undefined;
  if (name === 'drafts') return name;
  const text = textOf(schema);
  const type = fetched.exec(text)?.[1];
  if (type !== undefined) return type;
  return /^(realm|server)_/.test(name) && !conditional.test(text) ? 'realm' : undefined;
}

function operations(): { key: string; responses: Record<string, Response> }[] {
  const paths = Object.entries(description.paths).filter(([path]) => !pages.includes(path));
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({ key: `${method.toUpperCase()} ${path}`, responses })),
  );
}

function failuresOf(responses: Record<string, Response>): Schema[] {
  return Object.entries(responses)
    .filter(([status]) => status !== '200')
    .map(([, response]) => schemaOf(response));
}

function schemaOf(response: Response | undefined): Schema {
  if (response?.$ref) return schemaOf(description.components.responses[lastOf(response.$ref)]);
  return response?.content?.['application/json'].schema ?? {};
}

function alternativesOf(schema: Schema): Schema[] {
  return flatten(schema).oneOf ?? [schema];
}

function fieldsOf(schema: Schema): Fields {
  const { properties = {}, additionalProperties } = flatten(schema);
  const fields = Object.entries(properties).map(([name, one]): [string, Shape] => [
    conditional.test(textOf(one)) ? `${name}?` : name,
    shapeOf(one),
  ]);
  const others = typeof additionalProperties === 'object' ? { '*': shapeOf(additionalProperties) } : {};
  return { ...Object.fromEntries(fields), ...others };
}

function shapeOf(schema: Schema): Shape {
  const flat = flatten(schema);
  if (flat.nullable) return withNull(shapeOf({ ...flat, nullable: false }));
  const reference = referenceOf(schema);
  if (reference !== undefined && (flat.properties ?? flat.oneOf)) return nameOf(reference, flat);
  if (flat.enum) return alternatives(flat.enum.map(literal));
  if (flat.oneOf) return alternatives(flat.oneOf.map(shapeOf));
  if (flat.items) return { '[]': shapeOf(flat.items) };
  if (flat.properties || typeof flat.additionalProperties === 'object') return fieldsOf(flat);
  return flat.type === 'object' ? { '*': 'any' } : (flat.type ?? 'any');
}

/** The name of the schema that this one is, unless it adds something. */
function referenceOf({ $ref, allOf = [], properties }: Schema): string | undefined {
  if ($ref) return referenceOf(description.components.schemas[lastOf($ref)] ?? {}) ?? lastOf($ref);
  const [only, ...others] = allOf.filter((one) => one.$ref ?? one.properties);
  return properties || others.length > 0 ? undefined : only && referenceOf(only);
}

function nameOf(name: string, schema: Schema): Shape {
  if (!named.has(name)) {
    named.set(name, 'any');
    named.set(name, shapeOf(schema));
  }
  return `#${name}`;
}

function withNull(shape: Shape): Shape {
  return alternatives([...(Array.isArray(shape) ? shape : [shape]), 'null']);
}

function alternatives(shapes: readonly Shape[]): Shape {
  const all = shapes.flatMap((shape): Shape[] => (Array.isArray(shape) ? shape : [shape]));
  const different = all.filter((shape, index) => all.findIndex((one) => same(one, shape)) === index);
  return different.length === 1 ? (different[0] as Shape) : different;
}

function literal(value: string | number | boolean): Shape {
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? `=${value}` : value;
}

/** The schema with references followed and its parts merged. */
function flatten(schema: Schema): Schema {
  const { $ref, allOf = [], ...own } = schema;
  const parts = $ref ? [flatten(description.components.schemas[lastOf($ref)] ?? {})] : allOf.map(flatten);
  return [...parts, own].reduce(merge, {});
}

function merge(one: Schema, other: Schema): Schema {
  const names = Object.keys({ ...one.properties, ...other.properties });
  const both = names.map((name): [string, Schema] => [
    name,
    mergeProperty(one.properties?.[name], other.properties?.[name]),
  ]);
  return { ...one, ...other, ...(both.length > 0 ? { properties: Object.fromEntries(both) } : {}) };
}

function mergeProperty(one: Schema | undefined, other: Schema | undefined): Schema {
  if (!one || !other || Object.keys(other).length === 0) return one ?? other ?? {};
  return Object.keys(one).length === 0 ? other : merge(flatten(one), flatten(other));
}

/** What is said about a key, without its history. */
function textOf(schema: Schema): string {
  return (flatten(schema).description ?? '').split('**Changes**')[0]?.replace(/\s+/g, ' ') ?? '';
}

function wordsOf(schema: Schema | undefined): string[] {
  return (schema && flatten(schema).enum?.map(String)) ?? [];
}

function without(names: readonly string[], fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function only(names: readonly string[], fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

function optional(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, shape]) => [name.endsWith('?') ? name : `${name}?`, shape]),
  );
}

function lastOf(reference: string): string {
  return reference.split('/').at(-1) as string;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
