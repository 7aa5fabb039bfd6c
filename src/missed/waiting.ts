import type { Context } from '../context.ts';
import { type Conversation, getConversation, memberIds } from '../conversations/conversation.ts';
import { findMessage, type Message } from '../conversations/message.ts';
import { foldName } from '../ground/text.ts';
import { canReceiveMail, canSendMail, type SendsMail } from '../mail/mail.ts';
import { isUnread } from '../push/fan-out.ts';
import { reachOfMessage } from '../push/notify-policy.ts';
import { findUserSetting } from '../users/settings.ts';

/** Maximum number of messages checked in one go, because requests wait for it. */
const batch = 100;
/** In seconds. Older messages, such as imported ones, cause no mails. */
const oldest = 3600;

/** Queues mails about new messages. It runs after sending, so it does not slow down the sender. */
export function enqueueMissed(app: Context & SendsMail): void {
  if (!canSendMail(app)) return;
  app.db.transaction(() => {
    const newest = app.db.value<number | null>('SELECT max(id) FROM messages') ?? 0;
    const since = app.db.value<number>('SELECT message_id FROM mail_progress') ?? newest;
    const ids = app.db.values<number>(
      'SELECT id FROM messages WHERE id > ? AND sent_at >= ? ORDER BY id LIMIT ?',
      since,
      app.clock.now() - oldest,
      batch,
    );
    for (const id of ids) enqueueMessage(app, id);
    const until = ids.length < batch ? newest : (ids.at(-1) as number);
    if (until !== since || since === newest) storeProgress(app, until);
  });
}

function storeProgress({ db }: Context, message_id: number): void {
  db.run(
    `INSERT INTO mail_progress (id, message_id) VALUES (1, ?1)
     ON CONFLICT (id) DO UPDATE SET message_id = ?1 WHERE message_id <> ?1`,
    message_id,
  );
}

function enqueueMessage(app: Context, id: number): void {
  const message = findMessage(app.db, id);
  if (message) for (const user_id of listConcerned(app, message)) enqueueFor(app, message, user_id);
}

/** Queues mails to users whom an edit mentions, as if the message were new. */
export function enqueueMentioned(app: Context, edited: { message_id: number; gained_ids: readonly number[] }): void {
  const since = app.db.value<number>('SELECT message_id FROM mail_progress');
  const message = findMessage(app.db, edited.message_id);
  // Messages that were not checked yet will be.
  if (since === undefined || !message || message.id > since) return;
  for (const user_id of edited.gained_ids) if (isReachable(app, user_id)) enqueueFor(app, message, user_id);
}

function enqueueFor(app: Context, message: Message, user_id: number): void {
  if (user_id === message.sender_id || !isUnread(app.db, user_id, message.id)) return;
  const sql = 'SELECT flag FROM message_flags WHERE user_id = ? AND message_id = ?';
  const flags = new Set(app.db.values<string>(sql, user_id, message.id));
  const conversation = getConversation(app.db, message.conversation_id);
  const facts = { user_id, flags, mentions_channel: message.mentions_channel === 1 };
  if (reachOfMessage(app, conversation, facts, 'mail') === 'never') return;
  const due_at = app.clock.now() + findUserSetting(app.db, user_id, 'email_notifications_batching_period_seconds');
  const insert = 'INSERT OR IGNORE INTO waiting_mails (user_id, message_id, due_at) VALUES (?, ?, ?)';
  app.db.run(insert, user_id, message.id, due_at);
}

/** Ids of the people to whom a message may be worth a mail. */
function listConcerned(app: Context, message: Message): number[] {
  const conversation = getConversation(app.db, message.conversation_id);
  const ids = conversation.channel_id === null ? memberIds(conversation) : listInChannel(app, message, conversation);
  return [...new Set(ids)].filter((id) => isReachable(app, id));
}

function isReachable({ db }: Context, id: number): boolean {
  const sql = 'SELECT email FROM users WHERE id = ? AND is_active = 1 AND bot_type IS NULL';
  const email = db.value<string>(sql, id);
  return email !== undefined && canReceiveMail(email);
}

function listInChannel({ db }: Context, { id, mentions_channel }: Message, { channel_id, topic }: Conversation) {
  return db.values<number>(
    `SELECT user_id FROM message_flags WHERE message_id = ?1
     UNION SELECT user_id FROM user_topics WHERE channel_id = ?2 AND topic_key = ?3 AND visibility_policy = 3
     UNION SELECT user_id FROM subscriptions WHERE channel_id = ?2 AND is_active = 1 AND (?4 OR email_notifications = 1
       OR (email_notifications IS NULL AND user_id IN (
         SELECT user_id FROM user_settings WHERE name = 'enable_stream_email_notifications' AND value = 'true')))`,
    id,
    channel_id,
    foldName(topic ?? ''),
    mentions_channel,
  );
}
