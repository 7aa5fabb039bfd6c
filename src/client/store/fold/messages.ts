import type {
  ChannelMessage,
  DirectMessage,
  Message,
  Reaction,
  State,
  Submessage,
  UnreadMessages,
} from '../../api/types.ts';
import {
  type Apply,
  byOp,
  changeMessage,
  changes,
  type Fold,
  type Mention,
  type Model,
  type Place,
  withEntry,
} from './model.ts';

const receive: Apply<{ message: Message; flags: string[] }> = (model, { message, flags }) => {
  model.messages.set(message.id, { ...message, flags });
  if (!flags.includes('read')) model.unread.set(message.id, placeOf(model, { ...message, flags }));
  if (message.type === 'stream') noteFirst(model, message);
  else noteDirect(model, message);
};

function noteDirect({ state }: Model, { id, display_recipient }: DirectMessage): void {
  const user_ids = display_recipient
    .map((one) => one.id)
    .filter((one) => one !== state.user_id)
    .sort((a, b) => a - b);
  const others = state.recent_private_conversations.filter((one) => one.user_ids.join() !== user_ids.join());
  state.recent_private_conversations = [{ user_ids, max_message_id: id }, ...others];
}

/** The first message that arrives in a channel without messages is the channel's first message. */
function noteFirst({ state }: Model, { stream_id, id }: ChannelMessage): void {
  for (const name of ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'] as const) {
    for (const channel of state[name]) if (channel.stream_id === stream_id) channel.first_message_id ??= id;
  }
}

interface MessageUpdate {
  message_id: number;
  message_ids: number[];
  flags: string[];
  content?: string;
  rendered_content?: string;
  is_me_message?: boolean;
  rendering_only?: boolean;
  edit_timestamp: number;
  orig_subject?: string;
  subject?: string;
  topic_links?: ChannelMessage['topic_links'];
  new_stream_id?: number;
  propagate_mode?: string;
}

const update: Apply<MessageUpdate> = (model, event) => {
  const { flags, content, rendered_content, is_me_message, rendering_only, edit_timestamp } = event;
  changeMessage(model, event.message_id, () => ({
    flags,
    ...(content === undefined ? {} : { content: rendered_content, is_me_message }),
    ...(content === undefined || rendering_only ? {} : { last_edit_timestamp: edit_timestamp }),
  }));
  changePlace(model, event.message_id, { mention: mentionIn(flags) });
  if (event.subject !== undefined || event.new_stream_id !== undefined)
    for (const id of event.message_ids) move(model, id, event);
};

function move(model: Model, id: number, event: MessageUpdate): void {
  const { subject, topic_links, new_stream_id, edit_timestamp } = event;
  if (subject !== undefined) changePlace(model, id, { topic: subject });
  if (new_stream_id !== undefined) changePlace(model, id, { stream_id: new_stream_id });
  if (!model.messages.has(id)) {
    model.arrived.add(id);
    return;
  }
  const isMarking = isResolving(event);
  // Only a whole topic can be resolved; unless the mode is 'change_all', the event does not show whether it was the
  // whole.
  const mayBeMove = !isMarking || event.propagate_mode !== 'change_all';
  // The server may spell a topic in another way, which is nobody's move.
  const isMove = mayBeMove && event.rendering_only !== true;
  if (isMarking && isMove) model.stale.add('last_moved_timestamp');
  changeMessage(model, id, () => ({
    ...(isMove ? { last_moved_timestamp: edit_timestamp } : {}),
    ...(subject === undefined ? {} : { subject, topic_links }),
    ...(new_stream_id === undefined ? {} : placeInChannel(model, new_stream_id)),
  }));
  if (new_stream_id !== undefined) model.stale.add('recipient_id');
}

function changePlace({ unread }: Model, id: number, fields: Partial<Place>): void {
  const place = unread.get(id);
  if (place) unread.set(id, { ...place, ...fields });
}

function placeInChannel({ state }: Model, stream_id: number) {
  const channel = state.streams.find((one) => one.stream_id === stream_id);
  return { stream_id, ...(channel ? { display_recipient: channel.name } : {}) };
}

/** The prefix of a resolved topic's name. */
export const resolvedPrefix = '✔ ';

/** Whether the change only resolves or unresolves a topic, which counts as no move. */
function isResolving({ orig_subject, subject, new_stream_id }: MessageUpdate): boolean {
  if (new_stream_id !== undefined || subject === undefined) return false;
  return subject === `${resolvedPrefix}${orig_subject}` || orig_subject === `${resolvedPrefix}${subject}`;
}

interface Deletion {
  message_ids?: number[];
  message_id?: number;
  stream_id?: number;
}

// The message may be deleted, or only be moved out of sight; in that case it still counts as received.
const remove: Apply<Deletion> = ({ messages, unread, starred, hidden }, event) => {
  const { message_ids, message_id, stream_id = 0 } = event;
  for (const id of message_ids ?? (message_id === undefined ? [] : [message_id])) {
    messages.delete(id);
    unread.delete(id);
    starred.delete(id);
    hidden.add(stream_id);
  }
};

interface FlagChange {
  flag: string;
  messages: number[];
  all?: boolean;
}

const addFlag: Apply<FlagChange> = (model, { flag, messages, all }) => {
  for (const id of all ? countedUnread(model) : messages) {
    changeMessage(model, id, ({ flags }) => (flags.includes(flag) ? {} : { flags: [...flags, flag] }));
    if (!model.messages.has(id)) model.arrived.add(id);
    if (flag === 'read') model.unread.delete(id);
    if (flag === 'starred') model.starred.add(id);
  }
};

/** The unread messages that clients count: none in channels without a subscription. */
function countedUnread({ state, unread }: Model): number[] {
  const followed = new Set(state.subscriptions.map((one) => one.stream_id));
  return [...unread].flatMap(([id, { stream_id }]) => (stream_id === undefined || followed.has(stream_id) ? id : []));
}

interface UnreadDetails {
  type: 'stream' | 'private';
  mentioned?: boolean;
  stream_id?: number;
  topic?: string;
  user_ids?: number[];
}

type FlagRemoval = FlagChange & { message_details: Record<string, UnreadDetails> };

const removeFlag: Apply<FlagRemoval> = (model, { flag, messages, message_details }) => {
  for (const id of messages) {
    changeMessage(model, id, ({ flags }) => ({ flags: flags.filter((one) => one !== flag) }));
    if (flag === 'starred') model.starred.delete(id);
    const details = message_details?.[id];
    if (flag !== 'read' || !details) continue;
    model.unread.set(id, placeOfDetails(model, details));
    // The history becomes a part of the feed where it is unread.
    if (!model.messages.has(id)) model.arrived.add(id);
  }
};

/** The place of a message in lists of unread messages; of direct ones by the other participants. */
export function placeOf({ state }: Model, message: Message): Place {
  const mention = mentionIn(message.flags);
  if (message.type === 'stream') return { stream_id: message.stream_id, topic: message.subject, mention };
  const ids = message.display_recipient.map(({ id }) => id);
  return { user_ids: othersAmong(state, ids), mention };
}

function placeOfDetails({ state }: Model, details: UnreadDetails): Place {
  const mention = details.mentioned ? 'personal' : undefined;
  const { type, stream_id = 0, topic = '', user_ids = [] } = details;
  return type === 'stream' ? { stream_id, topic, mention } : { user_ids: othersAmong(state, user_ids), mention };
}

function mentionIn(flags: readonly string[]): Mention | undefined {
  if (flags.includes('mentioned')) return 'personal';
  return flags.some((flag) => flag.endsWith('_mentioned')) ? 'wildcard' : undefined;
}

/** The other participants of a direct conversation; the user for notes to oneself. */
export function othersAmong({ user_id }: Pick<State, 'user_id'>, ids: readonly number[]): number[] {
  const others = ids.filter((id) => id !== user_id);
  return others.length === 0 ? [user_id] : others;
}

/** Unread messages as POST /register lists them, by id. */
export function unreadOf(unread_msgs: UnreadMessages, user_id: number): Map<number, Place> {
  const places = new Map<number, Place>();
  const mentions = new Set(unread_msgs.mentions);
  const add = (ids: readonly number[], place: Place) => {
    const mentioned: Place = { ...place, mention: 'personal' };
    for (const id of ids) places.set(id, mentions.has(id) ? mentioned : place);
  };
  for (const one of unread_msgs.pms) add(one.unread_message_ids, { user_ids: [one.other_user_id] });
  for (const { stream_id, topic, unread_message_ids } of unread_msgs.streams)
    add(unread_message_ids, { stream_id, topic });
  for (const { user_ids_string, unread_message_ids } of unread_msgs.huddles) {
    const ids = user_ids_string.split(',').map(Number);
    add(unread_message_ids, { user_ids: ids.filter((id) => id !== user_id) });
  }
  return places;
}

type ReactionEvent = Reaction & { message_id: number };

// A fetched message may contain what an event adds a moment later.
const addReaction: Apply<ReactionEvent> = (model, event) => {
  const { emoji_name, emoji_code, reaction_type, user_id } = event;
  const reaction = { emoji_name, emoji_code, reaction_type, user_id };
  changeMessage(model, event.message_id, ({ reactions }) => ({
    reactions: [...reactions.filter((one) => !isSame(one, event)), reaction],
  }));
};

const removeReaction: Apply<ReactionEvent> = (model, event) => {
  changeMessage(model, event.message_id, ({ reactions }) => ({
    reactions: reactions.filter((one) => !isSame(one, event)),
  }));
};

function isSame(one: Reaction, { user_id, emoji_code, reaction_type }: Reaction): boolean {
  return one.user_id === user_id && one.emoji_code === emoji_code && one.reaction_type === reaction_type;
}

const addSubmessage: Apply<Omit<Submessage, 'id'> & { submessage_id: number }> = (model, event) => {
  const { message_id, submessage_id, sender_id, msg_type, content } = event;
  const submessage = { id: submessage_id, message_id, sender_id, msg_type, content };
  changeMessage(model, message_id, ({ submessages }) => ({
    submessages: withEntry(submessages, submessage, 'id'),
  }));
};

/** Events of messages, by type. */
export const messages: Fold = {
  message: changes(['messages', 'marks'], receive),
  update_message: changes(['messages', 'marks'], update),
  delete_message: changes(['messages', 'marks'], remove),
  update_message_flags: changes(['messages', 'marks'], byOp({ add: addFlag, remove: removeFlag })),
  reaction: changes('messages', byOp({ add: addReaction, remove: removeReaction })),
  submessage: changes('messages', addSubmessage),
};
