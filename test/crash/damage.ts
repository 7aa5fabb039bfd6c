// Damages the database of a killed server in many ways, starts the server on each, and looks whether it reports all
// damage that SQLite's quick_check can see, within a minute.
// Prints what it saw. Arguments: between two damages that are tried; 1 unless named, which tries all 55.
import { closeSync, cpSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { findCheck } from '../../src/db/check-record.ts';
import { Client } from '../support/client.ts';
import { Seeded } from '../support/seeded.ts';
import { createAccount, startProcess } from './server-process.ts';

/** What became of the damages. */
export interface Outcome {
  damages: number;
  /** Those that quick_check sees. */
  visible: number;
  /** Those of them that the server reported in time. */
  reported: number;
  /** The longest time from the start of a server until its report, in milliseconds. */
  slowest: number;
  /** Everything that is wrong, in words. */
  problems: string[];
}

const pageSize = 4096;
const inTime = 60_000;

/** B-trees with the type of the page to damage, as `dbstat` names them. */
const places: readonly (readonly [name: string, type: string])[] = [
  ['sqlite_schema', 'internal'],
  ['sqlite_schema', 'leaf'],
  ['messages', 'internal'],
  ['messages', 'leaf'],
  ['messages', 'overflow'],
  ['messages_by_time', 'internal'],
  ['messages_by_time', 'leaf'],
  ['conversations', 'leaf'],
  ['users', 'leaf'],
  ['api_keys', 'leaf'],
  ['channels', 'leaf'],
];

/** `start` is where the header of the B-tree begins in the page. */
type Damage = (page: Buffer, start: number) => void;

const chance = new Seeded(20261123);

const damages: Readonly<Record<string, Damage>> = {
  'zeros instead of': (page) => page.fill(0),
  'random bytes instead of': (page) => page.forEach((_, index) => void page.writeUInt8(chance.below(256), index)),
  'a wrong type of': (page, start) => page.writeUInt8(page.readUInt8(start) ^ 0x05, start),
  'a wrong pointer in': (page, start) => page.writeUInt16BE(3, start + 12),
  'a flipped bit at the end of': (page) => page.writeUInt8(page.readUInt8(pageSize - 2) ^ 0x10, pageSize - 2),
};

/** Tries every `stride`th damage. `tell` gets a line for each. */
export async function damageInTurn(stride: number, tell: (line: string) => void): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-damages-'));
  const outcome: Outcome = { damages: 0, visible: 0, reported: 0, slowest: 0, problems: [] };
  try {
    const sound = await makeKilled(join(folder, 'sound'));
    const all = places.flatMap((place) => Object.keys(damages).map((kind) => ({ place, kind })));
    for (const { place, kind } of all.filter((_, index) => index % stride === 0)) {
      const data_dir = join(folder, 'damaged');
      cpSync(sound, data_dir, { recursive: true });
      inflict(join(data_dir, 'chatd.db'), place, damages[kind] as Damage);
      await observe(`${kind} ${place.join(', ')}`, data_dir, outcome, tell);
      rmSync(data_dir, { recursive: true });
    }
    return outcome;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A data directory of a server that was killed, whose write-ahead log is empty. */
async function makeKilled(data_dir: string): Promise<string> {
  const login = await createAccount(data_dir, 'ada@example.com');
  const server = await startProcess(data_dir);
  const client = new Client(server.url, login);
  for (let n = 0; n < 400; n++) {
    const content = `${n} ${'words of a text that is long enough '.repeat(n % 50 === 0 ? 250 : 5)}`;
    await client.post('/messages', { type: 'channel', to: 'general', topic: `topic ${n % 20}`, content });
  }
  await server.kill();
  const db = new Sqlite(join(data_dir, 'chatd.db'));
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  return data_dir;
}

function inflict(file: string, [name, type]: readonly [string, string], damage: Damage): void {
  const db = new Sqlite(file, { readonly: true });
  const find = db.prepare<[string, string], number>(
    'SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY pageno DESC',
  );
  const number = find.pluck().get(name, type);
  db.close();
  if (number === undefined) throw new Error(`${name} has no page of type ${type}`);
  const descriptor = openSync(file, 'r+');
  const page = Buffer.alloc(pageSize);
  const at = (number - 1) * pageSize;
  readSync(descriptor, page, 0, pageSize, at);
  damage(page, number === 1 ? 100 : 0);
  writeSync(descriptor, page, 0, pageSize, at);
  closeSync(descriptor);
}

/** Starts a server on a damaged directory and notes what it reports. */
async function observe(what: string, data_dir: string, outcome: Outcome, tell: (line: string) => void) {
  const isVisible = quickCheckSees(join(data_dir, 'chatd.db'));
  const began = performance.now();
  const report = await reportOf(data_dir);
  const took = performance.now() - began;
  tell(`${what}: ${report ?? 'nothing is reported'}${isVisible ? '' : ' (quick_check sees nothing)'}`);
  outcome.damages++;
  if (!isVisible) return;
  outcome.visible++;
  outcome.slowest = Math.max(outcome.slowest, took);
  if (report === undefined || took > inTime) outcome.problems.push(`${what} is not reported in time`);
  else outcome.reported++;
}

function quickCheckSees(file: string): boolean {
  try {
    const db = new Sqlite(file, { readonly: true });
    try {
      return db.pragma('quick_check', { simple: true }) !== 'ok';
    } finally {
      db.close();
    }
  } catch {
    return true;
  }
}

const refusal = /^chatd: .*(is damaged|is not a SQLite database)/;

/** What a server says of its damaged data: as it refuses to start, or after its check. */
async function reportOf(data_dir: string): Promise<string | undefined> {
  const checked_at = () => findCheck(data_dir).checked_at;
  const server = await startProcess(data_dir).catch((error: Error) => error);
  if (server instanceof Error) return server.message.split('\n').find((line) => refusal.test(line));
  try {
    for (const end = performance.now() + inTime; performance.now() < end && checked_at() === null; ) await wait(50);
    return findCheck(data_dir).problems[0]?.replaceAll('\n', ' ').slice(0, 120);
  } finally {
    await server.kill();
  }
}

if (import.meta.main) {
  const outcome = await damageInTurn(Number(process.argv[2] ?? 1), console.log);
  console.log(
    `${outcome.damages} damages, of which quick_check sees ${outcome.visible}: ${outcome.reported} reported, the ` +
      `slowest after ${(outcome.slowest / 1000).toFixed(1)} s (bar: 60)`,
  );
  for (const problem of outcome.problems) console.log(`  ${problem}`);
  process.exitCode = outcome.problems.length > 0 ? 1 : 0;
}
