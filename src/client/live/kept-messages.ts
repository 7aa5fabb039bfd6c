import { NetworkError } from '../api/call.ts';
import type { MessageSource, PageRequest } from '../api/source.ts';
import type { Message, MessagePage } from '../api/types.ts';
import { conversationOf, keyOf } from '../store/conversation.ts';
import { pageSize } from '../store/message-list.ts';
import { fits } from '../store/narrow.ts';
import type { Store } from '../store/store.ts';

const mostConversations = 50;
const mostOfEach = 50;

/** The newest 50 messages of the 50 latest conversations, ascending. */
export function selectKept(messages: Iterable<Message>, user_id: number): Message[] {
  const newestFirst = [...messages].sort((a, b) => b.id - a.id);
  const conversations = Map.groupBy(newestFirst, (message) => keyOf(conversationOf(message, user_id)));
  const latest = [...conversations.values()].slice(0, mostConversations);
  return latest.flatMap((list) => list.slice(0, mostOfEach)).sort((a, b) => a.id - b.id);
}

/** Reads pages from the messages in the client while the server cannot be reached. */
export function orKept(source: MessageSource, store: Store): MessageSource {
  const fetchPage = async (request: PageRequest) => {
    try {
      return await source.fetchPage(request);
    } catch (error) {
      const isBegin = request.include_anchor !== false;
      const page =
        isBegin && error instanceof NetworkError && findKeptPage(store.model.messages.values(), request, store.user_id);
      if (page) return page;
      throw error;
    }
  };
  return { ...source, fetchPage };
}

/** A page of messages that are already in the client; undefined if none is known to belong to it. */
export function findKeptPage(
  messages: Iterable<Message>,
  { narrow, anchor }: PageRequest,
  user_id: number,
): MessagePage | undefined {
  const found = [...messages].filter((message) => fits(narrow, message, user_id)).sort((a, b) => a.id - b.id);
  if (found.length === 0) return undefined;
  const newest = found.slice(-pageSize);
  const wanted = typeof anchor === 'number' ? anchor : firstUnreadOf(newest, anchor);
  return {
    messages: newest,
    anchor: wanted ?? newest.at(-1)?.id ?? 0,
    found_anchor: newest.some(({ id }) => id === wanted),
    found_oldest: true,
    found_newest: true,
    history_limited: false,
    isKept: true,
  };
}

function firstUnreadOf(messages: readonly Message[], anchor: 'newest' | 'first_unread'): number | undefined {
  return anchor === 'newest' ? undefined : messages.find(({ flags }) => !flags.includes('read'))?.id;
}
