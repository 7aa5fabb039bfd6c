import { readFileSync } from 'node:fs';
import type { Lookups } from '../../src/markdown/context.ts';
import { groupTitle } from '../../src/realm/group.ts';
import { render } from './lookups.ts';

/** What a server that clients know made of a text. Ids stand as `{u:alice}`. */
export interface Recording {
  name: string;
  input: string;
  html: string;
}

/** The recordings, with ids, hosts and upload addresses as `renderRecorded` writes them. */
export function readRecordings(): Recording[] {
  const lines = readFileSync(new URL('recorded.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const { name, input, html } = JSON.parse(line) as Recording;
    return {
      name,
      input: withIds(input.replaceAll('{host}', site_url)),
      html: withIds(html.replaceAll('<host>', site_url)),
    };
  });
}

/** The HTML of a message, in the form of the recordings. */
export function renderRecorded(input: string): string {
  return render(input, organization)
    .html.replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/datetime="[^"]*"/g, 'datetime="<ts>"')
    .replaceAll(/\/user_uploads\/[^"]*\//g, '/user_uploads/<path>/');
}

const site_url = 'http://chat.example.com';
const ids: Readonly<Record<string, number>> = {
  'u:alice': 4,
  'u:bob': 5,
  'g:team': 31,
  'g:role:members': 32,
  'g:role:everyone': 33,
  'g:role:nobody': 34,
  's:pub': 11,
  's:priv': 12,
  's:lonely': 13,
  's:uni': 14,
  's:?': 1,
  'm:m1': 101,
  'm:m5': 105,
  'm:?': 999999,
};

function withIds(text: string): string {
  return text.replaceAll(/\{(\w:[\w:?]+)\}/g, (all, symbol: string) => String(ids[symbol] ?? all));
}

const channels = [
  { id: 11, name: 'pub' },
  { id: 12, name: 'priv' },
  { id: 13, name: 'lonely' },
  { id: 14, name: 'ünï çødé 😀' },
];
const groups = [
  { id: 31, name: 'team', is_active: true },
  { id: 32, name: 'role:members', is_active: true },
  { id: 33, name: 'role:everyone', is_active: true },
  { id: 34, name: 'role:nobody', is_active: true },
];
const newest: Readonly<Record<string, number>> = { greetings: 101, '': 105 };

const organization: Partial<Lookups> = {
  site_url,
  findPerson: (name, id) => {
    const isAlice = (name === '' || name.toLowerCase() === 'alice four') && (id === undefined || id === 4);
    return isAlice ? { id: 4, full_name: 'Alice Four', is_active: true } : undefined;
  },
  findGroup: (name) => {
    const group = groups.find((one) => one.name === name.toLowerCase());
    return group && { ...group, name: groupTitle(group.name) };
  },
  findChannel: (name) => channels.find((channel) => channel.name === name),
  findTopic: (_channel_id, name) => ({ name, display_name: name || 'general chat', newest_id: newest[name] }),
  findEmoji: () => undefined,
};
