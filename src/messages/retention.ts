import type { Context } from '../context.ts';
import { getConversation } from '../conversations/conversation.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { doDeleteMessages } from './deletion.ts';

/** Maximum number of messages deleted at once. */
const batchSize = 50;
/** In milliseconds, because requests wait for it. The rest is left for the next run. */
const patience = 5;

const day = 86_400;
const forever = -1;

/** The number of expired messages of a channel; of direct messages if null. */
interface Expired {
  channel_id: number | null;
  count: number;
}

interface Found {
  id: number;
  conversation_id: number;
  channel_id: number | null;
}

/**
 * Deletes the first few expired messages. The channel's retention applies, else the organization's, as for direct
 * messages. Returns the deleted counts; an empty list when none are left.
 */
export function doDeleteExpired(app: Context): Expired[] {
  const found = listFirstExpired(app);
  if (found.length === 0) return [];
  const gone = app.db.transaction(() => doDeleteFound(app, found));
  const byChannel = Map.groupBy(gone, (one) => one.channel_id);
  return [...byChannel].map(([channel_id, { length }]) => ({ channel_id, count: length }));
}

/** Deletes messages, one conversation after another, until the time is used up. Returns the deleted messages. */
function doDeleteFound(app: Context, found: readonly Found[]): Found[] {
  const end = app.clock.monotonic() + patience;
  const gone: Found[] = [];
  for (const [conversation_id, messages] of Map.groupBy(found, (one) => one.conversation_id)) {
    const ids = messages.map(({ id }) => id).sort((a, b) => a - b);
    doDeleteMessages(app, getConversation(app.db, conversation_id), ids);
    gone.push(...messages);
    if (app.clock.monotonic() >= end) break;
  }
  return gone;
}

/** The expired messages by channel, and when the oldest was sent. */
export function countExpired(app: Context): (Expired & { days: number; oldest: number })[] {
  const usual = usualDays(app);
  const channels = listForgetfulChannels(app, usual).map(({ id, days }) => {
    const sql = 'SELECT count(*) AS count, min(sent_at) AS oldest FROM messages WHERE channel_id = ? AND sent_at < ?';
    return { channel_id: id, days, ...count(app, sql, id, before(app, days)) };
  });
  const sql = 'SELECT count(*) AS count, min(sent_at) AS oldest FROM messages WHERE channel_id IS NULL AND sent_at < ?';
  const direct = usual === forever ? [] : [{ channel_id: null, days: usual, ...count(app, sql, before(app, usual)) }];
  return [...channels, ...direct].filter((one) => one.count > 0);
}

/** The number and bytes of uploads that only expired messages refer to; they are deleted with the last of these. */
export function countExpiredFiles(app: Context): { count: number; bytes: number } {
  const sql = `SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes FROM attachments
    WHERE id IN (SELECT attachment_id FROM attachment_messages) AND id NOT IN (
      SELECT attachment_id FROM attachment_messages JOIN messages ON messages.id = message_id
        LEFT JOIN channels ON channels.id = messages.channel_id
      WHERE ifnull(message_retention_days, ?1) = -1 OR sent_at >= ?2 - ifnull(message_retention_days, ?1) * 86400)`;
  return app.db.get(sql, usualDays(app), app.clock.now()) as { count: number; bytes: number };
}

function listFirstExpired(app: Context): Found[] {
  const usual = usualDays(app);
  const found: Found[] = [];
  for (const { id, days } of listForgetfulChannels(app, usual)) {
    if (found.length < batchSize) found.push(...listInChannel(app, id, before(app, days), batchSize - found.length));
  }
  if (usual !== forever) found.push(...listDirect(app, before(app, usual), batchSize - found.length));
  return found;
}

function usualDays(app: Context): number {
  return findRealmSetting(app.db, 'message_retention_days');
}

function before(app: Context, days: number): number {
  return app.clock.now() - days * day;
}

function listForgetfulChannels(app: Context, usual: number): { id: number; days: number }[] {
  const sql = 'SELECT id, ifnull(message_retention_days, ?) AS days FROM channels ORDER BY id';
  return app.db.all<{ id: number; days: number }>(sql, usual).filter(({ days }) => days !== forever);
}

// Ids grow with time, so the first few show whether any have expired.
function listInChannel(app: Context, channel_id: number, sent_before: number, limit: number): Found[] {
  return app.db.all(
    `SELECT id, conversation_id, channel_id FROM (
       SELECT id, conversation_id, channel_id, sent_at FROM messages WHERE channel_id = ? ORDER BY id LIMIT ?
     ) WHERE sent_at < ?`,
    channel_id,
    limit,
    sent_before,
  );
}

function listDirect(app: Context, sent_before: number, limit: number): Found[] {
  return app.db.all(
    `SELECT id, conversation_id, channel_id FROM messages WHERE channel_id IS NULL AND sent_at < ?
     ORDER BY sent_at LIMIT ?`,
    sent_before,
    limit,
  );
}

function count(app: Context, sql: string, ...values: number[]): { count: number; oldest: number } {
  return app.db.get<{ count: number; oldest: number }>(sql, ...values) as { count: number; oldest: number };
}
