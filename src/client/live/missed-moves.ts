import type { Call } from '../api/call.ts';
import { fetchMessages } from '../api/source.ts';
import type { MessagePage, ServerEvent } from '../api/types.ts';
import { type Conversation, conversationOf, keyOf, narrowTo } from '../store/conversation.ts';
import type { Drafts } from '../store/drafts.ts';

/** How many drafts are looked after, newest first. */
const most = 100;

/** Moves drafts along with topics that were moved as a whole while no page listened. Throws if the server is not reached. */
export async function followMissedMoves(call: Call, drafts: Drafts, user_id: number): Promise<void> {
  const placed = [...drafts.entries].filter(([, { near, conversation }]) => near && conversation.type === 'topic');
  const newest = placed.toSorted(([, one], [, other]) => other.changed - one.changed).slice(0, most);
  if (newest.length === 0) return;
  const messages = await fetchMessages(
    call,
    newest.map(([, { near = 0 }]) => near),
  );
  const places = new Map(messages.map((message) => [message.id, conversationOf(message, user_id)]));
  for (const [key, draft] of newest) {
    const place = places.get(draft.near ?? 0);
    if (place && keyOf(place) !== key && (await isEmpty(call, draft))) drafts.follow(moveOf(draft, place));
  }
}

/** Whether the conversation of a draft has no messages any more: otherwise only a part of it was moved. */
async function isEmpty(call: Call, { conversation }: { conversation: Conversation }): Promise<boolean> {
  const page = { anchor: 'newest', num_before: 1, num_after: 0, allow_empty_topic_name: true };
  const { messages } = await call<MessagePage>('GET', '/messages', { narrow: narrowTo(conversation), ...page });
  return messages.length === 0;
}

/** The event that was missed. */
function moveOf({ conversation: from }: { conversation: Conversation }, to: Conversation): ServerEvent {
  if (from.type === 'direct' || to.type === 'direct') return { id: 0, type: 'none' };
  const before = { stream_id: from.stream_id, orig_subject: from.topic };
  const after = { new_stream_id: to.stream_id, subject: to.topic, propagate_mode: 'change_all' };
  const edit_timestamp = Number.POSITIVE_INFINITY;
  return Object.assign({ id: 0, type: 'update_message' }, { message_ids: [], edit_timestamp, ...before, ...after });
}
