import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { Texts } from '../ground/texts.ts';
import { ApiError, errorKind } from '../http/errors.ts';
import { doSendMessage } from '../messages/message.ts';
import { doNotifyUser } from '../messages/notices.ts';
import { type Describable, describeMessage } from '../messages/quotation.ts';
import { doEnsureConversation } from '../messages/unseen-topic.ts';
import { textsFor } from '../users/language.ts';
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
/** In seconds: a delivery that is later than this says so. */
const punctuality = 600;
/** In seconds: a message that is later than this is not sent any more, because it may do harm. */
const latest = 86_400;
/** In seconds: how long a delivery is retried after a fault of the server. */
const patience = 600;
/**
 * In seconds: sent messages are remembered this long, so that a client that changes one gets the error that it was
 * sent.
 */
const memory = 86_400;

const tooLate = errorKind('Message could not be sent at the scheduled time.');

/** The time of the first fault of each delivery that is retried, by its key. */
export type Retries = Map<string, number>;

/** A due message or reminder. */
interface Delivery {
  key: string;
  /** Delivers in a transaction; throws if that is impossible. */
  run(): void;
  /** Marks the delivery as failed, in a transaction. */
  fail(reason: ApiError): void;
}

/**
 * Delivers the first due items, each in one transaction with its completion, and tells senders what was sent late.
 * Refused deliveries are marked as failed. Throws other errors, such as a full disk: these items stay due and are
 * retried for a while.
 */
export function doDeliverDue(app: Context, retries: Retries = new Map()): void {
  const late: LateMessage[] = [];
  const deliveries = listDue(app, late);
  // What was deleted meanwhile is not retried.
  if (deliveries.length === 0) retries.clear();
  const acts = [...deliveries.map(({ run }) => run), () => doTellLate(app, late)];
  const outcomes = deliveries.length === 0 ? [] : app.db.group(acts);
  const faults: unknown[] = [];
  for (const [index, { error }] of outcomes.entries()) {
    const delivery = deliveries[index];
    if (error !== undefined && !(error instanceof ApiError)) faults.push(error);
    if (delivery) settle(app, retries, delivery, error);
  }
  deleteSent(app);
  if (faults.length > 0) throw faults[0];
}

/** Marks a delivery as failed if it was refused, or if faults have prevented it for too long. */
function settle(app: Context, retries: Retries, { key, fail }: Delivery, error: unknown): void {
  const now = app.clock.now();
  const first = retries.get(key) ?? now;
  const isRetried = error !== undefined && !(error instanceof ApiError) && now - first <= patience;
  if (isRetried) retries.set(key, first);
  else retries.delete(key);
  if (error === undefined || isRetried) return;
  app.db.transaction(() => fail(error instanceof ApiError ? error : tooLate()));
}

/** The time of the next delivery in UNIX seconds; undefined if none is pending. */
export function findNextDue(db: Database): number | undefined {
  const sql = `SELECT min(due_at) FROM (
    SELECT min(due_at) AS due_at FROM scheduled_messages WHERE failed = 0 AND sent_at IS NULL
    UNION ALL SELECT min(due_at) FROM reminders WHERE failed = 0)`;
  return db.value<number | null>(sql) ?? undefined;
}

function listDue(app: Context, late: LateMessage[]): Delivery[] {
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
    ...messages.map((id) => deliveryOfMessage(app, getScheduled(app.db, id), late)),
    ...reminders.map((id) => deliveryOfReminder(app, getReminder(app.db, id))),
  ];
}

/** A message that was sent late. */
interface LateMessage {
  sender: User;
  due_at: number;
  message: Describable;
}

function deliveryOfMessage(app: Context, scheduled: ScheduledMessage, late: LateMessage[]): Delivery {
  const { id, sender_id, due_at } = scheduled;
  const sender = getUser(app.db, sender_id);
  return {
    key: `message ${id}`,
    run() {
      if (latenessOf(app, due_at) > latest) throw tooLate();
      const message = doSend(app, ensureActive(sender), scheduled);
      doMarkSent(app, scheduled);
      if (latenessOf(app, due_at) > punctuality) late.push({ sender, due_at, message });
    },
    fail(reason) {
      doMarkFailed(app, scheduled);
      if (sender.is_active) doNotifyUser(app, sender, failureNotice(textsFor(app.db, sender), due_at, reason));
    },
  };
}

/** Sends a message as if its sender sent it now. Throws one of recipientErrors or mentionErrors. */
function doSend(app: Context, sender: User, message: ScheduledMessage): Describable {
  const { conversation: planned, content, rendering } = checkPlan(app, sender, planOf(message));
  const conversation = doEnsureConversation(app, planned);
  const { client } = message;
  const read_by_sender = message.read_by_sender === 1;
  const { id } = doSendMessage(app, { sender, conversation, content, rendering, client, read_by_sender });
  return { id, sender_id: sender.id, conversation_id: conversation.id };
}

/** Tells each sender, in the transaction of the messages, which of them were sent late. */
function doTellLate(app: Context, late: readonly LateMessage[]): void {
  for (const [sender, messages] of Map.groupBy(late, (one) => one.sender.id)) {
    const texts = textsFor(app.db, { id: sender });
    const lines = messages.map(({ due_at, message }) => {
      const described = { time: timeOf(due_at), ...describeMessage(app, texts, message) };
      return `* ${texts.markdown(described.isDirect ? 'notice.lateDirect' : 'notice.lateTopic', described)}`;
    });
    doNotifyUser(app, getUser(app.db, sender), `${texts.t('notice.sentLate')}\n\n${lines.join('\n')}`);
  }
}

function failureNotice(texts: Texts, due_at: number, reason: ApiError): string {
  return texts.markdown('notice.notSent', { time: timeOf(due_at), reason: reason.messageIn(texts.language) });
}

function timeOf(seconds: number): string {
  return `<time:${new Date(seconds * 1000).toISOString()}>`;
}

// A late reminder is still useful.
function deliveryOfReminder(app: Context, reminder: Reminder): Delivery {
  const { id, user_id, due_at } = reminder;
  return {
    key: `reminder ${id}`,
    run() {
      const user = ensureActive(getUser(app.db, user_id));
      const isLate = latenessOf(app, due_at) > punctuality;
      const remarks = isLate ? [textsFor(app.db, user).markdown('reminder.late', { time: timeOf(due_at) })] : [];
      const { content, rendering } = writeReminder(app, user, reminder, remarks);
      doNotifyUser(app, user, content, rendering);
      doRemoveReminder(app, reminder);
    },
    fail: () => markReminderFailed(app.db, reminder),
  };
}

/** In seconds. */
function latenessOf(app: Context, due_at: number): number {
  return app.clock.now() - due_at;
}

function deleteSent(app: Context): void {
  const before = app.clock.now() - memory;
  const sql = 'SELECT 1 FROM scheduled_messages WHERE sent_at < ? LIMIT 1';
  if (app.db.value<number>(sql, before) === undefined) return;
  app.db.transaction(() => app.db.run('DELETE FROM scheduled_messages WHERE sent_at < ?', before));
}
