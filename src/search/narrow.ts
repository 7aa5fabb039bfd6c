import type { App } from '../app.ts';
import {
  canReadChannel,
  canSeeChannel,
  findChannel,
  findChannelByName,
  hasSharedHistory,
} from '../channels/channel.ts';
import { inJsonList } from '../db/database.ts';
import type { SqlValue } from '../db/statement.ts';
import { errorKind, parameterInvalid } from '../http/errors.ts';
import { isPlainObject, json, type Kind } from '../http/params.ts';
import { findDirectConversation, isEmptyTopicName } from '../messages/conversation.ts';
import { receivedSql as received, sawMoveSql } from '../messages/read-state.ts';
import { foldName } from '../text.ts';
import { accessUser, accessUserByEmail } from '../users/access.ts';
import { roles, type User } from '../users/user.ts';

/** One filter of a narrow. */
export interface Term {
  operator: string;
  operand: unknown;
  negated: boolean;
}

/** A piece of SQL over `messages m`, with the values it binds. */
export interface Sql {
  sql: string;
  values: SqlValue[];
}

/** A narrow ready to run. */
export interface Narrow {
  /** True of the messages that match and that the user may read. */
  where: Sql;
  /** Whether the narrow is empty: everything the user received. */
  isFeed: boolean;
  /** Ids of channels whose history the user has but may no longer read. */
  closed: number[];
  /** The channel that the narrow is confined to: muting it then hides nothing. */
  channel_id: number | undefined;
  /** Whether a topic was named: muting it then hides nothing. */
  namesTopic: boolean;
}

export const badNarrow = errorKind<{ desc: string }>('Invalid narrow operator: {desc}', {
  code: 'BAD_NARROW',
  extra: ({ desc }) => ({ desc }),
});

const maxTerms = 100;

/** Reads a narrow: a list of `{operator, operand, negated?}`, or of `[operator, operand]` pairs, as JSON. */
export function narrow(): Kind<Term[]> {
  const value = json();
  const pair = { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 };
  const term = {
    type: 'object',
    properties: { operator: { type: 'string' }, operand: {}, negated: { type: 'boolean' } },
    required: ['operator', 'operand'],
  };
  return {
    schema: { type: 'array', items: { anyOf: [term, pair] }, maxItems: maxTerms },
    json: true,
    bad: ['x', '{}', '[3]', '[["channel"]]', '[{"operator":"channel"}]', '[{"operand":"x"}]'],
    read(raw, name) {
      const list = value.read(raw, name);
      if (!Array.isArray(list)) throw parameterInvalid({ name, problem: 'is not a list' });
      if (list.length > maxTerms) throw parameterInvalid({ name, problem: 'is too long' });
      return list.map((element: unknown, index) => readTerm(element, `Invalid ${name}[${index}]: Value error,`));
    },
  };
}

/** Compiles a narrow for a user. Throws badNarrow for a term that makes no sense or names what they may not see. */
export function compileNarrow(app: App, user: User, terms: readonly Term[]): Narrow {
  if (terms.some(isAboutChannels) && terms.some(isAboutDirectMessages)) {
    throw badNarrow({ desc: 'No message can be both a channel message and direct message' });
  }
  const scope = findScope(app, user, terms);
  const conditions = terms.map((term) => compileTerm({ app, user, terms, channel_id: scope.channel_id }, term));
  const closed = listClosedChannels(app, user);
  const access = scope.access ?? (scope.channel_id === undefined ? receivedSql : protectedSql)(user, closed);
  return {
    where: conjunction([...conditions, access]),
    isFeed: terms.length === 0,
    closed,
    channel_id: scope.channel_id,
    namesTopic: terms.some(isPositiveTopic),
  };
}

interface Compilation {
  app: App;
  user: User;
  terms: readonly Term[];
  /** The channel that the narrow is confined to. */
  channel_id: number | undefined;
}

type Operator = (context: Compilation, operand: unknown) => Sql;

const operators: Record<string, Operator> = {
  channel: byChannel,
  stream: byChannel,
  channels: byChannels,
  streams: byChannels,
  topic: byTopic,
  dm: byDirectMessage,
  'pm-with': byDirectMessage,
  pm_with: byDirectMessage,
  sender: bySender,
  id: byId,
  is: byIs,
};

function compileTerm(context: Compilation, { operator, operand, negated }: Term): Sql {
  const compile = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (!compile) throw badNarrow({ desc: `unknown operator ${operator}` });
  const { sql, values } = compile(context, operand);
  return negated ? { sql: `(${sql}) IS NOT TRUE`, values } : { sql, values };
}

function byChannel({ app, user, terms }: Compilation, operand: unknown): Sql {
  const channel = accessNarrowChannel(app, user, operand);
  // A topic of the channel decides by itself, through a narrower index.
  const isImplied = terms.filter(isPositiveChannel).length === 1 && terms.some(isPositiveTopic);
  if (isImplied && terms.some((term) => isPositiveChannel(term) && term.operand === operand)) return always;
  return { sql: 'm.channel_id = ?', values: [channel.id] };
}

function byChannels({ user }: Compilation, operand: unknown): Sql {
  if (operand === 'public') return publicChannels(user);
  if (operand === 'web-public') {
    return { sql: 'm.channel_id IN (SELECT id FROM channels WHERE is_web_public = 1)', values: [] };
  }
  throw badNarrow({ desc: `unknown channels operand ${describe(operand)}` });
}

function byTopic({ channel_id }: Compilation, operand: unknown): Sql {
  if (typeof operand !== 'string') throw badNarrow({ desc: 'topic must be a string' });
  const topic_key = isEmptyTopicName(operand.trim()) ? '' : foldName(operand.trim());
  if (channel_id === undefined) {
    return {
      sql: 'm.conversation_id IN (SELECT id FROM conversations WHERE topic_key = ?)',
      values: [topic_key],
    };
  }
  return {
    sql: 'm.conversation_id = (SELECT id FROM conversations WHERE channel_id = ? AND topic_key = ?)',
    values: [channel_id, topic_key],
  };
}

function byDirectMessage({ app, user }: Compilation, operand: unknown): Sql {
  const users = readUsers(app, user, operand);
  const conversation = findDirectConversation(app.db, [user.id, ...users.map(({ id }) => id)]);
  return conversation ? { sql: 'm.conversation_id = ?', values: [conversation.id] } : never;
}

function bySender({ app, user }: Compilation, operand: unknown): Sql {
  return { sql: 'm.sender_id = ?', values: [accessNarrowUser(app, user, operand).id] };
}

function byId(_: Compilation, operand: unknown): Sql {
  const id = typeof operand === 'string' && /^\d{1,15}$/.test(operand) ? Number(operand) : operand;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) throw badNarrow({ desc: 'Invalid message ID' });
  return { sql: 'm.id = ?', values: [id] };
}

function byIs(_: Compilation, operand: unknown): Sql {
  if (operand === 'dm' || operand === 'private') return { sql: 'm.channel_id IS NULL', values: [] };
  throw badNarrow({ desc: `unknown 'is' operand ${describe(operand)}` });
}

interface Scope {
  channel_id: number | undefined;
  /** True of what the user may read, when that is more than what they received. */
  access?: Sql;
}

// A channel with shared history and `channels:public` are read whole; everything else is personal history, and so is
// what an `is` term other than `resolved` asks for.
function findScope(app: App, user: User, terms: readonly Term[]): Scope {
  const isPersonal = terms.some(({ operator, operand }) => operator === 'is' && operand !== 'resolved');
  const named = terms.find(isPositiveChannel);
  if (named) {
    const channel = accessNarrowChannel(app, user, named.operand);
    const isOpen = !isPersonal && hasSharedHistory(channel) && canReadChannel(app, user, channel);
    return { channel_id: channel.id, ...(isOpen ? { access: always } : {}) };
  }
  const reachesAll = !isPersonal && terms.some(isPositiveChannels);
  return { channel_id: undefined, ...(reachesAll ? { access: publicChannels(user) } : {}) };
}

/** True of those among some messages that a user may read: received ones, and shared history open to them. */
export function readableSql(app: App, user: User, ids: readonly number[]): Sql {
  const channel_ids = app.db.values<number>(
    `SELECT DISTINCT channel_id FROM messages WHERE id ${inJsonList} AND channel_id IS NOT NULL`,
    JSON.stringify(ids),
  );
  const open = channel_ids.filter((channel_id) => {
    const channel = findChannel(app.db, channel_id);
    return channel && hasSharedHistory(channel) && canReadChannel(app, user, channel);
  });
  const own = protectedSql(user, listClosedChannels(app, user));
  return {
    sql: `(m.channel_id IN (SELECT value FROM json_each(?)) OR ${own.sql})`,
    values: [JSON.stringify(open), ...own.values],
  };
}

/** True of the messages a user received and may still read. */
export function receivedSql(user: User, closed: readonly number[]): Sql {
  const direct = 'm.conversation_id IN (SELECT conversation_id FROM direct_members WHERE user_id = ?)';
  const open = closed.length === 0 ? '' : 'AND m.channel_id NOT IN (SELECT value FROM json_each(?))';
  return {
    sql: `CASE WHEN m.channel_id IS NULL THEN ${direct} ELSE ${received('?')} ${open} END`,
    values: [user.id, user.id, ...(closed.length === 0 ? [] : [JSON.stringify(closed)])],
  };
}

/** True of what a user reads of a channel with protected history: received, or moved there before their eyes. */
function protectedSql(user: User, closed: readonly number[]): Sql {
  const own = receivedSql(user, closed);
  return {
    sql: `(${own.sql} OR ${sawMoveSql('?')})`,
    values: [...own.values, user.id],
  };
}

const leftSql = 'SELECT channel_id FROM subscriptions WHERE user_id = ? AND is_active = 0';
const movedSql = 'SELECT DISTINCT channel_id FROM messages INDEXED BY messages_moved WHERE moved_at_id IS NOT NULL';

/** Ids of the channels a user once received messages of, or that messages moved to, and that they may not read. */
export function listClosedChannels(app: App, user: User): number[] {
  const left = app.db.recallValues<number>(leftSql, user.id);
  const moved = app.db.values<number>(movedSql);
  return [...new Set([...left, ...moved])].filter((channel_id) => {
    const channel = findChannel(app.db, channel_id);
    return !channel || !canReadChannel(app, user, channel);
  });
}

const always: Sql = { sql: '1', values: [] };
const never: Sql = { sql: '0', values: [] };

function publicChannels(user: User): Sql {
  if (user.role !== roles.guest) {
    return { sql: 'm.channel_id IN (SELECT id FROM channels WHERE invite_only = 0)', values: [] };
  }
  return {
    sql: `m.channel_id IN (SELECT id FROM channels WHERE is_web_public = 1 OR (invite_only = 0 AND id IN (
      SELECT channel_id FROM subscriptions WHERE user_id = ? AND is_active = 1)))`,
    values: [user.id],
  };
}

function conjunction(pieces: readonly Sql[]): Sql {
  const real = pieces.filter((piece) => piece !== always);
  if (real.length === 0) return always;
  return {
    sql: real.map(({ sql }) => `(${sql})`).join(' AND '),
    values: real.flatMap(({ values }) => values),
  };
}

function isPositiveChannel({ operator, negated }: Term): boolean {
  return !negated && (operator === 'channel' || operator === 'stream');
}

function isPositiveChannels({ operator, negated }: Term): boolean {
  return !negated && (operator === 'channels' || operator === 'streams');
}

function isAboutChannels(term: Term): boolean {
  return isPositiveChannel(term) || isPositiveChannels(term) || isPositiveTopic(term);
}

function isAboutDirectMessages({ operator, operand, negated }: Term): boolean {
  if (negated) return false;
  return operators[operator] === byDirectMessage || (operator === 'is' && (operand === 'dm' || operand === 'private'));
}

function isPositiveTopic({ operator, negated }: Term): boolean {
  return !negated && operator === 'topic';
}

function accessNarrowChannel(app: App, user: User, operand: unknown) {
  const id = asId(operand);
  // Text that is both one channel's name and another's id means the name.
  const candidates = [
    typeof operand === 'string' ? findChannelByName(app.db, operand) : undefined,
    id === undefined ? undefined : findChannel(app.db, id),
  ];
  const channel = candidates.find((candidate) => candidate && canSeeChannel(app, user, candidate));
  if (!channel) throw badNarrow({ desc: `unknown channel ${describe(operand)}` });
  return channel;
}

function accessNarrowUser(app: App, viewer: User, operand: unknown): User {
  try {
    const id = asId(operand);
    if (id !== undefined) return accessUser(app, viewer, id);
    if (typeof operand === 'string') return accessUserByEmail(app, viewer, operand.trim());
  } catch {
    // Falls through: to the narrow, all ways of not finding a user are one.
  }
  throw badNarrow({ desc: `unknown user ${describe(operand)}` });
}

function readUsers(app: App, viewer: User, operand: unknown): User[] {
  const list = Array.isArray(operand) ? operand : typeof operand === 'string' ? operand.split(',') : [operand];
  if (list.length === 0) throw badNarrow({ desc: 'empty dm clause' });
  return list.map((one: unknown) => accessNarrowUser(app, viewer, one));
}

function asId(operand: unknown): number | undefined {
  if (typeof operand === 'string' && /^\d{1,15}$/.test(operand.trim())) return Number(operand);
  return typeof operand === 'number' && Number.isSafeInteger(operand) ? operand : undefined;
}

function readTerm(element: unknown, problem: string): Term {
  if (Array.isArray(element)) {
    const [operator, operand] = element as unknown[];
    if (element.length !== 2 || typeof operator !== 'string' || typeof operand !== 'string') {
      throw narrowShape({ problem: `${problem} element is not a string pair` });
    }
    return { operator, operand, negated: false };
  }
  if (!isPlainObject(element)) throw narrowShape({ problem: `${problem} dict or list required` });
  const { operator, operand, negated } = element;
  if (typeof operator !== 'string') throw narrowShape({ problem: `${problem} operator is missing` });
  if (operand === undefined || operand === null) throw narrowShape({ problem: `${problem} operand is missing` });
  return { operator, operand, negated: negated === true };
}

/** An element of a narrow that is neither a term nor a pair. */
export const narrowShape = errorKind<{ problem: string }>('{problem}');

function describe(operand: unknown): string {
  return (typeof operand === 'string' ? operand : (JSON.stringify(operand) ?? '')).slice(0, 100);
}
