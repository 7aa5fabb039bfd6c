import type { NarrowTerm, Profile, Publication } from './event.ts';
import type { SharedBacklog } from './shared-backlog.ts';
import type { Backlog } from './stored-events.ts';

/** The events that a client wants, and their format. */
export interface Wishes extends Profile {
  /** Undefined: every type. */
  event_types: ReadonlySet<string> | undefined;
  all_public_streams: boolean;
  narrow: readonly NarrowTerm[];
}

/** The queues of one user that get the same events: each event is matched once for all of them. */
export interface Listener<Queue extends Backlog> {
  readonly wishes: Wishes;
  readonly queues: Set<Queue>;
  /** Further queues, which have not been polled yet. */
  readonly unpolled: SharedBacklog<Queue>;
}

/** A text that is equal for equal wishes. Not kept, because it is longer than a queue. */
export function keyOf({ event_types, ...wishes }: Wishes): string {
  return JSON.stringify([event_types && [...event_types], ...Object.entries(wishes).sort(byName)]);
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

export function wants(wishes: Wishes, publication: Publication): boolean {
  const { event_types, narrow } = wishes;
  if (event_types && !event_types.has(publication.type)) return false;
  if (publication.accepts?.(wishes) === false) return false;
  // Clients that receive user_topic do not need muted_topics.
  if (publication.type === 'muted_topics' && event_types?.has('user_topic')) return false;
  return narrow.length === 0 || (publication.matches?.(narrow, wishes) ?? true);
}
