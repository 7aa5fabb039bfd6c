// Kills a server under load again and again, and looks whether everything it acknowledged is there when it is back.
// Prints what it saw. Arguments: how many times; 50 unless named.
import { randomInt } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { Client } from '../support/client.ts';
import { EventStream } from '../support/stream.ts';
import { awaitEffect, createAccount, type ServerProcess, startProcess } from './server-process.ts';

/** What the crashes did. */
export interface Outcome {
  rounds: number;
  acknowledged: number;
  /** Messages that a stream carried. */
  heard: number;
  /** Acknowledged or heard messages that are gone, have other content, or are there twice. */
  lost: number;
  /** Everything else that is wrong, in words. */
  problems: string[];
}

const senders = 8;

/** Starts, loads and kills a server `rounds` times, on a directory of its own. `tell` gets a line for each round. */
export async function crash(rounds: number, tell: (line: string) => void): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-crash-'));
  const login = await createAccount(folder, 'sender@example.com');
  const all = new Map<string, number>();
  const outcome: Outcome = { rounds, acknowledged: 0, heard: 0, lost: 0, problems: [] };
  let server = await startProcess(folder);
  try {
    for (let round = 1; round <= rounds; round++) {
      const client = new Client(server.url, login);
      const moment = randomInt(50, 1500);
      const { acknowledged, heard } = await killUnderLoad(server, client, {
        round,
        moment,
        problems: outcome.problems,
      });
      outcome.heard += heard;
      for (const [content, id] of acknowledged) all.set(content, id);
      // The server must be the one that mends the file, so the check works on a copy.
      const lost = countLost(all, checkFiles(folder, outcome.problems));
      server = await startProcess(folder);
      const missing = await countUnserved(new Client(server.url, login), acknowledged);
      outcome.lost = Math.max(outcome.lost, lost, missing);
      tell(
        `round ${round}: killed after ${moment} ms, ${acknowledged.size} acknowledged, ${Math.max(lost, missing)} lost`,
      );
    }
  } finally {
    await server.stop();
    outcome.problems.push(...checkDatabase(join(folder, 'chatd.db')).problems);
    rmSync(folder, { recursive: true });
  }
  return { ...outcome, acknowledged: all.size };
}

interface Round {
  round: number;
  /** When to kill, in milliseconds after the first acknowledgement. */
  moment: number;
  problems: string[];
}

/**
 * Sends from several clients at once until the server is gone; returns the acknowledged contents with their ids. What a
 * stream carried counts as acknowledged: events leave after the commit.
 */
async function killUnderLoad(server: ServerProcess, client: Client, round: Round) {
  const { body } = await client.post('/register', { event_types: ['message'] });
  const stream = await EventStream.open(client, body.queue_id);
  const acknowledged = new Map<string, number>();
  const load = Promise.all(Array.from({ length: senders }, (_, sender) => sendOn(client, round, sender, acknowledged)));
  await awaitEffect(load, () => acknowledged.size > 0);
  await wait(round.moment);
  await server.kill();
  await Promise.all([load, stream.untilEnd()]);
  for (const { message } of stream.events) acknowledged.set(message.content, message.id);
  return { acknowledged, heard: stream.events.length };
}

async function sendOn(client: Client, { round, problems }: Round, sender: number, acknowledged: Map<string, number>) {
  for (let n = 0; ; n++) {
    const content = `${round}-${sender}-${n} ${'x'.repeat(randomInt(300))}`.trim();
    const recipient =
      n % 10 === 9
        ? { type: 'direct', to: ['sender@example.com'] }
        : { type: 'channel', to: 'general', topic: `topic ${n % 50}-${round}` };
    const answer = await client.post('/messages', { ...recipient, content }).catch(() => undefined);
    if (!answer) return;
    if (answer.status !== 200) return void problems.push(`a send was answered ${JSON.stringify(answer.body)}`);
    acknowledged.set(content, answer.body.id);
  }
}

/** Contents of a database's messages with their ids, and what is wrong with it. */
interface Checked {
  messages: Map<string, number[]>;
  problems: string[];
}

function checkFiles(folder: string, problems: string[]): Checked['messages'] {
  const copy = mkdtempSync(join(tmpdir(), 'chatd-crash-copy-'));
  for (const name of ['chatd.db', 'chatd.db-wal']) {
    if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(copy, name));
  }
  const checked = checkDatabase(join(copy, 'chatd.db'));
  rmSync(copy, { recursive: true });
  problems.push(...checked.problems);
  return checked.messages;
}

function checkDatabase(file: string): Checked {
  const db = new Sqlite(file);
  try {
    const integrity = db.pragma('integrity_check', { simple: true });
    const strays = db.pragma('foreign_key_check') as unknown[];
    const wrongNewest = db.prepare(wrongNewestSql).pluck().get();
    const messages = new Map<string, number[]>();
    for (const { id, content } of db.prepare('SELECT id, content FROM messages').all() as Row[]) {
      messages.set(content, [...(messages.get(content) ?? []), id]);
    }
    const problems = [
      ...(integrity === 'ok' ? [] : [`integrity_check says ${String(integrity)}`]),
      ...(strays.length === 0 ? [] : [`${strays.length} rows refer to nothing`]),
      ...(wrongNewest === 0 ? [] : [`${wrongNewest} conversations do not know their newest message`]),
    ];
    return { messages, problems };
  } finally {
    db.close();
  }
}

interface Row {
  id: number;
  content: string;
}

const wrongNewestSql = `SELECT count(*) FROM conversations c
  WHERE c.max_message_id IS NOT (SELECT max(id) FROM messages m WHERE m.conversation_id = c.id)`;

/** How many acknowledged messages are not there exactly once, under the id that was told; doubles of others count. */
function countLost(acknowledged: ReadonlyMap<string, number>, stored: Checked['messages']): number {
  const gone = [...acknowledged].filter(([content, id]) => stored.get(content)?.[0] !== id).length;
  const doubled = [...stored.keys()].filter((content) => /^\d+-/.test(content) && stored.get(content)?.length !== 1);
  return gone + doubled.length;
}

/** How many acknowledged messages the restarted server does not return as they were sent. */
async function countUnserved(client: Client, acknowledged: ReadonlyMap<string, number>): Promise<number> {
  const served = new Map<string, number>();
  const ids = [...acknowledged.values()];
  for (let from = 0; from < ids.length; from += 500) {
    const message_ids = ids.slice(from, from + 500);
    const { body } = await client.get('/messages', { message_ids, apply_markdown: false });
    for (const { id, content } of body.messages as Row[]) served.set(content, id);
  }
  return [...acknowledged].filter(([content, id]) => served.get(content) !== id).length;
}

if (import.meta.main) {
  const outcome = await crash(Number(process.argv[2] ?? 50), console.log);
  console.log(
    `${outcome.rounds} crashes, ${outcome.acknowledged} messages acknowledged, ${outcome.heard} by stream, ` +
      `${outcome.lost} lost, ` +
      `${outcome.problems.length} problems with the file`,
  );
  for (const problem of outcome.problems) console.log(`  ${problem}`);
  process.exitCode = outcome.lost + outcome.problems.length > 0 ? 1 : 0;
}
