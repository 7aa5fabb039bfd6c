import type { Context } from '../context.ts';
import { getChannel } from '../conversations/channel.ts';
import { getConversation, memberIds } from '../conversations/conversation.ts';
import type { Message } from '../conversations/message.ts';
import type { Texts } from '../ground/texts.ts';
import { topicLink } from '../markdown/place-link.ts';
import { mention } from '../users/mention.ts';
import { getUser } from '../users/user.ts';
import { maxMessageLength } from './message.ts';

/** What a description of a message needs. */
export type Describable = Pick<Message, 'id' | 'sender_id' | 'conversation_id'>;

/** The values of messages about a message, in Markdown. */
interface Described {
  isDirect: boolean;
  sender: string;
  /** The address of a direct message. */
  url: string;
  /** A link to a message in its topic. */
  place: string;
}

export function describeMessage(
  app: Context,
  texts: Texts,
  { id, sender_id, conversation_id }: Describable,
): Described {
  const sender = mention(getUser(app.db, sender_id));
  const conversation = getConversation(app.db, conversation_id);
  if (conversation.channel_id === null) {
    const url = `${app.config.public_url}/#narrow/dm/${memberIds(conversation).join(',')}-dm/near/${id}`;
    return { isDirect: true, sender, url, place: '' };
  }
  const name = conversation.topic ?? '';
  const topic = { name, display_name: name || texts.t('topics.generalChat') };
  const place = topicLink(getChannel(app.db, conversation.channel_id), topic, id);
  return { isDirect: false, sender, url: '', place };
}

/** Appends a quotation to a text, truncated to the maximum length of a message. */
export function withQuote(start: string, quoted: string): string {
  const whole = start + fenced(quoted);
  const excess = [...whole].length - maxMessageLength;
  if (excess <= 0) return whole;
  const left = [...quoted].slice(0, -excess - 1).join('');
  return `${start}${fenced(`${left}…`)}`;
}

/** A quotation in a fence that does not occur in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}quote\n${text}\n${fence}`;
}
