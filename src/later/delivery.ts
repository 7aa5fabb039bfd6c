import type { Context } from '../context.ts';
import { ensureConversation } from '../conversations/conversation.ts';
import type { Database } from '../db/database.ts';
import { ApiError, errorKind } from '../http/errors.ts';
import { doSendMessage } from '../messages/message.ts';
import { doNotifyUser } from '../messages/notices.ts';
import { ensureActive, getUser, type User } from '../users/user.ts';
import { doRemoveReminder, getReminder, markReminderFailed, type Reminder, writeReminder } from './reminder.ts';
import {
  checkPlan,
  doMarkFailed,
  doMarkSent,
  getScheduled,
  planOf,
  type ScheduledMessage,
} from './scheduled-message.ts';

/** Maximum number of deliveries in one go, because requests wait for it. */
const batchSize = 10;
/** In seconds: a message that is later than this may do harm. */
const patience = 600;
/**
 * In seconds: sent messages are remembered this long, so that a client that changes one gets the error that it was
 * sent.
 */
const memory = 86_400;

const tooLate = errorKind('Message could not be sent at the scheduled time.');

/** A due message or reminder. */
interface Delivery {
  due_at: number;
  /** Delivers in a transaction; throws if that is impossible. */
  run(): void;
  /** Marks the delivery as failed, in a transaction. */
  fail(reason: string): void;
}

/**
 * Delivers the first due items, each in one transaction with its completion. Refused deliveries are marked as failed.
 * Throws other errors, such as a full disk: these items stay due and are retried until they are too late.
 */
export function doDeliverDue(app: Context): void {
  const deliveries = listDue(app);
  const outcomes = deliveries.length === 0 ? [] : app.db.group(deliveries.map(({ run }) => run));
  const faults: unknown[] = [];
  for (const [index, { error }] of outcomes.entries()) {
    if (error === undefined) continue;
    const { due_at, fail } = deliveries[index] as Delivery;
    const isFinal = error instanceof ApiError || isLate(app, due_at);
    if (!(error instanceof ApiError)) faults.push(error);
    if (isFinal) app.db.transaction(() => fail((error as Error).message));
  }
  deleteSent(app);
  if (faults.length > 0) throw faults[0];
}

/** The time of the next delivery in UNIX seconds; undefined if none is pending. */
export function findNextDue(db: Database): number | undefined {
  const sql = `SELECT min(due_at) FROM (
    SELECT min(due_at) AS due_at FROM scheduled_messages WHERE failed = 0 AND sent_at IS NULL
    UNION ALL SELECT min(due_at) FROM reminders WHERE failed = 0)`;
  return db.value<number | null>(sql) ?? undefined;
}

function listDue(app: Context): Delivery[] {
  const now = app.clock.now();
  const messages = app.db.values<number>(
    `SELECT id FROM scheduled_messages WHERE failed = 0 AND sent_at IS NULL AND due_at <= ? ORDER BY due_at, id LIMIT ?`,
    now,
    batchSize,
  );
  const reminders = app.db.values<number>(
    'SELECT id FROM reminders WHERE failed = 0 AND due_at <= ? ORDER BY due_at, id LIMIT ?',
    now,
    batchSize,
  );
  return [
    ...messages.map((id) => deliveryOfMessage(app, getScheduled(app.db, id))),
    ...reminders.map((id) => deliveryOfReminder(app, getReminder(app.db, id))),
  ];
}

function deliveryOfMessage(app: Context, message: ScheduledMessage): Delivery {
  const sender = getUser(app.db, message.sender_id);
  return {
    due_at: message.due_at,
    run() {
      if (isLate(app, message.due_at)) throw tooLate();
      doSend(app, ensureActive(sender), message);
      doMarkSent(app, message);
    },
    fail(reason) {
      doMarkFailed(app, message);
      if (sender.is_active) doNotifyUser(app, sender, failureNotice(message, reason));
    },
  };
}

/** Sends a message as if its sender sent it now. Throws one of recipientErrors or mentionErrors. */
function doSend(app: Context, sender: User, message: ScheduledMessage): void {
  const { conversation, content, rendering } = checkPlan(app, sender, planOf(message));
  doSendMessage(app, {
    sender,
    conversation: ensureConversation(app.db, conversation),
    content,
    rendering,
    client: message.client,
    read_by_sender: message.read_by_sender === 1,
  });
}

function failureNotice({ due_at }: ScheduledMessage, reason: string): string {
  const time = `<time:${new Date(due_at * 1000).toISOString()}>`;
  return (
    `The message that you scheduled for ${time} could not be sent:\n\n> ${reason}\n\n` +
    'It is still among your scheduled messages: edit, reschedule or delete it there.'
  );
}

// A late reminder is still useful.
function deliveryOfReminder(app: Context, reminder: Reminder): Delivery {
  return {
    due_at: reminder.due_at,
    run() {
      const user = ensureActive(getUser(app.db, reminder.user_id));
      const { content, rendering } = writeReminder(app, user, reminder);
      doNotifyUser(app, user, content, rendering);
      doRemoveReminder(app, reminder);
    },
    fail: () => markReminderFailed(app.db, reminder),
  };
}

function isLate(app: Context, due_at: number): boolean {
  return app.clock.now() - due_at > patience;
}

function deleteSent(app: Context): void {
  const before = app.clock.now() - memory;
  const sql = 'SELECT 1 FROM scheduled_messages WHERE sent_at < ? LIMIT 1';
  if (app.db.value<number>(sql, before) === undefined) return;
  app.db.transaction(() => app.db.run('DELETE FROM scheduled_messages WHERE sent_at < ?', before));
}
