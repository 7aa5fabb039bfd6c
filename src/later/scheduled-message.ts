import { announce, announcement, type Context } from '../context.ts';
import { type Conversation, memberIds } from '../conversations/conversation.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { phrase } from '../http/phrase.ts';
import { ensureMentionsAllowed } from '../messages/mentions.ts';
import { checkToSend, type Destination, isDirectType } from '../messages/recipient.ts';
import { type Rendering, renderToSend } from '../messages/rendering.ts';
import { awaitFiles, awaitNoFiles } from '../uploads/awaited.ts';
import { ensureWithinBound, type OwnList } from '../users/own-list.ts';
import type { User } from '../users/user.ts';

/** A message was scheduled or rescheduled. */
export const messageScheduled = announcement<void>('messageScheduled');

/** A scheduled message, pending or failed. */
export interface ScheduledMessage {
  id: number;
  sender_id: number;
  /** Null for a direct message. */
  channel_id: number | null;
  /** Null for a direct message. */
  topic: string | null;
  /** JSON list of the user ids of a direct message; null for a channel message. */
  user_ids: string | null;
  content: string;
  rendered_content: string;
  /** Name of the client that scheduled it. */
  client: string;
  read_by_sender: 0 | 1;
  /** UNIX seconds. */
  due_at: number;
  failed: 0 | 1;
  /** Null until it is sent. */
  sent_at: number | null;
}

/** The recipient and content of a message. */
export interface Plan extends Destination {
  content: string;
}

/** A plan that its sender may carry out now. */
interface CheckedPlan {
  /** The destination; its id is 0 if it does not exist yet. */
  conversation: Conversation;
  content: string;
  rendering: Rendering;
}

export const scheduledMissing = errorKind('Scheduled message does not exist', { status: 404 });
export const alreadySent = errorKind('Scheduled message was already sent');
export const dueInPast = errorKind('Scheduled delivery time must be in the future.');

const pending: OwnList = {
  name: phrase('scheduled messages'),
  max: 1000,
  count: 'SELECT count(*) FROM scheduled_messages WHERE sender_id = ? AND sent_at IS NULL',
  size: {
    maxMib: 2,
    bytes: `SELECT sum(250 + ifnull(octet_length(user_ids), octet_length(json_quote(topic)))
        + octet_length(json_quote(content)) + octet_length(json_quote(rendered_content)))
      FROM scheduled_messages WHERE sender_id = ? AND sent_at IS NULL`,
  },
};

const columns = `id, sender_id, channel_id, topic, user_ids, content, rendered_content, client, read_by_sender, due_at,
  failed, sent_at`;

/** A user's own message that is not sent yet. Throws scheduledMissing or alreadySent. */
export function accessScheduled(db: Database, user: User, id: number): ScheduledMessage {
  const message = findScheduled(db, id);
  if (message?.sender_id !== user.id) throw scheduledMissing();
  if (message.sent_at !== null) throw alreadySent();
  return message;
}

function findScheduled(db: Database, id: number): ScheduledMessage | undefined {
  return db.get<ScheduledMessage>(`SELECT ${columns} FROM scheduled_messages WHERE id = ?`, id);
}

/** A scheduled message that exists. */
export function getScheduled(db: Database, id: number): ScheduledMessage {
  const message = findScheduled(db, id);
  if (!message) throw new Error(`there is no scheduled message ${id}`);
  return message;
}

/** A user's unsent scheduled messages, by time. */
export function listScheduled(db: Database, user: User): ScheduledMessage[] {
  return db.all(
    `SELECT ${columns} FROM scheduled_messages WHERE sender_id = ? AND sent_at IS NULL ORDER BY due_at, id`,
    user.id,
  );
}

/** Throws dueInPast unless a time is in the future. */
export function ensureInFuture(app: Context, due_at: number): void {
  if (due_at <= app.clock.now()) throw dueInPast();
}

/** Throws one of recipientErrors or mentionErrors, or htmlTooLong, unless the user could send such a message now. */
export function checkPlan(app: Context, sender: User, { content, ...destination }: Plan): CheckedPlan {
  const conversation = checkToSend(app, sender, destination);
  const rendering = renderToSend(app, sender, content);
  ensureMentionsAllowed(app, sender, conversation, rendering.mentions);
  return { conversation, content, rendering };
}

/** The plan of a scheduled message. */
export function planOf({ channel_id, topic, user_ids, content }: ScheduledMessage): Plan {
  const to = channel_id ?? (JSON.parse(user_ids ?? '[]') as number[]);
  return { type: channel_id === null ? 'private' : 'stream', to, topic: topic ?? undefined, content };
}

/** Whether the only recipient is the sender. */
export function isForSenderAlone({ conversation }: CheckedPlan): boolean {
  return conversation.channel_id === null && memberIds(conversation).length === 1;
}

interface Scheduling {
  plan: CheckedPlan;
  due_at: number;
  client: string;
  read_by_sender: boolean;
}

/** Schedules a message and publishes it to its sender's clients. Returns its id. Throws listFull. */
export function doSchedule(app: Context, sender: User, { plan, due_at, client, read_by_sender }: Scheduling): number {
  const { conversation, content, rendering } = plan;
  const { id } = app.db.run(
    `INSERT INTO scheduled_messages (sender_id, channel_id, topic, user_ids, content, rendered_content, client,
       read_by_sender, due_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    sender.id,
    conversation.channel_id,
    conversation.topic,
    recipientIds(conversation, sender),
    content,
    rendering.html,
    client,
    Number(read_by_sender),
    due_at,
  );
  ensureWithinBound(app.db, sender, pending);
  awaitFiles(app, sender, { scheduled_message_id: id }, content);
  const message = getScheduled(app.db, id);
  const event = { type: 'scheduled_messages', op: 'add', scheduled_messages: [presentScheduled(message)] } as const;
  publish(app, event, { user_ids: [sender.id] });
  announce(app, messageScheduled);
  return id;
}

/** Changes and publishes the plan, the time or both. A failed message becomes pending again. Throws listFull. */
export function doReschedule(
  app: Context,
  sender: User,
  message: ScheduledMessage,
  { plan, due_at = message.due_at }: { plan: CheckedPlan | undefined; due_at: number | undefined },
): void {
  if (plan) doChangePlan(app, sender, message, plan);
  app.db.run('UPDATE scheduled_messages SET due_at = ?, failed = 0 WHERE id = ?', due_at, message.id);
  publishScheduled(app, message);
  announce(app, messageScheduled);
}

/** Deletes a scheduled message and publishes that to its sender's clients. */
export function doUnschedule(app: Context, message: ScheduledMessage): void {
  app.db.run('DELETE FROM scheduled_messages WHERE id = ?', message.id);
  publishGone(app, message);
}

/** Marks a message as sent and clears its content, because the sent message contains it. */
export function doMarkSent(app: Context, message: ScheduledMessage): void {
  const sql = `UPDATE scheduled_messages SET sent_at = ?, content = '', rendered_content = '' WHERE id = ?`;
  app.db.run(sql, app.clock.now(), message.id);
  awaitNoFiles(app.db, { scheduled_message_id: message.id });
  publishGone(app, message);
}

/** Marks a message as failed; it stays until its sender changes it. */
export function doMarkFailed(app: Context, message: ScheduledMessage): void {
  app.db.run('UPDATE scheduled_messages SET failed = 1 WHERE id = ?', message.id);
  publishScheduled(app, message);
}

/** A scheduled message as the API presents it. */
export function presentScheduled(message: ScheduledMessage): object {
  const { type, to, topic, content } = planOf(message);
  return {
    scheduled_message_id: message.id,
    type,
    to,
    ...(isDirectType(type) ? {} : { topic }),
    content,
    rendered_content: message.rendered_content,
    scheduled_delivery_timestamp: message.due_at,
    failed: message.failed === 1,
  };
}

function doChangePlan(app: Context, sender: User, message: ScheduledMessage, plan: CheckedPlan): void {
  const { conversation, content, rendering } = plan;
  awaitFiles(app, sender, { scheduled_message_id: message.id }, content);
  app.db.run(
    `UPDATE scheduled_messages SET channel_id = ?, topic = ?, user_ids = ?, content = ?, rendered_content = ?
     WHERE id = ?`,
    conversation.channel_id,
    conversation.topic,
    recipientIds(conversation, sender),
    content,
    rendering.html,
    message.id,
  );
  ensureWithinBound(app.db, sender, pending);
}

/** JSON list of a direct message's recipients: the others, or the sender of a note to oneself. */
function recipientIds(conversation: Conversation, sender: User): string | null {
  if (conversation.channel_id !== null) return null;
  const others = memberIds(conversation).filter((id) => id !== sender.id);
  return JSON.stringify(others.length > 0 ? others : [sender.id]);
}

function publishScheduled(app: Context, { id, sender_id }: ScheduledMessage): void {
  const scheduled_message = presentScheduled(getScheduled(app.db, id));
  publish(app, { type: 'scheduled_messages', op: 'update', scheduled_message }, { user_ids: [sender_id] });
}

function publishGone(app: Context, { id, sender_id }: ScheduledMessage): void {
  publish(app, { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }, { user_ids: [sender_id] });
}
