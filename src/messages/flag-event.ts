import type { App } from '../app.ts';
import { isTopicMuted } from '../channels/user-topic.ts';
import type { Database } from '../db/database.ts';
import { type Profile, publish, publishTopicEvent } from '../events/event.ts';
import { type Conversation, findConversation, memberIds } from './conversation.ts';
import { listMentioning } from './mentioning.ts';
import { presentTopic } from './message-json.ts';
import { listPlaced } from './read-state.ts';

/** Tells a user's clients of a flag that messages have now, or no longer; `ids` are theirs. */
export function publishFlagChange(
  app: App,
  user: Reader,
  op: 'add' | 'remove',
  flag: string,
  ids: readonly number[],
): void {
  if (ids.length === 0) return;
  const audience = { user_ids: [user.id] };
  const event = { type: 'update_message_flags', op, operation: op, flag, messages: ids, all: false } as const;
  const details = (variant: Variant) => ({ message_details: messageDetails(app.db, user, ids, variant) });
  if (flag !== 'read' || op === 'add') publish(app, event, audience);
  else publishTopicEvent(app, (variant) => ({ ...event, ...details(variant) }), audience);
}

interface Reader {
  id: number;
}

type Variant = Pick<Profile, 'empty_topic_name'>;

// A client may have forgotten messages that were read; this tells it where the unread ones belong.
function messageDetails(db: Database, user: Reader, ids: readonly number[], variant: Variant): Record<string, object> {
  const mentioned = new Set(listMentioning(db, user, ids));
  const groups = Map.groupBy(listPlaced(db, ids), ({ conversation_id }) => conversation_id);
  const details = [...groups].flatMap(([conversation_id, messages]) => {
    const shared = detailsOf(db, user, findConversation(db, conversation_id) as Conversation, variant);
    return messages.map(({ id }) => [id, mentioned.has(id) ? { ...shared, mentioned: true } : shared] as const);
  });
  return Object.fromEntries(details);
}

function detailsOf(db: Database, user: Reader, conversation: Conversation, variant: Variant): object {
  const { channel_id, topic } = conversation;
  if (channel_id === null || topic === null) {
    return { type: 'private', user_ids: memberIds(conversation).filter((id) => id !== user.id) };
  }
  const unmuted_stream_msg = !isTopicMuted(db, user.id, channel_id, topic);
  return { type: 'stream', stream_id: channel_id, topic: presentTopic(topic, variant), unmuted_stream_msg };
}
