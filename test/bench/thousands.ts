import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { createApp } from '../../src/app.ts';
import type { Database } from '../../src/db/database.ts';
import { roles } from '../../src/users/user.ts';
import { Bystander } from './bystander.ts';
import { Child } from './child.ts';
import { bodyOf, Connection, postRequest } from './connection.ts';
import { type Data, makeData, openData, type Person, temporaryFolder } from './data.ts';
import { type Figure, milliseconds } from './report.ts';
import { alternate } from './rounds.ts';
import { slowest } from './slowest.ts';

const online = 3000;
const archived = 20;
/** In milliseconds: the server goes on with an archived channel after its answer. */
const restOfClosing = 500;
const groupSize = 5000;
const mentions = 9;
const state = { event_types: '["message","update_message","update_message_flags","delete_message","stream"]' };

/** Single acts that concern thousands of people. */
export async function thousands(): Promise<Figure[]> {
  return [...(await withManyOnline()), await mentioningGroup()];
}

/** There is no floor; the bars are milliseconds. */
async function withManyOnline(): Promise<Figure[]> {
  const data = makeData({ people: online, channels: 1 + archived, messages: 50 * (1 + archived) });
  const channel_ids = change(data, (db) => {
    readDifferently(db);
    return db.values<number>("SELECT id FROM channels WHERE name LIKE 'channel %' ORDER BY id");
  });
  const chatd = await Child.start('chatd', [data.folder, 'without-jobs']);
  const connection = await Connection.open(chatd.port);
  for (const person of data.people) await connection.request(postRequest('/api/v1/register', person, state));
  const owner = data.people[0] as Person;
  const message_id = await send(connection, owner, 'before');
  const messages = `/api/v1/messages/${message_id}`;
  const edit = (n: number) => postRequest(messages, owner, { method: 'PATCH', content: `after ${n}` });
  const archive = (n: number) => postRequest(`/api/v1/streams/${channel_ids[n + 1]}`, owner, { method: 'DELETE' });
  const others = await Bystander.start(chatd, owner);
  const edits = await slowest('an edit, with 3,000 online', 15, { connection, count: 100, request: edit });
  const archives = await others.during(async () => {
    const name = 'archiving a channel, with 3,000 online';
    const figure = await slowest(name, 60, { connection, count: archived, request: archive });
    await wait(restOfClosing);
    return figure;
  });
  connection.close();
  await Promise.all([chatd, others].map((child) => child.stop()));
  return [edits, archives, others.figure(30)];
}

/** Beside the rows that it must store at least: two flags for each member. */
async function mentioningGroup(): Promise<Figure> {
  const data = makeData({ people: groupSize, channels: 1, messages: 100 });
  change(data, (db) => {
    db.run("INSERT INTO groups (name, name_key, created_at) VALUES ('crew', 'crew', 0)");
    db.run(
      "INSERT INTO group_members SELECT (SELECT id FROM groups WHERE name = 'crew'), id FROM users WHERE role = 400",
    );
  });
  const chatd = await Child.start('chatd', [data.folder, 'without-jobs']);
  const connection = await Connection.open(chatd.port);
  const floor = flagFloor();
  const took = await alternate(mentions, {
    ours: async () => {
      const began = performance.now();
      await send(connection, data.people[0] as Person, '@*crew* Lunch is ready.');
      return performance.now() - began;
    },
    floor,
  });
  connection.close();
  await chatd.stop();
  return {
    name: 'mentioning a group of 5,000',
    ours: milliseconds(took.ours),
    floor: milliseconds(took.floor),
    ratio: took.ours / took.floor,
    bar: { atMost: 2.5 },
  };
}

function change<Result>({ folder, people }: Data, action: (db: Database) => Result): Result {
  const { db } = createApp(openData(folder));
  const result = db.transaction(() => {
    db.run('UPDATE users SET role = ? WHERE id = ?', roles.owner, people[0]?.user.id ?? 0);
    return action(db);
  });
  db.close();
  return result;
}

/** Everyone has read half of the topics, some a part of another one, and single messages beyond. */
function readDifferently(db: Database): void {
  db.run(
    `INSERT OR REPLACE INTO read_watermarks (user_id, place_id, message_id)
     SELECT u.id, c.id, c.max_message_id - iif((u.id * 31 + c.id * 17) % 10 < 5, 0, (u.id * 7 + c.id) % 1000)
     FROM users u CROSS JOIN conversations c WHERE (u.id * 31 + c.id * 17) % 10 < 6`,
  );
  db.run(
    `INSERT OR IGNORE INTO read_exceptions (user_id, message_id, is_read)
     SELECT u.id, m.id, 1 FROM users u CROSS JOIN messages m WHERE (u.id * 7919 + m.id * 31) % 499 = 0`,
  );
}

async function send(connection: Connection, sender: Person, content: string): Promise<number> {
  const fields = { type: 'stream', to: 'channel 0', topic: 'topic 1', content };
  const answer = await connection.request(postRequest('/api/v1/messages', sender, fields));
  return (JSON.parse(bodyOf(answer).toString()) as { id: number }).id;
}

/** Stores as many flags in a table like that of the server, with the same references; returns how to measure it. */
function flagFloor(): () => number {
  const db = new Sqlite(join(temporaryFolder(), 'floor.db'));
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    CREATE TABLE users (id INTEGER PRIMARY KEY);
    CREATE TABLE messages (id INTEGER PRIMARY KEY);
    CREATE TABLE flags (
      user_id INTEGER REFERENCES users (id),
      flag TEXT,
      message_id INTEGER REFERENCES messages (id),
      PRIMARY KEY (user_id, flag, message_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX flags_by_message ON flags (message_id, user_id);
    WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ${groupSize})
    INSERT INTO users SELECT id FROM n`);
  const message = db.prepare('INSERT INTO messages DEFAULT VALUES');
  const flags = db.prepare(`
    INSERT INTO flags SELECT users.id, flag, (SELECT max(id) FROM messages) FROM users
    CROSS JOIN (SELECT 'group_mentioned' AS flag UNION ALL SELECT 'mentioned')`);
  const store = db.transaction(() => {
    message.run();
    flags.run();
  });
  return () => {
    const began = performance.now();
    store();
    return performance.now() - began;
  };
}
