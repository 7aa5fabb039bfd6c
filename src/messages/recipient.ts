import type { Context } from '../context.ts';
import {
  type Channel,
  canReadChannel,
  canSeeChannel,
  channelDoesNotExist,
  channelIdDoesNotExist,
  findChannel,
  findChannelByName,
} from '../conversations/channel.ts';
import { channelNameErrors, checkChannelName } from '../conversations/channel-name.ts';
import { hasChannelPermission } from '../conversations/channel-permissions.ts';
import {
  type Conversation,
  checkTopic,
  emptyTopicDisplayName,
  ensureConversation,
  findDirectConversation,
  findTopic,
  isUnnamedTopic,
  topicErrors,
  unmadeDirectConversation,
  unmadeTopic,
} from '../conversations/conversation.ts';
import { ensureMayWriteDirectly, ensureMayWriteIn } from '../conversations/writing-scope.ts';
import { escapeHtml } from '../ground/text.ts';
import { hasRealmPermission } from '../groups/realm-permission.ts';
import { type ApiError, errorKind, isKind, parameterInvalid } from '../http/errors.ts';
import { problems } from '../http/parameter-problems.ts';
import { type Kind, oneOf } from '../http/params.ts';
import { groupName } from '../realm/group.ts';
import { findRealmSetting, realmPermissionGroup } from '../realm/settings.ts';
import { accessUserByEmail, canAccessUser } from '../users/access.ts';
import { isChannelInScope } from '../users/bot-scope.ts';
import { ensureActive, findUser, isBot, noSuchUser, type User, userIsDeactivated } from '../users/user.ts';
import { doEnsureConversation, knownTopic } from './unseen-topic.ts';

/** The recipient as a client names it: one channel, or several users. Null is a value that can name none. */
type Recipient = string | number | string[] | number[] | null;

/** The most people whom a message names, repetitions included: each name is looked up. */
export const mostNames = 10_000;

const channelInvalid = errorKind('Invalid data type for channel');
export const topicMissing = errorKind('Missing topic');
export const recipientsMissing = errorKind('Message must have recipients');
export const recipientsInvalid = errorKind('Invalid data type for recipients');
const recipientsMixed = errorKind('Recipient lists may contain emails or user IDs, but not both.');
export const oneChannelExpected = errorKind('Expected exactly one channel');
const invalidEmail = errorKind<{ email: string }>("Invalid email '{email}'");
export const invalidUserId = errorKind<{ id: number }>('Invalid user ID {id}');
export const channelNotOpen = errorKind<{ name: string }>("Not authorized to send to channel '{name}'");
export const channelPostRefused = errorKind('You do not have permission to post in this channel.');
const topicCreationRefused = errorKind('You do not have permission to create new topics in this channel.');
const emptyTopicName = () => ({ empty_topic_display_name: emptyTopicDisplayName });
const emptyTopicRefused = errorKind(
  `Sending messages to the ${emptyTopicDisplayName} is not allowed in this channel.`,
  { extra: emptyTopicName },
);
export const namedTopicRefused = errorKind(`Only the ${emptyTopicDisplayName} topic is allowed in this channel.`, {
  extra: emptyTopicName,
});
const directMessagesDisabled = errorKind('Direct messages are disabled in this organization.');
const directMessagesUnauthorized = errorKind('This conversation does not include any users who can authorize it.');
const directMessagesNotInitiated = errorKind('You do not have permission to initiate direct message conversations.');

/** Errors of sending to a channel that the sender can read. */
export const writingRefusals = [
  channelPostRefused,
  topicCreationRefused,
  emptyTopicRefused,
  namedTopicRefused,
] as const;

/** Errors of sending to a channel. */
export const channelRefusals = [channelNotOpen, ...writingRefusals] as const;

/** Errors of sending a direct message. */
export const directRefusals = [directMessagesDisabled, directMessagesUnauthorized, directMessagesNotInitiated] as const;

/** All errors of a recipient. */
export const recipientErrors = [
  channelInvalid,
  ...channelNameErrors,
  topicMissing,
  recipientsMissing,
  recipientsInvalid,
  recipientsMixed,
  oneChannelExpected,
  invalidEmail,
  invalidUserId,
  userIsDeactivated,
  channelDoesNotExist,
  channelIdDoesNotExist,
  ...channelRefusals,
  ...directRefusals,
  ...topicErrors,
] as const;

/** Direct or channel message, each by its current and its older name. */
export type MessageType = 'direct' | 'private' | 'channel' | 'stream';

/** `detail` follows `Invalid` and the name in the error message. */
export function messageType(detail = ''): Kind<MessageType> {
  return oneOf(['direct', 'channel', 'stream', 'private'], () => detail);
}

export function isDirectType(type: MessageType): boolean {
  return type === 'direct' || type === 'private';
}

/** Reads `to`: bare text, a number, or a JSON list of either. */
export function recipient(): Kind<Recipient> {
  return {
    schema: {
      anyOf: [
        { type: 'string' },
        { type: 'integer' },
        { type: 'array', items: { type: 'string' } },
        { type: 'array', items: { type: 'integer' } },
      ],
    },
    json: false,
    bad: ['{}', '[{}]', '[1.5]'],
    read(raw) {
      const value = typeof raw === 'string' ? parseLoosely(raw) : raw;
      if (typeof value === 'string') return value;
      if (isWhole(value)) return value;
      if (!Array.isArray(value)) return null;
      const isText = value.every((one): one is string => typeof one === 'string');
      const isNumbers = value.every(isWhole);
      if (isText || isNumbers) return value;
      throw value.every((one) => typeof one === 'string' || isWhole(one)) ? recipientsMixed() : recipientsInvalid();
    },
  };
}

/** Where to send, as parameters of a request. */
export interface Destination {
  type: MessageType;
  to: Recipient;
  /** Of a channel. */
  topic: string | undefined;
}

/** The conversation that a user may write to, created if it is new. Throws one of recipientErrors, or outOfScope. */
export function accessToSend(app: Context, sender: User, { type, to, topic }: Destination): Conversation {
  return isDirectType(type) ? accessDirectToSend(app, sender, to) : accessTopicToSend(app, sender, to, topic);
}

/** The same for sending later: a new conversation is not created, and its id is 0. */
export function checkToSend(app: Context, sender: User, { type, to, topic }: Destination): Conversation {
  return isDirectType(type) ? checkDirectToSend(app, sender, to) : checkTopicToSend(app, sender, to, topic);
}

/**
 * The topic that a user may write to, created if it is new. Throws one of recipientErrors, or outOfScope for a bot whose
 * scope does not let it write there; a channel that the user may not see counts as missing.
 */
export function accessTopicToSend(
  app: Context,
  sender: User,
  to: Recipient,
  topicName: string | undefined,
): Conversation {
  return doEnsureConversation(app, checkTopicToSend(app, sender, to, topicName));
}

/**
 * The same for sending later: a new topic is not created, and its id is 0. A topic of which the sender sees no message has
 * the name that the sender wrote.
 */
export function checkTopicToSend(
  app: Context,
  sender: User,
  to: Recipient,
  topicName: string | undefined,
): Conversation {
  if (topicName === undefined) throw topicMissing();
  const channel = accessChannelToSend(app, sender, to);
  const topic = isUnnamedTopic(topicName.trim()) ? '' : checkTopic(topicName);
  ensureTopicAllowed(app, channel, topic);
  const found = findTopic(app.db, channel.id, topic);
  ensureMayWriteIn(app.db, sender, found);
  if (!found || found.max_message_id === null) ensureTopicCreatable(app, sender, channel, topic);
  return found ? knownTopic(app, [sender, ...listOwner(app, sender)], found, topic) : unmadeTopic(channel.id, topic);
}

/** The direct conversation that a user may write to, created if it is new. Throws one of recipientErrors. */
export function accessDirectToSend(app: Context, sender: User, to: Recipient): Conversation {
  return ensureConversation(app.db, checkDirectToSend(app, sender, to));
}

/** The same for sending later: a new conversation is not created, and its id is 0. */
export function checkDirectToSend(app: Context, sender: User, to: Recipient): Conversation {
  const others = readUsers(app, sender, to).filter((user) => user.id !== sender.id);
  const user_ids = [sender.id, ...others.map(({ id }) => id)];
  const found = findDirectConversation(app.db, user_ids);
  ensureMayWriteDirectly(app.db, sender, found);
  ensureDirectAllowed(app, sender, others, found === undefined || found.max_message_id === null);
  return found ?? unmadeDirectConversation(user_ids);
}

/**
 * A channel that a user may write to; for a bot, also one that its owner may write to. Throws one of recipientErrors.
 */
export function accessChannelToSend(app: Context, sender: User, to: Recipient): Channel {
  const named = Array.isArray(to) ? onlyOne(to) : to;
  if (named === null) throw channelInvalid();
  const channel =
    typeof named === 'number' ? findChannel(app.db, named) : findChannelByName(app.db, checkChannelName(named));
  const writers = [sender, ...listOwner(app, sender)];
  if (!channel || !isChannelInScope(app.db, sender, channel.id)) throw noSuchChannel(named);
  const isReader = writers.some((writer) => canReadChannel(app, writer, channel));
  if (!isReader && !canSeeChannel(app, sender, channel)) throw noSuchChannel(named);
  if (channel.is_archived || !isReader) throw channelNotOpen({ name: channel.name });
  const may = writers.some((writer) => hasChannelPermission(app, writer, channel.id, 'can_send_message_group'));
  if (!may) throw channelPostRefused();
  return channel;
}

function noSuchChannel(named: string | number): ApiError {
  return typeof named === 'number'
    ? channelIdDoesNotExist({ id: named })
    : channelDoesNotExist({ name: escapeHtml(named), asked: named });
}

function listOwner({ db }: Context, { bot_owner_id }: User): User[] {
  const owner = bot_owner_id === null ? undefined : findUser(db, bot_owner_id);
  return owner?.is_active ? [owner] : [];
}

function onlyOne(to: readonly (string | number)[]): string | number {
  const [named] = to;
  if (named === undefined || to.length !== 1) throw oneChannelExpected();
  return named;
}

/** Throws unless the channel's policy allows a topic. */
export function ensureTopicAllowed(app: Context, channel: Channel, topic: string): void {
  const own = channel.topics_policy;
  const policy = own === 'inherit' ? findRealmSetting(app.db, 'topics_policy') : own;
  if (isUnnamedTopic(topic) && policy === 'disable_empty_topic') throw emptyTopicRefused();
  if (topic !== '' && policy === 'empty_topic_only') throw namedTopicRefused();
}

/** Throws if the topic has no messages yet and the user may not create topics. */
export function ensureTopicCreatable(app: Context, user: User, channel: Channel, topic: string): void {
  const found = findTopic(app.db, channel.id, topic);
  if (found && found.max_message_id !== null) return;
  if (!hasChannelPermission(app, user, channel.id, 'can_create_topic_group')) throw topicCreationRefused();
}

function readUsers(app: Context, sender: User, to: Recipient): User[] {
  if (to === null || typeof to === 'number') throw recipientsInvalid();
  const list = typeof to === 'string' ? to.split(',', mostNames + 1) : to;
  if (list.length > mostNames) throw parameterInvalid({ name: 'to', problem: problems.long });
  const named = list.map((one) => (typeof one === 'string' ? one.trim() : one)).filter((one) => one !== '');
  if (named.length === 0) throw recipientsMissing();
  return named.map((one) => (typeof one === 'number' ? userById(app, sender, one) : userByEmail(app, sender, one)));
}

function userById(app: Context, sender: User, id: number): User {
  const user = findUser(app.db, id);
  if (!user || !canAccessUser(app, sender, user)) throw invalidUserId({ id });
  return ensureActive(user);
}

function userByEmail(app: Context, sender: User, email: string): User {
  try {
    return ensureActive(accessUserByEmail(app, sender, email));
  } catch (error) {
    throw isKind(error, noSuchUser) ? invalidEmail({ email }) : error;
  }
}

function ensureDirectAllowed(app: Context, sender: User, others: readonly User[], isNew: boolean): void {
  // Notes to oneself, messages to bots, and messages from system bots need no permission.
  if (others.every(isBot) || sender.is_system_bot) return;
  if (![sender, ...others].some((user) => hasRealmPermission(app, user, 'direct_message_permission_group'))) {
    const permission = realmPermissionGroup(app.db, 'direct_message_permission_group');
    throw isNobody(app, permission) ? directMessagesDisabled() : directMessagesUnauthorized();
  }
  if (isNew && !hasRealmPermission(app, sender, 'direct_message_initiator_group')) {
    throw directMessagesNotInitiated();
  }
}

function isNobody(app: Context, group_id: number): boolean {
  return groupName(app.db, group_id) === 'role:nobody';
}

// A bare name may look like JSON: a channel called `2.0` is not the channel with id 2.
function parseLoosely(text: string): unknown {
  if (/^-?\d{1,15}$/.test(text.trim())) return Number(text);
  if (!/^\s*["[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
