import type { Message, NarrowTerm } from '../api/types.ts';
import { othersAmong } from './fold/messages.ts';
import type { Place } from './fold/model.ts';

/** The place of a message: a topic of a channel, or the participants of a direct conversation. */
export type Conversation =
  | { type: 'topic'; stream_id: number; topic: string }
  /** The other participants; only the user for notes to oneself. */
  | { type: 'direct'; user_ids: readonly number[] };

export function conversationOf(message: Message, user_id: number): Conversation {
  if (message.type === 'stream') return { type: 'topic', stream_id: message.stream_id, topic: message.subject };
  const ids = message.display_recipient.map(({ id }) => id);
  return { type: 'direct', user_ids: othersAmong({ user_id }, ids) };
}

export function conversationAt({ stream_id, topic = '', user_ids = [] }: Place): Conversation {
  return stream_id === undefined ? { type: 'direct', user_ids } : { type: 'topic', stream_id, topic };
}

/** Equal for all spellings of a conversation. */
export function keyOf(conversation: Conversation): string {
  if (conversation.type === 'topic') return topicKey(conversation.stream_id, conversation.topic);
  return `direct:${ascending(conversation.user_ids).join()}`;
}

/** Topics that differ only in case are the same. */
export function topicKey(stream_id: number, topic: string): string {
  return `topic:${stream_id}:${topic.toLowerCase()}`;
}

export function narrowTo(conversation: Conversation): NarrowTerm[] {
  if (conversation.type === 'direct') return [{ operator: 'dm', operand: ascending(conversation.user_ids) }];
  return [
    { operator: 'channel', operand: conversation.stream_id },
    { operator: 'topic', operand: conversation.topic },
  ];
}

/** The conversation that a narrow selects, without `near` and `with`. */
export function conversationIn(narrow: readonly NarrowTerm[]): Conversation | undefined {
  if (narrow.some(({ negated }) => negated)) return undefined;
  const [first, second, ...more] = narrow;
  if (first?.operator === 'dm' && Array.isArray(first.operand) && !second)
    return { type: 'direct', user_ids: first.operand };
  const isTopic = first?.operator === 'channel' && second?.operator === 'topic' && more.length === 0;
  if (!isTopic || typeof first.operand !== 'number') return undefined;
  return { type: 'topic', stream_id: first.operand, topic: String(second.operand) };
}

export function ascending(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => a - b);
}
