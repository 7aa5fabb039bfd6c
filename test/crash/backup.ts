// Makes backups of a server under load, restores each, and reads all of it through the API as every user: it must hold
// a prefix of what was acknowledged, and all that was acknowledged before the backup began.
// Prints what it saw. Arguments: how many backups; 50 unless named.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from '../support/client.ts';
import { uploadFile } from '../support/files.ts';
import { launcher } from '../support/program.ts';
import { createAccount, startProcess } from './server-process.ts';

/** What the backups held. */
export interface Outcome {
  backups: number;
  acknowledged: number;
  /** Messages and files compared, over all backups and users. */
  compared: number;
  /** How long sends waited while a backup was made, and while none was, in milliseconds. */
  p99: { during: number; between: number };
  /** Everything that is wrong, in words. */
  problems: string[];
}

const sendsPerSecond = 200;
/** A machine too slow for this rate gets no more than it can answer: connections that wait for minutes are cut off. */
const mostUnderWay = 400;
const pause = 500;
/** A server that has just started compiles its code, which is no matter of backups. */
const warmUp = 2000;
/** After this many messages comes one with a file. */
const withFile = 100;

interface Person {
  email: string;
  key: string;
}

/** A message as it was sent and acknowledged; times in milliseconds. */
interface Sent {
  id: number;
  content: string;
  /** Who receives it beside the sender; undefined: everybody. */
  to: string | undefined;
  sent: number;
  acknowledged: number;
}

interface Made {
  file: string;
  began: number;
  ended: number;
}

/** Makes this many backups of a server with a data directory of its own. `tell` gets a line for each. */
export async function backUpUnderLoad(backups: number, tell: (line: string) => void): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-backups-'));
  try {
    const data_dir = join(folder, 'data');
    const people = await createPeople(data_dir);
    const problems: string[] = [];
    const { made, sent } = await makeUnderLoad({ folder, data_dir, people, backups, problems });
    let compared = 0;
    for (const [index, backup] of made.entries()) {
      const read = await compare(backup, { folder, people, sent, problems });
      compared += read;
      const size = (statSync(backup.file).size / 1e6).toFixed(1);
      tell(`backup ${index + 1}: ${size} MB in ${Math.round(backup.ended - backup.began)} ms, ${read} compared`);
    }
    return { backups: made.length, acknowledged: sent.length, compared, p99: latencies(sent, made), problems };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function createPeople(data_dir: string): Promise<Person[]> {
  const people: Person[] = [];
  for (const name of ['ann', 'ben', 'cid']) people.push(await createAccount(data_dir, `${name}@example.com`));
  return people;
}

interface Scene {
  folder: string;
  data_dir: string;
  people: Person[];
  backups: number;
  problems: string[];
}

async function makeUnderLoad({ folder, data_dir, people, backups, problems }: Scene) {
  const server = await startProcess(data_dir);
  try {
    const clients = people.map((person) => new Client(server.url, person));
    const sent: Sent[] = [];
    const load = startLoad(clients, people, sent, problems);
    const made: Made[] = [];
    await wait(warmUp);
    for (let n = 0; n < backups; n++) {
      await wait(pause);
      const file = join(folder, `${n}.tar`);
      const began = performance.now();
      await run('backup', file, '--data-dir', data_dir, '--json');
      made.push({ file, began, ended: performance.now() });
    }
    await load.stop();
    return { made, sent };
  } finally {
    await server.stop();
  }
}

async function run(...args: string[]): Promise<string> {
  return (await promisify(execFile)(launcher, args, { maxBuffer: 1e8 })).stdout;
}

/** Sends at a steady rate, however long answers take, until too many wait. */
function startLoad(clients: readonly Client[], people: readonly Person[], sent: Sent[], problems: string[]) {
  const began = performance.now();
  const underWay = new Set<Promise<void>>();
  let count = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * sendsPerSecond;
    for (; count < due && underWay.size < mostUnderWay; count++) {
      const sending = send(clients, people, count)
        .then((one) => void sent.push(one))
        .catch((error) => void problems.push(String(error)))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
  }, 1);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

async function send(clients: readonly Client[], people: readonly Person[], count: number): Promise<Sent> {
  const client = clients[count % clients.length] as Client;
  const to = count % 10 === 9 ? people[(count + 1) % people.length]?.email : undefined;
  const url = count % withFile === 0 ? await uploadFile(client, `file ${count}`, 'note.txt') : undefined;
  const content = `${count} from ${count % clients.length}${url === undefined ? '' : ` [note](${url})`}`;
  const place =
    to === undefined ? { type: 'channel', to: 'general', topic: `topic ${count % 20}` } : { type: 'direct', to: [to] };
  const began = performance.now();
  const { status, body } = await client.post('/messages', { ...place, content });
  if (status !== 200) throw new Error(`a send was answered ${JSON.stringify(body)}`);
  return { id: body.id, content, to, sent: began, acknowledged: performance.now() };
}

interface Comparison {
  folder: string;
  people: readonly Person[];
  sent: readonly Sent[];
  problems: string[];
}

/** Restores a backup and compares it with what was sent; returns how many messages and files it had. */
async function compare({ file, began }: Made, { folder, people, sent, problems }: Comparison): Promise<number> {
  const data_dir = join(folder, 'restored');
  await run('restore', file, '--data-dir', data_dir, '--json');
  const server = await startProcess(data_dir);
  try {
    const pages = await Promise.all(people.map((person) => crawl(new Client(server.url, person))));
    const newest = Math.max(0, ...pages.flatMap((page) => [...page.keys()]));
    const early = sent.filter(({ id, acknowledged }) => acknowledged < began && id > newest);
    if (early.length > 0) problems.push(`${file} lacks ${early.length} messages acknowledged before it was begun`);
    for (const [index, person] of people.entries()) {
      const expected = sent.filter((one) => one.id <= newest && receives(person, people, one));
      problems.push(...differences(`${file}, as ${person.email}`, expected, pages[index] ?? new Map()));
    }
    const files = await countFiles(new Client(server.url, people[0]), pages, problems);
    return files + pages.reduce((sum, page) => sum + page.size, 0);
  } finally {
    await server.stop();
    rmSync(data_dir, { recursive: true });
  }
}

function receives(person: Person, people: readonly Person[], { to, content }: Sent): boolean {
  const sender = people[Number(/ from (\d)/.exec(content)?.[1])];
  return to === undefined || to === person.email || sender === person;
}

/** All messages that a user can read, by id. */
async function crawl(client: Client): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (let anchor = 0; ; ) {
    const range = { anchor, num_before: 0, num_after: 1000, include_anchor: false, apply_markdown: false };
    const { status, body } = await client.get('/messages', range);
    if (status !== 200) throw new Error(JSON.stringify(body));
    for (const { id, content } of body.messages as { id: number; content: string }[]) {
      if (/^\d+ from /.test(content)) found.set(id, content);
      anchor = id;
    }
    if (body.found_newest) return found;
  }
}

function differences(what: string, expected: readonly Sent[], page: ReadonlyMap<number, string>): string[] {
  const wrong = expected.filter(({ id, content }) => page.get(id) !== content);
  const known = new Set(expected.map(({ id }) => id));
  const strays = [...page.keys()].filter((id) => !known.has(id));
  return [
    ...(wrong.length === 0 ? [] : [`${what}: ${wrong.length} acknowledged messages are missing or others`]),
    ...(strays.length === 0 ? [] : [`${what}: ${strays.length} messages were never acknowledged`]),
  ];
}

/** Reads each file that a message everybody received refers to; returns how many there are. */
async function countFiles(client: Client, pages: readonly ReadonlyMap<number, string>[], problems: string[]) {
  const contents = [...(pages[0]?.values() ?? [])].filter((content) => content.includes('/user_uploads/'));
  for (const content of contents) {
    const [, count, path = ''] = /^(\d+) .*\]\((.*)\)/.exec(content) ?? [];
    const response = await fetch(client.url + path, { headers: { Authorization: client.authorization } });
    const text = await response.text();
    if (text !== `file ${count}`) problems.push(`${path} holds ${JSON.stringify(text)}`);
  }
  return contents.length;
}

function latencies(sent: readonly Sent[], made: readonly Made[]): Outcome['p99'] {
  const first = Math.min(...sent.map((one) => one.sent));
  const warm = sent.filter((one) => one.sent > first + warmUp);
  const isDuring = (one: Sent) => made.some(({ began, ended }) => one.acknowledged > began && one.sent < ended);
  const groups = Map.groupBy(warm, isDuring);
  return { during: p99(groups.get(true) ?? []), between: p99(groups.get(false) ?? []) };
}

function p99(sent: readonly Sent[]): number {
  const times = sent.map((one) => one.acknowledged - one.sent).sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)] ?? 0;
}

if (import.meta.main) {
  const { backups, acknowledged, compared, p99, problems } = await backUpUnderLoad(
    Number(process.argv[2] ?? 50),
    console.log,
  );
  console.log(
    `${backups} backups under ${sendsPerSecond} sends a second (${acknowledged} acknowledged), each restored and read by ` +
      `all: ${compared} messages and files compared, ${problems.length} problems. Sends had a p99 of ` +
      `${p99.during.toFixed(1)} ms during backups (bar: 50) and ${p99.between.toFixed(1)} ms between them.`,
  );
  for (const problem of problems) console.log(`  ${problem}`);
  process.exitCode = problems.length > 0 || p99.during > 50 ? 1 : 0;
}
