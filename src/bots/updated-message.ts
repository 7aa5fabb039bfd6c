import type { Context } from '../context.ts';
import { getConversation } from '../conversations/conversation.ts';
import type { Message } from '../conversations/message.ts';
import { accessChangeableMessage } from '../conversations/readable.ts';
import { ApiError } from '../http/errors.ts';
import { doEditMessage } from '../messages/edit.ts';
import { ensureMentionsAllowed } from '../messages/mentions.ts';
import { renderToSend } from '../messages/rendering.ts';
import type { User } from '../users/user.ts';
import type { BotAnswer } from './bot-answer.ts';
import { doSetButtons } from './button.ts';

/**
 * Changes the message whose button was pressed, as the bot answered, however old it is. Changes nothing if the bot may not
 * write there any more.
 */
export function doUpdateMessage(
  app: Context,
  bot: User,
  { id }: Message,
  { content, buttons }: NonNullable<BotAnswer['update']>,
): void {
  try {
    const message = accessChangeableMessage(app, bot, id);
    if (content?.trim() && content !== message.content) doReplace(app, bot, message, content);
    if (buttons) doSetButtons(app, message, buttons);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

function doReplace(app: Context, bot: User, message: Message, content: string): void {
  const rendering = renderToSend(app, bot, content);
  ensureMentionsAllowed(app, bot, getConversation(app.db, message.conversation_id), rendering.mentions);
  doEditMessage(app, bot, message, { content, rendering });
}
