import { withFirstMessageEvents } from '../channels/first-message.ts';
import { withPolicies } from '../channels/moved-policies.ts';
import { announce, announceChange, announcement, type Context, change } from '../context.ts';
import { type Channel, getChannel, listSubscriberIds } from '../conversations/channel.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { Message } from '../conversations/message.ts';
import { listOutsideReaderIds } from '../conversations/outside-readers.ts';
import { relocateMessages, type Topic } from '../conversations/relocation.ts';
import {
  type AudiencePart,
  arrivalFinder,
  listUpdateAudience,
  listViewers,
  type Viewers,
} from '../conversations/update-audience.ts';
import { foldName } from '../ground/text.ts';
import { type Attachment, doRefer } from '../uploads/attachment.ts';
import type { User } from '../users/user.ts';
import { type Edit, recordEdits, storeEdit } from './edit.ts';
import { messagesChanged } from './message-cache.ts';
import { doSpellTarget } from './unseen-topic.ts';
import { type MessageUpdate, publishDeletion, publishUpdate } from './update-event.ts';

/** A move of messages of one topic. */
export interface Move {
  /** All messages to move, ascending. */
  ids: readonly number[];
  from: Conversation & Topic;
  to: Topic;
  propagate_mode: 'change_one' | 'change_later' | 'change_all';
  /** Whether these are all messages of the topic that the editor sees. */
  isWhole: boolean;
  /** Whether the move only marks the topic as resolved or unresolved. */
  resolves: boolean;
  /** Whether to send a notice to the old and to the new topic. */
  tellOld: boolean;
  tellNew: boolean;
}

/** Messages that moved. */
export interface MovedMessages extends Move {
  editor: User;
  /** The old channel. */
  channel: Channel;
  /** The new conversation. */
  conversation: Conversation;
}

/** Messages, and with them who sees their topics, are about to move. */
export const messageMove = change<{ ids: readonly number[] }>('messageMove');
export const messagesMoved = announcement<MovedMessages>('messagesMoved');

/**
 * Moves a message and others of its topic, records it in their history, and publishes it to everyone who sees or saw
 * them. New content of the message is part of the same event. The caller has checked the permission. Returns the
 * editor's files that no message refers to any longer.
 */
export function doMoveMessages(app: Context, editor: User, message: Message, move: Move, edit?: Edit): Attachment[] {
  let released: Attachment[] = [];
  announceChange(app, messageMove, { ids: move.ids }, () => {
    released = doMove(app, editor, message, move, edit);
  });
  return released;
}

function doMove(app: Context, editor: User, message: Message, move: Move, edit?: Edit): Attachment[] {
  const { ids, from } = move;
  const channel = getChannel(app.db, from.channel_id);
  const edited_at = app.clock.now();
  announce(app, messagesChanged, { ids });
  const viewers = leaves(move) ? listViewers(app, channel, ids) : [];
  const conversation = withFirstMessageEvents(app, [channel.id, move.to.channel_id], () =>
    moveTopic(app, editor, move),
  );
  // An existing topic keeps its spelling.
  const to = { ...move.to, topic: conversation.topic ?? move.to.topic };
  recordEdits(app.db, ids, { editor, edited_at, from, to, resolves: move.resolves, replaced: edit && message });
  const content = edit && storeEdit(app, message, conversation, edit);
  const moved = { ...move, to };
  const where = { ...to, orig_topic: from.topic, propagate_mode: move.propagate_mode };
  const update: MessageUpdate = { message_id: message.id, editor, edited_at, channel, content, move: where };
  if (leaves(move)) publishDeparture(app, update, moved, viewers);
  else publishUpdate(app, update, listUpdateAudience(app, conversation, ids));
  announce(app, messagesMoved, { ...moved, editor, channel, conversation });
  return edit ? doRefer(app, editor, message.id, edit.rendering.path_ids) : [];
}

function leaves({ from, to }: Move): boolean {
  return from.channel_id !== to.channel_id;
}

function moveTopic(app: Context, editor: User, { ids, from, to, isWhole }: Move): Conversation {
  if (from.channel_id !== to.channel_id || foldName(from.topic) !== foldName(to.topic)) doSpellTarget(app, editor, to);
  const relocate = () => relocateMessages(app.db, ids, from, to);
  return isWhole ? withPolicies(app, from, to, relocate) : relocate();
}

// Publishes a deletion to users who cannot read the new channel, and the move to its subscribers.
function publishDeparture(
  app: Context,
  update: MessageUpdate,
  { ids, from, to }: Move,
  viewers: readonly Viewers[],
): void {
  const target = getChannel(app.db, to.channel_id);
  const findArrived = arrivalFinder(app, target, ids);
  const kept = new Map(listSubscriberIds(app.db, target.id).map((user_id) => [user_id, ids]));
  // Users who received these messages, have not subscribed to the new channel but may read it see them again.
  for (const user_id of listOutsideReaderIds(app, target, ids)) kept.set(user_id, findArrived(user_id, ids));
  const lost: [user_id: number, ids: readonly number[]][] = [];
  for (const { user_ids, ids: seen } of viewers) {
    const online = user_ids.filter((user_id) => app.clients.isOnline(user_id));
    for (const [arrived, alike] of Map.groupBy(online, (user_id) => findArrived(user_id, seen))) {
      const gone = missingFrom(arrived, seen);
      for (const user_id of alike) {
        kept.set(user_id, arrived);
        lost.push([user_id, gone]);
      }
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

/** Groups users by identical id lists, as nearly all share one. Users with an empty list are left out. */
function groupAlike(entries: readonly (readonly [user_id: number, ids: readonly number[]])[]): AudiencePart[] {
  const groups = Map.groupBy(entries, ([, ids]) => ids);
  return [...groups]
    .filter(([ids]) => ids.length > 0)
    .map(([ids, group]) => ({ audience: { user_ids: group.map(([user_id]) => user_id) }, ids }));
}
