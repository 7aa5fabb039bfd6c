import type { App } from '../app.ts';
import { findChannel } from '../channels/channel.ts';
import { type Audience, type NarrowTerm, type Profile, publishVariants } from '../events/event.ts';
import { foldName } from '../text.ts';
import { apiEmail, type User } from '../users/user.ts';
import { type Conversation, isEmptyTopicName, memberIds, resolvedPrefix } from './conversation.ts';
import { isMeMessage, MessageWriter } from './message-json.ts';

interface SentMessage {
  id: number;
  sender: User;
  conversation: Conversation;
  content: string;
  rendered_content: string;
  client: string;
  sent_at: number;
}

interface Echo {
  read_by_sender: boolean;
  local?: { queue_id: string; local_id: string } | undefined;
}

/** Tells everyone a new message is for; its JSON is made once for each variant that somebody online wants. */
export function publishMessage(app: App, message: SentMessage, { read_by_sender, local }: Echo): void {
  const { sender, conversation } = message;
  const texts = new Map<string, string>();
  publishVariants(app, {
    type: 'message',
    audience: audienceOf(app, conversation),
    fields(profile) {
      const key = `${profile.apply_markdown}${profile.client_gravatar}${profile.empty_topic_name}`;
      let text = texts.get(key);
      if (text === undefined) {
        text = `"type":"message","message":${messageText(app, message, profile)}`;
        texts.set(key, text);
      }
      return text;
    },
    personalFields(profile, queue_id) {
      const isOwn = profile.user_id === sender.id;
      const flags = read_by_sender && isOwn ? '"flags":["read"],' : '"flags":[],';
      if (!isOwn || local?.queue_id !== queue_id) return flags;
      return `${flags}"local_message_id":${JSON.stringify(local.local_id)},`;
    },
    matches: (narrow) => narrow.every((term) => matchesTerm(app, message, term)),
  });
}

function audienceOf(app: App, conversation: Conversation): Audience {
  const { channel_id } = conversation;
  if (channel_id === null) return { user_ids: memberIds(conversation) };
  return { channel_id, is_public: findChannel(app.db, channel_id)?.invite_only === 0 };
}

function messageText(app: App, message: SentMessage, profile: Profile): string {
  const facts = {
    id: message.id,
    client: message.client,
    sent_at: message.sent_at,
    content: profile.apply_markdown ? message.rendered_content : message.content,
    is_me_message: isMeMessage(message.content),
    reactions: '[]',
  };
  return `${new MessageWriter(app, profile).write(facts, message.sender.id, message.conversation.id)}}`;
}

/** The operators that an event queue's narrow may use, and their operands of `is`. */
export const eventNarrowOperators = ['channel', 'stream', 'topic', 'sender', 'is'];
export const eventNarrowIsOperands = ['dm', 'private', 'starred', 'mentioned', 'alerted', 'unread', 'resolved'];

function matchesTerm(app: App, { conversation, sender }: SentMessage, [operator, operand]: NarrowTerm): boolean {
  const { channel_id, topic } = conversation;
  switch (operator) {
    case 'channel':
    case 'stream':
      return channel_id !== null && isChannel(app, channel_id, operand);
    case 'topic':
      return topic !== null && (isEmptyTopicName(operand) ? topic === '' : foldName(topic) === foldName(operand));
    case 'sender':
      return apiEmail(app, sender).toLowerCase() === operand.toLowerCase();
    default:
      return matchesIs(operand, conversation);
  }
}

function isChannel(app: App, channel_id: number, operand: string): boolean {
  const channel = findChannel(app.db, channel_id);
  return String(channel_id) === operand || (channel !== undefined && foldName(channel.name) === foldName(operand));
}

// A new message carries none of the flags that the other operands ask for.
function matchesIs(operand: string, { channel_id, topic }: Conversation): boolean {
  if (operand === 'dm' || operand === 'private') return channel_id === null;
  if (operand === 'resolved') return topic?.startsWith(resolvedPrefix) ?? false;
  return operand === 'unread';
}
