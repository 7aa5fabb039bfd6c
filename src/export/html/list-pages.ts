import { escapeHtml } from '../../ground/text.ts';
import { roleWords } from '../../users/role-words.ts';
import type { Role } from '../../users/user.ts';
import { rowsOf } from '../rows.ts';
import type { Page } from './page.ts';
import { pageLinks, timeIn, writePage } from './page.ts';
import { rewriteHtml } from './rendered.ts';
import { addressFrom, paths } from './site.ts';
import { type Titled, titleOf, type Website } from './website.ts';

/** Maximum number of items on a page of a list. */
const mostItems = 1000;

interface List {
  path(page: number): string;
  title: string;
  trail?: Page['trail'];
  /** HTML of each item, for a page at a path. */
  items: readonly ((path: string) => string)[];
  /** HTML before the list on the first page. */
  start?: (path: string) => string;
}

/** Writes a list of items, with a thousand on each page. */
function writeList(site: Website, { path, title, trail = [], items, start = () => '' }: List): void {
  const count = Math.max(1, Math.ceil(items.length / mostItems));
  for (let page = 1; page <= count; page++) {
    const own = path(page);
    const shown = items.slice((page - 1) * mostItems, page * mostItems).map((item) => `<li>${item(own)}</li>`);
    const links = pageLinks(site.texts, { page, count, address: (one) => addressFrom(own, path(one)) });
    const nothing = `<p>${escapeHtml(site.texts.t('shell.nothingHere'))}</p>`;
    const list = shown.length > 0 ? `<ul class="list">\n${shown.join('\n')}\n</ul>` : nothing;
    writePage(site, { path: own, title, trail, body: `${page === 1 ? start(own) : ''}${links}${list}${links}` });
  }
}

function link(from: string, to: string, text: string): string {
  return `<a href="${escapeHtml(addressFrom(from, to))}">${escapeHtml(text)}</a>`;
}

interface ChannelRow {
  id: number;
  name: string;
  rendered_description: string;
  invite_only: number;
  is_archived: number;
}

/** The facts about an export in its index. */
interface About {
  /** UNIX seconds. */
  now: number;
  /** Sentences about the contents and omissions. */
  says: readonly string[];
  /** Further lists, besides channels: names with paths. */
  others: readonly { name: string; path: string }[];
}

export function writeIndex(site: Website, { now, says, others }: About): void {
  const channels = site.db.all<ChannelRow>(
    `SELECT id, name, rendered_description, invite_only, is_archived FROM channels ORDER BY name_key`,
  );
  const about = says.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('');
  writeList(site, {
    path: paths.index,
    title: site.organization,
    items: channels.map(
      (channel) => (path) => `${link(path, paths.channel(channel.id, 1), `#${channel.name}`)}${marksOf(site, channel)}`,
    ),
    start: (path) => {
      const more = others.map((one) => `<li>${link(path, one.path, one.name)}</li>`).join('');
      const exported = site.texts.html('export.exported', timeIn(now));
      const heading = escapeHtml(site.texts.t('common.channels'));
      return `<section class="about">${about}<p>${exported}</p></section><ul class="list">${more}</ul><h2>${heading}</h2>`;
    },
  });
}

function marksOf({ texts }: Website, { invite_only, is_archived }: ChannelRow): string {
  if (invite_only !== 1 && is_archived !== 1) return '';
  const archived = invite_only === 1 ? 'export.privateArchived' : 'export.archived';
  return ` <small>${escapeHtml(texts.t(is_archived === 1 ? archived : 'export.private'))}</small>`;
}

interface ConversationRow extends Titled {
  id: number;
  count: number;
  last_sent_at: number;
}

const columns = `c.id, c.topic, c.members_key, (SELECT count(*) FROM messages m WHERE m.conversation_id = c.id) AS count,
  (SELECT m.sent_at FROM messages m WHERE m.conversation_id = c.id ORDER BY m.id DESC LIMIT 1) AS last_sent_at`;

const topicsSql = `SELECT * FROM (SELECT ${columns} FROM conversations c WHERE c.channel_id = ?) WHERE count > 0
  ORDER BY last_sent_at DESC, id DESC`;

const directSql = `SELECT * FROM (SELECT ${columns} FROM conversations c WHERE c.channel_id IS NULL) WHERE count > 0
  ORDER BY last_sent_at DESC, id DESC`;

export function writeChannels(site: Website): void {
  const sql = 'SELECT id, name, rendered_description, invite_only, is_archived FROM channels ORDER BY id';
  for (const channel of rowsOf<ChannelRow>(site.db, sql)) {
    writeList(site, {
      path: (page) => paths.channel(channel.id, page),
      title: `#${channel.name}`,
      items: site.db.all<ConversationRow>(topicsSql, channel.id).map((topic) => conversationItem(site, topic)),
      start: (page) => {
        const description = rewriteHtml(channel.rendered_description, { ...site, page });
        return `<section class="about rendered">${description}${marksOf(site, channel)}</section>`;
      },
    });
  }
}

/** Writes the list of direct conversations, by participants. */
export function writeDirect(site: Website): void {
  const rows = site.db.all<ConversationRow>(directSql);
  const items = rows.map((row) => conversationItem(site, row));
  writeList(site, { path: paths.direct, title: site.texts.t('common.directMessages'), items });
}

function conversationItem(site: Website, row: ConversationRow): (path: string) => string {
  return (path) => {
    const last = site.plan.findConversation(row.id) ?? paths.index(1);
    const facts = { count: row.count, ...timeIn(row.last_sent_at) };
    return `${link(path, last, titleOf(site, row))} <small>${site.texts.html('export.topic', facts)}</small>`;
  };
}

interface PersonRow {
  id: number;
  full_name: string;
  role: Role;
  is_active: number;
  bot_type: number | null;
  joined_at: number;
}

export function writePeople(site: Website): void {
  const sql = `SELECT id, full_name, role, is_active, bot_type, joined_at FROM users WHERE is_system_bot = 0
    ORDER BY full_name, id`;
  writeList(site, {
    path: paths.people,
    title: site.texts.t('common.people'),
    items: site.db.all<PersonRow>(sql).map((row) => () => personItem(site, row)),
  });
}

function personItem({ texts }: Website, { full_name, role, is_active, bot_type, joined_at }: PersonRow): string {
  const word = texts.t(bot_type === null ? roleWords[role] : 'bots.bot');
  const key = is_active === 1 ? 'export.person' : 'export.deactivated';
  return `${escapeHtml(full_name)} <small>${texts.html(key, { role: word, ...timeIn(joined_at) })}</small>`;
}
