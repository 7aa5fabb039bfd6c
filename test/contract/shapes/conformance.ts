import assert from 'node:assert/strict';
import { readDescribed } from './described.ts';
import { amended } from './differences.ts';
import { type Fields, mismatch, type Shape } from './shape.ts';

/** A request as far as it says what the answer must look like. */
export interface Sent {
  method: string;
  /** Below `/api/v1`, with or without a query. */
  path: string;
  body: unknown;
}

type Body = Record<string, unknown>;

const described = amended(readDescribed());

/** Everything that was seen to be as described: endpoints, and events by type and operation. */
export const seen = { answers: new Set<string>(), events: new Set<string>() };

/** Fails unless an answer, and each event in it, looks as the description says. What it does not describe may look anyhow. */
export function assertConforms(sent: Sent, status: number, body: Body | undefined): void {
  const path = plainPath(sent);
  if (body === undefined || elsewhere.some((start) => path.startsWith(start))) return;
  const key = keyOf(sent);
  const complaint = status < 400 ? complaintAboutAnswer(key, sent, body) : complaintAboutError(body);
  assert.equal(complaint, undefined, `${key ?? path} differs from its description: ${complaint}`);
}

/** Below these paths programs of others are answered as they expect it, or with a document or stream. */
const elsewhere = ['/external/', '/openapi.json', '/events/stream'];

/** Keys of all endpoints and events that are described. */
export function listDescribed(): { answers: string[]; events: string[] } {
  return { answers: Object.keys(described.answers), events: Object.keys(described.events) };
}

/** The described endpoint that a request is made of. */
function keyOf(sent: Sent): string | undefined {
  const { method, body } = sent;
  const verb = body instanceof URLSearchParams ? (body.get('method')?.toUpperCase() ?? method) : method;
  const path = plainPath(sent);
  return routes.get(formOf(verb, path))?.find(({ pattern }) => pattern.test(path))?.key;
}

/** The same for all requests of one endpoint, and of few others: each parameter is one segment. */
function formOf(verb: string, path: string): string {
  return `${verb} ${path.split('/').length}`;
}

function plainPath({ path }: Sent): string {
  return (path.split('?')[0] ?? '').replaceAll(/\/+/g, '/');
}

// What is fixed comes before an id, and an id before what takes anything.
const sorted = Object.keys(described.answers)
  .map((key) => {
    const [verb = '', path = ''] = key.split(' ');
    const pattern = path.replaceAll(/\{\w+_id\}/g, '\\d+').replaceAll(/\{\w+\}/g, '[^/]+');
    return {
      key,
      form: formOf(verb, path),
      pattern: new RegExp(`^${pattern}$`),
      ids: key.split('_id}').length,
      parts: key.split('{').length,
    };
  })
  .sort((a, b) => a.parts - b.parts || b.ids - a.ids);

const routes = Map.groupBy(sorted, ({ form }) => form);

function complaintAboutAnswer(key: string | undefined, sent: Sent, body: Body): string | undefined {
  const complaint = check(answers[key ?? ''], body, 'body') ?? complaintAboutSections(key, sent, body);
  if (complaint) return complaint;
  if (key !== undefined) seen.answers.add(key);
  return key === 'GET /events' ? complaintAboutEvents(body.events as Body[]) : undefined;
}

const envelope: Fields = { result: '=success', msg: 'string', 'ignored_parameters_unsupported?': { '[]': 'string' } };

/** What successful answers look like: those that are described, and below no key all others. */
const answers = Object.fromEntries(
  Object.entries({ ...described.answers, '': { '*': 'any' } }).map(([key, fields]) => [
    key,
    { ...envelope, ...fields },
  ]),
);

/** Each section of the initial state that was asked for must be whole. */
function complaintAboutSections(key: string | undefined, { body: form }: Sent, body: Body): string | undefined {
  if (key !== 'POST /register' || !(form instanceof URLSearchParams)) return undefined;
  const asked = typesIn(form, 'fetch_event_types') ?? typesIn(form, 'event_types');
  const sections = Object.entries(described.sections).filter(([type]) => asked?.includes(type) ?? true);
  for (const [type, keys] of sections) {
    if (isReplaced(type, asked)) continue;
    const lacking = keys.find((name) => !Object.hasOwn(body, name));
    if (lacking !== undefined) return `body: lacks ${lacking}, though ${type} was asked for`;
  }
  return undefined;
}

function typesIn(form: URLSearchParams, name: string): readonly string[] | undefined {
  return JSON.parse(form.get(name) ?? 'null') ?? undefined;
}

/** Only clients that do not request the newer form of topic policies get the older one. */
function isReplaced(type: string, asked: readonly string[] | undefined): boolean {
  return type === 'muted_topics' && asked?.includes('user_topic') === true;
}

function complaintAboutEvents(events: readonly Body[]): string | undefined {
  for (const { id: _, type, op, ...rest } of events) {
    const key = op === undefined ? String(type) : `${type}/${op}`;
    const shape = described.events[key];
    if (!shape) return `the event ${key} is not described: ${JSON.stringify(rest)}`;
    const complaint = check(shape, rest, `event ${key}`);
    if (complaint) return complaint;
    seen.events.add(key);
  }
  return undefined;
}

function complaintAboutError({ code, ...rest }: Body): string | undefined {
  const further = typeof code === 'string' ? described.errors[code] : undefined;
  if (!further) return `the error ${code} is not described`;
  return check({ result: '=error', msg: 'string', ...further }, rest, `error ${code}`);
}

function check(shape: Shape | undefined, value: unknown, place: string): string | undefined {
  return mismatch(described.named, shape ?? 'any', value, place);
}
