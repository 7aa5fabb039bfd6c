import type { Archive, Reading } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import type { Fields } from '../fields.ts';
import { History } from '../history.ts';
import { archiveOf } from '../history-archive.ts';
import { ForeignDatabase } from './database.ts';
import { readMessage } from './messages.ts';
import { readMembership, readRoom, readUser } from './rooms.ts';
import type { CampfireStorage } from './source.ts';

/**
 * The storage folder of Campfire: its SQLite database, of any version of its `db/schema.rb`, and the files of Active
 * Storage by their keys. Ids are small numbers, so servers are told apart by their messages. Throws UnusableArchive.
 */
export function readCampfireArchive(folder: ArchiveFolder, { scratch, ...reading }: Reading): Archive {
  const history = new History('campfire', { scratch, ...reading });
  try {
    const { faults } = history;
    const db = new ForeignDatabase(folder, { scratch, tables: ['users', 'rooms', 'memberships', 'messages'], faults });
    try {
      readAll({ history, db, files: listFiles(folder), directs: new Set() }, reading);
    } finally {
      db.close();
    }
    history.finish();
    return archiveOf(history, { client: 'Campfire', source: undefined });
  } catch (error) {
    history.posts.close();
    throw error;
  }
}

/** Paths of files by their keys in Active Storage, which are their names: `files/ab/cd/abcd…`. */
function listFiles(folder: ArchiveFolder): Map<string, string> {
  return new Map(folder.list(/(?:^|\/)[a-z0-9]{28}$/).map((path) => [path.slice(-28), path]));
}

/** With the text of each message; its time tells whether it was edited, because boosts touch the message. */
const messagesSql = `SELECT m.*, t.body, t.created_at AS written_at, t.updated_at AS edited_at FROM messages m
  LEFT JOIN action_text_rich_texts t ON t.record_type = 'Message' AND t.record_id = m.id AND t.name = 'body' ORDER BY m.id`;

function readAll(source: CampfireStorage, { onProgress }: Pick<Reading, 'onProgress'>): void {
  const { history, db } = source;
  const { faults, left } = history;
  for (const [noun, table, sql, read] of lists) {
    for (const row of db.rows(table, sql)) faults.attempt(noun, () => read(source, row));
  }
  const [total = 0] = [...db.rows('messages', 'SELECT 0 AS id, count(*) AS count FROM messages')].map((row) =>
    row.whole('count'),
  );
  let done = 0;
  for (const row of db.rows('messages', messagesSql)) {
    faults.attempt('messages', () => readMessage(source, row));
    onProgress(++done, 2 * total);
  }
  for (const [noun, table, sql] of notHere) {
    const [row] = db.has(table) ? db.rows(table, sql) : [];
    left.leave(noun, 'chatd has no equivalent', table, row?.whole('count') ?? 0);
  }
}

type Reader = (source: CampfireStorage, row: Fields) => void;

/** In the order in which they need each other, with the nouns of their records. */
const lists: readonly [noun: string, table: string, sql: string, read: Reader][] = [
  ['users', 'users', 'SELECT * FROM users ORDER BY id', readUser],
  ['channels', 'rooms', 'SELECT * FROM rooms ORDER BY id', readRoom],
  ['subscriptions', 'memberships', 'SELECT * FROM memberships ORDER BY id', readMembership],
];

const notHere: readonly [noun: string, table: string, sql: string][] = [
  ['searches', 'searches', 'SELECT 0 AS id, count(*) AS count FROM searches'],
  ['webhooks', 'webhooks', 'SELECT 0 AS id, count(*) AS count FROM webhooks'],
  ['bans', 'bans', 'SELECT 0 AS id, count(*) AS count FROM bans'],
];
