import type { Context } from '../context.ts';
import { type Channel, findChannel } from '../conversations/channel.ts';
import { type Conversation, getConversation, maxTopicLength, memberIds } from '../conversations/conversation.ts';
import { accessMessage } from '../conversations/readable.ts';
import { ApiError } from '../http/errors.ts';
import { accessChannelToSend, accessDirectToSend, accessTopicToSend } from '../messages/recipient.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { organizationTexts } from '../users/language.ts';
import { findUser, type User } from '../users/user.ts';
import { type Address, type AddressOptions, readAddress } from './address.ts';

/** The destination of mails to an address, while posting there is allowed. */
export interface Destination {
  purpose: Address['purpose'];
  /** The same for all spellings of an address. */
  name: string;
  /** The author of the messages. */
  sender: User;
  options: AddressOptions;
  /** The conversation for a subject, created if it is new. Throws ApiError if the sender may not write there. */
  access(subject: string): Conversation;
}

const replyOptions: AddressOptions = {
  show_sender: false,
  include_quotes: false,
  include_footer: false,
  prefer_html: false,
};

/**
 * The destination of mails to an address; undefined if the address is unknown, or its users may no longer write there.
 */
export function findDestination(app: Context, address: string): Destination | undefined {
  const read = readAddress(app, address);
  try {
    return read?.purpose === 'channel' ? findPlace(app, read) : read && findAnswered(app, read);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function findPlace(app: Context, address: Extract<Address, { purpose: 'channel' }>): Destination | undefined {
  const channel = findChannel(app.db, address.channel_id);
  const creator = findUser(app.db, address.creator_id);
  const sender = findUser(app.db, address.sender_id);
  if (!channel || !creator?.is_active || !sender?.is_active || !canPostAs(creator, sender)) return undefined;
  // System bots may write everywhere, so the creator's permissions count.
  const writer = sender.is_system_bot ? creator : sender;
  accessChannelToSend(app, writer, channel.id);
  // A mail's text must not look like a message of the server.
  return {
    purpose: 'channel',
    name: `channel ${channel.id} ${creator.id} ${sender.id}`,
    sender,
    options: { ...address.options, show_sender: address.options.show_sender || sender.is_system_bot === 1 },
    access: (subject) => accessTopicToSend(app, writer, channel.id, topicFor(app, channel, subject)),
  };
}

/** Whether a user may create addresses that post as another user: as a bot of theirs, or of the server. */
export function canPostAs(creator: User, sender: User): boolean {
  return sender.id === creator.id || sender.bot_owner_id === creator.id || sender.is_system_bot === 1;
}

const answerMarks = /^(?:\s*(?:re|fwd?|aw|wg|sv|vs|tr|rv|antw)(?:\[\d+\])?\s*[:\uff1a])+\s*/i;
const notInTopics = /[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]+/gu;

function topicFor(app: Context, { topics_policy }: Channel, subject: string): string {
  const policy = topics_policy === 'inherit' ? findRealmSetting(app.db, 'topics_policy') : topics_policy;
  if (policy === 'empty_topic_only') return '';
  const topic = subject.replace(notInTopics, ' ').replace(answerMarks, '').trim();
  const characters = [...topic];
  if (characters.length <= maxTopicLength) return topic || organizationTexts(app.db).t('gateway.noSubject');
  return `${characters
    .slice(0, maxTopicLength - 1)
    .join('')
    .trimEnd()}\u2026`;
}

function findAnswered(app: Context, address: Extract<Address, { purpose: 'reply' }>): Destination | undefined {
  const sender = findUser(app.db, address.user_id);
  if (!sender?.is_active) return undefined;
  const message = accessMessage(app, sender, address.message_id);
  const conversation = getConversation(app.db, message.conversation_id);
  if (conversation.channel_id !== null) accessChannelToSend(app, sender, conversation.channel_id);
  return {
    purpose: 'reply',
    name: `reply ${sender.id} ${message.id}`,
    sender,
    options: replyOptions,
    access: () => accessAnswered(app, sender, conversation),
  };
}

function accessAnswered(app: Context, sender: User, conversation: Conversation): Conversation {
  const { channel_id, topic } = conversation;
  if (channel_id === null) return accessDirectToSend(app, sender, [...memberIds(conversation)]);
  return accessTopicToSend(app, sender, channel_id, topic ?? '');
}
