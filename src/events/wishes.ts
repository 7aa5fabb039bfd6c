import type { Event, EventType, NarrowTerm, Profile, Publication } from './event.ts';

/** The events that a client wants, and their format. */
export interface Wishes extends Profile {
  /** Undefined: every type. */
  event_types: ReadonlySet<string> | undefined;
  all_public_streams: boolean;
  narrow: readonly NarrowTerm[];
  /** Whether every type includes those of chatd's own. */
  chatd_events: boolean;
}

/** Types of chatd's own. Only clients get them that ask for them, because others may fail at what they do not know. */
export const ownTypes: ReadonlySet<string> = new Set<EventType>([
  'availability',
  'bot_call',
  'bot_commands',
  'call',
  'call_reaction',
  'call_signal',
  'channel_bookmarks',
  'message_buttons',
  'own_sections',
  'pinned_messages',
]);

/** Settings of the organization that are chatd's own. Only clients with the capability get them. */
export const ownSettings: ReadonlySet<string> = new Set(['accent_color', 'can_start_calls_group']);

/** Whether a list of event types contains one; undefined is every type. */
function includesType(types: ReadonlySet<string> | undefined, type: string, chatd_events: boolean): boolean {
  return types ? types.has(type) : chatd_events || !ownTypes.has(type);
}

/** Whether a client gets an event. */
export function wants(wishes: Wishes, publication: Publication): boolean {
  const { event_types, narrow, chatd_events } = wishes;
  if (!includesType(event_types, publication.type, chatd_events)) return false;
  if (!chatd_events && isAboutOwnSetting(publication.event)) return false;
  if (publication.accepts?.(wishes) === false) return false;
  // Clients that receive user_topic do not need muted_topics.
  if (publication.type === 'muted_topics' && event_types?.has('user_topic')) return false;
  return narrow.length === 0 || (publication.matches?.(narrow, wishes) ?? true);
}

// Told from the event itself, because those of admin commands are stored without anything else.
function isAboutOwnSetting(event: Event | undefined): boolean {
  if (event?.type !== 'realm') return false;
  const names = event.op === 'update' ? [event.property] : Object.keys(event.data);
  return names.some((name) => ownSettings.has(name));
}
