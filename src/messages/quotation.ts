import type { Context } from '../context.ts';
import { getChannel } from '../conversations/channel.ts';
import { emptyTopicDisplayName, getConversation, memberIds } from '../conversations/conversation.ts';
import type { Message } from '../conversations/message.ts';
import { topicLink } from '../markdown/place-link.ts';
import { mention } from '../users/mention.ts';
import { getUser } from '../users/user.ts';
import { maxMessageLength } from './message.ts';

/** What a description of a message needs. */
export type Describable = Pick<Message, 'id' | 'sender_id' | 'conversation_id'>;

/** Markdown that names a message with its sender and place, as a link. */
export function describeMessage(app: Context, { id, sender_id, conversation_id }: Describable): string {
  const sender = mention(getUser(app.db, sender_id));
  const conversation = getConversation(app.db, conversation_id);
  if (conversation.channel_id === null) {
    const url = `${app.config.public_url}/#narrow/dm/${memberIds(conversation).join(',')}-dm/near/${id}`;
    return `[a direct message](${url}) from ${sender}`;
  }
  const name = conversation.topic ?? '';
  const topic = { name, display_name: name || emptyTopicDisplayName };
  return `a message from ${sender} in ${topicLink(getChannel(app.db, conversation.channel_id), topic, id)}`;
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
