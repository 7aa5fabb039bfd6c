import { type Apply, byOp, type Json, type Model, type Place } from './model.ts';

const receive: Apply = (model, { message, flags }) => {
  model.messages.set(message.id, { ...message, flags });
  if (!flags.includes('read')) model.unread.set(message.id, placeOf(model, message));
  if (message.type === 'stream') noteFirst(model, message);
};

/** The first message of a channel is the one that comes when there is none. */
function noteFirst({ state }: Model, { stream_id, id }: Json): void {
  for (const name of ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed']) {
    for (const channel of state[name]) if (channel.stream_id === stream_id) channel.first_message_id ??= id;
  }
}

const update: Apply = (model, event) => {
  const edited = model.messages.get(event.message_id);
  if (edited) edited.flags = event.flags;
  if (edited && event.content !== undefined) {
    edited.content = event.rendered_content;
    edited.is_me_message = event.is_me_message;
    if (!event.rendering_only) edited.last_edit_timestamp = event.edit_timestamp;
  }
  if (event.subject !== undefined || event.new_stream_id !== undefined)
    for (const id of event.message_ids) move(model, id, event);
};

function move(model: Model, id: number, event: Json): void {
  const { subject, topic_links, new_stream_id, edit_timestamp } = event;
  const place = model.unread.get(id);
  if (place && subject !== undefined) place.topic = subject;
  if (place && new_stream_id !== undefined) place.stream_id = new_stream_id;
  const message = model.messages.get(id);
  if (!message) {
    model.arrived.add(id);
    return;
  }
  if (!isResolving(event)) message.last_moved_timestamp = edit_timestamp;
  if (subject !== undefined) Object.assign(message, { subject, topic_links });
  if (new_stream_id === undefined) return;
  message.stream_id = new_stream_id;
  const channel = model.state.streams.find((one: Json) => one.stream_id === new_stream_id);
  if (channel) message.display_recipient = channel.name;
  model.stale.add('recipient_id');
}

const resolved = '✔ ';

/** Resolving a topic, or taking that back, counts as no move. */
function isResolving({ orig_subject, subject, new_stream_id }: Json): boolean {
  if (new_stream_id !== undefined || subject === undefined) return false;
  return subject === `${resolved}${orig_subject}` || orig_subject === `${resolved}${subject}`;
}

// A message may be deleted, or only have moved out of sight: then it counts still as received.
const remove: Apply = ({ messages, unread, starred, hidden }, { message_ids, message_id, stream_id = 0 }) => {
  for (const id of message_ids ?? [message_id]) {
    messages.delete(id);
    unread.delete(id);
    starred.delete(id);
    hidden.add(stream_id);
  }
};

const addFlag: Apply = (model, { flag, messages, all }) => {
  for (const id of all ? countedUnread(model) : messages) {
    const message = model.messages.get(id);
    if (message && !message.flags.includes(flag)) message.flags.push(flag);
    if (!message) model.arrived.add(id);
    if (flag === 'read') model.unread.delete(id);
    if (flag === 'starred') model.starred.add(id);
  }
};

/** What clients count as unread: nothing of channels that the user does not follow. */
function countedUnread({ state, unread }: Model): number[] {
  const followed = new Set(state.subscriptions.map((one: Json) => one.stream_id));
  return [...unread].flatMap(([id, { stream_id }]) => (stream_id === undefined || followed.has(stream_id) ? id : []));
}

const removeFlag: Apply = (model, { flag, messages, message_details }) => {
  for (const id of messages) {
    const message = model.messages.get(id);
    if (message) message.flags = message.flags.filter((one: string) => one !== flag);
    if (flag === 'starred') model.starred.delete(id);
    if (flag === 'read') model.unread.set(id, placeOfDetails(model, message_details[id]));
  }
};

/** Where a message is, as far as lists of unread messages tell; direct ones by the other people. */
export function placeOf({ state }: Model, message: Json): Place {
  if (message.type === 'stream') return { stream_id: message.stream_id, topic: message.subject };
  return {
    user_ids: othersAmong(
      state,
      message.display_recipient.map(({ id }: Json) => id),
    ),
  };
}

function placeOfDetails({ state }: Model, details: Json): Place {
  if (details.type === 'stream') return { stream_id: details.stream_id, topic: details.topic };
  return { user_ids: othersAmong(state, details.user_ids) };
}

function othersAmong(state: Json, ids: readonly number[]): number[] {
  const others = ids.filter((id) => id !== state.user_id);
  return others.length === 0 ? [state.user_id] : others;
}

/** Unread messages as POST /register lists them, by id. */
export function unreadOf(unread_msgs: Json, user_id: number): Map<number, Place> {
  const places = new Map<number, Place>();
  const add = (ids: readonly number[], place: Place) => {
    for (const id of ids) places.set(id, { ...place });
  };
  for (const one of unread_msgs.pms) add(one.unread_message_ids, { user_ids: [one.other_user_id] });
  for (const { stream_id, topic, unread_message_ids } of unread_msgs.streams)
    add(unread_message_ids, { stream_id, topic });
  for (const { user_ids_string, unread_message_ids } of unread_msgs.huddles) {
    const ids = user_ids_string.split(',').map(Number);
    add(unread_message_ids, { user_ids: ids.filter((id: number) => id !== user_id) });
  }
  return places;
}

/** Events of messages, by type. */
export const messages: Readonly<Record<string, Apply>> = {
  message: receive,
  update_message: update,
  delete_message: remove,
  update_message_flags: byOp({ add: addFlag, remove: removeFlag }),
  reaction: byOp({
    add({ messages }, { message_id, emoji_name, emoji_code, reaction_type, user_id }) {
      messages.get(message_id)?.reactions.push({ emoji_name, emoji_code, reaction_type, user_id });
    },
    remove({ messages }, { message_id, emoji_code, reaction_type, user_id }) {
      const message = messages.get(message_id);
      if (!message) return;
      const isThat = (one: Json) =>
        one.user_id === user_id && one.emoji_code === emoji_code && one.reaction_type === reaction_type;
      message.reactions = message.reactions.filter((one: Json) => !isThat(one));
    },
  }),
  submessage({ messages }, { message_id, submessage_id, sender_id, msg_type, content }) {
    messages.get(message_id)?.submessages.push({ id: submessage_id, message_id, sender_id, msg_type, content });
  },
};
