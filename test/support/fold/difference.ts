import { isDeepStrictEqual } from 'node:util';
import type { HeardEvent as Json } from '../events.ts';

/** What differs from one registration to the next though nothing was written, or is not told by events. */
const moving: Readonly<Record<string, string>> = {
  queue_id: 'each registration has a queue of its own',
  last_event_id: 'counts the events of one queue',
  server_timestamp: 'is the time of the answer',
  presences: 'clients ask for it every minute; events only hasten who comes back',
  presence_last_update_id: 'says up to where presences was read',
  ignored_parameters_unsupported: 'belongs to the request',
};

/** Fields of entries of a list for which the same holds. */
const movingFields: readonly [section: string, field: string, reason: string][] = [
  ['streams', 'stream_weekly_traffic', 'is an average of some weeks that no event tells'],
  ['subscriptions', 'stream_weekly_traffic', 'the same'],
  ['unsubscribed', 'stream_weekly_traffic', 'the same'],
  ['never_subscribed', 'stream_weekly_traffic', 'the same'],
  ['realm_users', 'avatar_url', 'is left out for those who are seldom here: clients know where pictures are'],
  ['realm_non_active_users', 'avatar_url', 'the same'],
  ['reminders', 'content', 'quotes the message as it is when somebody asks, and no event but add and remove is known'],
  ['reminders', 'rendered_content', 'the same'],
  ['messages', 'edit_history', 'is fetched when it is shown'],
];

/** What of a client's view is not what a new registration tells, a line each: section, key, expected, got. */
export function differences(view: Json, fresh: Json, stale: ReadonlySet<string> = new Set()): string[] {
  const sections = [...new Set([...Object.keys(view), ...Object.keys(fresh)])].filter((name) => !(name in moving));
  // Most are the same as they are, and putting them in order takes longer than seeing that.
  const differing = sections.filter((section) => !isDeepStrictEqual(view[section], fresh[section]));
  return differing.flatMap((section) =>
    compare(section, ordered(cleaned(section, view[section], stale)), ordered(cleaned(section, fresh[section], stale))),
  );
}

function compare(path: string, got: Json, expected: Json): string[] {
  if (isDeepStrictEqual(got, expected)) return [];
  if (!isObject(got) || !isObject(expected)) return [`${path}: expected ${shown(expected)}, got ${shown(got)}`];
  const keys = [...new Set([...Object.keys(got), ...Object.keys(expected)])];
  return keys.flatMap((key) => compare(`${path}.${key}`, got[key], expected[key]));
}

function cleaned(section: string, value: Json, stale: ReadonlySet<string>): Json {
  const fields = movingFields.filter(([name]) => name === section).map(([, field]) => field);
  if (section === 'messages') fields.push(...stale);
  if (!Array.isArray(value) || fields.length === 0) return value;
  return value.map((one) => Object.fromEntries(Object.entries(one).filter(([key]) => !fields.includes(key))));
}

const keys = ['stream_id', 'user_id', 'scheduled_message_id', 'reminder_id', 'domain', 'fragment', 'group_id'];

/** Lists in an order that means nothing become objects by what names their entries; lists of ids are sorted. */
function ordered(value: Json): Json {
  if (Array.isArray(value)) return orderedList(value);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, ordered(one)]));
}

function orderedList(list: readonly Json[]): Json {
  if (!list.every(isObject) || list.some(Array.isArray))
    return list.toSorted((a, b) => compareText(shown(a), shown(b)));
  const named = list.map((one): [string, Json] => [nameOf(one), ordered(one)]);
  if (new Set(named.map(([name]) => name)).size < list.length) return named.map(([, one]) => one);
  return Object.fromEntries(named.sort(([a], [b]) => compareText(a, b)));
}

function nameOf(one: Json): string {
  if (one.topic_name !== undefined) return `${one.stream_id} ${one.topic_name}`;
  if (one.topic !== undefined && one.unread_message_ids) return `${one.stream_id} ${one.topic}`;
  if (one.emoji_code !== undefined) return `${one.reaction_type} ${one.emoji_code} ${one.user_id}`;
  if (one.user_ids !== undefined) return one.user_ids.join();
  if (one.other_user_id !== undefined) return String(one.other_user_id);
  if (one.user_ids_string !== undefined) return one.user_ids_string;
  if (one.id !== undefined) return String(one.id);
  const key = keys.find((name) => one[name] !== undefined);
  return key ? String(one[key]) : JSON.stringify(one);
}

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function shown(value: Json): string {
  return JSON.stringify(value) ?? 'nothing';
}
