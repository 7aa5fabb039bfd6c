import { announcement } from '../context.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { Message } from '../conversations/message.ts';
import type { User } from '../users/user.ts';
import type { Mentions } from './rendering.ts';

/** A message that was just stored, with the facts needed to deliver it. */
export interface SentMessage {
  message: Message;
  sender: User;
  /** As it was before the message. */
  conversation: Conversation;
  mentions: Mentions;
  /** JSON list: the widget's submessages; empty for other messages. */
  submessages: string;
  /** Ids of the users who receive it as read. */
  read_by: ReadonlySet<number>;
  /** Flags that the text sets, by user. */
  flags: ReadonlyMap<number, readonly string[]>;
  /** Bots that are mentioned but not subscribed to the channel. */
  called_ids: readonly number[];
  /** The sending client's queue and its local id for the message, for local echo. */
  local?: { queue_id: string; local_id: string } | undefined;
}

export const messageSent = announcement<SentMessage>('messageSent');
