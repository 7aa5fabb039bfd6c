import { type Database, inJsonList } from '../db/database.ts';
import { foldName } from '../ground/text.ts';
import { type Conversation, ensureTopic, findTopic, lastMessageId } from './conversation.ts';
import { countInPlace, doKeepReadStates, updatePlaces } from './joined-place.ts';
import { listMessageRefs } from './message.ts';

/** A topic of a channel. */
export interface Topic {
  channel_id: number;
  topic: string;
}

/**
 * Stores that messages of a topic are in another one, keeping what every user has read. A topic that moves whole to a new name
 * is one row's change; messages that join others take their read state along. Returns the conversation they are in.
 * `ids` are ascending and all of `from`.
 */
export function relocateMessages(db: Database, ids: readonly number[], from: Conversation, to: Topic): Conversation {
  const isSameChannel = to.channel_id === from.channel_id;
  const found = findTopic(db, to.channel_id, to.topic);
  const isRename = isSameChannel && (found === undefined || found.id === from.id);
  const isWhole = countIn(db, from) === ids.length;
  if (isRename && isWhole) return rename(db, from, to.topic);
  const target = found ?? ensureTopic(db, to.channel_id, to.topic);
  joinPlaces(db, ids, { from, to: target, isWhole });
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
  updatePlaces(db, conversation);
  const newest =
    db.value<number | null>('SELECT max(id) FROM messages WHERE conversation_id = ?', conversation.id) ?? null;
  if (newest === null && conversation.channel_id !== null) forget(db, conversation);
  else db.run('UPDATE conversations SET max_message_id = ? WHERE id = ?', newest, conversation.id);
}

function countIn(db: Database, { id }: Conversation): number {
  return db.value<number>('SELECT count(*) FROM messages WHERE conversation_id = ?', id) ?? 0;
}

function rename(db: Database, conversation: Conversation, topic: string): Conversation {
  db.run('UPDATE conversations SET topic = ?, topic_key = ? WHERE id = ?', topic, foldName(topic), conversation.id);
  return { ...conversation, topic };
}

// The readers of each place have read up to somewhere else.
function joinPlaces(
  db: Database,
  ids: readonly number[],
  { from, to, isWhole }: { from: Conversation; to: Conversation; isWhole: boolean },
): void {
  for (const [place_id, messages] of Map.groupBy(listMessageRefs(db, ids), (message) => message.place_id)) {
    const isFree = place_id === from.id ? isWhole : countInPlace(db, place_id) === messages.length;
    const joined_place_id = doKeepReadStates(db, { place_id, messages, from, to, isFree });
    db.run(
      `UPDATE messages SET conversation_id = ?, joined_place_id = ? WHERE id ${inJsonList}`,
      to.id,
      joined_place_id,
      JSON.stringify(messages.map(({ id }) => id)),
    );
  }
}

// Whoever writes there next begins anew, with the name as they write it. What moved away as a whole may have taken the
// id along.
function forget(db: Database, { id }: Conversation): void {
  db.run('DELETE FROM conversations WHERE id = ?', id);
  db.run('DELETE FROM read_watermarks WHERE place_id = ?1 AND ?1 NOT IN (SELECT id FROM joined_places)', id);
}

// An id that no message gets: whoever subscribed before the move did so at a smaller one, whoever does so later not.
function takeMessageId(db: Database): number {
  db.run("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'messages'");
  return lastMessageId(db);
}
