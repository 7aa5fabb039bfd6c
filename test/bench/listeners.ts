import { connect, type Socket } from 'node:net';
import { bodyOf, Connection, getRequest, postRequest } from './connection.ts';
import type { Person } from './data.ts';

export type Way = 'stream' | 'poll';

const acknowledgeAfter = { milliseconds: 20_000, events: 1000 };
const start = Buffer.from('"type":"message"');

/** Clients of some people that get each message, and look at no more of it than that it came. */
export class Listeners {
  readonly #all: Listener[] = [];
  #noted: (at: number) => void = () => {};
  #settle: () => void = () => {};
  #missing = 0;
  /** How many messages each of them gets in all. */
  awaited = 0;

  static async open(port: number, people: readonly Person[], way: Way): Promise<Listeners> {
    const listeners = new Listeners();
    const heard = (count: number) => listeners.#hear(count);
    for (const person of people) {
      const connection = await Connection.open(port);
      const queue_id = await register(connection, person);
      const listener = way === 'poll' ? new Poller(connection, heard) : new Streamer(connection, heard, port);
      listener.begin(person, queue_id);
      listeners.#all.push(listener);
    }
    return listeners;
  }

  /** Calls back for each message that each client gets from now on. */
  expect(noted: (at: number) => void): void {
    this.#noted = noted;
  }

  /** Waits until every client has every message. */
  async all(): Promise<void> {
    this.#missing = this.#all.length * this.awaited;
    for (const { events } of this.#all) this.#missing -= events;
    if (this.#missing === 0) return;
    await new Promise<void>((resolve) => {
      this.#settle = resolve;
    });
  }

  close(): void {
    for (const listener of this.#all) listener.close();
  }

  #hear(count: number): void {
    const at = performance.now();
    for (let n = 0; n < count; n++) this.#noted(at);
    this.#missing -= count;
    if (this.#missing === 0) this.#settle();
  }
}

interface Listener {
  /** The number of messages that came. */
  events: number;
  begin(person: Person, queue_id: string): void;
  close(): void;
}

class Poller implements Listener {
  readonly #connection: Connection;
  readonly #heard: (count: number) => void;
  #isOver = false;
  events = 0;

  constructor(connection: Connection, heard: (count: number) => void) {
    this.#connection = connection;
    this.#heard = heard;
  }

  begin(person: Person, queue_id: string): void {
    // Ending the connection rejects the poll that waits on it.
    void this.#poll(person, queue_id).catch((error: unknown) => {
      if (!this.#isOver) throw error;
    });
  }

  close(): void {
    this.#isOver = true;
    this.#connection.close();
  }

  async #poll(person: Person, queue_id: string): Promise<void> {
    for (let last_event_id = -1; ; ) {
      const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) });
      const answer = await this.#connection.request(getRequest(`/api/v1/events?${query}`, person));
      last_event_id = lastIdIn(answer) ?? last_event_id;
      const count = countIn(answer);
      this.events += count;
      this.#heard(count);
    }
  }
}

class Streamer implements Listener {
  readonly #connection: Connection;
  readonly #heard: (count: number) => void;
  readonly #socket: Socket;
  #acknowledged = { at: performance.now(), events: 0 };
  #rest = Buffer.alloc(0);
  #acknowledge: () => string = () => '';
  #isAnswering = false;
  events = 0;

  constructor(connection: Connection, heard: (count: number) => void, port: number) {
    this.#connection = connection;
    this.#heard = heard;
    this.#socket = connect({ port, host: '127.0.0.1', onread: { buffer: arrived, callback: (n) => this.#receive(n) } });
  }

  begin(person: Person, queue_id: string): void {
    const query = new URLSearchParams({ queue_id, last_event_id: '-1' });
    this.#socket.on('end', () => {
      throw new Error('the server ended a stream');
    });
    this.#socket.write(getRequest(`/api/v1/events/stream?${query}`, person));
    this.#acknowledge = () => {
      const fields = { queue_id, last_event_id: String(this.events - 1) };
      return postRequest('/api/v1/events/stream', person, fields);
    };
  }

  close(): void {
    this.#socket.destroy();
    this.#connection.close();
  }

  #receive(length: number): boolean {
    // A mark may be split over two reads.
    const bytes = Buffer.concat([this.#rest, arrived.subarray(0, length)]);
    const count = countIn(bytes);
    this.#rest = Buffer.from(bytes.subarray(Math.max(0, bytes.length - start.length + 1)));
    this.events += count;
    if (count > 0) this.#heard(count);
    const { at, events } = this.#acknowledged;
    const isDue =
      this.events - events >= acknowledgeAfter.events || performance.now() - at > acknowledgeAfter.milliseconds;
    const isHeartbeat = length < start.length;
    if (isDue || isHeartbeat) void this.#answer();
    return true;
  }

  /** Acknowledges what came; one at a time. */
  async #answer(): Promise<void> {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    this.#acknowledged = { at: performance.now(), events: this.events };
    await this.#connection.request(this.#acknowledge());
    this.#isAnswering = false;
  }
}

const arrived = Buffer.allocUnsafeSlow(64 * 1024);

function countIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + start.length)) count++;
  return count;
}

/** The id of the last event in an answer to a poll. */
function lastIdIn(answer: Buffer): number | undefined {
  const end = answer.toString('latin1', Math.max(0, answer.length - 60));
  const id = /"id":(\d+)\}\]/.exec(end)?.[1];
  return id === undefined ? undefined : Number(id);
}

async function register(connection: Connection, person: Person): Promise<string> {
  const fields = { event_types: '["message"]', fetch_event_types: '[]', apply_markdown: 'true' };
  const answer = await connection.request(postRequest('/api/v1/register', person, fields));
  return (JSON.parse(bodyOf(answer).toString()) as { queue_id: string }).queue_id;
}
