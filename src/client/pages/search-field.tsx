import { useComputed, useSignal } from '@preact/signals';
import type { FunctionComponent, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { leaveField, screen } from '../commands/screen.ts';
import { t } from '../language/texts.ts';
import { Late } from '../late.ts';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { lazy } from '../parts/lazy.tsx';
import { narrowKey } from '../store/narrow.ts';
import { formatNarrow } from '../store/routes.ts';
import { isComposing } from '../text/keyboard.ts';
import { endOf, formatSearch, parseSearch } from '../text/search-text.ts';
import type { SearchListProps } from './search-list.tsx';
import type { noteSearch, SearchFinder, watchSearch } from './search-options.ts';

export const searching = new Late<{ watch: typeof watchSearch; note: typeof noteSearch }>();

export const searchList = new Late<FunctionComponent<SearchListProps>>();

const SearchList = lazy(searchList.get);

/** Searches messages, with what was searched before, suggestions of operators and names, and what is found meanwhile. */
export function SearchField({ narrow = [] }: { narrow?: readonly NarrowTerm[] }) {
  const client = useClient();
  const field = useRef<HTMLInputElement>(null);
  const suggestions = useSuggestions(field, narrow);
  const { options, active, suggest, choose, close } = suggestions;
  const shown = narrow.length === 0 ? '' : formatSearch(narrow, client.names);
  useLayoutEffect(() => screen.search.fill({ focus: () => field.current?.focus() }), []);
  useLayoutEffect(() => {
    if (field.current) field.current.value = isTyped(narrow) ? shown : '';
  }, [shown]);
  return (
    <search class="search">
      <Icon name="search" />
      <input
        ref={field}
        type="text"
        inputMode="search"
        placeholder={t('common.search')}
        aria-label={t('pages.searchMessages')}
        title={t('common.withKey', { name: t('pages.searchMessages'), key: '/' })}
        role="combobox"
        aria-expanded={options.value.length > 0}
        aria-controls="completions"
        aria-activedescendant={active.value >= 0 ? `completion-${active.value}` : undefined}
        autocomplete="off"
        onInput={suggest}
        onFocus={suggest}
        onKeyDown={(event) => press(event, client, suggestions)}
        onBlur={close}
      />
      {options.value.length > 0 && <SearchList options={options.value} active={active.value} onChoose={choose} />}
    </search>
  );
}

function press(event: KeyboardEvent, client: Client, { steer, close }: ReturnType<typeof useSuggestions>): void {
  if (isComposing(event) || !(event.currentTarget instanceof HTMLInputElement)) return;
  if (!steer(event)) {
    if (event.key === 'Enter') search(client, event.currentTarget.value);
    else if (event.key !== 'Escape') return;
    close();
    leaveField(event.currentTarget);
  }
  event.preventDefault();
  event.stopPropagation();
}

function search(client: Client, written: string): void {
  const terms = parseSearch(written, client.names);
  if (terms.length === 0) return;
  const near = terms.find(({ operator }) => operator === 'near');
  const rest = terms.filter((term) => term !== near);
  searching.get().then(({ note }) => note(client, rest), ignore);
  client.router.go(
    formatNarrow(rest, { near: near && Number(near.operand), channelName: (id) => client.channelName(id) }),
  );
}

/** What is offered for what is written; nothing for `undefined`. */
function useOptions(narrow: readonly NarrowTerm[]) {
  const client = useClient();
  const written = useSignal<string | undefined>(undefined);
  const finder = useSignal<SearchFinder | undefined>(undefined);
  // Names of topics and messages may arrive from the server a moment later.
  const options = useComputed(() => (written.value === undefined ? [] : (finder.value?.find(written.value) ?? [])));
  useLayoutEffect(() => {
    finder.value = undefined;
  }, [narrowKey(narrow)]);
  const load = async () => {
    const { watch } = await searching.get();
    finder.value = watch(client, narrow);
    finder.value.look(written.peek() ?? '');
  };
  const offer = (text: string | undefined) => {
    written.value = text;
    if (finder.value) finder.value.look(text ?? '');
    else if (text !== undefined) load().catch(ignore);
  };
  return { options, offer };
}

/** The list of options, and the one selected by keys. */
function useSuggestions(field: RefObject<HTMLInputElement | null>, narrow: readonly NarrowTerm[]) {
  const { options, offer } = useOptions(narrow);
  const active = useSignal(-1);
  const suggest = () => {
    active.value = -1;
    offer(field.current?.value ?? '');
  };
  const close = () => offer(undefined);
  const choose = (index: number) => {
    const option = options.value[index];
    if (!option || !field.current) return;
    if (option.act) {
      close();
      leaveField(field.current);
      return option.act();
    }
    const { value } = field.current;
    field.current.value = value.slice(0, value.length - endOf(value).length) + option.text;
    if (option.text.endsWith(' ')) close();
    else suggest();
  };
  const steer = ({ key }: KeyboardEvent) => {
    const count = options.value.length;
    if (key === 'ArrowDown' && count > 0) active.value = (active.value + 1) % count;
    else if (key === 'ArrowUp' && count > 0) active.value = (active.value + count - 1) % count;
    else if (key === 'Enter' && active.value >= 0 && count > 0) choose(active.value);
    else return false;
    return true;
  };
  return { options, active, suggest, choose, close, steer };
}

/** Whether a narrow was typed as a search, instead of being opened by a link. */
export function isTyped(narrow: readonly NarrowTerm[]): boolean {
  return narrow.some(({ operator }) => operator === 'search' || operator === 'has' || operator === 'sender');
}

function ignore(): void {}
