import type { Context } from '../context.ts';
import { getConversation } from '../conversations/conversation.ts';
import { type Database, inJsonList } from '../db/database.ts';
import type { Turns } from '../http/endpoint.ts';
import type { User } from '../users/user.ts';
import { doDeleteMessages } from './deletion.ts';

/** Where a message was sent to: a channel that everyone or only its subscribers may read, or people. */
export type Kind = 'public' | 'private' | 'direct';

interface Sent {
  id: number;
  conversation_id: number;
  kind: Kind;
}

/** Number of messages of an author that one transaction looks at. */
const page = 250;

/**
 * Permanently deletes the messages of these kinds that users sent, of one conversation in each transaction. What they
 * send meanwhile goes in the last one.
 */
export function* doDeleteMessagesOf(
  app: Context,
  author_ids: readonly number[],
  kinds: ReadonlySet<Kind>,
  deleter: User,
): Turns<void> {
  if (kinds.size === 0) return;
  const newest = app.db.value<number>('SELECT max(id) FROM messages') ?? 0;
  for (const author_id of author_ids) {
    let end = newest;
    for (let sent = listSent(app.db, author_id, end); sent.length > 0; sent = listSent(app.db, author_id, end)) {
      const found = sent.filter(({ kind }) => kinds.has(kind));
      doDeleteOfOneConversation(app, found, deleter);
      if (found.length === 0) end = (sent.at(-1) as Sent).id - 1;
      yield;
    }
  }
  const late = listSentAfter(app.db, author_ids, newest).filter(({ kind }) => kinds.has(kind));
  for (const found of Map.groupBy(late, (one) => one.conversation_id).values()) {
    doDeleteOfOneConversation(app, found, deleter);
  }
}

/** Deletes those of these messages that are in the conversation of the first one. */
function doDeleteOfOneConversation(app: Context, [first, ...others]: readonly Sent[], deleter: User): void {
  if (!first) return;
  const found = [first, ...others.filter((one) => one.conversation_id === first.conversation_id)];
  const ids = found.map(({ id }) => id).sort((a, b) => a - b);
  doDeleteMessages(app, getConversation(app.db, first.conversation_id), ids, deleter);
}

const sentColumns = `sent.id, conversation_id,
  CASE WHEN sent.channel_id IS NULL THEN 'direct' WHEN invite_only = 1 THEN 'private' ELSE 'public' END AS kind`;

/** The newest messages of a user up to an id, the newest first. */
function listSent(db: Database, author_id: number, end: number): Sent[] {
  const sql = `SELECT ${sentColumns} FROM (
      SELECT id, conversation_id, channel_id FROM messages WHERE sender_id = ? AND id <= ? ORDER BY id DESC LIMIT ?
    ) AS sent LEFT JOIN channels ON channels.id = sent.channel_id ORDER BY sent.id DESC`;
  return db.all<Sent>(sql, author_id, end, page);
}

function listSentAfter(db: Database, author_ids: readonly number[], newest: number): Sent[] {
  const sql = `SELECT ${sentColumns} FROM messages AS sent LEFT JOIN channels ON channels.id = sent.channel_id
    WHERE sent.id > ? AND sender_id ${inJsonList} ORDER BY sent.id`;
  return db.all<Sent>(sql, newest, JSON.stringify(author_ids));
}
