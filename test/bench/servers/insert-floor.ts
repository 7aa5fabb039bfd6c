// A bare better-sqlite3 loop that inserts messages, some in each transaction. Arguments: a data directory to write in,
// whose messages are inserted again and again.
import { createServer } from 'node:http';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { placeOf } from '../data.ts';
import { serve } from './parent.ts';

const db = new Sqlite(join(process.argv[2] ?? '', 'chatd.db'));
for (const pragma of ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on']) db.pragma(pragma);
const written = 'content, mentions_channel, rendered_content, rendered_version, has_link, has_image, has_attachment';
const texts = db.prepare(`SELECT ${written} FROM messages`).raw().all() as unknown[][];
const insert = db.prepare(
  `INSERT INTO messages (conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, ${written})
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);
const raise = db.prepare('UPDATE conversations SET max_message_id = ? WHERE id = ?');
const conversations = new Map(
  (
    db
      .prepare(
        `SELECT channels.name || '/' || topic AS place, conversations.id, channel_id
         FROM conversations JOIN channels ON channels.id = channel_id`,
      )
      .all() as { place: string; id: number; channel_id: number }[]
  ).map((row) => [row.place, row]),
);
const senders = db.prepare('SELECT id FROM users WHERE is_system_bot = 0').pluck().all() as number[];

const insertSome = db.transaction((first: number, count: number, channels: number) => {
  for (let n = first; n < first + count; n++) {
    const { channel, topic } = placeOf(n, channels);
    const conversation = conversations.get(`${channel}/${topic}`);
    const place = [conversation?.id, conversation?.channel_id, conversation?.channel_id];
    const values = [
      senders[n % senders.length],
      'Bench',
      Math.floor(Date.now() / 1000),
      ...(texts[n % texts.length] ?? []),
    ];
    const { lastInsertRowid } = insert.run(...place, ...values);
    raise.run(lastInsertRowid, conversation?.id);
  }
});

serve(createServer(), ({ rows, group, channels }) => {
  const began = performance.now();
  for (let n = 0; n < Number(rows); n += Number(group)) insertSome(n, Number(group), Number(channels));
  return { milliseconds: performance.now() - began };
});
