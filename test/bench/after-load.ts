import { setTimeout as wait } from 'node:timers/promises';
import { watchMemory } from './beside.ts';
import { bodyOf, Connection, getRequest, postRequest } from './connection.ts';
import { type Data, makeData, messageText, type Person, placeOf } from './data.ts';
import { run } from './load.ts';
import { type Command, chatdCommands, type Running, start } from './program.ts';
import type { Figure } from './report.ts';

const connections = 16;
const clients = 400;
const size = { people: clients, channels: 10, messages: 2000 };
const requests = { sends: 75_000, pages: 20_000, searches: 5000 };
const minute = 60_000;

/** Resident memory of a server at the peak of a load of sends, pages and searches, and a minute after it. */
export async function afterLoad(): Promise<Figure[]> {
  const data = makeData(size);
  const figures: Figure[] = [];
  for (const [name, command] of Object.entries(chatdCommands(data.folder))) {
    figures.push(...(await measure(name, command, data)));
  }
  return figures;
}

async function measure(name: string, command: Command, data: Data): Promise<Figure[]> {
  const server = await start(command);
  const before = server.memory();
  const { most } = await watchMemory(server.pid, () => load(server, data));
  await wait(minute);
  const after = server.memory();
  await server.stop();
  const figure = { floor: megabytes(before), note: `the bar is in MB; the floor is before ${loaded}` };
  return [
    { ...figure, name: `memory at the peak, ${name}`, ours: megabytes(most), ratio: most, bar: { atMost: 300 } },
    { ...figure, name: `memory a minute after, ${name}`, ours: megabytes(after), ratio: after, bar: { atMost: 130 } },
  ];
}

const loaded = `${requests.sends} sends to ${clients} clients, ${requests.pages} pages, ${requests.searches} searches`;

async function load(server: Running, data: Data): Promise<void> {
  const waiting = await Promise.all(data.people.map((person) => listen(server, person)));
  await read(server, data);
  for (const connection of waiting) connection.close();
}

/** A client that polls until its connection is closed. */
async function listen({ port }: Running, person: Person): Promise<Connection> {
  const connection = await Connection.open(port);
  const registration = postRequest('/api/v1/register', person, { event_types: '["message"]' });
  const { queue_id } = JSON.parse(bodyOf(await connection.request(registration)).toString()) as { queue_id: string };
  const poll = async () => {
    for (let last_event_id = -1; ; ) {
      const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) });
      const body = bodyOf(await connection.request(getRequest(`/api/v1/events?${query}`, person))).toString();
      const { events } = JSON.parse(body) as { events: { id: number }[] };
      last_event_id = events.at(-1)?.id ?? last_event_id;
    }
  };
  void poll().catch(() => {});
  return connection;
}

function megabytes(value: number): string {
  return `${Math.round(value)} MB`;
}

/** Sends, reads pages, and searches. */
async function read({ port }: Running, { people }: Data): Promise<void> {
  const personOf = (index: number) => people[index] ?? { email: '', key: '' };
  const send = (n: number, index: number) => {
    const { channel, topic } = placeOf(n, size.channels);
    const fields = { type: 'stream', to: channel, topic, content: messageText(n) };
    return postRequest('/api/v1/messages', personOf(index), fields);
  };
  const page = (n: number, index: number, narrow: object) => {
    const range = { anchor: 'newest', num_before: n % 10 === 0 ? '1000' : '100', num_after: '0' };
    const query = new URLSearchParams({ ...range, narrow: JSON.stringify([narrow]) });
    return getRequest(`/api/v1/messages?${query}`, personOf(index));
  };
  const inChannel = (n: number) => ({ operator: 'channel', operand: `channel ${n % size.channels}` });
  const forWords = (n: number) => ({ operator: 'search', operand: `notes web-${n % 9}` });
  await run({ port, connections, requests: requests.sends, bytes: send });
  await run({ port, connections, requests: requests.pages, bytes: (n, index) => page(n, index, inChannel(n)) });
  const searches = { port, connections, requests: requests.searches };
  await run({ ...searches, bytes: (n, index) => page(1, index, forWords(n)) });
}
