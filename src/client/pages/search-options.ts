import type { NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { addressOfSearch, narrowAt, savedSearches } from '../commands/saved-searches.ts';
import { typedSearches } from '../device/stored-addresses.ts';
import { t } from '../language/texts.ts';
import { excerptOf } from '../parts/excerpt.ts';
import { conversationIn, conversationOf } from '../store/conversation.ts';
import type { IconName } from '../text/icons.ts';
import type { Completion } from '../text/ranking.ts';
import { formatSearch, parseSearch } from '../text/search-text.ts';
import { FoundWhileTyping } from './found-while-typing.ts';
import { suggestSearch } from './search-suggestions.ts';

/** What the field for searches offers: to complete what is written, or to go somewhere. */
export interface SearchOption extends Completion {
  icon?: IconName;
  /** The label in pieces, of which some are what was searched. */
  pieces?: readonly { text: string; isHit: boolean }[];
  /** What choosing it does; without it, `text` replaces the end of what is written. */
  act?: () => void;
}

/** Finds what a field for searches offers on the page of a narrow. */
export interface SearchFinder {
  /** The options for what is written. Reads signals. */
  find(written: string): SearchOption[];
  /** Takes note of what is written now, to find messages. */
  look(written: string): void;
}

export function watchSearch(client: Client, narrow: readonly NarrowTerm[]): SearchFinder {
  const found = new FoundWhileTyping(client);
  const find = (written: string) => {
    const suggested = suggestSearch(client, written);
    if (written.trim() === '') return [...listRecent(client), ...listSaved(client), ...suggested];
    return [...listScopes(client, narrow, written), ...suggested, ...listFound(client, found)];
  };
  return { find, look: (written) => found.look(written) };
}

/** Remembers a search that was typed. */
export function noteSearch(client: Client, narrow: readonly NarrowTerm[]): void {
  recentSearches(client).note(addressOfSearch(client, narrow));
}

const recentSearches = ({ store }: Client) => typedSearches(localStorage, store.user_id);

function listRecent(client: Client): SearchOption[] {
  const recent = recentSearches(client);
  const searches = recent.list().flatMap((address) => {
    const narrow = narrowAt(client, address);
    return narrow ? [{ ...searchFor(client, narrow), icon: 'clock' as const }] : [];
  });
  if (searches.length === 0) return [];
  const forget = { key: 'forget', label: t('pages.forgetSearches'), icon: 'close' as const, text: '' };
  return [...searches, { ...forget, act: () => recent.forget() }];
}

function listSaved(client: Client): SearchOption[] {
  return savedSearches(client).map(({ name, narrow }) => {
    const detail = formatSearch(narrow, client.names);
    const option = searchFor(client, narrow);
    return { ...option, key: `saved ${option.key}`, label: name, ...(name === detail ? {} : { detail }), icon: 'star' };
  });
}

/** The same search in the conversation of the page, in its channel, and everywhere. */
function listScopes(client: Client, here: readonly NarrowTerm[], written: string): SearchOption[] {
  const terms = parseSearch(written, client.names);
  const hasPlace = terms.some(({ operator }) => /^(channels?|topic|dm)$/.test(operator));
  const [first] = here;
  if (hasPlace || terms.length === 0 || !first) return [];
  const conversation = conversationIn(here);
  const scopes: [label: string, place: readonly NarrowTerm[]][] = [];
  if (conversation?.type === 'topic') scopes.push([t('pages.searchInTopic', { search: written }), here.slice(0, 2)]);
  if (conversation?.type === 'direct') scopes.push([t('pages.searchInConversation', { search: written }), [first]]);
  if (first.operator === 'channel' && typeof first.operand === 'number') {
    const channel = client.channelName(first.operand);
    scopes.push([t('pages.searchInChannel', { channel, search: written }), [first]]);
  }
  if (scopes.length === 0) return [];
  scopes.push([t('pages.searchEverywhere', { search: written }), []]);
  return scopes.map(([label, place]) => ({ ...searchFor(client, [...place, ...terms]), label, icon: 'search' }));
}

function searchFor(client: Client, narrow: readonly NarrowTerm[]): SearchOption {
  const address = addressOfSearch(client, narrow);
  const act = () => {
    noteSearch(client, narrow);
    client.router.go(address);
  };
  return { key: address, label: formatSearch(narrow, client.names), text: '', act };
}

function listFound(client: Client, { messages }: FoundWhileTyping): SearchOption[] {
  const muted = new Set(client.store.read('personal').state.muted_users.map(({ id }) => id));
  const shown = messages.value.filter(({ sender_id }) => !muted.has(sender_id));
  return shown.map((message) => {
    const conversation = conversationOf(message, client.store.user_id);
    const pieces = excerptOf(message);
    return {
      key: `message ${message.id}`,
      label: pieces.map(({ text }) => text).join(''),
      pieces,
      detail: client.describe(conversation),
      user_id: message.sender_id,
      text: '',
      act: () => client.router.go(client.linkTo(conversation, message.id)),
    };
  });
}
