import { setTimeout as wait } from 'node:timers/promises';
import { Child, launchFlags } from './child.ts';
import { Connection, postRequest } from './connection.ts';
import { type Data, makeData, messageText, type Person } from './data.ts';
import { Listeners, type Way } from './listeners.ts';
import { type Figure, milliseconds, perSecond } from './report.ts';
import { median } from './rounds.ts';

const clients = 400;
const rounds = 5;
/** Ten a second. */
const evenly = { posts: 50, pause: 100 };
const posters = 16;
const floodSeconds = 5;

/** A message to 400 clients, by streams beside long polls: what it costs the server, when all have it, and how many it bears. */
export async function fanOut(): Promise<Figure[]> {
  // Nothing else may keep this process from acknowledging heartbeats.
  const data = [0, 1].map(() => makeData({ people: clients, channels: 1, messages: 100 })) as [Data, Data];
  const streams = await Stage.open('stream', data[0]);
  const polls = await Stage.open('poll', data[1]);
  for (let round = 0; round <= rounds; round++) {
    for (const stage of [polls, streams]) await stage.send(round > 0);
  }
  for (let round = 0; round < rounds; round++) for (const stage of [polls, streams]) await stage.flood();
  await Promise.all([streams, polls].map((stage) => stage.close()));
  return [
    {
      name: `server time of a post to ${clients} streams`,
      ours: milliseconds(median(streams.costs)),
      floor: milliseconds(median(polls.costs)),
      ratio: median(streams.costs),
      bar: { atMost: 12 },
      note: 'the floor is by long polls; the bar is in milliseconds',
    },
    {
      name: 'until a client has it, p99',
      ours: milliseconds(late(streams)),
      floor: milliseconds(late(polls)),
      ratio: late(streams) / late(polls),
      bar: { atMost: 1 },
    },
    {
      name: `posts of ${posters} who flood them`,
      ours: perSecond(median(streams.floods), 1000),
      floor: perSecond(median(polls.floods), 1000),
      ratio: median(streams.floods) / median(polls.floods),
      bar: { atLeast: 1.5 },
    },
  ];
}

/** A server whose clients all listen in one way, and what was measured there. */
class Stage {
  readonly #child: Child;
  readonly #people: readonly Person[];
  readonly #listeners: Listeners;
  #sent = 0;
  /** Processor time of the server for each message, in milliseconds, by round. */
  readonly costs: number[] = [];
  /** Milliseconds from each post until a client had it. */
  readonly delays: number[] = [];
  /** Posts a second, by round. */
  readonly floods: number[] = [];

  constructor(child: Child, { people }: Data, listeners: Listeners) {
    this.#child = child;
    this.#people = people;
    this.#listeners = listeners;
  }

  static async open(way: Way, data: Data): Promise<Stage> {
    const child = await Child.start('chatd', [data.folder], launchFlags);
    const listeners = await Listeners.open(child.port, data.people, way);
    return new Stage(child, data, listeners);
  }

  /** Sends at an even rate. */
  async send(counts: boolean): Promise<void> {
    const sender = await Connection.open(this.#child.port);
    const before = await this.#processorTime();
    const delays: number[] = [];
    for (let n = 0; n < evenly.posts; n++) {
      const began = performance.now();
      this.#listeners.expect((at) => delays.push(at - began));
      await sender.request(this.#message(n));
      await this.#listeners.all();
      await wait(Math.max(0, began + evenly.pause - performance.now()));
    }
    sender.close();
    if (!counts) return;
    this.costs.push(((await this.#processorTime()) - before) / evenly.posts);
    this.delays.push(...delays);
  }

  /** Sixteen send as fast as they can; counts those that all clients have in the end. */
  async flood(): Promise<void> {
    this.#listeners.expect(() => {});
    const connections = await Promise.all(Array.from({ length: posters }, () => Connection.open(this.#child.port)));
    const began = performance.now();
    const before = this.#sent;
    const post = async (connection: Connection, index: number) => {
      while (performance.now() < began + floodSeconds * 1000) await connection.request(this.#message(index));
    };
    await Promise.all(connections.map(post));
    await this.#listeners.all();
    this.floods.push(((this.#sent - before) * 1000) / (performance.now() - began));
    for (const connection of connections) connection.close();
  }

  async close(): Promise<void> {
    this.#listeners.close();
    await this.#child.stop();
  }

  #message(n: number): string {
    const fields = { type: 'stream', to: 'channel 0', topic: `topic ${n % 7}`, content: messageText(this.#sent++) };
    this.#listeners.awaited++;
    return postRequest('/api/v1/messages', this.#people[n % this.#people.length] as Person, fields);
  }

  async #processorTime(): Promise<number> {
    return (await this.#child.ask({})).processor ?? 0;
  }
}

function late({ delays }: Stage): number {
  return delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.99)] ?? Number.NaN;
}
