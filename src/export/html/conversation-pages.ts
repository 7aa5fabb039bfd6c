import { escapeHtml } from '../../ground/text.ts';
import { rowsOf } from '../rows.ts';
import { findEmoji } from './links.ts';
import { pageLinks, timeHtml, writePage } from './page.ts';
import { emojiCharacter, rewriteHtml } from './rendered.ts';
import { addressFrom, paths } from './site.ts';
import { nameOf, type Titled, titleOf, type Website } from './website.ts';
import { findWidgets } from './widgets.ts';

interface ConversationRow extends Titled {
  id: number;
  channel_id: number | null;
  channel: string | null;
}

const conversationsSql = `SELECT c.id, c.channel_id, c.topic, c.members_key, ch.name AS channel
  FROM conversations c LEFT JOIN channels ch ON ch.id = c.channel_id ORDER BY c.id`;

/** Writes the pages of all topics and direct conversations. */
export async function writeConversations(site: Website): Promise<void> {
  const { progress } = site;
  progress.begin(site.plan.count);
  for (const conversation of rowsOf<ConversationRow>(site.db, conversationsSql)) {
    const firsts = site.plan.firstsOf(conversation.id);
    for (const [index, first] of firsts.entries()) {
      writeConversation(site, conversation, {
        page: index + 1,
        first,
        next: firsts[index + 1] ?? Number.MAX_SAFE_INTEGER,
      });
      progress.advance();
      if (progress.isDue) await progress.rest();
    }
  }
}

interface Part {
  /** The number of the page. */
  page: number;
  /** The ids of its first message and of the next page's. */
  first: number;
  next: number;
}

function writeConversation(site: Website, conversation: ConversationRow, { page, first, next }: Part): void {
  const { id, channel_id, channel } = conversation;
  const path = paths.conversation(id, page);
  const count = site.plan.firstsOf(id).length;
  const links = pageLinks(site.texts, {
    page,
    count,
    address: (one) => addressFrom(path, paths.conversation(id, one)),
  });
  const place =
    channel_id === null
      ? { name: site.texts.t('common.directMessages'), path: paths.direct(1) }
      : { name: `#${channel}`, path: paths.channel(channel_id, 1) };
  const messages = listMessages(site, { path, id, first, next });
  writePage(site, { path, title: titleOf(site, conversation), trail: [place], body: `${links}${messages}${links}` });
}

interface MessageRow {
  id: number;
  sender_id: number;
  sent_at: number;
  rendered_content: string;
  is_edited: number;
}

const messagesSql = `SELECT m.id, m.sender_id, m.sent_at, m.rendered_content,
    EXISTS (SELECT 1 FROM message_edits e WHERE e.message_id = m.id AND e.prev_content IS NOT NULL) AS is_edited
  FROM messages m WHERE m.conversation_id = ? AND m.id >= ? AND m.id < ? ORDER BY m.id`;

interface Range {
  /** Of the page. */
  path: string;
  /** Of the conversation. */
  id: number;
  first: number;
  next: number;
}

function listMessages(site: Website, { path, id, first, next }: Range): string {
  const rows = site.db.all<MessageRow>(messagesSql, id, first, next);
  const ids = rows.map((row) => row.id);
  const [reactions, widgets] = [findReactions(site, ids, path), findWidgets(site, ids)];
  let day = '';
  return rows
    .map((row) => {
      const [own = ''] = new Date(row.sent_at * 1000).toISOString().split('T');
      const heading = own === day ? '' : `<h2 class="day">${own}</h2>\n`;
      day = own;
      return `${heading}${messageHtml(site, path, row, { widget: widgets.get(row.id), reactions: reactions.get(row.id) ?? '' })}\n`;
    })
    .join('');
}

/** Parts of a message other than its text, as HTML. A widget replaces the text. */
interface Additions {
  widget: string | undefined;
  reactions: string;
}

function messageHtml(site: Website, page: string, row: MessageRow, { widget, reactions }: Additions): string {
  const name = escapeHtml(nameOf(site, row.sender_id));
  const edited = row.is_edited === 1 ? ` <small>${escapeHtml(site.texts.t('messages.edited'))}</small>` : '';
  const content = widget ?? rewriteHtml(row.rendered_content, { ...site, page });
  return `<article id="m${row.id}">${avatarHtml(site, page, row.sender_id)}
<h3>${name} <a href="#m${row.id}">${timeHtml(row.sent_at)}</a>${edited}</h3>
<div class="rendered">${content}</div>${reactions}</article>`;
}

function avatarHtml(site: Website, page: string, user_id: number): string {
  const avatar = site.people.get(user_id)?.avatar;
  if (avatar !== undefined) return `<img class="avatar" src="${addressFrom(page, avatar)}" alt="" loading="lazy">`;
  const [letter = '?'] = nameOf(site, user_id);
  return `<span class="avatar" aria-hidden="true">${escapeHtml(letter.toUpperCase())}</span>`;
}

interface ReactionRow {
  message_id: number;
  emoji_name: string;
  emoji_code: string;
  reaction_type: string;
  users: string;
}

const reactionsSql = `SELECT message_id, emoji_name, emoji_code, reaction_type, json_group_array(user_id) AS users
  FROM reactions WHERE message_id IN (SELECT value FROM json_each(?))
  GROUP BY message_id, reaction_type, emoji_code ORDER BY message_id, min(id)`;

/** The reactions of messages, as HTML by message. */
function findReactions(site: Website, ids: readonly number[], page: string): Map<number, string> {
  const rows = site.db.all<ReactionRow>(reactionsSql, JSON.stringify(ids));
  const groups = Map.groupBy(rows, ({ message_id }) => message_id);
  return new Map(
    [...groups].map(([id, group]) => {
      return [id, `\n<ul class="reactions">${group.map((row) => reactionHtml(site, page, row)).join('')}</ul>`];
    }),
  );
}

function reactionHtml(site: Website, page: string, { users, ...emoji }: ReactionRow): string {
  const ids = JSON.parse(users) as number[];
  const names = site.texts.list(ids.map((id) => nameOf(site, id)));
  return `<li title="${escapeHtml(`:${emoji.emoji_name}: ${names}`)}">${emojiHtml(site, page, emoji)} ${ids.length}</li>`;
}

function emojiHtml(
  site: Website,
  page: string,
  { emoji_name, emoji_code, reaction_type }: Omit<ReactionRow, 'users'>,
): string {
  if (reaction_type === 'unicode_emoji') return emojiCharacter(emoji_code);
  const picture = reaction_type === 'realm_emoji' ? findEmoji(site.db, Number(emoji_code)) : undefined;
  const label = escapeHtml(`:${emoji_name}:`);
  return picture === undefined ? label : `<img class="emoji" src="${addressFrom(page, picture)}" alt="${label}">`;
}
