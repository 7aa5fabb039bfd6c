import { findUserByKey, hmacOfWritten } from '../accounts/api-key.ts';
import type { Context } from '../context.ts';
import { channelDoesNotExist, channelIdDoesNotExist } from '../conversations/channel.ts';
import { channelNameErrors } from '../conversations/channel-name.ts';
import { type Conversation, maxTopicLength, topicCharacter } from '../conversations/conversation.ts';
import type { AttemptLimit, LimitsAttempts } from '../http/attempts.ts';
import {
  ApiError,
  accountDeactivated,
  errorKind,
  invalidApiKey,
  isKind,
  malformedApiKey,
  notLoggedIn,
} from '../http/errors.ts';
import { ensureMentionsAllowed, mentionErrors } from '../messages/mentions.ts';
import { doSendMessage, maxMessageLength } from '../messages/message.ts';
import { doNotifyUser } from '../messages/notices.ts';
import {
  accessDirectToSend,
  accessTopicToSend,
  channelNotOpen,
  channelRefusals,
  directRefusals,
} from '../messages/recipient.ts';
import { type Rendering, renderMessage } from '../messages/rendering.ts';
import { canAccessUser } from '../users/access.ts';
import { findBotSettings } from '../users/bot.ts';
import { textsFor } from '../users/language.ts';
import { findUser, isBot, type User } from '../users/user.ts';

const botsOnly = errorKind('Only bots may post here: use the API key of a bot.');
const receiverMissing = errorKind(
  'This bot has no owner who could get the message: name a channel with the parameter stream.',
);

/** Errors of an API key used for posting. */
export const keyErrors = [notLoggedIn, malformedApiKey, invalidApiKey, accountDeactivated, botsOnly] as const;
/** Appended to a truncated message. */
export const truncationMark = '[message truncated]';

/** Errors of the destination of a bot's post. */
export const placeErrors = [
  receiverMissing,
  ...channelNameErrors,
  channelDoesNotExist,
  channelIdDoesNotExist,
  topicCharacter,
  ...channelRefusals,
  ...directRefusals,
] as const;

/** The bot that owns an API key. Throws one of keyErrors. */
export function accessBotByKey(app: Context, api_key: string | undefined): User {
  if (api_key === undefined) throw notLoggedIn();
  const user = findUserByKey(app.db, hmacOfWritten(app, api_key));
  if (!user) throw invalidApiKey();
  if (!user.is_active) throw accountDeactivated();
  if (!isBot(user)) throw botsOnly();
  return user;
}

/** The destination of a post, from its URL. */
interface Place {
  /** Name or id of a channel. */
  stream?: string | undefined;
  topic: string;
}

/**
 * The conversation a bot posts to: in the named channel, else in the bot's default channel, else with its owner. A
 * topic that is too long is truncated. Throws one of placeErrors.
 */
function accessPlace(app: Context, bot: User, { stream, topic }: Place): Conversation {
  const channel = stream === undefined ? findBotSettings(app.db, bot.id).default_sending_channel_id : asChannel(stream);
  if (channel !== null) return accessTopicToSend(app, bot, channel, cut(topic.trim(), maxTopicLength, '...'));
  const owner = bot.bot_owner_id === null ? undefined : findUser(app.db, bot.bot_owner_id);
  if (!owner?.is_active || !canAccessUser(app, bot, owner)) throw receiverMissing();
  return accessDirectToSend(app, bot, [owner.id]);
}

function asChannel(stream: string): string | number {
  return /^\d{1,15}$/.test(stream) ? Number(stream) : stream;
}

interface Post {
  conversation: Conversation;
  client: string;
  /** The text with all its mentions. */
  loud: string;
  /** The same text without mentions that notify. */
  quiet: string;
}

/** Sends a bot's post, truncated if too long. If the bot may not use the mentions of `loud`, `quiet` is sent. */
function doPost(app: Context, bot: User, { conversation, client, loud, quiet }: Post): { id: number } {
  const { content, rendering } = renderAllowed(app, bot, conversation, [loud, quiet]);
  const { id } = doSendMessage(app, { sender: bot, conversation, content, rendering, client, read_by_sender: false });
  return { id };
}

function renderAllowed(
  app: Context,
  bot: User,
  conversation: Conversation,
  [text, ...others]: readonly string[],
): { content: string; rendering: Rendering } {
  const content = cut(text as string, maxMessageLength, `\n${truncationMark}`);
  const rendering = renderMessage(app, bot, content);
  try {
    ensureMentionsAllowed(app, bot, conversation, rendering.mentions);
  } catch (error) {
    if (others.length === 0 || !mentionErrors.some((kind) => isKind(error, kind))) throw error;
    return renderAllowed(app, bot, conversation, others);
  }
  return { content, rendering };
}

/** Truncates a text to `max` code points, including `end`. */
function cut(text: string, max: number, end: string): string {
  if (text.length <= max) return text;
  const characters = Array.from(text.slice(0, 2 * max + 2));
  return characters.length <= max ? text : characters.slice(0, max - end.length).join('') + end;
}

/** The place in which a bot posts, and the client name. */
interface Destination extends Place {
  client: string;
}

/** A text with all its mentions, and the same without mentions that notify. */
type Wording = Pick<Post, 'loud' | 'quiet'>;

/**
 * Sends a bot's post. If there is no such channel, or the bot may not post there, notifies its owner and returns the
 * error, so that the transaction is not rolled back. Throws one of placeErrors otherwise.
 */
export function doDeliver(
  app: Context & LimitsAttempts,
  bot: User,
  { client, ...place }: Destination,
  wording: Wording,
): ApiError | undefined {
  try {
    doPost(app, bot, { conversation: accessPlace(app, bot, place), client, ...wording });
    return undefined;
  } catch (error) {
    if (place.stream === undefined || !(error instanceof ApiError) || !isUnreachable(error)) throw error;
    doComplain(app, bot, place.stream);
    return error;
  }
}

function isUnreachable(error: ApiError): boolean {
  return [channelDoesNotExist, channelIdDoesNotExist, channelNotOpen].some((kind) => isKind(error, kind));
}

/** Decodes a URL parameter once more, because some tools encode values twice. */
export function decodeAgain(value: string | undefined): string | undefined {
  if (!value?.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Notifications to a bot's owner, per bot. */
const complaintLimit: AttemptLimit = { max: 1, windowSeconds: 60 };

/** Notifies a bot's owner, at most once a minute, that a post of the bot to a channel was lost. */
function doComplain(app: Context & LimitsAttempts, bot: User, stream: string): void {
  const owner = bot.bot_owner_id === null ? undefined : findUser(app.db, bot.bot_owner_id);
  const complaints = app.attempts.of(complaintLimit);
  if (!owner?.is_active || complaints.wait(String(bot.id)) > 0) return;
  complaints.count(String(bot.id));
  const name = stream.replace(/[`\s]+/g, ' ').slice(0, 100);
  const lost = { bot: bot.full_name, channel: name };
  doNotifyUser(app, owner, textsFor(app.db, owner).markdown('notice.postLost', lost));
}
