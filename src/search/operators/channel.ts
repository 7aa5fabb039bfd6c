import { findTopicId, isEmptyTopicName } from '../../conversations/conversation.ts';
import { inJsonList } from '../../db/database.ts';
import { always, never, type Sql } from '../../db/sql.ts';
import { foldName } from '../../ground/text.ts';
import { excerpt } from '../../http/params.ts';
import { type BotScope, findBotScope } from '../../users/bot-scope.ts';
import { roles, type User } from '../../users/user.ts';
import { accessNarrowChannel } from '../operand.ts';
import { channelsSource, conversationsSource, indexSource } from '../source.ts';
import { badNarrow, type Term, termProblems } from '../term.ts';
import type { Compilation, Condition } from './operator.ts';

/** `channel`: by name or id. */
export function byChannel({ app, user, terms }: Compilation, operand: unknown): Condition {
  const channel = accessNarrowChannel(app, user, operand);
  // A topic term of this channel implies it and has a narrower index.
  const isImplied = terms.filter(isPositiveChannel).length === 1 && terms.some(isPositiveTopic);
  if (isImplied && terms.some((term) => isPositiveChannel(term) && term.operand === operand)) return always;
  const where = { sql: 'm.channel_id = ?', values: [channel.id] };
  return {
    ...where,
    isOfConversation: true,
    channels: { sql: 'SELECT ?', values: [channel.id] },
    source: indexSource('messages_by_channel', where),
    property: `c${channel.id}`,
  };
}

/** `channels`: all public or all web-public channels. */
export function byChannels({ app, user }: Compilation, operand: unknown): Condition {
  const within = (open: Sql) => inChannels(withinScope(findBotScope(app.db, user), open));
  if (operand === 'public') return within(user.role === roles.guest ? openToGuest(user) : publicChannels);
  if (operand === 'web-public') return within(webPublicChannels);
  throw badNarrow({ desc: termProblems.unknownChannels({ operand: excerpt(operand) }) });
}

/** `topic`: by name, in the narrow's channel or in all. */
export function byTopic({ app, channel_id }: Compilation, operand: unknown): Condition {
  if (typeof operand !== 'string') throw badNarrow({ desc: termProblems.topicNoText });
  const topic = isEmptyTopicName(operand.trim()) ? '' : operand.trim();
  if (channel_id !== undefined) return ofConversation(findTopicId(app.db, channel_id, topic));
  const values = [foldName(topic)];
  return {
    sql: '(SELECT c.topic_key = ? FROM conversations c WHERE c.id = m.conversation_id)',
    values,
    isOfConversation: true,
    source: conversationsSource({ sql: 'SELECT id FROM conversations WHERE topic_key = ?', values }),
  };
}

/** The messages of a conversation; none if it does not exist. */
export function ofConversation(id: number | undefined): Condition {
  if (id === undefined) return never;
  const where = { sql: 'm.conversation_id = ?', values: [id] };
  return {
    ...where,
    isOfConversation: true,
    source: indexSource('messages_by_conversation', where),
    property: `t${id}`,
  };
}

export function isPositiveChannel({ operator, negated }: Term): boolean {
  return !negated && (operator === 'channel' || operator === 'stream');
}

export function isPositiveChannels({ operator, negated }: Term): boolean {
  return !negated && (operator === 'channels' || operator === 'streams');
}

export function isPositiveTopic({ operator, negated }: Term): boolean {
  return !negated && operator === 'topic';
}

// Conditions of channels `c`.
const publicChannels: Sql = { sql: 'c.invite_only = 0', values: [] };
const webPublicChannels: Sql = { sql: 'c.is_web_public = 1', values: [] };

function withinScope(scope: BotScope | undefined, { sql, values }: Sql): Sql {
  if (!scope?.channel_ids) return { sql, values };
  return { sql: `(${sql} AND c.id ${inJsonList})`, values: [...values, JSON.stringify(scope.channel_ids)] };
}

function openToGuest(user: User): Sql {
  return {
    sql: `(c.is_web_public = 1 OR (c.invite_only = 0 AND EXISTS (SELECT 1 FROM subscriptions sub
      WHERE sub.user_id = ? AND sub.channel_id = c.id AND sub.is_active = 1)))`,
    values: [user.id],
  };
}

function inChannels({ sql, values }: Sql): Condition {
  const channels = { sql: `SELECT c.id FROM channels c WHERE ${sql}`, values };
  return {
    sql: `EXISTS (SELECT 1 FROM channels c WHERE c.id = m.channel_id AND ${sql})`,
    values,
    isOfConversation: true,
    channels,
    source: channelsSource(channels),
  };
}
