import type { Profile, Publication } from './event.ts';

/** An event as it waits in queues. All queues whose clients get the same text share one. */
export interface QueuedEvent {
  /** Its JSON up to the id, which is each queue's own. */
  readonly text: string;
  /** What it has in common with the events it can be merged with; undefined for one that stays alone. */
  readonly merge_key: string | undefined;
  /** In how many queues it is. */
  holders: number;
}

const mostMerged = 16_384;
const mostAnswered = 4 * 1024 * 1024;

/** Makes the queued form of an event for one of `clients` after the other; clients of one kind get the same. */
export function queuedForms(
  publication: Publication,
  clients: readonly Profile[],
): (profile: Profile, queue_id: string) => QueuedEvent {
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

/** A heartbeat, which is the same for everybody. */
export function heartbeat(): QueuedEvent {
  return { text: '{"type":"heartbeat",', merge_key: undefined, holders: 0 };
}

// Marking everything as read names no messages and stays alone.
function mergeKeyOf({ event }: Publication): string | undefined {
  return event?.type === 'update_message_flags' && !event.all ? `${event.op} ${event.flag}` : undefined;
}

/** Whether two events that follow one another can be told as one that is not too long. */
export function canMerge(first: QueuedEvent, second: QueuedEvent): boolean {
  if (first.merge_key === undefined || first.merge_key !== second.merge_key) return false;
  return first.text.length + second.text.length <= mostMerged;
}

/** One event that tells what two flag changes told. */
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
 * The JSON list of the events of a queue, which have one id after the other from `first_id` on, and the id of the last
 * one in it. What is more than some MiB is left for the next list.
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
