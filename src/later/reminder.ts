import { announce, announcement, type Context } from '../context.ts';
import { listReadable } from '../conversations/readable.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import type { Texts } from '../ground/texts.ts';
import { errorKind } from '../http/errors.ts';
import { phrase } from '../http/phrase.ts';
import { isLonger, renderWritten } from '../markdown/render.ts';
import { type Describable, describeMessage, withQuote } from '../messages/quotation.ts';
import { type Rendering, renderMessage } from '../messages/rendering.ts';
import { textsFor } from '../users/language.ts';
import { ensureWithinBound, type OwnList } from '../users/own-list.ts';
import type { User } from '../users/user.ts';

/** A reminder was scheduled. */
export const reminderAdded = announcement<void>('reminderAdded');

/** A scheduled reminder of a message. */
export interface Reminder {
  id: number;
  user_id: number;
  /** The message may be deleted. */
  message_id: number;
  note: string;
  /** UNIX seconds. */
  due_at: number;
  failed: 0 | 1;
}

export const reminderMissing = errorKind('Reminder does not exist', { status: 404 });
/** In Unicode code points. */
export const maxNoteLength = 1000;

/** The limit is low because each reminder quotes a whole message. */
const reminders: OwnList = {
  name: phrase('reminders'),
  max: 100,
  count: 'SELECT count(*) FROM reminders WHERE user_id = ?',
};

const columns = 'id, user_id, message_id, note, due_at, failed';

/** A user's own reminder. Throws reminderMissing. */
export function accessReminder(db: Database, user: User, id: number): Reminder {
  const reminder = findReminder(db, id);
  if (reminder?.user_id !== user.id) throw reminderMissing();
  return reminder;
}

function findReminder(db: Database, id: number): Reminder | undefined {
  return db.get<Reminder>(`SELECT ${columns} FROM reminders WHERE id = ?`, id);
}

/** A reminder that exists. */
export function getReminder(db: Database, id: number): Reminder {
  const reminder = findReminder(db, id);
  if (!reminder) throw new Error(`there is no reminder ${id}`);
  return reminder;
}

/** A user's reminders, by time. */
export function listReminders(db: Database, user: User): Reminder[] {
  return db.all(`SELECT ${columns} FROM reminders WHERE user_id = ? ORDER BY due_at, id`, user.id);
}

/** Stores a reminder of a message that the user may read, and publishes it to their clients. Returns its id. Throws listFull. */
export function doAddReminder(
  app: Context,
  user: User,
  { message_id, note, due_at }: Pick<Reminder, 'message_id' | 'note' | 'due_at'>,
): number {
  const sql = 'INSERT INTO reminders (user_id, message_id, note, due_at) VALUES (?, ?, ?, ?)';
  const { id } = app.db.run(sql, user.id, message_id, note, due_at);
  ensureWithinBound(app.db, user, reminders);
  const added = [presentReminder(app, user, getReminder(app.db, id))];
  publish(app, { type: 'reminders', op: 'add', reminders: added }, { user_ids: [user.id] });
  announce(app, reminderAdded);
  return id;
}

/** Deletes a reminder and publishes that to the user's clients. */
export function doRemoveReminder(app: Context, { id, user_id }: Reminder): void {
  app.db.run('DELETE FROM reminders WHERE id = ?', id);
  publish(app, { type: 'reminders', op: 'remove', reminder_id: id }, { user_ids: [user_id] });
}

/** Marks a reminder as failed. */
export function markReminderFailed(db: Database, { id }: Reminder): void {
  db.run('UPDATE reminders SET failed = 1 WHERE id = ?', id);
}

/**
 * A reminder as the API presents it, with its current content. The quotation is the stored rendering of the message:
 * rendering a hundred long ones again would delay all requests.
 */
export function presentReminder(app: Context, user: User, reminder: Reminder): object {
  const message = findReadable(app, user, reminder.message_id, briefSql);
  const start = startOf(app, user, { reminder, message });
  const html = boundedHtml(start, renderMessage(app, user, start).html);
  return {
    reminder_id: reminder.id,
    type: 'private',
    to: [user.id],
    content: withMessage(start, message),
    rendered_content: message
      ? `${html}\n<blockquote>\n${boundedHtml(message.content, message.html)}\n</blockquote>`
      : html,
    scheduled_delivery_timestamp: reminder.due_at,
    failed: reminder.failed === 1,
    reminder_target_message_id: reminder.message_id,
  };
}

/** In bytes: a text whose HTML is longer is shown as it is written, because a list has a hundred reminders. */
const longestHtml = 20_000;

function boundedHtml(text: string, html: string | null): string {
  return html === null || isLonger(html, longestHtml) ? renderWritten(text).html : html;
}

/**
 * The content of a reminder, in Markdown and rendered. Names are resolved as the user sees them, so a quotation reveals
 * nothing they may not know. A message that the user can no longer read is not quoted. `remarks` follow what it is about.
 */
export function writeReminder(
  app: Context,
  user: User,
  reminder: Reminder,
  remarks: readonly string[] = [],
): { content: string; rendering: Rendering } {
  const message = findReadable(app, user, reminder.message_id, quotedSql);
  const content = withMessage(startOf(app, user, { reminder, message, remarks }), message);
  return { content, rendering: renderMessage(app, user, content) };
}

interface Start {
  reminder: Reminder;
  /** Undefined if the user can no longer read it. */
  message: Quoted | undefined;
  remarks?: readonly string[];
}

function startOf(app: Context, user: User, { reminder: { note }, message, remarks = [] }: Start): string {
  const texts = textsFor(app.db, user);
  const noted = note === '' ? [] : [`${texts.t('reminder.noted')}\n\n${note.replace(/^/gm, '> ')}`];
  return [nameReminded(app, texts, message), ...remarks, ...noted].join(' ');
}

function nameReminded(app: Context, texts: Texts, message: Quoted | undefined): string {
  if (!message) return texts.t('reminder.gone');
  const described = describeMessage(app, texts, message);
  return texts.markdown(described.isDirect ? 'reminder.direct' : 'reminder.topic', described);
}

function withMessage(start: string, message: Quoted | undefined): string {
  return message ? withQuote(`${start}\n\n`, message.content) : start;
}

/** A message to quote. */
interface Quoted extends Describable {
  content: string;
  /** Null if it is long. */
  html: string | null;
}

const quotedSql = 'SELECT id, sender_id, conversation_id, content, rendered_content AS html FROM messages WHERE id = ?';
// Of a message with long HTML, which is not even read, a list quotes the beginning.
const briefSql = `SELECT id, sender_id, conversation_id,
    iif(octet_length(rendered_content) > 20000, substr(content, 1, 1000) || '…', content) AS content,
    iif(octet_length(rendered_content) > 20000, NULL, rendered_content) AS html
  FROM messages WHERE id = ?`;

function findReadable(app: Context, user: User, message_id: number, sql: string): Quoted | undefined {
  const [id] = listReadable(app, user, [message_id]);
  return id === undefined ? undefined : app.db.get<Quoted>(sql, id);
}
