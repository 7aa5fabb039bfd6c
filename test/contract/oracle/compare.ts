import type { Symbols } from './symbols.ts';

/** A place where an answer is not as recorded. */
export interface Mismatch {
  /** Keys from the answer to the place, `[]` for an element of a list. */
  at: string;
  recorded: unknown;
  /** Of an element that was not recorded, with symbols in place of its ids. */
  given: unknown;
}

/** Stands for a key or an element that is not there. */
export const absent = Symbol('absent');

/** Compares an answer with a recording, whose ids are symbols and whose accidental values are placeholders. */
export function compare(recorded: unknown, given: unknown, symbols: Symbols, at = ''): Mismatch[] {
  if (typeof recorded === 'string') return matches(recorded, given, symbols) ? [] : [{ at, recorded, given }];
  if (Array.isArray(recorded) && Array.isArray(given)) {
    const list = withoutSystemMessages(given, at, symbols);
    const key = keyOf(at);
    if (ordered.has(key))
      return [...compareSets(recorded, list, symbols, at), ...compareOrder(recorded, list, symbols, at)];
    const isUnordered = unordered.has(key) || /subscribed\.\*$/.test(at);
    return isUnordered ? compareSets(recorded, list, symbols, at) : compareLists(recorded, list, symbols, at);
  }
  const value = isWidgetStep(at, given) ? JSON.parse(given) : given;
  if (isObject(recorded) && isObject(value)) return compareObjects(recorded, value, symbols, at);
  return recorded === given || isTime(at, recorded, given) ? [] : [{ at, recorded, given }];
}

/** Muted topics were recorded with the times of the day. */
function isTime(at: string, recorded: unknown, given: unknown): boolean {
  return at.endsWith('.muted_topics.[].[]') && typeof recorded === 'number' && typeof given === 'number';
}

/** The JSON of steps of widgets was recorded as the value that it stands for. */
function isWidgetStep(at: string, given: unknown): given is string {
  return at.endsWith('.submessages.[].content') && typeof given === 'string' && given.startsWith('{');
}

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Of several keys that are ids without a name, the last was recorded, as `<id>`. */
function compareObjects(recorded: Json, given: Json, symbols: Symbols, at: string): Mismatch[] {
  const rest = new Set(Object.keys(given));
  const found: Mismatch[] = [];
  for (const [key, value] of Object.entries(recorded)) {
    const actual = keyIn(key, value, given, rest, symbols);
    if (actual === undefined) {
      found.push({ at: `${at}.${generic(key)}`, recorded: value, given: absent });
      continue;
    }
    rest.delete(actual);
    found.push(...compare(value, given[actual], symbols, `${at}.${generic(key)}`));
    if (key === '<id>') for (const other of [...rest].filter((one) => /^\d+$/.test(one))) rest.delete(other);
  }
  for (const key of rest) found.push({ at: `${at}.${generic(key)}`, recorded: absent, given: given[key] });
  return found;
}

function keyIn(
  key: string,
  value: unknown,
  given: Json,
  keys: ReadonlySet<string>,
  symbols: Symbols,
): string | undefined {
  if (keys.has(key)) return key;
  const alike = [...keys].filter((one) => matches(key, one, symbols));
  const isEqual = (one: string) => compare(value, given[one], symbols).length === 0;
  return alike.find(isEqual) ?? alike.find((one) => isNamesake(value, given[one])) ?? alike[0];
}

function isNamesake(recorded: unknown, given: unknown): boolean {
  return isObject(recorded) && isObject(given) && recorded.name === given.name;
}

// Ids and symbols among keys.
function generic(key: string): string {
  return /^\{[usmgx]:.*\}$|^<.*>$|^\d+$/.test(key) ? '*' : key;
}

function compareLists(recorded: unknown[], given: unknown[], symbols: Symbols, at: string): Mismatch[] {
  const found: Mismatch[] = [];
  for (let index = 0; index < Math.max(recorded.length, given.length); index++) {
    const one = index < recorded.length ? recorded[index] : absent;
    const other = index < given.length ? given[index] : absent;
    if (one === absent) found.push(surplus(other, `${at}.[]`, symbols));
    else if (other === absent) found.push({ at: `${at}.[]`, recorded: one, given: other });
    else found.push(...compare(one, other, symbols, `${at}.[]`));
  }
  return found;
}

/** Elements that are equal find each other, then those that are alike. */
function compareSets(recorded: unknown[], given: unknown[], symbols: Symbols, at: string): Mismatch[] {
  const left = [...given];
  const named = once(recorded, at).sort((one, other) => Number(hasUnnamed(one)) - Number(hasUnnamed(other)));
  const alone = named.filter((one) => !take(left, (other) => compare(one, other, symbols, `${at}.[]`).length === 0));
  const pairs = alone.map((one) => [one, take(left, (other) => isSame(one, other, symbols))?.[0] ?? absent] as const);
  const found = pairs.flatMap(([one, other]) =>
    other === absent ? [{ at: `${at}.[]`, recorded: one, given: other }] : compare(one, other, symbols, `${at}.[]`),
  );
  return [...found, ...left.map((other) => surplus(other, `${at}.[]`, symbols))];
}

/** An element or event that was not recorded. */
export function surplus(given: unknown, at: string, symbols: Symbols): Mismatch {
  return { at, recorded: absent, given: named(given, keyOf(at.replace(/\.\[\]$/, '')), symbols) };
}

/** A value with symbols in place of ids, as in recordings; `key` is its key, or that of its list. */
function named(value: unknown, key: string, symbols: Symbols): unknown {
  const kind = kinds[key];
  if (typeof value === 'number') return kind ? symbols.nameOf(kind, value) : value;
  if (Array.isArray(value)) return value.map((one) => named(one, key, symbols));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    named(one, name === 'id' && key === 'messages' ? key : name, symbols),
  ]);
  return Object.fromEntries(entries);
}

/** What ids stand under these keys. */
const kinds: Readonly<Record<string, string>> = {
  message_id: 'm',
  message_ids: 'm',
  messages: 'm',
  mentions: 'm',
  starred_messages: 'm',
  unread_message_ids: 'm',
  sender_id: 'u',
  user_id: 'u',
  user_ids: 'u',
  stream_id: 's',
  stream_ids: 's',
  group_id: 'g',
};

function keyOf(at: string): string {
  return at.slice(at.lastIndexOf('.') + 1);
}

/** Who is a direct member and one through a group was recorded twice. */
function once(recorded: unknown[], at: string): unknown[] {
  return at.endsWith('.members') ? [...new Set(recorded)] : [...recorded];
}

function hasUnnamed(recorded: unknown): boolean {
  return JSON.stringify(recorded).includes(':?}');
}

/**
 * Whether the elements of both lists come in the same order; those of one list alone are counted elsewhere.
 * Lists of ids alone were recorded in the order of their names.
 */
function compareOrder(recorded: unknown[], given: unknown[], symbols: Symbols, at: string): Mismatch[] {
  const objects = recorded.filter(isObject);
  const places = objects.map((one) => given.findIndex((other) => isSame(one, other, symbols))).filter((at) => at >= 0);
  const inOrder = places.every((place, index) => index === 0 || place >= (places[index - 1] as number));
  return inOrder ? [] : [{ at: `${at}.order`, recorded, given }];
}

function take(list: unknown[], isIt: (one: unknown) => boolean): unknown[] | undefined {
  const index = list.findIndex(isIt);
  return index < 0 ? undefined : list.splice(index, 1);
}

/** What tells the elements of lists apart, the most telling first. */
const identities = [
  'user_id',
  'id',
  'other_user_id',
  'user_ids_string',
  'topic_name',
  'topic',
  'stream_id',
  'pattern',
  'name',
  'full_name',
  'content',
  'email',
];

function isSame(recorded: unknown, given: unknown, symbols: Symbols): boolean {
  if (Array.isArray(recorded) && Array.isArray(given)) return isSpelledAlike(recorded, given);
  if (!isObject(recorded) || !isObject(given)) return false;
  for (const key of ['topic', 'topic_name']) {
    if (!(key in recorded && 'stream_id' in recorded)) continue;
    const isOfChannel = compare(recorded.stream_id, given.stream_id, symbols).length === 0;
    return isOfChannel && isSpelledAlike([recorded[key]], [given[key]]);
  }
  const key = identities.find((one) => one in recorded && !/:\?}|^<[a-z]+>$/.test(String(recorded[one])));
  return key !== undefined && compare(recorded[key], given[key], symbols).length === 0;
}

/** Whether muted topics, or names of topics, are the same apart from times, and capitals. */
function isSpelledAlike(one: readonly unknown[], other: readonly unknown[]): boolean {
  const fold = (list: readonly unknown[]) =>
    list.filter((value) => typeof value === 'string').map((value) => value.toLowerCase());
  return fold(one).length > 0 && fold(one).join('/') === fold(other).join('/');
}

/** Lists whose order clients show or rely on. */
const ordered = new Set([
  'custom_fields',
  'custom_profile_fields',
  'drafts',
  'fields',
  'invites',
  'linkifiers',
  'messages',
  'reactions',
  'realm_linkifiers',
  'topics',
]);

/**
 * Lists that have no order, as the channels by subscriber, or that the recorder sorted by its names: `{m:s1.22}` comes
 * before `{m:s1.5}` in `message_ids`. Muted topics, alert words and what is scheduled for one time come from a database in no order.
 */
const unordered = new Set([
  'all_event_types',
  'realm_incoming_webhook_bots',
  'alert_words',
  'user_topics',
  'recent_private_conversations',
  'scheduled_messages',
  'starred_messages',
  'muted_topics',
  'message_ids',
  'active_user_ids',
  'allowed_methods',
  'display_recipient',
  'direct_members',
  'direct_subgroups',
  'direct_subgroup_ids',
  'export_consents',
  'flags',
  'huddles',
  'members',
  'mentions',
  'settings',
  'never_subscribed',
  'partial_subscribers',
  'pms',
  'realm_bots',
  'realm_non_active_users',
  'realm_user_groups',
  'realm_users',
  'cross_realm_bots',
  'streams',
  'stream_ids',
  'subscribers',
  'subscriptions',
  'unsubscribed',
  'user_groups',
  'user_ids',
  'users',
  'bots',
  'recipients',
  'subgroups',
  'unread_message_ids',
]);

function withoutSystemMessages(list: unknown[], at: string, symbols: Symbols): unknown[] {
  if (!at.endsWith('.messages')) return list;
  const bots = ['{u:notification-bot}', '{u:welcome-bot}', '{u:email-gateway}'].map((one) => symbols.idOf(one));
  return list.filter((one) => !isObject(one) || !bots.includes(one.sender_id as number));
}

/** Whether a value is what a text of a recording says, which may hold symbols and placeholders. */
function matches(recorded: string, given: unknown, symbols: Symbols): boolean {
  if (recorded === given) return true;
  if (/^\{u:[^}]+\}(,\{u:[^}]+\})+$/.test(recorded)) return sorted(symbols.fill(recorded)) === sorted(String(given));
  const kind = placeholders[recorded];
  if (kind) return kind(given);
  const whole = /^\{[usmgx]:[^}]+\}$/.test(recorded);
  if (whole)
    return isUnnamed(recorded, symbols) ? /^\d+$/.test(String(given)) : symbols.fill(recorded) === String(given);
  if (typeof given !== 'string') return false;
  if (!/<(ts|host|hostname|path|key|drop|n|ms|id|url)>|\{[usmgx]:/.test(recorded))
    return unquoted(recorded) === unquoted(given);
  return pattern(recorded, symbols).test(unquoted(given));
}

/** Whether a symbol stands for any id: some are named only by a later request. */
function isUnnamed(symbol: string, symbols: Symbols): boolean {
  return symbol.endsWith(':?}') || symbols.idOf(symbol) === undefined;
}

/** Lists of ids were recorded in the order of the names. */
function sorted(ids: string): string {
  return ids.split(',').sort().join(',');
}

function unquoted(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&#x27;', "'");
}

const isNumber = (given: unknown) => typeof given === 'number';
const isText = (given: unknown) => typeof given === 'string';

const placeholders: Record<string, (given: unknown) => boolean> = {
  '<drop>': () => true,
  '<ts>': (given) => isNumber(given) || (isText(given) && /^\d/.test(given as string)),
  '<ms>': isNumber,
  '<id>': (given) => isNumber(given) || isText(given),
  '<n>': (given) => isNumber(given) || isText(given),
  '<rid>': isNumber,
  '<color>': (given) => /^#[0-9a-f]{6}$/.test(String(given)),
  '<realm>': isText,
  '<url>': isText,
  '<path>': isText,
  '<host>': isText,
  '<hostname>': isText,
  '<botmail>': isText,
};

function pattern(recorded: string, symbols: Symbols): RegExp {
  const parts = unquoted(recorded).split(/(<(?:ts|hostname|host|path|key|drop|n|ms|id|url)>|\{[usmgx]:[^}]+\})/);
  const source = parts.map((part, index) => (index % 2 === 0 ? literal(part) : inner(part, symbols))).join('');
  return new RegExp(`^${source}$`, 's');
}

function inner(part: string, symbols: Symbols): string {
  if (part.startsWith('{')) return isUnnamed(part, symbols) ? '\\d+' : symbols.fill(part);
  return part === '<host>' ? 'https?://[^/]+' : part === '<n>' || part === '<id>' ? '\\d+' : '.+?';
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
