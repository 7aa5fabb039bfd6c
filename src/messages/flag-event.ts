import { isTopicMuted } from '../channels/user-topic.ts';
import type { Context } from '../context.ts';
import { type Conversation, listConversations, memberIds, presentTopic } from '../conversations/conversation.ts';
import { listMentioning } from '../conversations/mentioning.ts';
import { listMessageRefs } from '../conversations/message.ts';
import type { Database } from '../db/database.ts';
import { type Profile, publish, publishTopicEvent } from '../events/event.ts';

/** Publishes to a user's clients that messages have gained or lost a flag. */
export function publishFlagChange(
  app: Context,
  user: Reader,
  op: 'add' | 'remove',
  flag: string,
  ids: readonly number[],
): void {
  if (ids.length === 0) return;
  const audience = { user_ids: [user.id] };
  const event = { type: 'update_message_flags', op, operation: op, flag, messages: ids, all: false } as const;
  if (flag !== 'read' || op === 'add') {
    publish(app, event, audience);
    return;
  }
  const places = listUnreadPlaces(app.db, user, ids);
  publishTopicEvent(app, (variant) => ({ ...event, message_details: presentDetails(places, user, variant) }), audience);
}

/** Publishes to several users that the same messages are now read. */
export function publishRead(app: Context, user_ids: readonly number[], ids: readonly number[]): void {
  const event = { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', all: false } as const;
  publish(app, { ...event, messages: ids }, { user_ids });
}

interface Reader {
  id: number;
}

type Variant = Pick<Profile, 'empty_topic_name'>;

/** Messages of one conversation that are unread again. */
interface UnreadPlace {
  ids: readonly number[];
  /** Ids of the messages that mention their reader. */
  mentioning: ReadonlySet<number>;
  conversation: Conversation;
  isMuted: boolean;
}

function listUnreadPlaces(db: Database, user: Reader, ids: readonly number[]): UnreadPlace[] {
  const mentioning = new Set(listMentioning(db, user, [ids.toSorted((a, b) => a - b)]));
  const groups = Map.groupBy(listMessageRefs(db, ids), ({ conversation_id }) => conversation_id);
  return listConversations(db, groups.keys()).map((conversation) => {
    const { id, channel_id, topic } = conversation;
    const isMuted = channel_id !== null && isTopicMuted(db, user.id, channel_id, topic ?? '');
    return { ids: (groups.get(id) ?? []).map((message) => message.id), mentioning, conversation, isMuted };
  });
}

// Clients may discard read messages, so the event includes the location of the unread ones.
function presentDetails(places: readonly UnreadPlace[], user: Reader, variant: Variant): Record<string, object> {
  const details = places.flatMap((place) => {
    const shared = presentPlace(place, user, variant);
    return place.ids.map((id) => [id, place.mentioning.has(id) ? { ...shared, mentioned: true } : shared] as const);
  });
  return Object.fromEntries(details);
}

function presentPlace({ conversation, isMuted }: UnreadPlace, user: Reader, variant: Variant): object {
  const { channel_id, topic } = conversation;
  if (channel_id === null || topic === null) {
    return { type: 'private', user_ids: memberIds(conversation).filter((id) => id !== user.id) };
  }
  return { type: 'stream', stream_id: channel_id, topic: presentTopic(topic, variant), unmuted_stream_msg: !isMuted };
}
