import type { Context } from '../context.ts';
import { type Conversation, memberIds } from '../conversations/conversation.ts';
import { ApiError } from '../http/errors.ts';
import { ensureMentionsAllowed } from '../messages/mentions.ts';
import { doSendMessage } from '../messages/message.ts';
import { accessDirectToSend, accessTopicToSend } from '../messages/recipient.ts';
import { renderMessage, renderToSend } from '../messages/rendering.ts';
import type { User } from '../users/user.ts';
import type { BotAnswer } from './bot-answer.ts';

/** An answer of a bot as the person sees it who called it. */
interface ShownAnswer extends BotAnswer {
  rendered_content: string;
  /** The message that it became; null if only the person sees it. */
  message_id: number | null;
}

/**
 * Posts the answer of a bot, if it is for the conversation and the bot may write there; else presents it to the person who
 * called. Null without text.
 */
export function doShowAnswer(
  app: Context,
  bot: User,
  conversation: Conversation,
  answer: BotAnswer,
): ShownAnswer | null {
  if (answer.content.trim() === '') return null;
  const message_id = answer.visible_to === 'conversation' ? doPost(app, bot, conversation, answer.content) : null;
  return {
    content: answer.content,
    rendered_content: renderMessage(app, bot, answer.content).html,
    visible_to: message_id === null ? 'caller' : 'conversation',
    message_id,
  };
}

function doPost(app: Context, bot: User, conversation: Conversation, content: string): number | null {
  try {
    return doPostAnswer(app, bot, conversation, content);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Posts the answer of a bot to what was said to it. Throws an ApiError if it may not write there. */
export function doPostAnswer(app: Context, bot: User, conversation: Conversation, content: string): number {
  const rendering = renderToSend(app, bot, content);
  ensureMentionsAllowed(app, bot, conversation, rendering.mentions);
  const accessed = accessToSend(app, bot, conversation);
  const sent = doSendMessage(app, {
    sender: bot,
    conversation: accessed,
    content,
    rendering,
    client: 'outgoing webhook',
    read_by_sender: true,
  });
  return sent.id;
}

function accessToSend(app: Context, bot: User, conversation: Conversation): Conversation {
  const { channel_id, topic } = conversation;
  return channel_id === null
    ? accessDirectToSend(app, bot, memberIds(conversation))
    : accessTopicToSend(app, bot, channel_id, topic ?? '');
}
