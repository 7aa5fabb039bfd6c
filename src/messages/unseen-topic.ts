import { announce, type Context } from '../context.ts';
import { getChannel } from '../conversations/channel.ts';
import { type Conversation, ensureConversation, findTopic, getConversation } from '../conversations/conversation.ts';
import { seesTopic } from '../conversations/readable.ts';
import { renameTopic, type Topic } from '../conversations/relocation.ts';
import { listUpdateAudience } from '../conversations/update-audience.ts';
import type { User } from '../users/user.ts';
import { messagesChanged } from './message-cache.ts';
import { publishUpdate } from './update-event.ts';

/**
 * The topic as a writer knows it: one with messages has its own spelling if any of `readers` sees one of them, otherwise the
 * writer's.
 */
export function knownTopic(app: Context, readers: readonly User[], topic: Conversation, written: string): Conversation {
  if (topic.topic === written || readers.some((reader) => seesTopic(app, reader, topic))) return topic;
  return { ...topic, topic: written };
}

/** The topic with this name, if the user sees a message of it. */
export function findSeenTopic(app: Context, user: User, { channel_id, topic }: Topic): Conversation | undefined {
  const found = findTopic(app.db, channel_id, topic);
  return found && seesTopic(app, user, found) ? found : undefined;
}

/** Stores a conversation that is not stored yet; a stored topic gets the spelling that `knownTopic` found. */
export function doEnsureConversation(app: Context, conversation: Conversation): Conversation {
  const { id, channel_id, topic } = conversation;
  if (id === 0) return ensureConversation(app.db, conversation);
  if (channel_id !== null && topic !== null) doSpell(app, { channel_id, topic }, getConversation(app.db, id));
  return conversation;
}

/** Gives a topic the spelling of someone who moves messages there, if they do not see the messages that it has. */
export function doSpellTarget(app: Context, editor: User, to: Topic): void {
  const found = findTopic(app.db, to.channel_id, to.topic);
  if (found && !seesTopic(app, editor, found)) doSpell(app, to, found);
}

// This is no act of the writer, who must not notice it: the history of the messages does not have it.
function doSpell(app: Context, { channel_id, topic }: Topic, stored: Conversation): void {
  const orig_topic = stored.topic as string;
  if (orig_topic === topic) return;
  renameTopic(app.db, stored, topic);
  const ids = app.db.values<number>('SELECT id FROM messages WHERE conversation_id = ? ORDER BY id', stored.id);
  const message_id = ids.at(-1);
  if (message_id === undefined) return;
  announce(app, messagesChanged, { ids });
  const move = { orig_topic, topic, channel_id, propagate_mode: 'change_all' };
  const channel = getChannel(app.db, channel_id);
  const update = { message_id, editor: undefined, edited_at: app.clock.now(), channel, move };
  publishUpdate(app, update, listUpdateAudience(app, stored, ids));
}
