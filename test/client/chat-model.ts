import { type Call, CallError, NetworkError, type Params } from '../../src/client/api/call.ts';
import type { ServerEvent, State } from '../../src/client/api/types.ts';
import type { KeyedStorage } from '../../src/client/live/outbox-storage.ts';
import type { FakeClock } from './fake-clock.ts';

interface StoredMessage {
  id: number;
  sender_id: number;
  stream_id: number;
  topic: string;
  content: string;
  /** In UNIX seconds. */
  timestamp: number;
}

interface Queue {
  user_id: number;
  events: ServerEvent[];
  next: number;
  wake: () => void;
}

interface Asker {
  user_id: number;
  isLoggedIn: boolean;
}

const memory = 3600;

/** How messages begin that the server refuses. */
export const refused = 'refused';

/** As much of a server as the outbox needs: topics, moves, event queues, and the rule for repeated messages. */
export class ServerModel {
  isUp = true;
  /** All messages that were ever stored, deleted ones too. */
  readonly history: StoredMessage[] = [];
  #messages = new Map<number, StoredMessage>();
  #queues = new Map<string, Queue>();
  #names = new Map<string, { id: number; at: number }>();
  #registered = 0;
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  /** Whether a message was not deleted. */
  has({ id }: StoredMessage): boolean {
    return this.#messages.has(id);
  }

  /** After a crash, events and queues are gone, and what was stored is there. */
  crash(): void {
    this.isUp = false;
    this.#queues.clear();
  }

  /** The server ends in good order: it answers waiting polls, and keeps the queues. */
  stop(): void {
    for (const { wake } of this.#queues.values()) wake();
    this.isUp = false;
  }

  start(): void {
    this.isUp = true;
  }

  move(topic: string, target: string): void {
    const moved = [...this.#messages.values()].filter((one) => isSame(one.topic, topic));
    if (moved.length === 0) return;
    for (const one of moved) one.topic = target;
    const message_ids = moved.map(({ id }) => id);
    const place = { stream_id: 1, orig_subject: topic, subject: target, propagate_mode: 'change_all' };
    const edit_timestamp = Math.floor(this.#clock.now() / 1000);
    this.#publish({
      type: 'update_message',
      message_id: message_ids[0],
      message_ids,
      flags: [],
      ...place,
      edit_timestamp,
    });
  }

  deleteTopic(topic: string): void {
    const message_ids = [...this.#messages.values()].filter((one) => isSame(one.topic, topic)).map(({ id }) => id);
    for (const id of message_ids) this.#messages.delete(id);
    this.#publish({ type: 'delete_message', message_ids, message_type: 'stream', stream_id: 1, topic });
  }

  /** Answers a request, or throws what the client would. */
  answer(asker: Asker, name: string, params: Params): object | Promise<object> {
    if (!asker.isLoggedIn) throw new CallError(401, { msg: 'Not logged in' });
    if (name === 'POST /register') return this.#register(asker.user_id);
    if (name === 'GET /events') return this.#poll(params);
    if (name === 'POST /messages') return this.#send(asker.user_id, params);
    if (name === 'GET /messages') return { messages: this.#find(params) };
    throw new Error(name);
  }

  #register(user_id: number): State {
    this.#registered += 1;
    const queue_id = `queue ${this.#registered}`;
    this.#queues.set(queue_id, { user_id, events: [], next: 0, wake: () => {} });
    return stateOf({ user_id, queue_id, server_timestamp: this.#clock.now() / 1000 });
  }

  #poll({ queue_id, last_event_id, dont_block }: Params): object | Promise<object> {
    const queue = this.#queues.get(String(queue_id));
    if (!queue) throw new CallError(400, { code: 'BAD_EVENT_QUEUE_ID' });
    queue.events = queue.events.filter(({ id }) => id > Number(last_event_id));
    const list = () => ({ events: structuredClone(queue.events) });
    if (dont_block || queue.events.length > 0) return list();
    queue.wake();
    return new Promise((resolve) => {
      queue.wake = () => resolve(list());
    });
  }

  #send(user_id: number, { to, topic, content, queue_id, local_id }: Params): object {
    const name = JSON.stringify([user_id, queue_id, local_id, to, String(topic).toLowerCase(), content]);
    const known = this.#names.get(name);
    if (known && this.#clock.now() / 1000 < known.at + memory) return { id: known.id };
    if (String(content).startsWith(refused)) throw new CallError(400, { code: 'BAD_REQUEST', msg: 'Not today.' });
    const message = { sender_id: user_id, stream_id: 1, topic: String(topic), content: String(content) };
    const { id } = this.write(message, { queue_id, local_id });
    this.#names.set(name, { id, at: this.#clock.now() / 1000 });
    return { id };
  }

  /** Stores a message. */
  write(
    fields: Omit<StoredMessage, 'id' | 'timestamp'>,
    local: { queue_id?: unknown; local_id?: unknown } = {},
  ): StoredMessage {
    const timestamp = Math.floor(this.#clock.now() / 1000);
    const message = { ...fields, timestamp, id: this.history.length + 1 };
    this.history.push(message);
    this.#messages.set(message.id, message);
    const event = { type: 'message', message: present(message), flags: ['read'] };
    for (const [id, queue] of this.#queues)
      this.#put(queue, id === local.queue_id ? { ...event, local_message_id: local.local_id } : event);
    return message;
  }

  #find({ message_ids, narrow = [] }: Params): object[] {
    const terms = narrow as { operator: string; operand: unknown }[];
    const isMatch = (one: StoredMessage) =>
      terms.every(({ operator, operand }) => {
        if (operator === 'channel') return one.stream_id === operand;
        if (operator === 'topic') return isSame(one.topic, String(operand));
        return one.sender_id === operand;
      });
    const ids = message_ids as number[] | undefined;
    const found = [...this.#messages.values()].filter((one) => ids?.includes(one.id) ?? isMatch(one));
    return found.map((one) => present(one));
  }

  #publish(event: object): void {
    for (const queue of this.#queues.values()) this.#put(queue, event);
  }

  #put(queue: Queue, event: object): void {
    queue.events.push({ ...event, id: queue.next } as ServerEvent);
    queue.next += 1;
    queue.wake();
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function present({ topic, ...fields }: StoredMessage): object {
  return { ...fields, subject: topic, type: 'stream', flags: ['read'], reactions: [] };
}

const lists = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed', 'realm_user_groups', 'starred_messages'];

function stateOf(fields: object): State {
  const unread_msgs = { pms: [], streams: [], huddles: [], mentions: [] };
  const empty = Object.fromEntries(lists.map((name) => [name, []]));
  return { last_event_id: -1, unread_msgs, ...empty, ...fields } as unknown as State;
}

/** What the network does with a request. */
export type Fate = 'pass' | 'lose request' | 'lose answer' | 'swallow' | 'delay';

/** The way from a page to the server. */
export function connect(server: ServerModel, asker: Asker, clock: FakeClock, fateOf: () => Fate): Call {
  const reach = async (name: string, params: Params) => {
    if (!server.isUp) throw new NetworkError('The server cannot be reached.');
    const answer = await server.answer(asker, name, params);
    if (!server.isUp) throw new NetworkError('The server cannot be reached.');
    return answer;
  };
  const never = () => new Promise<object>(() => {});
  const lost = (): never => {
    throw new NetworkError('The server cannot be reached.');
  };
  const travel = async (name: string, params: Params): Promise<object> => {
    switch (fateOf()) {
      case 'lose request':
        return lost();
      case 'swallow':
        return never();
      case 'lose answer':
        return reach(name, params).then(lost);
      case 'delay':
        await new Promise<void>((resolve) => clock.after(clock.random() * 8000, resolve));
        return reach(name, params);
      default:
        return reach(name, params);
    }
  };
  return (method, path, params = {}, { signal } = {}) =>
    new Promise<object>((resolve, reject) => {
      if (signal?.aborted) reject(new DOMException('', 'AbortError'));
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      travel(`${method} ${path}`, structuredClone(params)).then(resolve, reject);
    }) as never;
}

interface LockRequest {
  name: string;
  page: unknown;
  act: () => Promise<void>;
}

/** Storage and locks that the pages of a browser share. */
export class BrowserModel {
  readonly #items = new Map<string, string>();
  readonly #holders = new Map<string, LockRequest>();
  #waiting: LockRequest[] = [];
  readonly #listeners = new Map<unknown, (key: string) => void>();

  /** The storage as a page sees it. A page that is gone changes nothing. */
  storageOf(page: { isAlive: boolean }): KeyedStorage {
    const items = this.#items;
    const tell = (key: string) => {
      for (const [other, hear] of this.#listeners) if (other !== page) hear(key);
    };
    return {
      get length() {
        return items.size;
      },
      key: (index) => [...items.keys()][index] ?? null,
      getItem: (key) => items.get(key) ?? null,
      setItem(key, value) {
        if (!page.isAlive) return;
        items.set(key, value);
        tell(key);
      },
      removeItem(key) {
        if (!page.isAlive || !items.delete(key)) return;
        tell(key);
      },
    };
  }

  hear(page: unknown, listener: (key: string) => void): void {
    this.#listeners.set(page, listener);
  }

  request(page: { isAlive: boolean }, name: string, act: () => Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      if (!page.isAlive) return;
      this.#waiting.push({ name, page, act: () => act().finally(resolve) });
      this.#grant();
    });
  }

  /** Ends a page: its locks go to others. */
  end(page: unknown): void {
    this.#listeners.delete(page);
    this.#waiting = this.#waiting.filter((one) => one.page !== page);
    for (const [name, holder] of this.#holders) if (holder.page === page) this.#holders.delete(name);
    this.#grant();
  }

  #grant(): void {
    const request = this.#waiting.find(({ name }) => !this.#holders.has(name));
    if (!request) return;
    this.#waiting = this.#waiting.filter((one) => one !== request);
    this.#holders.set(request.name, request);
    void request.act().finally(() => {
      if (this.#holders.get(request.name) === request) this.#holders.delete(request.name);
      this.#grant();
    });
    this.#grant();
  }
}
