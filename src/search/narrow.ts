import type { Context } from '../context.ts';
import { type Channel, canReadChannel, hasSharedHistory } from '../conversations/channel.ts';
import { type Conversation, findConversation, memberIds } from '../conversations/conversation.ts';
import {
  allReadableSql,
  listClosedChannels,
  protectedSql,
  readableSql,
  receivedSql,
} from '../conversations/readable.ts';
import { listReopened } from '../conversations/unread-messages.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { always, conjunction, type Sql } from '../db/sql.ts';
import type { User } from '../users/user.ts';
import { opposite, simplify } from './conditions.ts';
import { accessNarrowChannel, asMessageId, isLostChannel } from './operand.ts';
import { isPositiveChannel, isPositiveChannels, isPositiveTopic } from './operators/channel.ts';
import { isAboutDirectMessages } from './operators/direct.ts';
import type { Compilation, Condition, FindHits } from './operators/operator.ts';
import { operators } from './operators.ts';
import { receivedSource } from './received-source.ts';
import type { Stepwise } from './steps.ts';
import { badCombination, badNarrow, type Term, termProblems } from './term.ts';

/** A compiled narrow. */
export interface Narrow {
  /** Conditions of the matching messages that the user may read; all must hold. */
  conditions: readonly Condition[];
  /** The conjunction of them. */
  where: Sql;
  /** Whether the narrow is empty: everything that the user received or reopened. */
  isFeed: boolean;
  /** Ids of channels that the user received messages of but may no longer read. */
  closed: readonly number[];
  /** The one channel of the narrow; muting it then hides nothing. */
  channel_id: number | undefined;
  /** Whether it names a topic; muting it then hides nothing. */
  namesTopic: boolean;
  /** Whether it contains only messages that the user received. */
  isPersonal: boolean;
  /** Finds the searched words in a text; undefined if no text is searched. */
  findHits: FindHits | undefined;
  /** Another way to find messages than the sources of the conditions. */
  finder?: (db: Database, user: User, narrow: Narrow) => Stepwise;
  /** Whether the search shares its thread, and so should take many short steps. */
  canPause?: boolean;
}

/**
 * Compiles a narrow for a user. Throws badNarrow for a term that is invalid or names something that the user may not
 * see, and badCombination for terms that exclude each other.
 */
export function compileNarrow(app: Context, user: User, given: readonly Term[]): Narrow {
  const filters = inPresentConversation(app, user, given).filter(isFilter);
  const terms = filters.filter((term) => !isVain(app, user, term));
  if (terms.some(isAboutChannels) && terms.some(isAboutDirectMessages)) {
    throw badNarrow({ desc: termProblems.exclusive });
  }
  const closed = listClosedChannels(app, user);
  const channel = findNamedChannel(app, user, terms);
  const compilation = { app, user, terms, channel_id: channel?.id };
  const wanted = terms.filter(({ negated }) => !negated).map((term) => compileTerm(compilation, term));
  const unwanted = terms.filter(({ negated }) => negated).map((term) => compileTerm(compilation, term));
  const without = unwanted.flatMap(({ channels }) =>
    channels ? app.db.values<number>(channels.sql, ...channels.values) : [],
  );
  const access = findAccess(app, user, { terms, channel, closed, without });
  const conditions = simplify([...wanted, ...unwanted.map(opposite), access]);
  return {
    conditions,
    where: conjunction(conditions),
    isFeed: filters.length === 0,
    closed,
    channel_id: channel?.id,
    namesTopic: terms.some(isPositiveTopic),
    isPersonal: access.source !== undefined,
    findHits: joinHits(wanted),
  };
}

/** Whether a term excludes a channel of which the user sees nothing any longer. */
function isVain(app: Context, user: User, { operator, operand, negated }: Term): boolean {
  return negated && isPositiveChannel({ operator, operand, negated: false }) && isLostChannel(app, user, operand);
}

function compileTerm(compilation: Compilation, { operator, operand }: Term): Condition {
  const compile = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (!compile) throw badNarrow({ desc: termProblems.unknownOperator({ operator }) });
  return compile(compilation, operand);
}

function joinHits(conditions: readonly Condition[]): FindHits | undefined {
  const finders = conditions.flatMap(({ findHits }) => findHits ?? []);
  return finders.length === 0 ? undefined : (text) => finders.flatMap((findHits) => findHits(text));
}

/** Replaces a `with` term by the message's present conversation, even if other terms name an older one. */
function inPresentConversation(app: Context, user: User, terms: readonly Term[]): readonly Term[] {
  const [anchor, ...more] = terms.filter(({ operator }) => operator === 'with');
  if (!anchor) return terms;
  if (more.length > 0) throw badCombination({ desc: termProblems.manyWiths });
  const id = asMessageId(anchor.operand);
  if (id === undefined || anchor.negated) throw badNarrow({ desc: termProblems.badWith });
  const others = terms.filter((term) => term !== anchor);
  const conversation = findReadableConversation(app, user, id);
  if (conversation)
    return [...conversationTerms(user, conversation), ...others.filter((term) => !isAboutConversation(term))];
  if (!namesConversation(others)) throw badNarrow({ desc: termProblems.badWith });
  return others;
}

function findReadableConversation(app: Context, user: User, message_id: number): Conversation | undefined {
  const { sql, values } = readableSql(app, user, [message_id]);
  const id = app.db.value<number>(
    `SELECT m.conversation_id FROM messages m WHERE m.id = ? AND ${sql}`,
    message_id,
    ...values,
  );
  return id === undefined ? undefined : findConversation(app.db, id);
}

function conversationTerms(user: User, conversation: Conversation): Term[] {
  const { channel_id, topic } = conversation;
  if (channel_id === null || topic === null) {
    const others = memberIds(conversation).filter((id) => id !== user.id);
    return [{ operator: 'dm', operand: others.length === 0 ? [user.id] : others, negated: false }];
  }
  return [
    { operator: 'channel', operand: channel_id, negated: false },
    { operator: 'topic', operand: topic, negated: false },
  ];
}

function isAboutConversation(term: Term): boolean {
  return isPositiveChannel(term) || isPositiveTopic(term) || isOneDirect(term);
}

function namesConversation(terms: readonly Term[]): boolean {
  return terms.some(isOneDirect) || (terms.some(isPositiveChannel) && terms.some(isPositiveTopic));
}

function isOneDirect({ operator, negated }: Term): boolean {
  return !negated && ['dm', 'pm-with', 'pm_with'].includes(operator);
}

function findNamedChannel(app: Context, user: User, terms: readonly Term[]): Channel | undefined {
  const named = terms.find(isPositiveChannel);
  return named && accessNarrowChannel(app, user, named.operand);
}

interface Scope {
  terms: readonly Term[];
  /** The one channel of the narrow. */
  channel: Channel | undefined;
  closed: readonly number[];
  /** Ids of channels that the narrow excludes. */
  without: readonly number[];
}

/**
 * The condition for messages that the user may read, as far as the terms do not imply it. Channels with shared history
 * and all public channels are read whole. Everything else is limited to received and reopened messages, as are `is` terms
 * other than `resolved`.
 */
function findAccess(app: Context, user: User, { terms, channel, closed, without }: Scope): Condition {
  // Users can star messages of shared history that they never received.
  if (terms.some(isStarred)) return allReadableSql(app, user);
  const isOpen = !terms.some(isPersonal);
  if (channel) {
    const isShared = isOpen && hasSharedHistory(channel) && canReadChannel(app, user, channel);
    return isShared ? always : orReopened(app.db, user, protectedSql(user, closed));
  }
  if (isOpen && terms.some(isPositiveChannels)) return always;
  return orReopened(app.db, user, {
    ...receivedSql(user, closed),
    source: receivedSource(user, closed, without),
  });
}

/** Adds the messages that the user never received but marked as unread: they count as received until they are read. */
function orReopened(db: Database, user: User, { source, ...condition }: Condition): Condition {
  const ids = listReopened(db, user.id);
  if (ids.length === 0) return source ? { ...condition, source } : condition;
  const reopened = { sql: `m.id ${inJsonList}`, values: [JSON.stringify(ids)] };
  return {
    sql: `(${condition.sql} OR ${reopened.sql})`,
    values: [...condition.values, ...reopened.values],
    ...(source ? { source: [...source, { from: 'messages m', id: 'm.id', where: reopened }] } : {}),
  };
}

// `near` only determines where a client starts; it does not change the matches.
function isFilter({ operator }: Term): boolean {
  return operator !== 'near';
}

function isPersonal({ operator, operand }: Term): boolean {
  return operator === 'is' && operand !== 'resolved';
}

function isStarred({ operator, operand, negated }: Term): boolean {
  return operator === 'is' && operand === 'starred' && !negated;
}

function isAboutChannels(term: Term): boolean {
  return isPositiveChannel(term) || isPositiveChannels(term) || isPositiveTopic(term);
}
