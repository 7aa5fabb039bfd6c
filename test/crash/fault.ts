// Makes the disk fail under a server: at the first fsync of its database, the second, and so on, and likewise at reads
// of it. Looks whether the server stops, and whether everything it acknowledged is there when it is back. Needs Linux
// and a C compiler.
// Prints what it saw. Arguments: how many faults of each kind; 30 unless named.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { findCheck } from '../../src/db/check-record.ts';
import { pathsIn } from '../../src/ground/data-paths.ts';
import { Client } from '../support/client.ts';
import { createAccount, type ServerProcess, startProcess } from './server-process.ts';

/** What the faults did. */
export interface Outcome {
  faults: number;
  acknowledged: number;
  lost: number;
  /** Everything else that is wrong, in words. */
  problems: string[];
}

/** The operation on the database from which on all of its kind fail: the first, the second … */
export interface Fault {
  kind: 'fsync' | 'read';
  nth: number;
}

const source = fileURLToPath(new URL('fault.c', import.meta.url));
const mostSends = 300;
/** Enough that the pages of a server's cache do not hold them. */
const earlier = 100;
const longText = 'It was a long day, and everybody had something to say about it. '.repeat(150);

export const canFail: boolean = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;

/** In milliseconds: how long a server may take to end. */
const patience = 60_000;

/** Inflicts each fault, on one directory. `tell` gets a line for each. */
export async function fail(faults: readonly Fault[], tell: (line: string) => void): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-fault-'));
  const outcome: Outcome = { faults: 0, acknowledged: 0, lost: 0, problems: [] };
  try {
    const library = join(folder, 'fault.so');
    execFileSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl']);
    const data_dir = join(folder, 'data');
    const login = await createAccount(data_dir, 'ada@example.com');
    await sendEarlier(data_dir, login);
    const acknowledged = new Map<string, number>();
    for (const { kind, nth } of faults) {
      const mark = join(folder, 'failed');
      rmSync(mark, { force: true });
      // The disk is another one, and the database sound.
      rmSync(pathsIn(data_dir).check, { force: true });
      const variables = { LD_PRELOAD: library, FAULT_MARK: mark, [`FAULT_${kind.toUpperCase()}`]: String(nth) };
      const server = await startProcess(data_dir, variables).catch(() => undefined);
      const code =
        server && (await sendUntilFault(server, new Client(server.url, login), `${kind} ${nth}`, acknowledged));
      outcome.faults++;
      outcome.problems.push(...problemsAfter(`${kind} ${nth}`, code, data_dir));
      const lost = countLost(data_dir, acknowledged);
      outcome.lost = Math.max(outcome.lost, lost);
      const end = server ? `exit code ${code}` : 'did not start';
      tell(`${kind} ${nth}: ${end}, ${acknowledged.size} acknowledged, ${lost} lost`);
    }
    return { ...outcome, acknowledged: acknowledged.size };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function sendEarlier(data_dir: string, login: { email: string; key: string }): Promise<void> {
  const server = await startProcess(data_dir);
  const client = new Client(server.url, login);
  for (let n = 0; n < earlier; n++) await send(client, `${n} ${longText}`);
  await server.stop();
}

function send(client: Client, content: string) {
  return client.post('/messages', { type: 'channel', to: 'general', topic: 'fault', content });
}

/** Sends until a send fails, and reads earlier messages between; returns how the server ended. */
async function sendUntilFault(server: ServerProcess, client: Client, fault: string, acknowledged: Map<string, number>) {
  for (let n = 0; n < mostSends; n++) {
    const content = `${fault}, ${n}`;
    const answer = await send(client, content).catch(() => undefined);
    if (answer?.status !== 200) return Promise.race([server.ended, wait(patience, 'still running', { ref: false })]);
    acknowledged.set(content, answer.body.id);
    const range = { anchor: 1 + (n % earlier), num_before: 0, num_after: 1 };
    await client.get('/messages', range).catch(() => undefined);
  }
  await server.kill();
  throw new Error(`${fault} never came`);
}

function problemsAfter(fault: string, code: number | string | null | undefined, data_dir: string): string[] {
  if (code === undefined) return [];
  const { due_at } = findCheck(data_dir);
  return [
    ...(code === 1 ? [] : [`${fault}: the server ended with ${code}`]),
    ...(due_at === 0 ? [] : [`${fault}: no check is due`]),
  ];
}

function countLost(data_dir: string, acknowledged: ReadonlyMap<string, number>): number {
  const db = new Sqlite(join(data_dir, 'chatd.db'));
  try {
    const find = db.prepare<[number], string>('SELECT content FROM messages WHERE id = ?').pluck();
    return [...acknowledged].filter(([content, id]) => find.get(id) !== content).length;
  } finally {
    db.close();
  }
}

if (import.meta.main) {
  const count = Number(process.argv[2] ?? 30);
  const faults = Array.from({ length: count }, (_, index): Fault[] => [
    { kind: 'fsync', nth: index + 1 },
    { kind: 'read', nth: 1 + index * 10 },
  ]).flat();
  const outcome = await fail(faults, console.log);
  console.log(
    `${outcome.faults} faults of the disk, ${outcome.acknowledged} messages acknowledged, ${outcome.lost} lost, ` +
      `${outcome.problems.length} problems`,
  );
  for (const problem of outcome.problems) console.log(`  ${problem}`);
  process.exitCode = outcome.lost + outcome.problems.length > 0 ? 1 : 0;
}
