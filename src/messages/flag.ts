import { announce, announcement, type Context } from '../context.ts';
import { isSubscribed } from '../conversations/channel.ts';
import { type Conversation, listConversations, newestMessageId } from '../conversations/conversation.ts';
import { listMessageRefs, type MessageRef } from '../conversations/message.ts';
import { markChannelRead, markMessagesRead, markMessagesUnread } from '../conversations/read-marks.ts';
import { listReadable } from '../conversations/readable.ts';
import {
  listUnread,
  listUnreadByConversation,
  listUnreadInChannel,
  listUnreadInConversation,
  type UnreadMessages,
} from '../conversations/unread-messages.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import type { User } from '../users/user.ts';
import { publishFlagChange } from './flag-event.ts';

/** A user has read messages. */
export const messagesRead = announcement<{ user_id: number; message_ids: readonly number[] }>('messagesRead');

export type FlagOperation = 'add' | 'remove';
export type EditableFlag = 'read' | 'starred' | 'collapsed';

const invalidFlag = errorKind<{ flag: string }>("Invalid flag: '{flag}'");
const flagNotEditable = errorKind<{ flag: string }>("Flag not editable: '{flag}'");
const invalidFlagOperation = errorKind<{ op: string }>("Invalid message flag operation: '{op}'");
/** Errors of flag changes. */
export const flagErrors = [invalidFlag, flagNotEditable, invalidFlagOperation] as const;

const otherFlags = [
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'group_mentioned',
  'force_expand',
  'force_collapse',
  'has_alert_word',
  'historical',
];

/** The operation and flag that a client requests. Throws one of flagErrors. */
export function checkFlagChange(op: string, flag: string): { op: FlagOperation; flag: EditableFlag } {
  if (otherFlags.includes(flag)) throw flagNotEditable({ flag });
  if (flag !== 'read' && flag !== 'starred' && flag !== 'collapsed') throw invalidFlag({ flag });
  if (op !== 'add' && op !== 'remove') throw invalidFlagOperation({ op });
  return { op, flag };
}

/** The result of a flag change. */
export interface FlagChange {
  /** Ids of the messages that changed, ascending. */
  changed: number[];
  /** Channels whose messages stay read because the user is not subscribed. */
  ignored: number[];
}

/** Adds or removes a flag on messages that the user may read, and publishes the change to their clients. */
export function doChangeFlag(
  app: Context,
  user: User,
  { op, flag }: { op: FlagOperation; flag: EditableFlag },
  messages: readonly MessageRef[],
): FlagChange {
  const ignored = flag === 'read' && op === 'remove' ? notFollowed(app.db, user, messages) : [];
  const eligible = messages.filter(({ channel_id }) => channel_id === null || !ignored.includes(channel_id));
  const changed =
    flag === 'read' ? changeRead(app.db, user, op, eligible) : changeRows(app.db, user, op, flag, eligible);
  if (flag === 'read' && op === 'add') announce(app, messagesRead, { user_id: user.id, message_ids: changed });
  publishFlagChange(app, user, op, flag, changed);
  return { changed, ignored };
}

/** Marks all messages of current subscriptions and direct conversations as read. */
export function doMarkAllRead(app: Context, user: User): void {
  const groups = listUnreadByConversation(app.db, user.id);
  const until = newestMessageId(app.db);
  const idsByChannel = Map.groupBy(groups, channelFinder(app.db, groups));
  for (const [channel_id, there] of idsByChannel) {
    if (channel_id !== null) markChannelRead(app.db, [user.id], channel_id, until);
    else
      markMessagesRead(
        app.db,
        user.id,
        listMessageRefs(
          app.db,
          there.flatMap(({ ids }) => ids),
        ),
      );
  }
  const unread = groups.flatMap(({ ids }) => ids).sort((a, b) => a - b);
  if (unread.length === 0) return;
  announce(app, messagesRead, { user_id: user.id, message_ids: unread });
  const event = { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages: [] } as const;
  publish(app, { ...event, all: true }, { user_ids: [user.id] });
}

/** Returns a function that returns the channel of each of these conversations, or null. */
function channelFinder(db: Database, groups: readonly UnreadMessages[]): (group: UnreadMessages) => number | null {
  const conversations = listConversations(
    db,
    groups.map(({ conversation_id }) => conversation_id),
  );
  const channels = new Map(conversations.map(({ id, channel_id }) => [id, channel_id]));
  return ({ conversation_id }) => channels.get(conversation_id) ?? null;
}

/** Marks all messages of a channel as read. */
export function doMarkWholeChannelRead(app: Context, user: User, channel_id: number): void {
  const unread = listUnreadInChannel(app.db, user.id, channel_id);
  if (unread.length === 0) return;
  markChannelRead(app.db, [user.id], channel_id, newestMessageId(app.db));
  announce(app, messagesRead, { user_id: user.id, message_ids: unread });
  publishFlagChange(app, user, 'add', 'read', unread);
}

/** Marks all messages of a conversation as read. */
export function doMarkConversationRead(app: Context, user: User, conversation: Conversation): void {
  const unread = listUnreadInConversation(app.db, user.id, conversation.id);
  doChangeFlag(app, user, { op: 'add', flag: 'read' }, listMessageRefs(app.db, unread));
}

/** Of the list in the initial state: less than a megabyte of ids. */
const maxStarred = 100_000;

/** Ids of the user's newest starred messages that they may still read, ascending. */
export function listStarred(app: Context, user: User): number[] {
  const sql = `SELECT message_id FROM message_flags WHERE user_id = ? AND flag = 'starred'
    ORDER BY message_id DESC LIMIT ?`;
  const ids = app.db.values<number>(sql, user.id, maxStarred);
  return ids.length === 0 ? [] : listReadable(app, user, ids);
}

function changeRead(db: Database, user: User, op: FlagOperation, messages: readonly MessageRef[]): number[] {
  return op === 'add' ? markMessagesRead(db, user.id, messages) : markMessagesUnread(db, user.id, messages);
}

function changeRows(
  db: Database,
  user: User,
  op: FlagOperation,
  flag: EditableFlag,
  messages: readonly MessageRef[],
): number[] {
  const ids = messages.map(({ id }) => id);
  const set = new Set(
    db.values<number>(
      `SELECT message_id FROM message_flags WHERE user_id = ? AND flag = ? AND message_id ${inJsonList}`,
      user.id,
      flag,
      JSON.stringify(ids),
    ),
  );
  const changed = ids.filter((id) => set.has(id) === (op === 'remove'));
  const sql =
    op === 'add'
      ? 'INSERT INTO message_flags (user_id, flag, message_id) SELECT ?, ?, value FROM json_each(?)'
      : `DELETE FROM message_flags WHERE user_id = ? AND flag = ? AND message_id ${inJsonList}`;
  if (changed.length > 0) db.run(sql, user.id, flag, JSON.stringify(changed));
  return changed;
}

function notFollowed(db: Database, user: User, messages: readonly MessageRef[]): number[] {
  const channel_ids = [...new Set(messages.flatMap(({ channel_id }) => channel_id ?? []))];
  return channel_ids.filter((channel_id) => !isSubscribed(db, user.id, channel_id));
}

/** Marks the unread messages of a newly muted user as read. */
export function doMarkMutedRead(app: Context, { user, muted }: { user: User; muted: User }): void {
  doChangeFlag(app, user, { op: 'add', flag: 'read' }, listMessageRefs(app.db, listUnreadFrom(app.db, user, muted)));
}

function listUnreadFrom(db: Database, user: User, sender: User): number[] {
  const unread = listUnread(db, user.id);
  const sql = `SELECT id FROM messages WHERE id ${inJsonList} AND sender_id = ?`;
  return db.values(sql, JSON.stringify(unread), sender.id);
}
