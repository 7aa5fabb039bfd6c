import { setTimeout as wait } from 'node:timers/promises';
import { getRequest, postRequest } from './connection.ts';
import { type Data, makeData, messageText, placeOf } from './data.ts';
import { run } from './load.ts';
import { type Command, chatdCommands, type Running, start } from './program.ts';
import type { Figure } from './report.ts';

const connections = 64;
const size = { people: connections, channels: 10, messages: 2000 };
const requests = { sends: 100_000, pages: 20_000, searches: 5000 };
const minute = 60_000;

/** Resident memory of a server a minute after a load of sends, pages and searches. */
export async function afterLoad(): Promise<Figure[]> {
  const data = makeData(size);
  const figures: Figure[] = [];
  for (const [name, command] of Object.entries(chatdCommands(data.folder))) {
    figures.push(await measure(name, command, data));
  }
  return figures;
}

async function measure(name: string, command: Command, data: Data): Promise<Figure> {
  const server = await start(command);
  const before = server.memory();
  await load(server, data);
  const most = server.memory();
  await wait(minute);
  const after = server.memory();
  await server.stop();
  return {
    name: `memory a minute after a load, ${name}`,
    ours: `${Math.round(after)} MB`,
    floor: `${Math.round(before)} MB`,
    ratio: after,
    bar: { atMost: 150 },
    note: `the bar is in MB; the floor is before the load of ${requests.sends} sends, ${requests.pages} pages, ${requests.searches} searches, at whose end it was ${Math.round(most)} MB`,
  };
}

async function load({ port }: Running, { people }: Data): Promise<void> {
  const personOf = (index: number) => people[index % connections] ?? { email: '', key: '' };
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
  const searches = { port, connections: 16, requests: requests.searches };
  await run({ ...searches, bytes: (n, index) => page(1, index, forWords(n)) });
}
