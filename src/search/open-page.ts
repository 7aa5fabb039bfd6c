import type { Channel } from '../conversations/channel.ts';
import { findTopicId, isEmptyTopicName } from '../conversations/conversation.ts';
import type { Page } from '../conversations/full-page.ts';
import { findOpenChannel } from '../conversations/spectators.ts';
import type { Database } from '../db/database.ts';
import type { Sql } from '../db/sql.ts';
import type { PageRange } from './page.ts';
import type { Term } from './term.ts';

/**
 * The messages that a narrow selects for people without an account: a channel that is open to the web, or a topic of
 * it. Undefined for every other narrow.
 */
export function findOpenPlace(db: Database, narrow: readonly Term[]): Sql | undefined {
  const terms = narrow.filter(({ operator }) => operator !== 'near');
  const [first, second, ...more] = terms.map(({ negated, ...term }) => (negated ? undefined : term));
  if (!first || !/^(channel|stream)$/.test(first.operator) || more.length > 0) return undefined;
  const channel = findOpenChannel(db, Number(first.operand));
  if (!channel) return undefined;
  if (terms.length === 1) return { sql: 'channel_id = ?', values: [channel.id] };
  return second && /^(topic|subject)$/.test(second.operator) ? inTopic(db, channel, String(second.operand)) : undefined;
}

function inTopic(db: Database, { id }: Channel, name: string): Sql {
  const topic_id = findTopicId(db, id, isEmptyTopicName(name.trim()) ? '' : name.trim());
  return { sql: 'conversation_id = ?', values: [topic_id ?? 0] };
}

/** The first message of a place since a time. */
export function findOpenSince(db: Database, { sql, values }: Sql, time: number): number | undefined {
  return db.value<number>(`SELECT min(id) FROM messages WHERE ${sql} AND sent_at >= ?`, ...values, time);
}

/** The page of a place around an anchor. */
export function findOpenPage(db: Database, { sql, values }: Sql, range: PageRange): Page {
  const { anchor, include_anchor, num_before, num_after } = range;
  const find = (condition: string, order: string, limit: number) =>
    db.values<number>(
      `SELECT id FROM messages WHERE ${sql} AND ${condition} ORDER BY id ${order} LIMIT ?`,
      ...values,
      anchor,
      limit,
    );
  const before = find('id < ?', 'DESC', num_before + 1);
  const after = find('id > ?', 'ASC', num_after + 1);
  const at = find('id = ?', 'ASC', 1);
  const middle = include_anchor ? at : [];
  const leftOut = at.length > middle.length;
  return {
    ids: [...before.slice(0, num_before).reverse(), ...middle, ...after.slice(0, num_after)],
    found_oldest: before.length <= num_before && !(leftOut && num_before === 0),
    found_newest: after.length <= num_after && !(leftOut && num_after === 0),
    found_anchor: middle.length > 0,
  };
}
