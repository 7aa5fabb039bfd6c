import type { NarrowTerm } from '../api/types.ts';
import { conversationAt, conversationIn, keyOf } from './conversation.ts';
import type { Place } from './fold/model.ts';
import type { MessageList } from './message-list.ts';
import type { Store } from './store.ts';

/** How many messages of a list are unread, those included that come after what was fetched. */
export function countUnread({ ids, hasNewest, narrow }: MessageList, { model }: Pick<Store, 'model'>): number {
  const listed = ids.value.filter((id) => model.unread.has(id)).length;
  if (hasNewest.value) return listed;
  const last = ids.value.at(-1) ?? 0;
  const isThere = placeTest(narrow);
  return listed + [...model.unread].filter(([id, place]) => id > last && isThere(place)).length;
}

/** Whether unread messages of a place belong to a narrow, as far as places say it. */
function placeTest(narrow: readonly NarrowTerm[]): (place: Place) => boolean {
  const conversation = conversationIn(narrow);
  if (conversation) return (place) => keyOf(conversationAt(place)) === keyOf(conversation);
  const [first, ...more] = narrow;
  if (!first) return () => true;
  if (first.operator === 'channel' && more.length === 0) return ({ stream_id }) => stream_id === first.operand;
  return () => false;
}
