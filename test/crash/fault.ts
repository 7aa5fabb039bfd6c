// Makes the disk fail under a server, at the first fsync of its database, the second, and so on, and looks whether it
// stops, and whether everything it acknowledged is there when it is back. Needs Linux and a C compiler.
// Prints what it saw. Arguments: how many faults; 30 unless named.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { findCheck } from '../../src/db/check-record.ts';
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

const source = fileURLToPath(new URL('fault.c', import.meta.url));

export const canFail: boolean = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;

/** Fails at each of some fsyncs, on a directory of its own. `tell` gets a line for each. */
export async function fail(fsyncs: readonly number[], tell: (line: string) => void): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-fault-'));
  const outcome: Outcome = { faults: 0, acknowledged: 0, lost: 0, problems: [] };
  try {
    const library = join(folder, 'fault.so');
    execFileSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl']);
    const data_dir = join(folder, 'data');
    const login = await createAccount(data_dir, 'ada@example.com');
    const acknowledged = new Map<string, number>();
    for (const nth of fsyncs) {
      const server = await startProcess(data_dir, { LD_PRELOAD: library, FAULT_FSYNC: String(nth) }).catch(
        () => undefined,
      );
      const code = server && (await sendUntilFault(server, new Client(server.url, login), nth, acknowledged));
      outcome.faults++;
      outcome.problems.push(...problemsAfter(nth, code, data_dir));
      const lost = countLost(data_dir, acknowledged);
      outcome.lost = Math.max(outcome.lost, lost);
      tell(
        `fsync ${nth}: ${server ? `exit code ${code}` : 'did not start'}, ${acknowledged.size} acknowledged, ${lost} lost`,
      );
    }
    return { ...outcome, acknowledged: acknowledged.size };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Sends until a send fails; returns how the server ended. */
async function sendUntilFault(server: ServerProcess, client: Client, nth: number, acknowledged: Map<string, number>) {
  for (let n = 0; n < 1000; n++) {
    const content = `${nth}-${n}`;
    const message = { type: 'channel', to: 'general', topic: 'fault', content };
    const answer = await client.post('/messages', message).catch(() => undefined);
    if (answer?.status !== 200) break;
    acknowledged.set(content, answer.body.id);
  }
  return server.ended;
}

function problemsAfter(nth: number, code: number | null | undefined, data_dir: string): string[] {
  if (code === undefined) return [];
  const { due_at } = findCheck(data_dir);
  return [
    ...(code === 1 ? [] : [`fsync ${nth}: the server ended with ${code}`]),
    ...(due_at === 0 ? [] : [`fsync ${nth}: no check is due`]),
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
  const faults = Array.from({ length: Number(process.argv[2] ?? 30) }, (_, index) => index + 1);
  const outcome = await fail(faults, console.log);
  console.log(
    `${outcome.faults} faults of the disk, ${outcome.acknowledged} messages acknowledged, ${outcome.lost} lost, ` +
      `${outcome.problems.length} problems`,
  );
  for (const problem of outcome.problems) console.log(`  ${problem}`);
  process.exitCode = outcome.lost + outcome.problems.length > 0 ? 1 : 0;
}
