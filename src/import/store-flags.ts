import { receivedSql } from '../conversations/read-state.ts';
import type { Database } from '../db/database.ts';
import { isBuiltIn } from '../emoji/emoji.ts';
import type { ArchivedFlags, ArchivedReaction } from './archive.ts';
import { isNews, type Job, storing } from './job.ts';

/**
 * Stores flags, and each unread message as an exception; read-state.ts reduces these later. Users may have received
 * unread messages outside the spans of their subscriptions, such as the first ones of a new account: each gets a span
 * of its own.
 */
export function storeFlags(job: Job): void {
  const { db } = job.app;
  const store = ({ from, user_id, message_id, is_unread, is_historical, flags }: ArchivedFlags) => {
    const user = job.ids.users.get(from, user_id);
    const message = job.messages.here(message_id);
    if (job.messages.isOld(message_id)) {
      if (flags.includes('starred')) storeLateStar(job, user, message);
      return;
    }
    if (flags.includes('starred')) job.origins.note('star', `${message} ${user}`);
    storing(from, () => {
      if (is_unread) db.run(unreadSql, user, message);
      if (is_unread && !is_historical) db.run(receiveSql, user, message);
      for (const flag of flags) db.run(flagSql, user, flag, message);
    });
    if (is_unread) job.tally.add('unread marks');
    if (flags.length > 0) job.tally.add('flags', flags.length);
  };
  for (const one of job.archive.flags(job.onRead)) job.faults.attempt('flags', () => store(one));
  if (!job.archive.flagsMentions) db.run(mentionedSql, job.messages.base);
}

/** Stars a message of an earlier import, unless that brought the star, or the message was deleted here. */
function storeLateStar(job: Job, user: number, message: number): void {
  const { db } = job.app;
  if (!isNews(job, 'star', `${message} ${user}`, 'flags') || !hasMessage(db, message)) return;
  if (db.run(flagSql, user, 'starred', message).changes > 0) job.tally.add('flags');
}

function hasMessage(db: Database, id: number): boolean {
  return db.value<number>('SELECT 1 FROM messages WHERE id = ?', id) !== undefined;
}

const mentionedSql = `INSERT OR IGNORE INTO message_flags (user_id, flag, message_id)
  SELECT t.user_id, 'mentioned', m.id FROM mentions t JOIN messages m ON m.id = t.message_id
  WHERE m.id > ? AND ${receivedSql('t.user_id')}
    AND (m.channel_id IS NOT NULL OR EXISTS (SELECT 1 FROM direct_members d
      WHERE d.conversation_id = m.conversation_id AND d.user_id = t.user_id))`;

const unreadSql = `INSERT INTO read_exceptions (user_id, message_id, is_read) VALUES (?, ?, 0)
  ON CONFLICT DO NOTHING`;
const receiveSql = `INSERT OR IGNORE INTO subscription_spans (user_id, channel_id, from_message_id, until_message_id)
  SELECT ?1, m.sent_channel_id, m.id - 1, m.id FROM messages m
  JOIN subscriptions s ON s.user_id = ?1 AND s.channel_id = m.sent_channel_id AND s.is_active = 1
  WHERE m.id = ?2 AND NOT ${receivedSql('?1')}`;
const flagSql = `INSERT INTO message_flags (user_id, flag, message_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`;

export function storeReactions(job: Job): void {
  for (const one of job.archive.reactions()) job.faults.attempt('reactions', () => storeReaction(job, one));
}

function storeReaction(job: Job, { from, message_id, user_id, ...emoji }: ArchivedReaction): void {
  const { app, ids, tally } = job;
  const { emoji_name, emoji_code, reaction_type } = emoji;
  const isCustom = reaction_type === 'realm_emoji';
  if (!isCustom && !isBuiltIn({ emoji_code, reaction_type })) {
    tally.leave('reactions', 'their emoji is unknown', emoji_name);
    return;
  }
  const code = isCustom ? String(ids.emoji.get(from, Number(emoji_code))) : emoji_code;
  const message = job.messages.here(message_id);
  const user = ids.users.get(from, user_id);
  if (!isNews(job, 'reaction', `${message} ${user} ${code}`, 'reactions')) return;
  if (job.messages.isOld(message_id) && !hasMessage(app.db, message)) {
    tally.leave('reactions', 'their message was deleted here', emoji_name);
    return;
  }
  const { changes } = storing(from, () =>
    app.db.run(
      `INSERT INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
      message,
      user,
      emoji_name,
      code,
      reaction_type,
    ),
  );
  if (changes > 0) tally.add('reactions');
  else tally.leave('reactions', 'the user has the same emoji on the message already', emoji_name);
}
