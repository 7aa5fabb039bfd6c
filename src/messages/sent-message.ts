import { announcement } from '../context.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { Message } from '../conversations/message.ts';
import type { User } from '../users/user.ts';
import type { Mentions } from './rendering.ts';

/** A message that was just stored, and how it comes to those who receive it. */
export interface SentMessage {
  message: Message;
  sender: User;
  /** As it was before the message. */
  conversation: Conversation;
  mentions: Mentions;
  /** JSON list: the widget, if the message is one. */
  submessages: string;
  /** Ids of the users for whom it comes as read. */
  read_by: ReadonlySet<number>;
  /** Flags that the text sets, by user. */
  flags: ReadonlyMap<number, readonly string[]>;
  /** Bots that do not follow the channel and are called into it. */
  called_ids: readonly number[];
  /** The sending client's queue and its own name for the message, for local echo. */
  local?: { queue_id: string; local_id: string } | undefined;
}

export const messageSent = announcement<SentMessage>('messageSent');
