import type { Symbols } from './symbols.ts';

/** A place where an answer is not as recorded. */
export interface Mismatch {
  /** Keys from the answer to the place, `[]` for an element of a list. */
  at: string;
  recorded: unknown;
  given: unknown;
}

/** Stands for a key or an element that is not there. */
export const absent = Symbol('absent');

/** Compares an answer with a recording, whose ids are symbols and whose accidental values are placeholders. */
export function compare(recorded: unknown, given: unknown, symbols: Symbols, at = ''): Mismatch[] {
  if (typeof recorded === 'string') return matches(recorded, given, symbols) ? [] : [{ at, recorded, given }];
  if (Array.isArray(recorded) && Array.isArray(given)) {
    const list = withoutSystemMessages(given, at, symbols);
    return isUnordered(at) ? compareSets(recorded, list, symbols, at) : compareLists(recorded, list, symbols, at);
  }
  if (isObject(recorded) && isObject(given)) return compareObjects(recorded, given, symbols, at);
  return recorded === given ? [] : [{ at, recorded, given }];
}

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function compareObjects(recorded: Json, given: Json, symbols: Symbols, at: string): Mismatch[] {
  const rest = new Set(Object.keys(given));
  const found: Mismatch[] = [];
  for (const [key, value] of Object.entries(recorded)) {
    const actual = keyIn(key, rest, symbols);
    if (actual === undefined) {
      found.push({ at: `${at}.${generic(key)}`, recorded: value, given: absent });
      continue;
    }
    rest.delete(actual);
    found.push(...compare(value, given[actual], symbols, `${at}.${generic(key)}`));
  }
  for (const key of rest) found.push({ at: `${at}.${generic(key)}`, recorded: absent, given: given[key] });
  return found;
}

function keyIn(key: string, keys: ReadonlySet<string>, symbols: Symbols): string | undefined {
  if (keys.has(key)) return key;
  for (const one of keys) if (matches(key, one, symbols)) return one;
  return undefined;
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
    if (one === absent || other === absent) found.push({ at: `${at}.[]`, recorded: one, given: other });
    else found.push(...compare(one, other, symbols, `${at}.[]`));
  }
  return found;
}

/** Elements that are equal find each other, then those that are alike. */
function compareSets(recorded: unknown[], given: unknown[], symbols: Symbols, at: string): Mismatch[] {
  const left = [...given];
  const alone = recorded.filter((one) => !take(left, (other) => compare(one, other, symbols, at).length === 0));
  const pairs = alone.map((one) => [one, take(left, (other) => isSame(one, other, symbols))?.[0] ?? absent] as const);
  const found = pairs.flatMap(([one, other]) =>
    other === absent ? [{ at: `${at}.[]`, recorded: one, given: other }] : compare(one, other, symbols, `${at}.[]`),
  );
  return [...found, ...left.map((other) => ({ at: `${at}.[]`, recorded: absent, given: other }))];
}

function take(list: unknown[], isIt: (one: unknown) => boolean): unknown[] | undefined {
  const index = list.findIndex(isIt);
  return index < 0 ? undefined : list.splice(index, 1);
}

const identities = ['user_id', 'stream_id', 'id', 'name', 'topic', 'other_user_id', 'user_ids_string', 'email'];

function isSame(recorded: unknown, given: unknown, symbols: Symbols): boolean {
  if (!isObject(recorded) || !isObject(given)) return false;
  const known = identities.filter((key) => key in recorded && !String(recorded[key]).includes(':?}'));
  return known.length > 0 && known.every((key) => matches(String(recorded[key]), given[key], symbols));
}

const unordered = new Set([
  'active_user_ids',
  'display_recipient',
  'direct_members',
  'direct_subgroups',
  'direct_subgroup_ids',
  'export_consents',
  'flags',
  'members',
  'never_subscribed',
  'partial_subscribers',
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
  'subgroups',
]);

function isUnordered(at: string): boolean {
  return unordered.has(at.slice(at.lastIndexOf('.') + 1));
}

function withoutSystemMessages(list: unknown[], at: string, symbols: Symbols): unknown[] {
  if (!at.endsWith('.messages')) return list;
  const bots = ['{u:notification-bot}', '{u:welcome-bot}', '{u:email-gateway}'].map((one) => symbols.idOf(one));
  return list.filter((one) => !isObject(one) || !bots.includes(one.sender_id as number));
}

/** Whether a value is what a text of a recording says, which may hold symbols and placeholders. */
function matches(recorded: string, given: unknown, symbols: Symbols): boolean {
  if (recorded === given) return true;
  const kind = placeholders[recorded];
  if (kind) return kind(given);
  const whole = /^\{[usmgx]:[^}]+\}$/.test(recorded);
  if (whole) return recorded.endsWith(':?}') ? /^\d+$/.test(String(given)) : symbols.fill(recorded) === String(given);
  if (typeof given !== 'string') return false;
  if (!/<(ts|host|hostname|path|key|drop|n|ms|id|url)>|\{[usmgx]:/.test(recorded))
    return unquoted(recorded) === unquoted(given);
  return pattern(recorded, symbols).test(unquoted(given));
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
  if (part.startsWith('{')) return part.endsWith(':?}') ? '\\d+' : symbols.fill(part);
  return part === '<host>' ? 'https?://[^/]+' : part === '<n>' || part === '<id>' ? '\\d+' : '.+?';
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
