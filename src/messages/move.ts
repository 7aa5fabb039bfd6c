import { lastMessageId } from '../channels/subscription.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { foldName } from '../text.ts';
import { type Conversation, ensureTopic, findTopic } from './conversation.ts';
import { receivedSql, setWatermark } from './read-state.ts';

/** A topic of a channel. */
export interface Place {
  channel_id: number;
  topic: string;
}

/**
 * Moves messages of a topic to another one, keeping what every user has read. A topic that moves whole to a new name
 * is one row's change; messages that join others take their read state along. Returns the conversation they are in.
 * `ids` are ascending and all of `from`.
 */
export function doMoveMessages(db: Database, ids: readonly number[], from: Conversation, to: Place): Conversation {
  const isSameChannel = to.channel_id === from.channel_id;
  const found = findTopic(db, to.channel_id, to.topic);
  const isRename = isSameChannel && (found === undefined || found.id === from.id);
  if (isRename && isWhole(db, ids, from)) return rename(db, from, to.topic);
  const target = found ?? ensureTopic(db, to.channel_id, to.topic);
  keepReadStates(db, ids, from, target);
  db.run(`UPDATE messages SET conversation_id = ? WHERE id ${inJsonList}`, target.id, JSON.stringify(ids));
  if (!isSameChannel) {
    db.run(
      `UPDATE messages SET channel_id = ?, moved_at_id = ? WHERE id ${inJsonList}`,
      target.channel_id,
      takeMessageId(db),
      JSON.stringify(ids),
    );
  }
  updateNewest(db, target);
  updateNewest(db, from);
  return target;
}

/** Brings a conversation up to date after messages came or went; a topic without messages is no topic any more. */
export function updateNewest(db: Database, conversation: Conversation): void {
  const newest =
    db.value<number | null>('SELECT max(id) FROM messages WHERE conversation_id = ?', conversation.id) ?? null;
  if (newest === null && conversation.channel_id !== null) forget(db, conversation);
  else db.run('UPDATE conversations SET max_message_id = ? WHERE id = ?', newest, conversation.id);
}

function isWhole(db: Database, ids: readonly number[], from: Conversation): boolean {
  return db.value<number>('SELECT count(*) FROM messages WHERE conversation_id = ?', from.id) === ids.length;
}

function rename(db: Database, conversation: Conversation, topic: string): Conversation {
  db.run('UPDATE conversations SET topic = ?, topic_key = ? WHERE id = ?', topic, foldName(topic), conversation.id);
  return { ...conversation, topic };
}

// Whoever writes there next begins anew, with the name as they write it.
function forget(db: Database, conversation: Conversation): void {
  db.run('DELETE FROM read_watermarks WHERE place_id = ?', conversation.id);
  db.run('DELETE FROM conversations WHERE id = ?', conversation.id);
}

// An id that no message gets: whoever subscribed before the move did so at a smaller one, whoever does so later not.
function takeMessageId(db: Database): number {
  db.run("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'messages'");
  return lastMessageId(db);
}

/** Until where a user has read: in the conversation that messages leave, and in the one they join. */
type Positions = readonly [user_id: number, before: number, after: number];

function keepReadStates(db: Database, ids: readonly number[], from: Conversation, to: Conversation): void {
  const own = db.values<number>('SELECT id FROM messages WHERE conversation_id = ? ORDER BY id', to.id);
  for (const positions of listDiffering(db, from, to)) keepReadState(db, positions, ids, own, to);
}

// Who has no row about either place has read nothing in both.
function listDiffering(db: Database, from: Conversation, to: Conversation): Positions[] {
  return db.tuples(
    `SELECT * FROM (
       SELECT user_id,
         coalesce(
           (SELECT message_id FROM read_watermarks w WHERE w.user_id = readers.user_id AND w.place_id = ?1),
           (SELECT message_id FROM read_floors f WHERE f.user_id = readers.user_id AND f.channel_id = ?3), 0) AS before,
         coalesce(
           (SELECT message_id FROM read_watermarks w WHERE w.user_id = readers.user_id AND w.place_id = ?2),
           (SELECT message_id FROM read_floors f WHERE f.user_id = readers.user_id AND f.channel_id = ?4), 0) AS after
       FROM (
         SELECT user_id FROM read_watermarks WHERE place_id IN (?1, ?2)
         UNION SELECT user_id FROM read_floors WHERE channel_id IN (?3, ?4)) readers)
     WHERE before <> after`,
    from.id,
    to.id,
    from.channel_id,
    to.channel_id,
  );
}

// Between the two positions, what comes and what is there differ. Either what comes gets exceptions, or the position
// becomes that of the place it left, and what is there gets them. Whichever is fewer.
function keepReadState(
  db: Database,
  [user_id, before, after]: Positions,
  ids: readonly number[],
  own: readonly number[],
  to: Conversation,
): void {
  const moved = between(ids, before, after);
  if (moved.length === 0) return;
  const others = between(own, before, after);
  const isRead = before > after ? 1 : 0;
  if (others.length > moved.length) {
    addExceptions(db, user_id, moved, isRead);
  } else {
    addExceptions(db, user_id, others, isRead === 1 ? 0 : 1);
    setWatermark(db, user_id, to.id, before);
  }
}

/** Those of some ascending ids that lie behind one of two positions and not behind the other. */
function between(ids: readonly number[], one: number, other: number): readonly number[] {
  return ids.slice(countUntil(ids, Math.min(one, other)), countUntil(ids, Math.max(one, other)));
}

/** How many of some ascending ids are not greater than a limit. */
export function countUntil(ids: readonly number[], limit: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Makes the present state of messages explicit; one that is explicit already stays. */
function addExceptions(db: Database, user_id: number, ids: readonly number[], is_read: 0 | 1): void {
  if (ids.length === 0) return;
  db.run(
    `INSERT OR IGNORE INTO read_exceptions (user_id, message_id, is_read)
     SELECT ?1, m.id, ?2 FROM messages m WHERE m.id IN (SELECT value FROM json_each(?3)) AND ${receivedSql('?1')}`,
    user_id,
    is_read,
    JSON.stringify(ids),
  );
}
