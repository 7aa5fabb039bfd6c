// Kills a loaded server and the Litestream that copies its database, as a machine that burns, and promotes the copy on a
// second machine: it must hold a prefix of what was acknowledged, all of it but the last moments.
// Prints what it saw. Arguments: how many times; 20 unless named. Builds Litestream first, which needs Go.
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from '../support/client.ts';
import { uploadFile } from '../support/files.ts';
import { launcher } from '../support/program.ts';
import { buildLitestream, replicate, restore } from './litestream.ts';
import { createAccount, startProcess } from './server-process.ts';

/** What the second machine had. */
export interface Outcome {
  rounds: number;
  acknowledged: number;
  /** Acknowledged messages that the copies lack. */
  lost: number;
  /** The longest time before the end at which a message was acknowledged that is lost, in milliseconds. */
  longest: number;
  /** Everything that is wrong, in words. */
  problems: string[];
}

/** In which the copy follows, in milliseconds. */
const interval = 1000;
const sendsPerSecond = 100;
/** Every so many messages there is one with a file. */
const withFile = 20;

interface Sent {
  id: number;
  content: string;
  acknowledged: number;
}

/** The two machines: their data directories, and what the second one receives. */
interface Machines {
  first: string;
  second: string;
  replica: string;
  files: string;
  config: string;
}

/** Loses a machine so many times. `tell` gets a line for each. */
export async function loseMachines(litestream: string, rounds: number, tell: (line: string) => void): Promise<Outcome> {
  const outcome: Outcome = { rounds, acknowledged: 0, lost: 0, longest: 0, problems: [] };
  for (let round = 1; round <= rounds; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'chatd-machines-'));
    const machines = placesIn(folder);
    try {
      const { sent, ended, login } = await loseFirst(litestream, machines);
      await promote(litestream, machines, outcome.problems);
      const kept = await readAll(machines.second, login);
      const lost = sent.filter(({ id }) => !kept.has(id));
      const longest = Math.max(0, ...lost.map(({ acknowledged }) => ended - acknowledged));
      outcome.problems.push(...differences(sent, kept));
      outcome.acknowledged += sent.length;
      outcome.lost += lost.length;
      outcome.longest = Math.max(outcome.longest, longest);
      tell(`round ${round}: ${sent.length} acknowledged, the last ${lost.length} of ${Math.round(longest)} ms lost`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return outcome;
}

function placesIn(folder: string): Machines {
  const [first, second, replica, files] = ['first', 'second', 'replica', 'files'].map((name) => join(folder, name));
  return { first, second, replica, files, config: join(folder, 'litestream.yml') } as Machines;
}

/** Loads a server until both it and Litestream are killed. */
async function loseFirst(litestream: string, machines: Machines) {
  const login = await createAccount(machines.first, 'ada@example.com');
  const server = await startProcess(machines.first);
  const replication = replicate(litestream, { ...machines, database: join(machines.first, 'chatd.db') }, interval);
  const sent: Sent[] = [];
  const load = startLoad(new Client(server.url, login), sent);
  const copying = setInterval(() => copyFiles(machines), interval / 2);
  try {
    while (!existsSync(machines.replica)) await wait(50);
    await wait(3 * interval + randomInt(4 * interval));
    const ended = performance.now();
    await Promise.all([server.kill(), replication.kill()]);
    await load.stop();
    return { sent: sent.filter(({ acknowledged }) => acknowledged < ended), ended, login };
  } finally {
    clearInterval(copying);
    await Promise.all([server.kill(), replication.kill()]);
  }
}

/** Sends at a steady rate until the server is gone. */
function startLoad(client: Client, sent: Sent[]) {
  const began = performance.now();
  const underWay = new Set<Promise<void>>();
  let count = 0;
  const timer = setInterval(() => {
    for (; count < ((performance.now() - began) / 1000) * sendsPerSecond; count++) {
      const sending = send(client, count)
        .then((one) => void sent.push(one))
        .catch(() => {})
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
  }, 5);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

async function send(client: Client, count: number): Promise<Sent> {
  const url = count % withFile === 0 ? await uploadFile(client, `file ${count}`, 'note.txt') : undefined;
  const content = `${count}${url === undefined ? '' : ` [note](${url})`}`;
  const { status, body } = await client.post('/messages', { type: 'channel', to: 'general', topic: 'load', content });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { id: body.id, content, acknowledged: performance.now() };
}

/** Copies what does not change once it is there: the key, and the files, whose names are hashes of their content. */
function copyFiles({ first, files }: Machines): void {
  mkdirSync(files, { recursive: true });
  copyFileSync(join(first, 'secret.key'), join(files, 'secret.key'));
  const uploads = join(first, 'uploads');
  if (!existsSync(uploads)) return;
  const filter = (path: string) => !path.includes('/uploads/transit');
  cpSync(uploads, join(files, 'uploads'), { recursive: true, force: false, filter });
}

/** Makes the data directory of the second machine, and verifies it; a file may be lost with the message that names it. */
async function promote(litestream: string, { second, replica, files }: Machines, problems: string[]): Promise<void> {
  cpSync(files, second, { recursive: true });
  restore(litestream, replica, join(second, 'chatd.db'));
  const { stdout } = await promisify(execFile)(launcher, ['verify', '--json', '--data-dir', second]).catch(
    (error) => error,
  );
  const { checks } = JSON.parse(stdout) as { checks: { problems: string[] }[] };
  problems.push(
    ...checks.flatMap((check) => check.problems).filter((problem) => !/\/uploads\/.* is missing$/.test(problem)),
  );
}

/** The messages of a load that the server of a data directory has, by id. */
async function readAll(data_dir: string, login: { email: string; key: string }): Promise<Map<number, string>> {
  const server = await startProcess(data_dir);
  try {
    const range = { anchor: 'newest', num_before: 5000, num_after: 0, apply_markdown: false };
    const narrow = JSON.stringify([{ operator: 'topic', operand: 'load' }]);
    const { body } = await new Client(server.url, login).get('/messages', { ...range, narrow });
    return new Map((body.messages as Sent[]).map(({ id, content }) => [id, content]));
  } finally {
    await server.stop();
  }
}

/** What is no prefix of what was sent. */
function differences(sent: readonly Sent[], kept: ReadonlyMap<number, string>): string[] {
  const newest = Math.max(0, ...kept.keys());
  const wrong = sent.filter(({ id, content }) => id <= newest && kept.get(id) !== content);
  return wrong.map(({ id }) => `message ${id} is missing or another, though a later one is there`);
}

if (import.meta.main) {
  const rounds = Number(process.argv[2] ?? 20);
  const { acknowledged, lost, longest, problems } = await loseMachines(buildLitestream(), rounds, console.log);
  console.log(
    `${rounds} machines lost, ${acknowledged} messages acknowledged, ${lost} lost with them, none acknowledged more than ` +
      `${Math.round(longest)} ms before the end (bar: ${2 * interval}), ${problems.length} problems`,
  );
  for (const problem of problems) console.log(`  ${problem}`);
  process.exitCode = problems.length > 0 || longest > 2 * interval ? 1 : 0;
}
