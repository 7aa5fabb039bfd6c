// Kills a server again and again while it delivers what was scheduled, and looks whether each message was sent exactly
// once. Prints what it saw. Arguments: how many times; 20 unless named.
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { Client } from '../support/client.ts';
import { createAccount, type ServerProcess, startProcess } from './server-process.ts';

/** What the crashes did. */
export interface DeliveryOutcome {
  /** How many messages and reminders were due. */
  due: number;
  /** How often the server was killed with some of them sent and others not. */
  interrupted: number;
  /** Those that were sent once. */
  sent: number;
  /** Everything that was not sent once, in words. */
  problems: string[];
}

const perRound = 200;

/** Schedules messages and reminders, and kills the server `rounds` times while it delivers them. */
export async function crashDelivery(rounds: number, tell: (line: string) => void): Promise<DeliveryOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-delivery-'));
  const login = await createAccount(folder, 'sender@example.com');
  let interrupted = 0;
  try {
    await scheduleFirst(folder, login);
    for (let round = 1; round <= rounds; round++) {
      makeDue(folder, round);
      const before = countLeft(folder);
      const server = await startProcess(folder);
      while (countLeft(folder) === before) await wait(1);
      const moment = randomInt(0, 60);
      await wait(moment);
      await server.kill();
      const left = countLeft(folder);
      if (left > 0) interrupted++;
      tell(`round ${round}: killed ${moment} ms into the delivery, with ${left} of ${before} left`);
    }
    await deliverRest(folder);
    return { due: rounds * 2 * perRound, interrupted, ...check(folder, rounds) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One message and one reminder, made through the API; the others are copies. */
async function scheduleFirst(folder: string, login: { email: string; key: string }): Promise<void> {
  const server: ServerProcess = await startProcess(folder);
  const client = new Client(server.url, login);
  const scheduled_delivery_timestamp = Math.floor(Date.now() / 1000) + 86_400;
  const message = { type: 'channel', to: 1, topic: 'later', content: 'first', scheduled_delivery_timestamp };
  await client.post('/scheduled_messages', message);
  const { body } = await client.post('/messages', { type: 'channel', to: 1, topic: 'later', content: 'target' });
  await client.post('/reminders', { message_id: body.id, scheduled_delivery_timestamp });
  await server.stop();
}

/** Makes copies that are due now, each with a text of its own; every second round has copies that are hours late. */
function makeDue(folder: string, round: number): void {
  const late = round % 2 === 0 ? 5 * 3600 : 0;
  const numbers = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${perRound})`;
  withDatabase(folder, (db) => {
    db.prepare(
      `INSERT INTO scheduled_messages (sender_id, channel_id, topic, content, rendered_content, client,
         read_by_sender, due_at)
       ${numbers} SELECT sender_id, channel_id, topic, ? || '-' || n, '', client, read_by_sender, unixepoch() - ?
       FROM scheduled_messages JOIN n WHERE id = 1`,
    ).run(`m${round}`, late);
    db.prepare(
      `INSERT INTO reminders (user_id, message_id, note, due_at)
       ${numbers} SELECT user_id, message_id, ? || '-' || n, unixepoch() - ? FROM reminders JOIN n WHERE id = 1`,
    ).run(`r${round}`, late);
  });
}

function countLeft(folder: string): number {
  return withDatabase(folder, (db) => db.prepare(leftSql).pluck().get() as number);
}

const leftSql = `SELECT (SELECT count(*) FROM scheduled_messages WHERE sent_at IS NULL AND id > 1)
  + (SELECT count(*) FROM reminders WHERE id > 1)`;

async function deliverRest(folder: string): Promise<void> {
  const server = await startProcess(folder);
  while (countLeft(folder) > 0) await wait(20);
  await server.stop();
}

function check(folder: string, rounds: number): Pick<DeliveryOutcome, 'sent' | 'problems'> {
  const contents = withDatabase(folder, (db) => db.prepare('SELECT content FROM messages').pluck().all() as string[]);
  const counts = new Map<string, number>();
  for (const content of contents) {
    const name = /^m\d+-\d+$|(?<=> )r\d+-\d+/.exec(content)?.[0];
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const expected = ['m', 'r'].flatMap((kind) =>
    Array.from({ length: rounds * perRound }, (_, i) => `${kind}${1 + Math.floor(i / perRound)}-${1 + (i % perRound)}`),
  );
  const wrong = expected.filter((name) => counts.get(name) !== 1);
  const told = contents.filter((content) => content.includes('so they were sent late')).join('\n');
  const late = Math.floor(rounds / 2) * perRound;
  const count = told.match(/^\* /gm)?.length ?? 0;
  return {
    sent: expected.length - wrong.length,
    problems: [
      ...wrong.map((name) => `${name} was sent ${counts.get(name) ?? 0} times`),
      ...(count === late ? [] : [`the sender was told of ${count} of ${late} late messages`]),
    ],
  };
}

function withDatabase<Result>(folder: string, action: (db: Sqlite.Database) => Result): Result {
  const db = new Sqlite(join(folder, 'chatd.db'), { timeout: 5000 });
  try {
    return action(db);
  } finally {
    db.close();
  }
}

if (import.meta.main) {
  const { due, sent, interrupted, problems } = await crashDelivery(Number(process.argv[2] ?? 20), console.log);
  console.log(`${due} due, ${sent} sent once, ${interrupted} deliveries interrupted`);
  for (const problem of problems) console.log(`  ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
