import assert from 'node:assert/strict';
import type { Values } from './client.ts';
import type { CastName, TestServer } from './server.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read whatever the server sent, and assert what it is
export type HeardEvent = any;

interface Ear {
  name: CastName;
  queue_id: string;
  last_event_id: number;
}

/** Event queues of several users, to compare exactly what each receives. */
export class Ears {
  readonly #server: TestServer;
  readonly #ears: Ear[];

  constructor(server: TestServer, ears: Ear[]) {
    this.#server = server;
    this.#ears = ears;
  }

  /** The queue of one of them. */
  queueOf(name: CastName): string {
    return this.#ears.find((ear) => ear.name === name)?.queue_id ?? '';
  }

  /** The events of each user since the last call, without their ids, and without users who received none. */
  async heard(): Promise<Partial<Record<CastName, HeardEvent[]>>> {
    const heard: Partial<Record<CastName, HeardEvent[]>> = {};
    for (const ear of this.#ears) {
      const events = await this.#read(ear);
      if (events.length > 0) heard[ear.name] = events;
    }
    return heard;
  }

  /** The same, one line for each event, for tests about the recipients rather than the content. */
  async gist(): Promise<Partial<Record<CastName, string[]>>> {
    const heard = Object.entries(await this.heard());
    return Object.fromEntries(heard.map(([name, events]) => [name, events.map(gistOf)]));
  }

  async #read(ear: Ear): Promise<HeardEvent[]> {
    const { queue_id, last_event_id } = ear;
    const { status, body } = await this.#server.as(ear.name).get('/events', {
      queue_id,
      last_event_id,
      dont_block: true,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body.events.map(({ id, ...event }: HeardEvent) => {
      assert.ok(id > ear.last_event_id, 'event ids grow');
      ear.last_event_id = id;
      return event;
    });
  }
}

/** Opens a queue for each of some people. */
export async function listen(server: TestServer, names: readonly CastName[], options: Values = {}): Promise<Ears> {
  const ears: Ear[] = [];
  for (const name of names) {
    const { status, body } = await server.as(name).post('/register', { fetch_event_types: [], ...options });
    assert.equal(status, 200, JSON.stringify(body));
    ears.push({ name, queue_id: body.queue_id, last_event_id: body.last_event_id });
  }
  return new Ears(server, ears);
}

function gistOf(event: HeardEvent): string {
  switch (event.type) {
    case 'message':
      return `message: ${event.message.content}`;
    case 'stream':
      if (event.op === 'update') return `stream update: ${event.property}`;
      return `stream ${event.op}: ${event.streams.map((one: HeardEvent) => one.name ?? one.stream_id).join()}`;
    case 'subscription':
      if (event.subscriptions) {
        return `subscription ${event.op}: ${event.subscriptions.map((one: HeardEvent) => one.name).join()}`;
      }
      return `subscription ${event.op}: users ${event.user_ids.join()} in ${event.stream_ids.join()}`;
    case 'realm_user':
      return `realm_user ${event.op}: ${event.person.full_name}`;
    default:
      return event.type;
  }
}
