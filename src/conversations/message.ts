import { type Database, inJsonList } from '../db/database.ts';

/** Where a message is, and who received it. */
export interface MessageRef {
  id: number;
  conversation_id: number;
  /** In which its readers have read up to a message: its conversation, or a joined place of that. */
  place_id: number;
  channel_id: number | null;
  /** The channel whose subscribers received it. */
  sent_channel_id: number | null;
}

/** A stored message. */
export interface Message extends MessageRef {
  sender_id: number;
  /** Name of the sending program. */
  client: string;
  /** UNIX seconds. */
  sent_at: number;
  /** Markdown. */
  content: string;
  rendered_content: string;
  /** Whether it mentions everyone who follows the channel. */
  mentions_channel: 0 | 1;
}

/** The columns of a MessageRef. */
export const messageRefColumns = 'id, conversation_id, place_id, channel_id, sent_channel_id';
const columns = `${messageRefColumns}, sender_id, client, sent_at, content, rendered_content, mentions_channel`;

export function findMessage(db: Database, id: number): Message | undefined {
  return db.get<Message>(`SELECT ${columns} FROM messages WHERE id = ?`, id);
}

/** A message that exists. */
export function getMessage(db: Database, id: number): Message {
  const message = findMessage(db, id);
  if (!message) throw new Error(`there is no message ${id}`);
  return message;
}

/** Those of some messages that exist, ascending. */
export function listMessageRefs(db: Database, ids: readonly number[]): MessageRef[] {
  return db.all(`SELECT ${messageRefColumns} FROM messages WHERE id ${inJsonList} ORDER BY id`, JSON.stringify(ids));
}
