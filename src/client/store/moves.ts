import type { ServerEvent } from '../api/types.ts';
import { type Conversation, keyOf, topicKey } from './conversation.ts';

interface Move extends ServerEvent {
  message_ids: number[];
  stream_id: number;
  orig_subject?: string;
  subject?: string;
  new_stream_id?: number;
  propagate_mode?: string;
}

/**
 * The new place of a conversation after an event that moved its topic as a whole, or the message `near` in it;
 * undefined after all others.
 */
export function placeAfter(event: ServerEvent, conversation: Conversation, near?: number): Conversation | undefined {
  const { message_ids, stream_id, orig_subject, subject, new_stream_id, propagate_mode } = event as Move;
  if (event.type !== 'update_message' || orig_subject === undefined) return undefined;
  if (keyOf(conversation) !== topicKey(stream_id, orig_subject)) return undefined;
  if (propagate_mode !== 'change_all' && (near === undefined || !message_ids.includes(near))) return undefined;
  return { type: 'topic', stream_id: new_stream_id ?? stream_id, topic: subject ?? orig_subject };
}
