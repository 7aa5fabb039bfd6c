import assert from 'node:assert/strict';
import { createApiKey } from '../../../src/accounts/api-key.ts';
import { applyEvent } from '../../../src/client/store/fold/fold.ts';
import { placeOf, unreadOf } from '../../../src/client/store/fold/messages.ts';
import type { Model } from '../../../src/client/store/fold/model.ts';
import { listReadable, listShared } from '../../../src/client/store/fold/sight.ts';
import { findUser, type User } from '../../../src/users/user.ts';
import { Client, type Values } from '../client.ts';
import type { HeardEvent as Json } from '../events.ts';
import type { CastName, TestServer } from '../server.ts';
import { EventStream } from '../stream.ts';
import { until } from '../until.ts';
import { differences } from './difference.ts';
import { viewOf } from './view.ts';

const form = { apply_markdown: true, client_gravatar: false, allow_empty_topic_name: true };

/** A client that wants everything and understands everything. */
const everything: Values = {
  include_subscribers: 'true',
  apply_markdown: form.apply_markdown,
  client_gravatar: form.client_gravatar,
  slim_presence: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    linkifier_url_template: true,
    user_list_incomplete: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
    simplified_presence_events: true,
    chatd_events: true,
  },
};

interface Observer {
  name: CastName;
  client: Client;
  queue_id: string;
  last_event_id: number;
  model: Model;
  /** Whether it hears by stream. */
  isStreaming: boolean;
  stream?: EventStream;
}

/** Clients that keep what they were told when they registered up to date by the events they hear. */
export class Watch {
  readonly #server: TestServer;
  readonly #observers: Observer[];
  /** What the observers heard of: types of events, with the operation where there is one. */
  readonly heard: Set<string> = new Set();

  constructor(server: TestServer, observers: Observer[]) {
    this.#server = server;
    this.#observers = observers;
  }

  /** Fails unless each knows now what a client is told that registers now. */
  async assertFollowed(): Promise<void> {
    const found: string[] = [];
    for (const observer of this.#observers) found.push(...(await this.#differencesOf(observer)));
    assert.ok(found.length === 0, `events do not tell what is new:\n${found.join('\n')}`);
  }

  async #differencesOf(observer: Observer): Promise<string[]> {
    const { name, model } = observer;
    await this.#renew(observer);
    if (!(await follow(this.#server, observer, this.heard))) return [];
    const fresh = await register(observer.client);
    await observer.client.delete('/events', { queue_id: fresh.state.queue_id });
    assert.equal(model.state.user_id, fresh.state.user_id);
    const unexplained = fetchAgain(model, fresh.messages);
    // What was received and cannot be read is not known here, and counts there.
    const state: Json = fresh.state;
    if (model.hidden.size > 0) delete state.max_message_id;
    forgetEarlierSubscriptions(state, model.discovered);
    const named = (message: Json) => withoutUnknownNames(model.state, message);
    const mine = await fetchMessages(observer.client, [...model.messages.keys()]);
    const expected = { ...state, attachments: fresh.files.attachments, messages: mine.map(named) };
    const got = { ...viewOf(model), messages: [...model.messages.values()].map(named) };
    const found = [...unexplained, ...differences(got, expected, model.stale)];
    return found.map((line) => `${name}: ${line}`);
  }

  // Keys end and addresses change, and a client that has logged in again still knows what it knew.
  async #renew(observer: Observer): Promise<void> {
    const { app, users, url } = this.#server;
    const { status } = await observer.client.get('/users/me');
    const user = findUser(app.db, users[observer.name].id) as User;
    if (status !== 401 || !user.is_active) return;
    observer.client = new Client(url, { email: user.email, key: createApiKey(app, user) });
  }
}

/** Fetches what came within sight in other ways than by being sent. Returns what did so for no reason. */
function fetchAgain(model: Model, messages: ReadonlyMap<number, Json>): string[] {
  const missing = [...messages.values()].filter(({ id }) => !model.messages.has(id));
  const isExplained = ({ id, stream_id }: Json) => model.arrived.has(id) || model.refetched.has(stream_id);
  for (const message of missing.filter(isExplained)) {
    model.messages.set(message.id, message);
    if (message.flags.includes('starred')) model.starred.add(message.id);
    if (!message.flags.includes('read')) model.unread.set(message.id, placeOf(model, message));
  }
  for (const id of model.starred) if (!model.messages.has(id)) model.starred.delete(id);
  model.arrived.clear();
  model.refetched.clear();
  return missing
    .filter(({ id }) => !model.messages.has(id))
    .map(({ id, stream_id }) => `message ${id} of channel ${stream_id} never came`);
}

/** Clients have nothing but ids of those whom they may not know of. */
function withoutUnknownNames(state: Json, message: Json): Json {
  const { sender_email, sender_full_name, avatar_url, ...rest } = message;
  const named = isKnown(state, message.sender_id) ? message : rest;
  if (message.type !== 'private') return named;
  const display_recipient = message.display_recipient.map((one: Json) => (isKnown(state, one.id) ? one : one.id));
  return { ...named, display_recipient };
}

function isKnown(state: Json, user_id: number): boolean {
  return ['realm_users', 'realm_non_active_users', 'cross_realm_bots'].some((name) =>
    state[name].some((one: Json) => one.user_id === user_id),
  );
}

/** Shows channels that the client discovered like those that its user never followed. */
function forgetEarlierSubscriptions(state: Json, discovered: ReadonlySet<number>): void {
  const known = new Set(['subscribers', ...Object.keys(state.streams[0] ?? {})]);
  for (const channel of state.unsubscribed.filter((one: Json) => discovered.has(one.stream_id))) {
    state.unsubscribed = state.unsubscribed.filter((one: Json) => one !== channel);
    state.never_subscribed.push(Object.fromEntries(Object.entries(channel).filter(([key]) => known.has(key))));
  }
}

/**
 * Registers a client for each of some people, to see whether events keep it up to date: by polls, or by stream for those
 * named.
 */
export async function watchState(
  server: TestServer,
  names: readonly CastName[],
  streaming: readonly CastName[] = [],
): Promise<Watch> {
  const observers: Observer[] = [];
  for (const name of names) {
    const client = server.as(name);
    if (!findUser(server.db, server.users[name].id)?.is_active) continue;
    const model = await register(client);
    const { queue_id, last_event_id } = model.state;
    observers.push({ name, client, queue_id, last_event_id, model, isStreaming: streaming.includes(name) });
  }
  return new Watch(server, observers);
}

/** Folds a user's new events, and notes what they are. Returns false if the account was deactivated. */
async function follow(server: TestServer, observer: Observer, heard: Set<string>): Promise<boolean> {
  const events = await (observer.isStreaming ? awaitEvents(server, observer) : fetchEvents(observer));
  for (const { id, ...event } of events ?? []) {
    heard.add(event.op === undefined ? event.type : `${event.type} ${event.op}`);
    applyEvent(observer.model, event);
    observer.last_event_id = id;
  }
  return events !== undefined;
}

/** The new events of a poll; undefined if the account was deactivated. */
async function fetchEvents({ name, client, queue_id, last_event_id }: Observer): Promise<Json[] | undefined> {
  const { status, body } = await client.get('/events', { queue_id, last_event_id, dont_block: true });
  if (status === 401) return undefined;
  assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`);
  return body.events;
}

/** The new events of a stream, which is opened again where it was ended. */
async function awaitEvents(server: TestServer, observer: Observer): Promise<Json[] | undefined> {
  const { client, queue_id, last_event_id, name } = observer;
  const { status } = await client.post('/events/stream', { queue_id, last_event_id });
  if (status === 401) return undefined;
  const { first_id, events } = server.app.queues.access(queue_id, server.users[name].id);
  const newest = first_id + events.length - 1;
  const isThere = () => Math.max(last_event_id, observer.stream?.last_event_id ?? -1) >= newest;
  while (!isThere()) {
    if (observer.stream?.isEnded !== false) observer.stream = await EventStream.open(client, queue_id, last_event_id);
    const { stream } = observer;
    await until(() => isThere() || stream.isEnded);
  }
  return observer.stream?.events.filter(({ id }) => id > last_event_id) ?? [];
}

async function register(client: Client): Promise<Model> {
  const { status, body } = await client.post('/register', everything);
  assert.equal(status, 200, JSON.stringify(body));
  const recent = await client.get('/messages', { ...form, anchor: 'newest', num_before: 5000, num_after: 0 });
  const { body: files } = await client.get('/attachments');
  const unread = unreadOf(body.unread_msgs, body.user_id);
  const known = new Map<number, Json>(recent.body.messages.map((one: Json) => [one.id, one]));
  const others = [...unread.keys(), ...body.starred_messages].filter((id) => !known.has(id));
  for (const message of await fetchMessages(client, others)) known.set(message.id, message);
  return {
    state: body,
    messages: known,
    unread,
    starred: new Set(body.starred_messages),
    readable: listReadable(body),
    shared: listShared(body),
    hidden: new Set(body.max_message_id > 0 && !known.has(body.max_message_id) ? [0] : []),
    discovered: new Set(),
    refetched: new Set(),
    arrived: new Set(),
    stale: new Set(),
    files,
  };
}

async function fetchMessages(client: Client, message_ids: readonly number[]): Promise<Json[]> {
  if (message_ids.length === 0) return [];
  const { status, body } = await client.get('/messages', { ...form, message_ids });
  assert.equal(status, 200, JSON.stringify(body));
  return body.messages;
}
