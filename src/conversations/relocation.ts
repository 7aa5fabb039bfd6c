import { type Database, inJsonList } from '../db/database.ts';
import { foldName } from '../ground/text.ts';
import { type Conversation, ensureTopic, findTopic, getConversation, lastMessageId } from './conversation.ts';
import { countInPlace, keepReadStates, updatePlaces } from './joined-place.ts';
import { listMessageRefs } from './message.ts';

export interface Topic {
  channel_id: number;
  topic: string;
}

/**
 * Moves messages to another topic and preserves every user's read state. Returns the target conversation. Renaming a
 * whole topic updates one row; messages that join another topic take their read state along. `ids` are ascending and
 * all of `from`.
 */
export function relocateMessages(db: Database, ids: readonly number[], from: Conversation, to: Topic): Conversation {
  const isSameChannel = to.channel_id === from.channel_id;
  const found = findTopic(db, to.channel_id, to.topic);
  const isRename = isSameChannel && (found === undefined || found.id === from.id);
  const isWhole = countIn(db, from) === ids.length;
  if (isRename && isWhole) return renameTopic(db, from, to.topic);
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
  return getConversation(db, target.id);
}

/** Updates a conversation after messages were added or removed; deletes a topic without messages. */
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

/** Gives a topic another name that no other topic of the channel has. */
export function renameTopic(db: Database, conversation: Conversation, topic: string): Conversation {
  db.run('UPDATE conversations SET topic = ?, topic_key = ? WHERE id = ?', topic, foldName(topic), conversation.id);
  return { ...conversation, topic };
}

// Read positions are stored by place, so each place moves separately.
function joinPlaces(
  db: Database,
  ids: readonly number[],
  { from, to, isWhole }: { from: Conversation; to: Conversation; isWhole: boolean },
): void {
  for (const [place_id, messages] of Map.groupBy(listMessageRefs(db, ids), (message) => message.place_id)) {
    const isFree = place_id === from.id ? isWhole : countInPlace(db, place_id) === messages.length;
    const joined_place_id = keepReadStates(db, { place_id, messages, from, to, isFree });
    db.run(
      `UPDATE messages SET conversation_id = ?, joined_place_id = ? WHERE id ${inJsonList}`,
      to.id,
      joined_place_id,
      JSON.stringify(messages.map(({ id }) => id)),
    );
  }
}

// A new message creates the topic again, with the name as then written. A joined place may have reused the id, and
// keeps its watermarks.
function forget(db: Database, { id }: Conversation): void {
  db.run('DELETE FROM conversations WHERE id = ?', id);
  db.run('DELETE FROM read_watermarks WHERE place_id = ?1 AND ?1 NOT IN (SELECT id FROM joined_places)', id);
}

// Reserves a message id as the position of the move: subscriptions that started before it have a smaller one.
function takeMessageId(db: Database): number {
  db.run("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'messages'");
  return lastMessageId(db);
}
