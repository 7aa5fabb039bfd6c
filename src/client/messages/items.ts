import type { Message, NarrowTerm } from '../api/types.ts';
import { conversationIn, conversationOf, keyOf } from '../store/conversation.ts';
import { isSameDay } from '../text/time.ts';

/** The items of a list of messages, from top to bottom. */
export type Item =
  | { kind: 'day'; key: string; timestamp: number }
  | { kind: 'recipient'; key: string; message: Message }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; message: Message; isFirst: boolean };

// Messages of one sender are grouped if they were sent within this time.
const togetherSeconds = 600;

interface ItemOptions {
  narrow: readonly NarrowTerm[];
  user_id: number;
  firstUnread: number | undefined;
}

/**
 * Arranges a message below the previous one: with the start of its day, with its conversation if the list contains
 * several, and with the start of unread messages.
 */
export function arrange(
  message: Message,
  before: Message | undefined,
  { narrow, user_id, firstUnread }: ItemOptions,
): Item[] {
  const { id, timestamp } = message;
  const isNewDay = !before || !isSameDay(before.timestamp, timestamp);
  const isNewPlace = conversationIn(narrow) === undefined && (!before || !isSamePlace(before, message, user_id));
  const isUnreadLine = id === firstUnread;
  const isFirst = isNewDay || isNewPlace || isUnreadLine || !isTogether(before, message);
  return [
    ...(isNewDay ? [{ kind: 'day', key: `day ${id}`, timestamp } as const] : []),
    ...(isUnreadLine ? [{ kind: 'unread', key: 'unread' } as const] : []),
    ...(isNewPlace ? [{ kind: 'recipient', key: `recipient ${id}`, message } as const] : []),
    { kind: 'message', key: String(id), message, isFirst },
  ];
}

function isSamePlace(one: Message, other: Message, user_id: number): boolean {
  return keyOf(conversationOf(one, user_id)) === keyOf(conversationOf(other, user_id));
}

function isTogether(before: Message, after: Message): boolean {
  return (
    before.sender_id === after.sender_id &&
    !after.is_me_message &&
    !before.is_me_message &&
    after.timestamp - before.timestamp < togetherSeconds
  );
}
