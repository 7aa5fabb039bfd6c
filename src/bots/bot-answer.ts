import { ApiError } from '../http/errors.ts';
import { isPlainObject, object, oneOf, optional, text } from '../http/params.ts';
import { maxMessageLength } from '../messages/message.ts';
import { type Button, buttonList, ensureDistinct } from './button.ts';

/** What a bot answers to a call. */
export interface BotAnswer {
  /** Markdown; empty for nothing to show. */
  content: string;
  /** Who sees it: the person who called the bot alone, or the conversation. */
  visible_to: 'conversation' | 'caller';
  /** What becomes of the message whose button was pressed. */
  update?: MessageUpdate | undefined;
}

interface MessageUpdate {
  content?: string | undefined;
  buttons?: readonly Button[] | undefined;
}

/** An answer as parameters. Without `visible_to` it is for the conversation, like the answer to a mention. */
export const answerParams = {
  content: optional(text({ max: maxMessageLength }), 'The answer, in Markdown; empty for none.', { fallback: '' }),
  visible_to: optional(
    oneOf(['conversation', 'caller']),
    'Whether the conversation sees the answer, or the caller alone.',
    { fallback: 'conversation' as const },
  ),
  update: optional(
    object({
      content: optional(text({ max: maxMessageLength }), 'New text of the message whose button was pressed.'),
      buttons: optional(buttonList, 'New buttons of that message; an empty list removes them.'),
    }),
    'Changes of the message whose button was pressed.',
  ),
};

const answerKind = object(answerParams);

/** The answer in a JSON object from a bot's URL; undefined if it cannot be one. */
export function readBotAnswer(reply: unknown): BotAnswer | undefined {
  if (!isPlainObject(reply)) return undefined;
  try {
    const answer = answerKind.read(reply, 'answer');
    ensureDistinct(answer.update?.buttons ?? []);
    return { ...answer, content: answer.content.trimEnd() };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
