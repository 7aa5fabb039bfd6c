import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Child, launchFlags } from './child.ts';
import { bodyOf, Connection, getRequest, postRequest } from './connection.ts';
import { makeData, messageText, type Person, placeOf } from './data.ts';
import type { Figure } from './report.ts';
import { median } from './rounds.ts';
import { slowestOf } from './slowest.ts';

const minutes = Number(process.env.SOAK_MINUTES ?? 20);
const size = { people: 50, channels: 5, messages: 1000 };
/** A hundred times those of a day with a million events: every message is one for each of the people. */
const eventsSecond = (100 * 1_000_000) / 86_400;
const pause = (1000 * size.people) / eventsSecond;

/** What a minute looked like. */
interface Minute {
  megabytes: number;
  slowest: number;
  bytesOfMessage: number;
}

/** A year's events in some minutes: whether memory, latency and the files of a message stay as they are. */
export async function soak(): Promise<Figure[]> {
  const { folder, people } = makeData(size);
  const chatd = await Child.start('chatd', [folder], ['--expose-gc', ...launchFlags]);
  const listeners = await Promise.all(people.map((person) => Listener.begin(chatd.port, person)));
  const connection = await Connection.open(chatd.port);
  const looks: Minute[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    const before = bytesIn(folder);
    const took = await sendForAMinute(connection, people);
    const { memory = 0 } = await chatd.ask({ memory: true });
    const bytesOfMessage = (bytesIn(folder) - before) / took.length;
    looks.push({ megabytes: memory / 1e6, slowest: slowestOf('', 0, took).ratio, bytesOfMessage });
  }
  const received = listeners.reduce((sum, listener) => sum + listener.events, 0);
  for (const listener of listeners) listener.end();
  connection.close();
  await chatd.stop();
  const note = `${minutes} minutes, ${Math.round(received / minutes / 60).toLocaleString('en')} events a second`;
  return [
    flat('memory', looks, ({ megabytes }) => megabytes, 1.1, `in MB; ${note}`),
    flat('p99 of a send', looks, ({ slowest }) => slowest, 1.3, 'in milliseconds'),
    flat('bytes on disk a message', looks, ({ bytesOfMessage }) => bytesOfMessage, 1.1, 'in bytes'),
  ];
}

/** Somebody who polls without a pause. */
class Listener {
  #connection: Connection;
  #isOver = false;
  events = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  static async begin(port: number, person: Person): Promise<Listener> {
    const listener = new Listener(await Connection.open(port));
    const fields = { event_types: '["message"]', fetch_event_types: '[]' };
    const { queue_id } = await listener.#ask<{ queue_id: string }>(postRequest('/api/v1/register', person, fields));
    // Ending the connection rejects the poll that waits on it.
    void listener.#poll(person, queue_id).catch((error: unknown) => {
      if (!listener.#isOver) throw error;
    });
    return listener;
  }

  end(): void {
    this.#isOver = true;
    this.#connection.close();
  }

  async #poll(person: Person, queue_id: string): Promise<void> {
    for (let last_event_id = -1; ; ) {
      const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) });
      const { events } = await this.#ask<{ events: { id: number }[] }>(getRequest(`/api/v1/events?${query}`, person));
      this.events += events.length;
      last_event_id = events.at(-1)?.id ?? last_event_id;
    }
  }

  async #ask<Answer>(request: string): Promise<Answer> {
    return JSON.parse(bodyOf(await this.#connection.request(request)).toString()) as Answer;
  }
}

/** Sends at an even rate; returns the milliseconds that each send took. */
async function sendForAMinute(connection: Connection, people: readonly Person[]): Promise<number[]> {
  const took: number[] = [];
  const began = performance.now();
  for (let n = 0; n * pause < 60_000; n++) {
    const { channel, topic } = placeOf(n, size.channels);
    const fields = { type: 'stream', to: channel, topic, content: messageText(n) };
    const sent = performance.now();
    await connection.request(postRequest('/api/v1/messages', people[n % people.length] as Person, fields));
    took.push(performance.now() - sent);
    await wait(Math.max(0, began + (n + 1) * pause - performance.now()));
  }
  return took;
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder).filter((name) => name.endsWith('.db'));
  return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** The second half beside the first, without the minute in which code is compiled. */
function flat(
  name: string,
  looks: readonly Minute[],
  of: (look: Minute) => number,
  atMost: number,
  note: string,
): Figure {
  const values = looks.slice(looks.length > 2 ? 1 : 0).map(of);
  const half = Math.ceil(values.length / 2);
  const [floor, ours] = [median(values.slice(0, half)), median(values.slice(-half))];
  const figure = { name: `soak: ${name}, beside its first half`, ours: ours.toFixed(1), floor: floor.toFixed(1) };
  return { ...figure, ratio: ours / floor, bar: { atMost }, note };
}
