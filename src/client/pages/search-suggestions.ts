import type { Client } from '../client.ts';
import { type Completion, rank } from '../text/ranking.ts';
import { endOf, parseSearch } from '../text/search-text.ts';

/** The operators of searches with an example each, in the order in which they are offered. */
export const operators: readonly [example: string, meaning: string][] = [
  ['channel:general', 'Messages in a channel'],
  ['topic:"spring plan"', 'Messages in a topic'],
  ['sender:me', 'Messages from somebody; me means you'],
  ['dm:Ada', 'Direct messages with somebody'],
  ['is:unread', 'Unread messages'],
  ['is:mentioned', 'Messages that mention you'],
  ['is:starred', 'Messages that you starred'],
  ['is:dm', 'Direct messages'],
  ['is:followed', 'Messages in topics that you follow'],
  ['is:resolved', 'Messages in resolved topics'],
  ['has:link', 'Messages with links'],
  ['has:image', 'Messages with pictures'],
  ['has:attachment', 'Messages with files'],
  ['has:reaction', 'Messages with reactions'],
  ['near:123', 'Messages around the one with this id'],
  ['-is:dm', 'A minus sign excludes what follows'],
];

const most = 10;
const mostNamed = 3;
const leastNamed = 2;

/** Completions for the end of a search: operators, or names after an operator. `text` replaces the end. */
export function suggestSearch(client: Client, written: string): Completion[] {
  const end = endOf(written);
  const [, minus = '', operator = '', begun = ''] = /^(-?)([\w-]+):"?(.*)$/.exec(end) ?? [];
  const names = listNames(client, operator, written.slice(0, -end.length));
  if (!names) return [...listOperators(end), ...listNamed(client, end)];
  const options = names.map((name) => ({ key: name, label: name, text: `${minus}${termOf(operator, name)} ` }));
  return rank(options, begun).slice(0, most);
}

function termOf(operator: string, name: string): string {
  return `${operator}:${/\s/.test(name) || name === '' ? `"${name}"` : name}`;
}

/** The people and channels that match a word. */
function listNamed(client: Client, word: string): Completion[] {
  if (word.length < leastNamed) return [];
  return ['sender', 'channel'].flatMap((operator) => {
    const options = (listNames(client, operator, '') ?? []).map((name) => {
      const term = termOf(operator, name);
      return { key: term, label: term, text: `${term} ` };
    });
    return rank(options, word, ({ label }) => label.slice(operator.length + 1).replaceAll('"', '')).slice(0, mostNamed);
  });
}

function listOperators(end: string): Completion[] {
  const word = end.toLowerCase();
  return operators
    .filter(([example]) => example.startsWith(word) && example !== word)
    .slice(0, most)
    .map(([example, meaning]) => {
      const isWhole = /^-?(is|has):/.test(example);
      const text = isWhole ? `${example} ` : example.replace(/:.*/, ':');
      return { key: example, label: example, detail: meaning, text };
    });
}

/** The names for an operator; undefined if it takes other operands. Topics are those of the preceding channel. */
function listNames(client: Client, operator: string, before: string): string[] | undefined {
  const { store } = client;
  if (operator === 'channel')
    return [...store.channels.value.values()].flatMap(({ name, is_archived }) => (is_archived ? [] : name));
  if (operator === 'sender' || operator === 'dm')
    return ['me', ...store.read('people').state.realm_users.map(({ full_name }) => full_name)];
  if (operator !== 'topic') return undefined;
  const channel = parseSearch(before, client.names).find((term) => term.operator === 'channel')?.operand;
  return typeof channel === 'number' ? (client.topics.in(channel) ?? []).map(({ name }) => name) : undefined;
}
