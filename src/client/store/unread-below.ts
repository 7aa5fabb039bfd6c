import type { NarrowTerm } from '../api/types.ts';
import { type Conversation, conversationAt, conversationIn, keyOf } from './conversation.ts';
import type { Model, Place } from './fold/model.ts';
import type { MessageList } from './message-list.ts';

/** Number of unread messages in a list, including those after the fetched ones. */
export function countUnread(
  { ids, hasNewest, narrow }: Pick<MessageList, 'ids' | 'hasNewest' | 'narrow'>,
  { model }: { model: Pick<Model, 'unread'> },
): number {
  const listed = ids.value.filter((id) => model.unread.has(id)).length;
  if (hasNewest.value) return listed;
  const last = ids.value.at(-1) ?? 0;
  const isThere = placeTest(narrow);
  let below = 0;
  for (const [id, place] of model.unread) if (id > last && isThere(place)) below += 1;
  return listed + below;
}

/** Whether unread messages of a place belong to a narrow, as far as places show it. */
function placeTest(narrow: readonly NarrowTerm[]): (place: Place) => boolean {
  const conversation = conversationIn(narrow);
  if (conversation) return conversationTest(conversation);
  const [first, ...more] = narrow;
  if (!first) return () => true;
  if (first.operator === 'channel' && more.length === 0) return ({ stream_id }) => stream_id === first.operand;
  return () => false;
}

/** Tests each place once: thousands of unread messages have few places. */
function conversationTest(conversation: Conversation): (place: Place) => boolean {
  const key = keyOf(conversation);
  const known = new Map<Place, boolean>();
  return (place) => {
    const isKnown = known.get(place);
    if (isKnown !== undefined) return isKnown;
    const isThere = keyOf(conversationAt(place)) === key;
    known.set(place, isThere);
    return isThere;
  };
}
