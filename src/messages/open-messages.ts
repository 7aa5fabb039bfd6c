import type { Context } from '../context.ts';
import { getChannel } from '../conversations/channel.ts';
import { getConversation, presentTopic, recipientId } from '../conversations/conversation.ts';
import { fill, type Page } from '../conversations/full-page.ts';
import { inJsonList } from '../db/database.ts';
import { type Fields, RawJson } from '../http/endpoint.ts';
import { avatarUrl } from '../users/avatar-url.ts';
import { getUser, placeholderEmail } from '../users/user.ts';
import { messageSizes } from './message-sizes.ts';
import { reactionLists, submessageLists } from './message-texts.ts';
import type { MessageVariant } from './message-writer.ts';

interface Row {
  id: number;
  conversation_id: number;
  sender_id: number;
  sent_at: number;
  client: string;
  text: string;
  is_me_message: 0 | 1;
}

const columns = "id, conversation_id, sender_id, sent_at, client, substr(content, 1, 4) = '/me ' AS is_me_message";
const writtenSql = `SELECT ${columns}, content AS text FROM messages WHERE id ${inJsonList} ORDER BY id`;
const renderedSql = `SELECT ${columns}, rendered_content AS text FROM messages WHERE id ${inJsonList} ORDER BY id`;

/** Bytes that are read at once. */
const step = 512 * 1024;

/**
 * A page as presented to people without an account: without email addresses and earlier versions. It ends when it is
 * full.
 */
export function presentOpenPage(app: Context, page: Page & { anchor: number }, variant: MessageVariant): Fields {
  const { anchor } = page;
  const texts = new Map<number, string>();
  const read = (ids: readonly number[]) => {
    const messages = presentEach(app, ids, variant);
    for (const message of messages) texts.set(message.id, JSON.stringify(message));
    return messages.reduce((sum, { id }) => sum + (texts.get(id) as string).length, 0);
  };
  const sizes = messageSizes(app.db, page.ids, variant);
  const { ids, ...found } = fill(page, { anchor, sizes, step, read });
  return { ...found, history_limited: false, messages: new RawJson(`[${ids.map((id) => texts.get(id)).join()}]`) };
}

function presentEach(app: Context, ids: readonly number[], variant: MessageVariant) {
  const list = JSON.stringify(ids);
  const rows = app.db.all<Row>(variant.apply_markdown ? renderedSql : writtenSql, list);
  const reactions = reactionLists(app.db, list);
  const submessages = submessageLists(app.db, list);
  return rows.map((row) => ({
    id: row.id,
    timestamp: row.sent_at,
    client: row.client,
    content: row.text,
    content_type: variant.apply_markdown ? 'text/html' : 'text/x-markdown',
    is_me_message: row.is_me_message === 1,
    reactions: JSON.parse(reactions.get(row.id) ?? '[]'),
    submessages: JSON.parse(submessages.get(row.id) ?? '[]'),
    ...senderFields(app, row.sender_id),
    ...topicFields(app, row.conversation_id, variant),
    topic_links: [],
    flags: ['read'],
  }));
}

function senderFields(app: Context, sender_id: number): object {
  const sender = getUser(app.db, sender_id);
  return {
    sender_id,
    sender_email: placeholderEmail(app, sender_id),
    sender_full_name: sender.full_name,
    sender_realm_str: '',
    avatar_url: avatarUrl(app, sender),
  };
}

function topicFields({ db }: Context, conversation_id: number, variant: MessageVariant): object {
  const conversation = getConversation(db, conversation_id);
  const channel = getChannel(db, conversation.channel_id as number);
  return {
    type: 'stream',
    display_recipient: channel.name,
    stream_id: channel.id,
    subject: presentTopic(conversation.topic ?? '', variant),
    recipient_id: recipientId(conversation),
  };
}
