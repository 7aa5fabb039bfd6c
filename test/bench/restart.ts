import { statSync } from 'node:fs';
import { join } from 'node:path';
import { bodyOf, Connection, getRequest, postRequest } from './connection.ts';
import { type Data, makeData, messageText, type Person, placeOf } from './data.ts';
import { run } from './load.ts';
import { type Command, chatdCommands, start } from './program.ts';
import { type Figure, milliseconds } from './report.ts';
import { median } from './rounds.ts';

const size = { people: 400, channels: 50, messages: 50_000 };
const clients = 800;
const sends = 6000;
const rounds = 5;

/** The start after many clients have gone without a word, and the size of the database file. */
export async function restart(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of Object.keys(chatdCommands(''))) {
    const data = makeData(size);
    const command = chatdCommands(data.folder)[name];
    if (command) figures.push(...(await measure(name, command, data)));
  }
  return figures;
}

async function measure(name: string, command: Command, data: Data): Promise<Figure[]> {
  const file = join(data.folder, 'chatd.db');
  const times: { ours: number; floor: number }[] = [];
  let grown = { before: 1, after: 1 };
  for (let round = 0; round <= rounds; round++) {
    await serve(command, (port) => send(port, data));
    const before = statSync(file).size;
    const floor = await serve(command, (port) => goSilently(port, data));
    const ours = await serve(command);
    // The messages themselves would count, too: the first round has their size.
    if (round === 0) grown = { before, after: statSync(file).size };
    else times.push({ ours, floor });
  }
  const ours = median(times.map((time) => time.ours));
  const floor = median(times.map((time) => time.floor));
  const note = `after ${clients} clients have gone without a word, and missed ${sends} messages`;
  const bar = { atMost: 1.2 };
  return [
    { name: `start, ${name}`, ours: milliseconds(ours), floor: milliseconds(floor), ratio: ours / floor, bar, note },
    {
      name: `database file, ${name}`,
      ours: megabytes(grown.after),
      floor: megabytes(grown.before),
      ratio: grown.after / grown.before,
      bar,
    },
  ];
}

/** Runs a server; returns the milliseconds until its first answer. */
async function serve(command: Command, use: (port: number) => Promise<void> = async () => {}): Promise<number> {
  const server = await start(command);
  await use(server.port);
  await server.stop();
  return server.took;
}

/** Each client polls once and ends its connection. */
async function goSilently(port: number, data: Data): Promise<void> {
  for (let n = 0; n < clients; n++) {
    const person = data.people[n % data.people.length] as Person;
    const connection = await Connection.open(port);
    const answer = await connection.request(postRequest('/api/v1/register', person, { fetch_event_types: '[]' }));
    const { queue_id } = JSON.parse(bodyOf(answer).toString()) as { queue_id: string };
    const poll = new URLSearchParams({ queue_id, last_event_id: '-1', dont_block: 'true' });
    await connection.request(getRequest(`/api/v1/events?${poll}`, person));
    connection.close();
  }
  await send(port, data);
}

async function send(port: number, { people }: Data): Promise<void> {
  const bytes = (n: number, index: number) => {
    const { channel, topic } = placeOf(n, size.channels);
    const fields = { type: 'stream', to: channel, topic, content: messageText(n) };
    return postRequest('/api/v1/messages', people[index] as Person, fields);
  };
  await run({ port, connections: 16, requests: sends, bytes });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
