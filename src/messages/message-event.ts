import type { Context } from '../context.ts';
import { conversationAudience } from '../conversations/audience.ts';
import { findChannel } from '../conversations/channel.ts';
import { type Conversation, isEmptyTopicName, resolvedPrefix } from '../conversations/conversation.ts';
import { type Audience, type NarrowTerm, type Profile, publishVariants } from '../events/event.ts';
import { foldName } from '../ground/text.ts';
import { visibilityTest } from '../users/access.ts';
import { apiEmail } from '../users/user.ts';
import { calledFlags } from './called-bots.ts';
import { isMeMessage, MessageWriter, withWildcards } from './message-writer.ts';
import type { SentMessage } from './sent-message.ts';

/** Publishes a new message. Its JSON is written once for each variant that a connected client uses. */
export function publishMessage(app: Context, sent: SentMessage): void {
  const { sender, conversation, called_ids, local } = sent;
  const texts = new Map<string, string>();
  const isSenderKnownTo = visibilityTest(app, sender);
  publishVariants(app, {
    type: 'message',
    audience: withOthers(conversationAudience(app, conversation), called_ids),
    fields(profile) {
      const isKnown = isSenderKnownTo(profile.user_id);
      const key = `${profile.apply_markdown}${profile.empty_topic_name}${isKnown}`;
      let text = texts.get(key);
      if (text === undefined) {
        text = `"type":"message","message":${messageText(app, sent, profile, isKnown)}`;
        texts.set(key, text);
      }
      return text;
    },
    own_queue_id: local?.queue_id,
    personalFields: () => (profile, queue_id) => {
      const list = flagsFor(profile.user_id, sent);
      // Most receivers have no flags, and there may be thousands of receivers.
      const flags = list.length === 0 ? '"flags":[],' : `"flags":${JSON.stringify(list)},`;
      if (!local || profile.user_id !== sender.id || local.queue_id !== queue_id) return flags;
      return `${flags}"local_message_id":${JSON.stringify(local.local_id)},`;
    },
    matches(narrow, profile) {
      const flags = flagsFor(profile.user_id, sent);
      return narrow.every((term) => matchesTerm(app, sent, term, flags));
    },
  });
}

function withOthers(audience: Audience, other_ids: readonly number[]): Audience {
  if (other_ids.length === 0 || audience === 'everyone' || 'user_ids' in audience) return audience;
  return { ...audience, other_ids };
}

function flagsFor(user_id: number, { message, read_by, flags, called_ids }: SentMessage): readonly string[] {
  if (called_ids.includes(user_id)) return calledFlags;
  const read = read_by.has(user_id) ? ['read'] : [];
  return withWildcards([...read, ...(flags.get(user_id) ?? [])], message.mentions_channel === 1);
}

function messageText(app: Context, { message, submessages }: SentMessage, profile: Profile, isKnown: boolean): string {
  const facts = {
    id: message.id,
    client: message.client,
    sent_at: message.sent_at,
    content: profile.apply_markdown ? message.rendered_content : message.content,
    is_me_message: isMeMessage(message.content),
    reactions: '[]',
    submessages,
  };
  const writer = new MessageWriter(app, profile, () => isKnown);
  return `${writer.write(facts, message.sender_id, message.conversation_id)}}`;
}

/** The operators, and the operands of `is`, that an event queue's narrow may use. */
export const eventNarrowOperators = ['channel', 'stream', 'topic', 'sender', 'is'];
export const eventNarrowIsOperands = ['dm', 'private', 'starred', 'mentioned', 'alerted', 'unread', 'resolved'];

function matchesTerm(
  app: Context,
  { conversation, sender }: SentMessage,
  [operator, operand]: NarrowTerm,
  flags: readonly string[],
): boolean {
  const { channel_id, topic } = conversation;
  switch (operator) {
    case 'channel':
    case 'stream':
      return channel_id !== null && isChannel(app, channel_id, operand);
    case 'topic':
      return topic !== null && isTopic(topic, operand.trim());
    case 'sender':
      return String(sender.id) === operand || apiEmail(app, sender).toLowerCase() === operand.toLowerCase();
    default:
      return matchesIs(operand, conversation, flags);
  }
}

function isTopic(topic: string, operand: string): boolean {
  return isEmptyTopicName(operand) ? topic === '' : foldName(topic) === foldName(operand);
}

function isChannel(app: Context, channel_id: number, operand: string): boolean {
  const channel = findChannel(app.db, channel_id);
  return String(channel_id) === operand || (channel !== undefined && foldName(channel.name) === foldName(operand));
}

function matchesIs(operand: string, { channel_id, topic }: Conversation, flags: readonly string[]): boolean {
  if (operand === 'dm' || operand === 'private') return channel_id === null;
  if (operand === 'resolved') return topic?.startsWith(resolvedPrefix) ?? false;
  if (operand === 'mentioned') return flags.some((flag) => flag.endsWith('mentioned'));
  if (operand === 'alerted') return flags.includes('has_alert_word');
  // Nobody has starred a new message yet.
  return operand === 'unread' && !flags.includes('read');
}
