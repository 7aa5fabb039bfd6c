import type { Database } from '../db/database.ts';
import { foldName } from '../ground/text.ts';

// Texts for programs that lack some of chatd's Markdown. Code is never changed.

/** How another program writes what chatd's texts refer to. */
export interface Writes {
  user(id: number, name: string): string;
  everybody: string;
  channel(id: number, name: string): string;
  /** A text outside of code and links. */
  styled(text: string): string;
  link(url: string, label: string): string;
  /** Code within a line, with its marks. */
  code(code: string): string;
  block(block: CodeBlock): string;
  /** What becomes of the lines of the whole text, in which code stays as it is. */
  lines(text: string): string;
}

interface CodeBlock {
  /** With the line break at its end. */
  code: string;
  /** May be empty. */
  language: string;
  /** At least three, more than in the code. */
  marks: string;
}

/** Finds users and channels by the names in texts. */
export class Names {
  readonly #users = new Map<string, number>();
  readonly #channels = new Map<string, number>();

  constructor(db: Database) {
    const sql = 'SELECT full_name, id FROM users ORDER BY is_active, id DESC';
    for (const [name, id] of db.tuples<[string, number]>(sql)) this.#users.set(foldName(name), id);
    for (const [name, id] of db.tuples<[string, number]>('SELECT name, id FROM channels'))
      this.#channels.set(foldName(name), id);
  }

  user(name: string): number | undefined {
    return this.#users.get(foldName(name));
  }

  channel(name: string): number | undefined {
    return this.#channels.get(foldName(name));
  }
}

/** Blocks and pieces of code, links, and what refers to somebody or something. */
const pieces = new RegExp(
  [
    '(?<fence>^(?<marks>`{3,}|~{3,})(?<kind>[^\\n`]*)\\n(?<block>[\\s\\S]*?)^\\k<marks>[ \\t]*$)',
    '(?<code>(?<ticks>`{1,2})(?!`)[^\\n]+?(?<!`)\\k<ticks>(?!`))',
    '\\[(?<label>[^\\][\\n]*)\\]\\((?<url>[^\\s()]+(?:\\([^\\s()]*\\)[^\\s()]*)*)\\)',
    '@(?<silent>_?)\\*\\*(?<user>[^*|\\n]+)(?:\\|(?<id>\\d{1,15}))?\\*\\*',
    '@_?\\*(?<group>[^*\\n]+)\\*',
    '#\\*\\*(?<channel>[^*>\\n]+)(?:>(?<topic>[^*\\n]*))?\\*\\*',
    '<time:(?<time>[^<>\\n]+)>',
    'https?:\\/\\/[^\\s<>]+',
  ].join('|'),
  'gm',
);

type Groups = Readonly<Record<string, string | undefined>>;

/**
 * A text for another program. Links to uploaded files go, because the files are attached; quotations, spoilers and
 * formulas in blocks become quotations and code.
 */
export function convertText(text: string, names: Names, writes: Writes): string {
  let converted = '';
  let at = 0;
  const codes: string[] = [];
  const keep = (code: string) => `\0${codes.push(code) - 1}\0`;
  for (const match of text.matchAll(pieces)) {
    converted += writes.styled(text.slice(at, match.index));
    converted += writePiece(match[0], (match.groups ?? {}) as Groups, { names, writes, keep });
    at = match.index + match[0].length;
  }
  const whole = (converted + writes.styled(text.slice(at))).replace(/\n{3,}/g, '\n\n').trim();
  return writes.lines(whole).replace(/\0(\d+)\0/g, (_, index: string) => codes[Number(index)] as string);
}

interface Context {
  names: Names;
  writes: Writes;
  /** Returns what stands for a piece of code until the text around it is done. */
  keep(code: string): string;
}

function writePiece(whole: string, groups: Groups, context: Context): string {
  const { names, writes, keep } = context;
  const { fence, code, url, label = '', user, id, group, channel, topic, time } = groups;
  if (fence !== undefined) return writeBlock(groups, context);
  if (code !== undefined) return keep(writes.code(whole));
  if (url !== undefined) return writeLink(url, label, writes);
  if (user !== undefined) return writeUser(user, id, context);
  if (group !== undefined) return writes.styled(`@${group}`);
  if (time !== undefined) return time;
  if (channel === undefined) return whole;
  const place = names.channel(channel);
  const shown = place === undefined ? writes.styled(`#${channel}`) : writes.channel(place, channel);
  return topic ? `${shown}${writes.styled(` › ${topic}`)}` : shown;
}

/** Files are attached, and places of this server have no address there. */
function writeLink(url: string, label: string, writes: Writes): string {
  if (url.includes('/user_uploads/')) return '';
  return /^(?:https?|ftp|mailto|tel):/i.test(url) ? writes.link(url, label) : writes.styled(label);
}

const everybody = ['all', 'everyone', 'channel', 'stream', 'topic'];

function writeUser(name: string, id: string | undefined, { names, writes }: Context): string {
  if (everybody.includes(name)) return writes.everybody;
  const own = id === undefined ? names.user(name) : Number(id);
  return own === undefined ? writes.styled(`@${name}`) : writes.user(own, name);
}

function writeBlock({ kind = '', block = '', marks = '' }: Groups, { names, writes, keep }: Context): string {
  const [type = '', ...title] = kind.trim().split(' ');
  if (type === 'quote' || type === 'spoiler') {
    const inner = convertText([title.join(' '), block].filter(Boolean).join('\n'), names, writes);
    return inner.replace(/^/gm, '> ');
  }
  return keep(writes.block({ code: block, language: kind.trim(), marks }));
}
