import type { Context } from '../context.ts';
import { presentTopic } from '../conversations/conversation.ts';
import { publishNaming } from '../users/public-identity.ts';
import { findUserSetting } from '../users/settings.ts';
import type { User } from '../users/user.ts';

/** A topic in which somebody types, or no longer. */
interface TypedTopic {
  op: 'start' | 'stop';
  channel_id: number;
  /** Empty for the topic without a name. */
  topic: string;
}

/** Publishes that a user types in a topic, to those of its readers whose settings ask for it. */
export function publishTyping(app: Context, user: User, { op, channel_id, topic }: TypedTopic): void {
  publishNaming(
    app,
    [user],
    (identityOf, profile) => ({
      type: 'typing',
      op,
      message_type: 'stream',
      sender: { user_id: user.id, email: identityOf(user).email },
      stream_id: channel_id,
      topic: presentTopic(topic, profile),
    }),
    { channel_id, is_public: false },
    (profile) => profile.stream_typing_notifications && hearsTyping(app)(profile),
  );
}

/** Whether a user wants to receive typing notifications. */
export function hearsTyping({ db }: Context): (hearer: { user_id: number }) => boolean {
  return ({ user_id }) => findUserSetting(db, user_id, 'receives_typing_notifications');
}
