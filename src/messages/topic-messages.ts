import type { Context } from '../context.ts';
import { canReadChannel, getChannel, hasSharedHistory } from '../conversations/channel.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { Message } from '../conversations/message.ts';
import { listReadable } from '../conversations/readable.ts';
import type { User } from '../users/user.ts';

export type TopicMessage = Pick<Message, 'id' | 'sent_at'>;

/** The messages of a topic that a user may read, ascending. With protected history these may be fewer than all. */
export function listReadableInTopic(app: Context, user: User, topic: Conversation): TopicMessage[] {
  const channel = getChannel(app.db, topic.channel_id as number);
  const all = app.db.all<TopicMessage>(
    'SELECT id, sent_at FROM messages WHERE conversation_id = ? ORDER BY id',
    topic.id,
  );
  if (hasSharedHistory(channel) && canReadChannel(app, user, channel)) return all;
  const readable = new Set(
    listReadable(
      app,
      user,
      all.map(({ id }) => id),
    ),
  );
  return all.filter(({ id }) => readable.has(id));
}
