import { createHash } from 'node:crypto';
import type { Fields } from '../fields.ts';

/** The fields of an event that stay when it is redacted. */
const lasting = [
  'auth_events',
  'depth',
  'hashes',
  'membership',
  'origin',
  'origin_server_ts',
  'prev_events',
  'prev_state',
  'room_id',
  'sender',
  'state_key',
  'type',
] as const;

/**
 * The id of an event. Servers keep events without one, because it is their hash after redaction, which leaves nothing of
 * what messages contain. Throws UnusableArchive.
 */
export function idOf(event: Fields): string {
  if (event.has('event_id') || !event.has('hashes')) return event.text('event_id');
  const fields = lasting.flatMap((name) => (event.has(name) ? [[name, event.raw(name)]] : []));
  const redacted = { ...Object.fromEntries(fields), content: {} };
  return `$${createHash('sha256')
    .update(JSON.stringify(sorted(redacted)))
    .digest('base64url')}`;
}

/** A value with the names of its fields in order, as JSON is signed there. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]));
}
