import type { Context } from '../context.ts';
import { type Conversation, memberIds } from '../conversations/conversation.ts';
import { apiEmail, type User } from '../users/user.ts';

/** What a bot is asked: data in JSON. */
export interface Question {
  trigger: 'command' | 'button';
  [field: string]: unknown;
}

/** Who asks, and where, as a bot gets it. */
export function presentAsker(app: Context, user: User, conversation: Conversation): object {
  const { channel_id, topic } = conversation;
  const place =
    channel_id === null
      ? { type: 'direct', user_ids: memberIds(conversation) }
      : { type: 'channel', stream_id: channel_id, topic };
  return { user: { user_id: user.id, full_name: user.full_name, email: apiEmail(app, user) }, ...place };
}
