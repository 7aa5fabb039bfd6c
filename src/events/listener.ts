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

/** Whether two clients of one user get the same events. */
export function areSame(one: Wishes, other: Wishes): boolean {
  const names = Object.keys(one) as (keyof Wishes)[];
  return names.every((name) => one[name] === other[name] || textOf(one[name]) === textOf(other[name]));
}

function textOf(value: Wishes[keyof Wishes]): string | undefined {
  return JSON.stringify(value instanceof Set ? [...value] : value);
}

export function wants(wishes: Wishes, publication: Publication): boolean {
  const { event_types, narrow } = wishes;
  if (event_types && !event_types.has(publication.type)) return false;
  if (publication.accepts?.(wishes) === false) return false;
  // Clients that receive user_topic do not need muted_topics.
  if (publication.type === 'muted_topics' && event_types?.has('user_topic')) return false;
  return narrow.length === 0 || (publication.matches?.(narrow, wishes) ?? true);
}
