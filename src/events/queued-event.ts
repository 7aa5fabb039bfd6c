import type { Profile, Publication } from './event.ts';

/** An event in queues. Queues whose clients receive the same text share one. */
export interface QueuedEvent {
  /** Its JSON up to the id, which differs for each queue. */
  readonly text: string;
  /** Events with the same key can be merged; undefined if the event cannot. */
  readonly merge_key: string | undefined;
  /** Number of queues that hold the event. */
  holders: number;
}

const mostMerged = 16_384;
const mostAnswered = 4 * 1024 * 1024;
/** Streams go on when the client has taken this much. */
const mostStreamed = 32 * 1024;

/** Returns a function that creates the queued form of an event for one of `clients`; equal forms are shared. */
export function queuedForms(
  publication: Publication,
  clients: readonly Profile[],
): (profile: Profile, queue_id?: string) => QueuedEvent {
  const made = new Map<string, Map<string, QueuedEvent>>();
  const merge_key = mergeKeyOf(publication);
  const personalFields = publication.personalFields?.(clients);
  return (profile, queue_id) => {
    const fields = publication.fields(profile);
    const personal = personalFields?.(profile, queue_id) ?? '';
    const alike = made.get(fields) ?? new Map<string, QueuedEvent>();
    let event = alike.get(personal);
    if (event) return event;
    event = { text: `{${fields},${personal}`, merge_key, holders: 0 };
    made.set(fields, alike.set(personal, event));
    return event;
  };
}

/** A heartbeat event, equal for all queues. */
export function heartbeat(): QueuedEvent {
  return { text: '{"type":"heartbeat",', merge_key: undefined, holders: 0 };
}

/** Whether an event is only for memory: signals between members of a call are never written to the disk. */
export function isOnlyForMemory({ text }: QueuedEvent): boolean {
  return text.startsWith('{"type":"call_signal",');
}

// Marking everything as read names no messages, and cannot be merged.
function mergeKeyOf({ event }: Publication): string | undefined {
  return event?.type === 'update_message_flags' && !event.all ? `${event.op} ${event.flag}` : undefined;
}

/** Whether two consecutive events can be merged without exceeding the size limit. */
export function canMerge(first: QueuedEvent, second: QueuedEvent): boolean {
  if (first.merge_key === undefined || first.merge_key !== second.merge_key) return false;
  return first.text.length + second.text.length <= mostMerged;
}

/** Merges two flag changes into one event. */
export function merge(first: QueuedEvent, second: QueuedEvent): QueuedEvent {
  const [before, after] = [first, second].map(({ text }) => JSON.parse(`${text}"id":0}`) as FlagChange);
  const { id: _, ...change } = { ...before, ...after } as FlagChange & { id: number };
  change.messages = [...new Set([...(before?.messages ?? []), ...(after?.messages ?? [])])];
  if (change.message_details) change.message_details = { ...before?.message_details, ...after?.message_details };
  return { ...second, text: `${JSON.stringify(change).slice(0, -1)},`, holders: 0 };
}

interface FlagChange {
  messages: number[];
  message_details?: Record<string, object>;
}

/**
 * The JSON list of a queue's events, which have consecutive ids from `first_id`, and the id of the last one in it. The
 * list ends after some MiB; the rest follows in the next list.
 */
export function listEvents(
  events: readonly (QueuedEvent | undefined)[],
  first_id: number,
): { json: string; last_id: number } {
  let json = '[';
  let id = first_id - 1;
  for (const event of events) {
    if (json.length > mostAnswered) break;
    id++;
    if (event) json += `${json === '[' ? '' : ','}${event.text}"id":${id}}`;
  }
  return { json: `${json}]`, last_id: id };
}

/**
 * A queue's events from the place `from` on as a part of an event stream, and the id of the last one in it. It ends
 * after some KiB; the rest follows in the next part.
 */
export function streamEvents(
  events: readonly (QueuedEvent | undefined)[],
  first_id: number,
  from: number,
): { text: string; last_id: number } {
  let text = '';
  let place = from;
  for (; place < events.length && text.length < mostStreamed; place++) {
    const event = events[place];
    if (event) text += `data: ${event.text}"id":${first_id + place}}\n\n`;
  }
  return { text, last_id: first_id + place - 1 };
}
