import type { Call, CallOptions } from './call.ts';
import type { Message, MessagePage, NarrowTerm } from './types.ts';

/** The place where a list opens: at a message, at the newest, or at the first unread one. */
export type Anchor = number | 'newest' | 'first_unread';

export interface PageRequest {
  narrow: readonly NarrowTerm[];
  anchor: Anchor;
  num_before: number;
  num_after: number;
  include_anchor?: boolean;
}

/** The functions by which lists load messages. */
export interface MessageSource {
  fetchPage(request: PageRequest): Promise<MessagePage>;
  /** The messages among `ids` that match a narrow. */
  findMatching(narrow: readonly NarrowTerm[], ids: readonly number[]): Promise<Message[]>;
}

const form = { apply_markdown: true, client_gravatar: false, allow_empty_topic_name: true };

/** Fetches messages from the server. */
export function createSource(call: Call): MessageSource {
  return {
    fetchPage: (request) => call('GET', '/messages', { ...form, ...request }),
    findMatching: (narrow, ids) => findMatching(call, narrow, ids),
  };
}

/** The newest messages of all conversations, or of a narrow. */
export function fetchNewest(
  call: Call,
  num_before: number,
  narrow: readonly NarrowTerm[] = [],
  options: CallOptions = {},
): Promise<MessagePage> {
  return call('GET', '/messages', { ...form, narrow, anchor: 'newest', num_before, num_after: 0 }, options);
}

/** The messages with these ids; those that the user may not read are left out. */
export async function fetchMessages(call: Call, message_ids: readonly number[]): Promise<Message[]> {
  const { messages } = await call<MessagePage>('GET', '/messages', { ...form, message_ids });
  return messages;
}

async function findMatching(call: Call, narrow: readonly NarrowTerm[], ids: readonly number[]): Promise<Message[]> {
  type Matches = { messages: Record<string, Pick<Message, 'match_content' | 'match_subject'>> };
  const { messages } = await call<Matches>('GET', '/messages/matches_narrow', { narrow, msg_ids: ids });
  const found = Object.keys(messages).map(Number);
  if (found.length === 0) return [];
  const all = await fetchMessages(call, found);
  return all.map((message) => ({ ...message, ...messages[message.id] }));
}
