import type { Context } from '../context.ts';
import { receives } from '../conversations/audience.ts';
import { getConversation } from '../conversations/conversation.ts';
import { findMessage, type Message } from '../conversations/message.ts';
import { readStates } from '../conversations/read-state.ts';
import type { Database } from '../db/database.ts';
import { listGroupUserIds } from '../groups/membership.ts';
import { listDestinations, listReachable } from './enqueue.ts';
import { reachOfMessage } from './notify-policy.ts';
import { advanceTask, type Details, endTask, enqueueTask, type Task } from './task.ts';

type Spread = Extract<Details, { kind: 'spread' }>;

/** Number of users processed in one go, because requests wait for it. */
const batch = 200;

/** Queues the notifications of a message for the next batch of users. */
export function fanOut(app: Context, task: Task<Spread>): void {
  const { message_id, only, after } = task.details;
  const message = findMessage(app.db, message_id);
  const user_ids = message ? listReachable(app, after, batch) : [];
  for (const user_id of user_ids) {
    if (message && user_id !== message.sender_id && (only?.includes(user_id) ?? true)) {
      enqueueForUser(app, task.details, message, user_id);
    }
  }
  if (user_ids.length < batch) endTask(app.db, task);
  else advanceTask(app.db, task, { ...task.details, after: user_ids.at(-1) as number });
}

/** Whether a message exists, is visible to the user, and is unread. */
export function isUnread(db: Database, user_id: number, message_id: number): boolean {
  const message = findMessage(db, message_id);
  return message !== undefined && isStillUnread(db, user_id, message);
}

function isStillUnread(db: Database, user_id: number, message: Message): boolean {
  const conversation = getConversation(db, message.conversation_id);
  return receives(db, user_id, conversation) && readStates(db, user_id, [message])(message) === 'unread';
}

function enqueueForUser(app: Context, { group_ids }: Spread, message: Message, user_id: number): void {
  const conversation = getConversation(app.db, message.conversation_id);
  if (!isStillUnread(app.db, user_id, message)) return;
  const flags = new Set(
    app.db.values<string>('SELECT flag FROM message_flags WHERE user_id = ? AND message_id = ?', user_id, message.id),
  );
  const facts = { user_id, flags, mentions_channel: message.mentions_channel === 1 };
  if (reachOfMessage(app, conversation, facts, 'push') !== 'now') return;
  const sql = 'INSERT OR IGNORE INTO notified_messages (user_id, message_id) VALUES (?, ?)';
  // A user mentioned by an edit may have been notified before.
  if (app.db.run(sql, user_id, message.id).changes === 0) return;
  const group_id = findMentioning(app, message.id, user_id, group_ids);
  const details = { kind: 'message', user_id, message_id: message.id, ...(group_id ? { group_id } : {}) } as const;
  for (const aim of listDestinations(app, user_id)) enqueueTask(app, aim, details);
}

/** The smallest mentioned group that contains a user; undefined if the message mentions them by name. */
function findMentioning(
  app: Context,
  message_id: number,
  user_id: number,
  group_ids: readonly number[],
): number | undefined {
  const sql = 'SELECT 1 FROM mentions WHERE user_id = ? AND message_id = ?';
  if (group_ids.length === 0 || app.db.value<number>(sql, user_id, message_id) !== undefined) return undefined;
  const groups = group_ids.map((id) => ({ id, members: listGroupUserIds(app, id) }));
  const own = groups.filter(({ members }) => members.includes(user_id));
  return own.sort((a, b) => a.members.length - b.members.length)[0]?.id;
}
