import type { MessageSource, PageRequest } from '../api/source.ts';
import type { Message, MessagePage, ServerEvent } from '../api/types.ts';
import { fits } from '../store/narrow.ts';
import type { Store } from '../store/store.ts';

const mostRequests = 3;

/** Pages that agree with the events during their requests: an answer may be older than these. */
export function upToDate(source: MessageSource, store: Store): MessageSource {
  const fetchPage = async (request: PageRequest, left = mostRequests): Promise<MessagePage> => {
    const collected = store.collect();
    const page = await source.fetchPage(request).finally(collected);
    const events = collected();
    if (left > 1 && events.some((event) => isChange(event, page))) return fetchPage(request, left - 1);
    return page.found_newest ? withArrived(page, request, events, store) : page;
  };
  return { ...source, fetchPage: (request) => fetchPage(request) };
}

type Change = ServerEvent & { message_ids?: number[]; messages?: number[]; message_id?: number; flag?: string };

const changing = new Set(['update_message', 'delete_message', 'update_message_flags', 'reaction', 'submessage']);

/** Whether an event of the server changes messages of a page, or the list of them. */
function isChange(event: ServerEvent, page: MessagePage): boolean {
  const { id, type, message_ids = [], messages = [], message_id = 0, flag } = event as Change;
  // The client itself marks messages as read before the server knows.
  if (!changing.has(type) || id === 0) return false;
  if ('subject' in event || 'new_stream_id' in event || flag === 'starred') return true;
  const changed = new Set([...message_ids, ...messages, message_id]);
  return page.messages.some((one) => changed.has(one.id));
}

/** A page up to the newest message, with the messages that arrived during its request. */
function withArrived(
  page: MessagePage,
  { narrow }: PageRequest,
  events: readonly ServerEvent[],
  store: Store,
): MessagePage {
  const known = new Set(page.messages.map(({ id }) => id));
  const found = events
    .flatMap((event) => store.model.messages.get(arrivedIn(event)) ?? [])
    .filter(({ id }) => !known.has(id))
    .map((message) => ({ message, isIn: fits(narrow, message, store.user_id) }));
  // Only the server knows which of them belong to a search: then the next page will contain them.
  if (found.some(({ isIn }) => isIn === undefined)) return { ...page, found_newest: false };
  return { ...page, messages: [...page.messages, ...found.flatMap(({ message, isIn }) => (isIn ? message : []))] };
}

/** The id of a new message; 0 in other events. */
function arrivedIn({ type, ...event }: ServerEvent): number {
  return type === 'message' ? (event as unknown as { message: Message }).message.id : 0;
}
