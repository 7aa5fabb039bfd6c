import { doFollowingFirstMessage } from '../channels/first-message.ts';
import { doMoveVisibilityPolicies } from '../channels/user-topic.ts';
import { type App, announce } from '../context.ts';
import { type Channel, findChannel, isSubscribed, listSubscriberIds } from '../conversations/channel.ts';
import { type Conversation, findConversation, findTopic } from '../conversations/conversation.ts';
import { arrivalFinder, type Hearers, listHearers, listSeers, type Seers } from '../conversations/hearers.ts';
import type { Placed } from '../conversations/read-state.ts';
import { listWitnessIds } from '../conversations/witnesses.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { doSpreadNews, doWithdrawFromUnaddressed, doWithdrawMessages } from '../push/news.ts';
import { type Attachment, doRefer, doReleaseFrom } from '../uploads/attachment.ts';
import { findUser, type User } from '../users/user.ts';
import { flagsByUser } from './mentions.ts';
import { setFlags, setMentions } from './message.ts';
import { isMeMessage } from './message-json.ts';
import { textsChanged } from './message-texts.ts';
import { doMoveMessages, type Topic, updateNewest } from './move.ts';
import { doNoticeMove } from './notices.ts';
import { type Rendering, renderedColumns, renderMessage } from './rendering.ts';
import { type ContentUpdate, type MessageUpdate, publishDeletion, publishUpdate } from './update-event.ts';

/** A message as far as changing it needs to know. */
export interface StoredMessage extends Placed {
  sender_id: number;
  sent_at: number;
  content: string;
  rendered_content: string;
}

/** Where messages of one topic go. */
export interface Move {
  /** All that move, ascending. */
  ids: readonly number[];
  from: Conversation & Topic;
  to: Topic;
  propagate_mode: 'change_one' | 'change_later' | 'change_all';
  /** Whether that is all of the topic that the editor sees. */
  isWhole: boolean;
  /** Whether to say in the old and in the new topic what happened. */
  tellOld: boolean;
  tellNew: boolean;
}

/** What is to be done with a message; the rendering is of the content, where the caller has needed it already. */
interface Change {
  content?: string | undefined;
  rendering?: Rendering | undefined;
  move?: Move | undefined;
}

/**
 * Gives a message new content, or moves it and others, or both. What was is kept in the history, and everyone who sees
 * or saw the messages hears of it. The caller has checked the permission. Returns the editor's files that nothing refers
 * to any more.
 */
export function doUpdateMessage(
  app: App,
  editor: User,
  message: StoredMessage,
  { content, rendering, move }: Change,
): Attachment[] {
  const { channel_id } = message;
  const channel = channel_id === null ? undefined : findChannel(app.db, channel_id);
  const edited_at = app.clock.now();
  announce(app, textsChanged, { ids: move?.ids ?? [message.id] });
  const seers = channel && move && leaves(move) ? listSeers(app, channel, move.ids) : [];
  const conversation = move
    ? doFollowingFirstMessage(app, [channel_id, move.to.channel_id], () => doMoveTopic(app, move))
    : (findConversation(app.db, message.conversation_id) as Conversation);
  // A topic that was there keeps its name, however the editor writes it.
  const moved = move && { ...move, to: { ...move.to, topic: conversation.topic ?? move.to.topic } };
  recordEdit(app, editor, message, content, moved, edited_at);
  const written = content === undefined ? undefined : (rendering ?? renderMessage(app, editor, content));
  const update: MessageUpdate = {
    message_id: message.id,
    editor,
    edited_at,
    channel,
    content:
      content !== undefined && written ? doStoreContent(app, message, conversation, content, written) : undefined,
    move: moved && { ...moved, orig_topic: moved.from.topic, ...moved.to },
  };
  if (!channel || !moved || !leaves(moved)) {
    publishUpdate(app, update, listHearers(app, conversation, moved?.ids ?? [message.id]));
  } else {
    publishDeparture(app, update, moved, seers);
  }
  if (channel && moved) doNoticeMove(app, { ...moved, editor, channel, conversation });
  return written ? doRefer(app, editor, message.id, written.path_ids) : [];
}

/** Deletes messages of one conversation for good, and tells everyone who saw them. Ids are ascending. */
export function doDeleteMessages(app: App, conversation: Conversation, ids: readonly number[]): void {
  if (ids.length === 0) return;
  announce(app, textsChanged, { ids });
  const { channel_id, topic } = conversation;
  const from = channel_id === null || topic === null ? undefined : { channel_id, topic };
  doWithdrawMessages(app, ids);
  publishDeletion(app, from, listHearers(app, conversation, ids));
  doReleaseFrom(app, ids);
  doFollowingFirstMessage(app, [channel_id], () => {
    app.db.run(`DELETE FROM messages WHERE id ${inJsonList}`, JSON.stringify(ids));
    updateNewest(app.db, conversation);
  });
}

/** A message with its text and author; the caller has checked that it may be seen. */
export function findStoredMessage(app: App, id: number): StoredMessage & { bot_owner_id: number | null } {
  const message = app.db.get<StoredMessage>(
    `SELECT id, conversation_id, place_id, channel_id, sent_channel_id, sender_id, sent_at, content, rendered_content
     FROM messages WHERE id = ?`,
    id,
  ) as StoredMessage;
  return { ...message, bot_owner_id: findUser(app.db, message.sender_id)?.bot_owner_id ?? null };
}

function leaves({ from, to }: Move): boolean {
  return from.channel_id !== to.channel_id;
}

function doMoveTopic(app: App, { ids, from, to, isWhole }: Move): Conversation {
  const isMerge = findTopic(app.db, to.channel_id, to.topic)?.max_message_id != null;
  const conversation = doMoveMessages(app.db, ids, from, to);
  if (isWhole) doMoveVisibilityPolicies(app, from, to, isMerge);
  return conversation;
}

function doStoreContent(
  app: App,
  message: StoredMessage,
  conversation: Conversation,
  content: string,
  rendering: Rendering,
): ContentUpdate {
  const { html: rendered_content, mentions } = rendering;
  const before = new Set(listAddressed(app.db, message.id));
  const mentions_channel = conversation.channel_id !== null && mentions.channel;
  updateContent(app.db, message.id, { ...rendering, content, mentions_channel });
  app.db.run(`DELETE FROM message_flags WHERE message_id = ? AND flag NOT IN ('starred', 'collapsed')`, message.id);
  setFlags(app.db, message.id, flagsByUser(app, conversation, rendering));
  const after = new Set(listAddressed(app.db, message.id));
  const only = [...after].filter((user_id) => !before.has(user_id));
  doWithdrawFromUnaddressed(
    app,
    message.id,
    conversation,
    [...before].filter((user_id) => !after.has(user_id)),
  );
  doSpreadNews(app, { message_id: message.id, group_ids: mentions.group_ids, only });
  app.db.run('DELETE FROM mentions WHERE message_id = ?', message.id);
  setMentions(app.db, message.id, mentions.user_ids);
  return {
    orig_content: message.content,
    orig_rendered_content: message.rendered_content,
    content,
    rendered_content,
    is_me_message: isMeMessage(content),
  };
}

function updateContent(
  db: Database,
  message_id: number,
  facts: Rendering & { content: string; mentions_channel: boolean },
): void {
  db.run(
    `UPDATE messages SET content = ?, mentions_channel = ?, rendered_content = ?, rendered_version = ?, has_link = ?,
       has_image = ?, has_attachment = ?
     WHERE id = ?`,
    facts.content,
    Number(facts.mentions_channel),
    ...renderedColumns(facts),
    message_id,
  );
}

/** Ids of the users whom a message addresses: whom it mentions, also with all others, or of whose words it has one. */
function listAddressed(db: Database, message_id: number): number[] {
  return db.values(
    `SELECT user_id FROM message_flags WHERE message_id = ?1 AND flag NOT IN ('starred', 'collapsed')
     UNION SELECT user_id FROM messages JOIN subscriptions USING (channel_id)
       WHERE messages.id = ?1 AND mentions_channel = 1 AND is_active = 1`,
    message_id,
  );
}

/** One row a message: what changed for it. Content changes only where the edit was made. */
function recordEdit(
  app: App,
  editor: User,
  message: StoredMessage,
  content: string | undefined,
  move: Move | undefined,
  edited_at: number,
): void {
  const isRenamed = move !== undefined && move.from.topic !== move.to.topic;
  const isElsewhere = move !== undefined && leaves(move);
  app.db.run(
    `INSERT INTO message_edits (message_id, user_id, edited_at, prev_topic, topic, prev_channel_id, channel_id,
       prev_content, prev_rendered_content)
     SELECT value, ?2, ?3, ?4, ?5, ?6, ?7, iif(value = ?8, ?9, NULL), iif(value = ?8, ?10, NULL) FROM json_each(?1)`,
    JSON.stringify(move?.ids ?? [message.id]),
    editor.id,
    edited_at,
    isRenamed ? move.from.topic : null,
    isRenamed ? move.to.topic : null,
    isElsewhere ? move.from.channel_id : null,
    isElsewhere ? move.to.channel_id : null,
    message.id,
    content === undefined ? null : message.content,
    content === undefined ? null : message.rendered_content,
  );
}

// Whoever may not read the channel they moved to sees the messages vanish; whoever follows it sees them arrive.
function publishDeparture(app: App, update: MessageUpdate, { ids, from, to }: Move, seers: readonly Seers[]): void {
  const target = findChannel(app.db, to.channel_id) as Channel;
  doWithdrawMessages(app, ids, (user_id) => !isSubscribed(app.db, user_id, target.id));
  const findArrived = arrivalFinder(app, target, ids);
  const kept = new Map(listSubscriberIds(app.db, target.id).map((user_id) => [user_id, ids]));
  // Who had lost sight of what they received gets it back.
  for (const user_id of listWitnessIds(app, target, ids)) kept.set(user_id, findArrived(user_id, ids));
  const lost: [user_id: number, ids: readonly number[]][] = [];
  for (const { user_ids, ids: seen } of seers) {
    for (const user_id of user_ids) {
      const arrived = findArrived(user_id, seen);
      kept.set(user_id, arrived);
      lost.push([user_id, missingFrom(arrived, seen)]);
    }
  }
  publishUpdate(app, update, groupAlike([...kept]));
  publishDeletion(app, from, groupAlike(lost));
}

function missingFrom(some: readonly number[], all: readonly number[]): readonly number[] {
  if (some.length === 0) return all;
  const present = new Set(some);
  return all.filter((id) => !present.has(id));
}

/** Users by what concerns them: nearly all share one list. Those whom nothing does are left out. */
function groupAlike(entries: readonly (readonly [user_id: number, ids: readonly number[]])[]): Hearers[] {
  const groups = Map.groupBy(entries, ([, ids]) => ids);
  return [...groups]
    .filter(([ids]) => ids.length > 0)
    .map(([ids, group]) => ({ audience: { user_ids: group.map(([user_id]) => user_id) }, ids }));
}
