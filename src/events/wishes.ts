import type { NarrowTerm, Profile, Publication } from './event.ts';

/** The events that a client wants, and their format. */
export interface Wishes extends Profile {
  /** Undefined: every type. */
  event_types: ReadonlySet<string> | undefined;
  all_public_streams: boolean;
  narrow: readonly NarrowTerm[];
}

/** Whether a client gets an event. */
export function wants(wishes: Wishes, publication: Publication): boolean {
  const { event_types, narrow } = wishes;
  if (event_types && !event_types.has(publication.type)) return false;
  if (publication.accepts?.(wishes) === false) return false;
  // Clients that receive user_topic do not need muted_topics.
  if (publication.type === 'muted_topics' && event_types?.has('user_topic')) return false;
  return narrow.length === 0 || (publication.matches?.(narrow, wishes) ?? true);
}
