import { announce, announcement, type Context } from '../context.ts';
import { canReadChannel, findChannel } from '../conversations/channel.ts';
import { type Conversation, getConversation, memberIds } from '../conversations/conversation.ts';
import { getMessage } from '../conversations/message.ts';
import { type Database, inJsonList } from '../db/database.ts';
import type { SentMessage } from '../messages/sent-message.ts';
import { botTypes } from '../users/bot.ts';
import { isBot, type User, userColumns } from '../users/user.ts';

/** A message was queued for an outgoing webhook. */
export const webhookCalled = announcement<void>('webhookCalled');

/** The reason why a message triggers an outgoing webhook. */
type Trigger = 'mention' | 'direct_message';

/** A message queued for an outgoing webhook. */
export interface WebhookCall {
  id: number;
  bot_id: number;
  message_id: number;
  trigger: Trigger;
  attempts: number;
  /** Time of the next attempt, in UNIX seconds. */
  next_at: number;
}

/** Maximum queue length of one bot. A longer queue means that its receiver is down or too slow. */
const maxWaitingCalls = 100;

/**
 * Queues a new message for outgoing webhooks: those in a direct conversation, and those mentioned in a channel that
 * they may read. Messages from bots trigger no webhook, so bots cannot loop.
 */
export function enqueueWebhookCalls(app: Context, { message, sender, conversation, mentions }: SentMessage): void {
  if (isBot(sender)) return;
  const isDirect = conversation.channel_id === null;
  const bots = listWebhooksAmong(app.db, isDirect ? memberIds(conversation) : mentions.user_ids);
  const listening = bots.filter((bot) => isDirect || mayRead(app, bot, conversation));
  for (const bot of listening) insertCall(app, bot, message.id, isDirect ? 'direct_message' : 'mention');
  if (listening.length > 0) announce(app, webhookCalled);
}

/** The ids of the busy bots, of those with a running call, and the number of calls that can still start. */
interface Load {
  busy: Iterable<number>;
  running: Iterable<number>;
  free: number;
}

/**
 * The oldest queued message of a bot that is not busy. The calls of one owner's bots take no more places than they
 * leave free, so that slow receivers of one owner do not delay those of others.
 */
export function findNextCall(db: Database, { busy, running, free }: Load): WebhookCall | undefined {
  return db.get<WebhookCall>(
    `WITH full_owners AS MATERIALIZED (
       SELECT bot_owner_id FROM users WHERE id ${inJsonList} GROUP BY bot_owner_id HAVING count(*) >= ?
     )
     SELECT webhook_calls.id, bot_id, message_id, trigger, attempts, next_at
     FROM webhook_calls JOIN users AS bots ON bots.id = bot_id
     WHERE bot_id NOT ${inJsonList}
       AND NOT EXISTS (SELECT 1 FROM full_owners WHERE full_owners.bot_owner_id IS bots.bot_owner_id)
     ORDER BY webhook_calls.id LIMIT 1`,
    JSON.stringify([...running]),
    free,
    JSON.stringify([...busy]),
  );
}

/** Whether a bot may read a queued message, which may have been moved since. */
export function isReadable(app: Context, bot: User, { message_id }: WebhookCall): boolean {
  const conversation = getConversation(app.db, getMessage(app.db, message_id).conversation_id);
  return conversation.channel_id === null || mayRead(app, bot, conversation);
}

export function endCall(db: Database, call: WebhookCall): void {
  db.run('DELETE FROM webhook_calls WHERE id = ?', call.id);
}

/** Counts a failed attempt; `next_at` is the time of the next one, in UNIX seconds. */
export function countAttempt(db: Database, call: WebhookCall, next_at: number): void {
  db.run('UPDATE webhook_calls SET attempts = attempts + 1, next_at = ? WHERE id = ?', next_at, call.id);
}

function listWebhooksAmong(db: Database, user_ids: readonly number[]): User[] {
  if (user_ids.length === 0) return [];
  return db.all<User>(
    `SELECT ${userColumns} FROM users WHERE id ${inJsonList} AND bot_type = ?`,
    JSON.stringify(user_ids),
    botTypes.outgoingWebhook,
  );
}

function mayRead(app: Context, bot: User, { channel_id }: Conversation): boolean {
  const channel = channel_id === null ? undefined : findChannel(app.db, channel_id);
  return channel !== undefined && canReadChannel(app, bot, channel);
}

function insertCall({ db, log }: Context, bot: User, message_id: number, trigger: Trigger): void {
  const waiting = db.value<number>('SELECT count(*) FROM webhook_calls WHERE bot_id = ?', bot.id) ?? 0;
  if (waiting >= maxWaitingCalls) {
    log.warn('an outgoing webhook has too many messages waiting', { bot_id: bot.id, message_id });
    return;
  }
  db.run('INSERT INTO webhook_calls (bot_id, message_id, trigger) VALUES (?, ?, ?)', bot.id, message_id, trigger);
}
