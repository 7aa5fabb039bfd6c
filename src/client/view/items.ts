import type { Message, NarrowTerm } from '../api/types.ts';
import { conversationIn, conversationOf, keyOf } from '../store/conversation.ts';
import { isSameDay } from './time.ts';

/** The items of a list of messages, from top to bottom. */
export type Item =
  | { kind: 'day'; key: string; timestamp: number }
  | { kind: 'recipient'; key: string; message: Message }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; message: Message; isFirst: boolean };

// Messages of one sender are grouped if they were sent within this time.
const togetherSeconds = 600;

export interface ItemOptions {
  narrow: readonly NarrowTerm[];
  user_id: number;
  firstUnread: number | undefined;
}

/** Arranges messages: with days, with conversations if there are several, and with the start of unread messages. */
export function arrange(messages: readonly Message[], { narrow, user_id, firstUnread }: ItemOptions): Item[] {
  const items: Item[] = [];
  const isOne = conversationIn(narrow) !== undefined;
  let last: Message | undefined;
  let lastPlace: string | undefined;
  for (const message of messages) {
    const isNewDay = !last || !isSameDay(last.timestamp, message.timestamp);
    const place = isOne ? undefined : placeOf(message, user_id);
    const isNewPlace = place !== lastPlace;
    const isUnreadLine = message.id === firstUnread;
    if (isNewDay) items.push({ kind: 'day', key: `day ${message.id}`, timestamp: message.timestamp });
    if (isUnreadLine) items.push({ kind: 'unread', key: 'unread' });
    if (isNewPlace) items.push({ kind: 'recipient', key: `recipient ${message.id}`, message });
    const isFirst = isNewDay || isNewPlace || isUnreadLine || !last || !isTogether(last, message);
    items.push({ kind: 'message', key: String(message.id), message, isFirst });
    last = message;
    lastPlace = place;
  }
  return items;
}

function placeOf(message: Message, user_id: number): string {
  return keyOf(conversationOf(message, user_id));
}

function isTogether(before: Message, after: Message): boolean {
  return (
    before.sender_id === after.sender_id &&
    !after.is_me_message &&
    !before.is_me_message &&
    after.timestamp - before.timestamp < togetherSeconds
  );
}
