import { type Database, inJsonList } from '../db/database.ts';

/** The location of a message, and the channel it was sent to. */
export interface MessageRef {
  id: number;
  conversation_id: number;
  /** The unit of read positions: the message's conversation, or a joined place of it. */
  place_id: number;
  channel_id: number | null;
  /** The channel whose subscribers received the message. */
  sent_channel_id: number | null;
}

export interface Message extends MessageRef {
  sender_id: number;
  /** Name of the sending client. */
  client: string;
  /** UNIX seconds. */
  sent_at: number;
  /** Markdown. */
  content: string;
  rendered_content: string;
  /** Whether a wildcard mentions all subscribers of the channel. */
  mentions_channel: 0 | 1;
}

export const messageRefColumns = 'id, conversation_id, place_id, channel_id, sent_channel_id';
const columns = `${messageRefColumns}, sender_id, client, sent_at, content, rendered_content, mentions_channel`;

export function findMessage(db: Database, id: number): Message | undefined {
  return db.get<Message>(`SELECT ${columns} FROM messages WHERE id = ?`, id);
}

/** A message that must exist. */
export function getMessage(db: Database, id: number): Message {
  const message = findMessage(db, id);
  if (!message) throw new Error(`there is no message ${id}`);
  return message;
}

/** The messages with these ids, ascending; unknown ids are skipped. */
export function listMessageRefs(db: Database, ids: readonly number[]): MessageRef[] {
  return db.all(`SELECT ${messageRefColumns} FROM messages WHERE id ${inJsonList} ORDER BY id`, JSON.stringify(ids));
}
