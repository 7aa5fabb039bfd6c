import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createApiKey } from '../../../src/accounts/api-key.ts';
import { doDeliverDue } from '../../../src/later/delivery.ts';
import { getUser } from '../../../src/users/user.ts';
import { absent, compare, type Mismatch } from './compare.ts';
import { compareEvents } from './compare-events.ts';
import { basic, type Organization } from './organization.ts';
import type { Line, Received, Recording } from './recordings.ts';
import type { Symbols } from './symbols.ts';

/** Where one answer, or what followed from it, is not as recorded. */
export interface Played {
  recording: Recording;
  mismatches: Mismatch[];
  /** Whether none of the observers received anything. */
  silent: boolean;
}

/** Plays a run to a new organization. */
export async function play(organization: Organization, lines: readonly Line[]): Promise<Played[]> {
  const agent = new Agent({ keepAlive: true });
  const played: Played[] = [];
  let observers: Observer[] | undefined;
  const first = lines.find((line): line is Received => 'events_of' in line)?.events_of;
  for (const line of lines) {
    if ('events_of' in line) {
      const last = played.at(-1);
      if (last) hear(organization, line, observers ?? [], last);
      continue;
    }
    if (line.n === first) observers = await observe(organization, agent);
    wait(organization, line);
    played.push({ recording: line, mismatches: await ask(organization, line, agent), silent: true });
  }
  agent.destroy();
  for (const observer of observers ?? []) if (observer.heard?.isWhole) compareHeard(organization, observer);
  forgiveWrongTimes(played, organization.symbols);
  return played;
}

/** The time at some requests, in UNIX seconds: until then the recorder had waited for limits or for what was scheduled. */
const times: Readonly<Record<string, number>> = {
  'four 965': 1_795_650_900,
  'four 1052': 1_795_650_903,
  'four 1595': 1_795_651_180,
  'four 1739': 1_795_651_190,
};

function wait({ app, clock }: Organization, { run, n }: Recording): void {
  const time = times[`${run} ${n}`];
  if (time === undefined) return;
  clock.seconds = time;
  doDeliverDue(app);
}

async function ask(organization: Organization, recording: Recording, agent: Agent): Promise<Mismatch[]> {
  const { symbols } = organization;
  const given = await send(organization, recording, agent);
  const { status, body } = recording.answer;
  if (status === 200) learnNames(organization, recording, given.body);
  logInAgain(organization, recording);
  if (isOfProxy(status)) return [];
  return compare({ status, body }, given, symbols, '');
}

function learnNames(organization: Organization, { run, n, names }: Recording, body: unknown): void {
  for (const [kind, name, path] of [...(names ?? []), ...(unrecordedNames[`${run} ${n}`] ?? [])]) {
    const id = path.split('.').reduce((value: unknown, key) => (value as Record<string, unknown>)?.[key], body);
    if (typeof id === 'number' || typeof id === 'string') learn(organization, kind, name, id);
  }
}

const unrecordedNames: Readonly<Record<string, Recording['names']>> = {
  'four 1629': [['x', 'upf', 'url']],
  'four 1630': [['x', 'upp', 'url']],
  'five 1693': [['x', 'L0', 'id']],
  'five 1694': [['x', 'L1', 'id']],
};

/** Some events were recorded one or two requests before or after their cause: they are compared with those of the cause. */
function forgiveWrongTimes(played: readonly Played[], symbols: Symbols): void {
  for (const [index, { mismatches }] of played.entries()) {
    for (const missing of mismatches.filter(isMissingEvent)) {
      const lists = played.slice(Math.max(0, index - 2), index + 3).map((one) => one.mismatches);
      const isOther = (one: Mismatch) =>
        one.recorded === absent && one.at === missing.at && isSameEvent(missing.recorded, one.given, symbols);
      const list = lists.find((one) => one.some(isOther));
      if (!list) continue;
      list.splice(list.findIndex(isOther), 1);
      mismatches.splice(mismatches.indexOf(missing), 1);
    }
  }
}

/** Whether two events are the same but for drawn pictures. */
function isSameEvent(recorded: unknown, given: unknown, symbols: Symbols): boolean {
  return compare(recorded, given, symbols).every(({ at }) => at.endsWith('.avatar_url'));
}

function isMissingEvent({ at, given }: Mismatch): boolean {
  return at.startsWith('events of') && given === absent;
}

/** Whether not the recorded server answered, but a proxy before it, or nobody. */
function isOfProxy(status: number): boolean {
  return status === 0 || status === 502 || status === 504;
}

/** Deactivating a user ends their keys here, so they log in again. */
function logInAgain({ app, symbols, logins }: Organization, { method, path }: Recording): void {
  const name = method === 'POST' ? /^\/users\/\{u:(\w+)\}\/reactivate$/.exec(path)?.[1] : undefined;
  if (name === undefined || !logins.has(name)) return;
  const user = getUser(app.db, Number(symbols.idOf(`{u:${name}}`)));
  logins.set(
    name,
    basic(
      user.email,
      app.db.transaction(() => createApiKey(app, user)),
    ),
  );
}

function learn({ app, symbols, logins }: Organization, kind: string, name: string, id: number | string): void {
  symbols.learn(kind, name, typeof id === 'string' ? id.replace(/^\//, '') : id);
  if (kind !== 'u' || logins.has(name)) return;
  const user = getUser(app.db, Number(id));
  logins.set(
    name,
    basic(
      user.email,
      app.db.transaction(() => createApiKey(app, user)),
    ),
  );
}

interface Given {
  status: number;
  body: unknown;
}

async function send(organization: Organization, recording: Recording, agent: Agent): Promise<Given> {
  const { symbols, url } = organization;
  const { method } = recording;
  const fields = Object.entries(recording.params).map(([key, value]): [string, string] => [key, symbols.fill(value)]);
  const inQuery = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const path = symbols.fill(recording.path) + (inQuery && fields.length > 0 ? `?${new URLSearchParams(fields)}` : '');
  const { bytes, type } = await pack(inQuery ? [] : fields, recording);
  const authorization = recording.auth ?? organization.logins.get(recording.who ?? '') ?? '';
  const headers = {
    'User-Agent': 'OracleDiff/1.0',
    ...(authorization === '' ? {} : { Authorization: authorization }),
    ...(bytes.length === 0 ? {} : { 'Content-Type': type, 'Content-Length': bytes.length }),
  };
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/v1${path}`, { method, headers, agent }, (response) => {
      text(response).then((received) => {
        resolve({ status: response.statusCode ?? 0, body: parse(received) });
      }, reject);
    }).on('error', reject);
    sending.end(bytes);
  });
}

function parse(received: string): unknown {
  try {
    return JSON.parse(received);
  } catch {
    return received === '' ? null : received;
  }
}

async function pack(fields: [string, string][], { files }: Recording): Promise<{ bytes: Buffer; type: string }> {
  const type = 'application/x-www-form-urlencoded';
  if (!files) return { bytes: Buffer.from(String(new URLSearchParams(fields))), type };
  const form = new FormData();
  for (const [key, value] of fields) form.append(key, value);
  for (const [key, [name, content, kind]] of Object.entries(files)) {
    form.append(key, new Blob([Buffer.from(content, 'base64')], { type: kind }), name);
  }
  const whole = new Response(form);
  return { bytes: Buffer.from(await whole.arrayBuffer()), type: whole.headers.get('Content-Type') ?? '' };
}

interface Observer {
  name: string;
  user_id: number;
  queue_id: string;
  last_event_id: number;
  heard?: Heard | undefined;
}

/** What an observer received since their list was read to its end. */
interface Heard {
  cause: Played;
  recorded: unknown[];
  given: unknown[];
  isWhole: boolean;
}

const capabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
};

async function observe(organization: Organization, agent: Agent): Promise<Observer[]> {
  const observers: Observer[] = [];
  for (const name of ['owner', 'alice', 'guest']) {
    const params = {
      fetch_event_types: '[]',
      client_gravatar: 'true',
      apply_markdown: 'true',
      client_capabilities: JSON.stringify(capabilities),
    };
    const asked = { method: 'POST', path: '/register', params, who: name } as unknown as Recording;
    const { body } = await send(organization, asked, agent);
    const { queue_id, last_event_id } = body as { queue_id: string; last_event_id: number };
    observers.push({ name, user_id: Number(organization.symbols.idOf(`{u:${name}}`)), queue_id, last_event_id });
  }
  return observers;
}

function hear(organization: Organization, line: Received, observers: readonly Observer[], played: Played): void {
  for (const observer of observers) {
    const events = read(organization, observer);
    if (isOfProxy(played.recording.answer.status)) continue;
    if (events.length > 0) played.silent = false;
    const recorded = line.events[observer.name] ?? [];
    const isRead = !recorded.some((event) => (event as { type: string }).type === '<no marker>');
    if (isRead) compareHeard(organization, observer);
    observer.heard ??= { cause: played, recorded: [], given: [], isWhole: true };
    observer.heard.given.push(...inTime(events, played.recording));
    if (isRead) observer.heard.recorded.push(...inTime(recorded, played.recording));
    observer.heard.isWhole = isRead;
  }
}

/** Lists that the recorder did not read to their end came with the one before them; those of the end of a run never did. */
function compareHeard({ symbols }: Organization, observer: Observer): void {
  const { heard, name } = observer;
  observer.heard = undefined;
  if (!heard) return;
  heard.cause.mismatches.push(...compareEvents(heard.recorded, heard.given, symbols, `events of ${name}`));
}

/** Without the events that the recorded server sent some requests after their cause: leaving a channel reads it. */
function inTime(events: readonly unknown[], { path }: Recording): unknown[] {
  if (!/subscriptions|\/streams/.test(path)) return [...events];
  return (events as { flag?: string; op?: string }[]).filter(({ flag, op }) => flag !== 'read' || op !== 'add');
}

/** The events since the last time, without those that say nothing of what was done. */
function read({ app: { queues } }: Organization, observer: Observer): unknown[] {
  const queue = queues.access(observer.queue_id, observer.user_id);
  const events = JSON.parse(queues.acknowledge(queue, observer.last_event_id)) as { id: number; type: string }[];
  observer.last_event_id = events.at(-1)?.id ?? observer.last_event_id;
  return events.filter(({ type }) => !unrecorded.has(type)).map(({ id: _, ...event }) => event);
}

const unrecorded = new Set(['heartbeat', 'presence']);
