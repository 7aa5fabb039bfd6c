import { escapeHtml } from '../../ground/text.ts';
import { roles } from '../../users/user.ts';
import { rowsOf } from '../rows.ts';
import type { Page } from './page.ts';
import { pageLinks, timeHtml } from './page.ts';
import { rewriteHtml } from './rendered.ts';
import { addressFrom, paths } from './site.ts';
import { publishPage, type Titled, titleOf, type Website } from './website.ts';

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
    const links = pageLinks(page, count, (one) => addressFrom(own, path(one)));
    const list = shown.length > 0 ? `<ul class="list">\n${shown.join('\n')}\n</ul>` : '<p>Nothing here.</p>';
    publishPage(site, { path: own, title, trail, body: `${page === 1 ? start(own) : ''}${links}${list}${links}` });
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
      (channel) => (path) => `${link(path, paths.channel(channel.id, 1), `#${channel.name}`)}${marksOf(channel)}`,
    ),
    start: (path) => {
      const more = others.map((one) => `<li>${link(path, one.path, one.name)}</li>`).join('');
      return `<section class="about">${about}<p>Exported ${timeHtml(now)}. All times are UTC.</p></section><ul class="list">${more}</ul><h2>Channels</h2>`;
    },
  });
}

function marksOf({ invite_only, is_archived }: ChannelRow): string {
  const marks = [invite_only === 1 ? 'private' : '', is_archived === 1 ? 'archived' : ''].filter(Boolean);
  return marks.length > 0 ? ` <small>${marks.join(', ')}</small>` : '';
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
        const description = rewriteHtml(channel.rendered_description, { links: site.links, page });
        return `<section class="about rendered">${description}${marksOf(channel)}</section>`;
      },
    });
  }
}

/** Writes the list of direct conversations, by participants. */
export function writeDirect(site: Website): void {
  const rows = site.db.all<ConversationRow>(directSql);
  const items = rows.map((row) => conversationItem(site, row));
  writeList(site, { path: paths.direct, title: 'Direct messages', items });
}

function conversationItem(site: Website, row: ConversationRow): (path: string) => string {
  return (path) => {
    const last = site.plan.findConversation(row.id) ?? paths.index(1);
    const said = row.count === 1 ? '1 message' : `${row.count} messages`;
    return `${link(path, last, titleOf(site, row))} <small>${said}, last ${timeHtml(row.last_sent_at)}</small>`;
  };
}

interface PersonRow {
  id: number;
  full_name: string;
  role: number;
  is_active: number;
  bot_type: number | null;
  joined_at: number;
}

export function writePeople(site: Website): void {
  const sql = `SELECT id, full_name, role, is_active, bot_type, joined_at FROM users WHERE is_system_bot = 0
    ORDER BY full_name, id`;
  writeList(site, {
    path: paths.people,
    title: 'People',
    items: site.db.all<PersonRow>(sql).map((row) => () => personItem(row)),
  });
}

function personItem({ full_name, role, is_active, bot_type, joined_at }: PersonRow): string {
  const name = Object.entries(roles).find(([, number]) => number === role)?.[0] ?? '';
  const marks = [bot_type === null ? name : 'bot', is_active === 1 ? '' : 'deactivated'].filter(Boolean).join(', ');
  return `${escapeHtml(full_name)} <small>${marks}, here since ${timeHtml(joined_at)}</small>`;
}
