import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import { type Completion, rank } from '../text/ranking.ts';
import { endOf, parseSearch } from '../text/search-text.ts';

/** The operators of searches with an example each, in the order in which they are offered. */
export const operators = (): readonly [example: string, meaning: string][] => [
  ['channel:general', t('pages.searchChannel')],
  ['topic:"spring plan"', t('pages.searchTopic')],
  ['sender:me', t('pages.searchSender')],
  ['dm:Ada', t('pages.searchDirectWith')],
  ['is:unread', t('pages.searchUnread')],
  ['is:mentioned', t('pages.searchMentioned')],
  ['is:starred', t('pages.searchStarred')],
  ['is:dm', t('common.directMessages')],
  ['is:followed', t('pages.searchFollowed')],
  ['is:resolved', t('pages.searchResolved')],
  ['has:link', t('pages.searchLinks')],
  ['has:image', t('pages.searchPictures')],
  ['has:attachment', t('pages.searchFiles')],
  ['has:reaction', t('pages.searchReactions')],
  ['near:123', t('pages.searchNear')],
  ['-is:dm', t('pages.searchMinus')],
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
  return operators()
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
