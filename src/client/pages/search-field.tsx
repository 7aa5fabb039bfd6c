import { signal, useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { leaveField, screen } from '../commands/screen.ts';
import { Late } from '../late.ts';
import { CompletionList } from '../parts/completion-list.tsx';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { formatNarrow } from '../store/routes.ts';
import { isComposing } from '../text/keyboard.ts';
import { endOf, formatSearch, parseSearch } from '../text/search-text.ts';
import type { suggestSearch } from './search-suggestions.ts';

export const suggester = new Late<typeof suggestSearch>();

/** Searches messages, with suggestions of operators and names. */
export function SearchField({ narrow = [] }: { narrow?: readonly NarrowTerm[] }) {
  const client = useClient();
  const field = useRef<HTMLInputElement>(null);
  const suggestions = useSuggestions(field);
  const { options, active, suggest, choose, close } = suggestions;
  const shown = narrow.length === 0 ? '' : formatSearch(narrow, client.names);
  useEffect(() => screen.search.fill({ focus: () => field.current?.focus() }), []);
  useEffect(() => {
    if (field.current) field.current.value = isTyped(narrow) ? shown : '';
  }, [shown]);
  return (
    <search class="search">
      <Icon name="search" />
      <input
        ref={field}
        type="text"
        inputMode="search"
        placeholder="Search"
        aria-label="Search messages"
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
      {options.value.length > 0 && <CompletionList options={options.value} active={active.value} onChoose={choose} />}
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
  client.router.go(
    formatNarrow(rest, { near: near && Number(near.operand), channelName: (id) => client.channelName(id) }),
  );
}

/** The function that finds suggestions, loaded with the first search. */
const finder = signal<typeof suggestSearch | undefined>(undefined);

async function loadFinder(): Promise<void> {
  finder.value = await suggester.get();
}

/** The list of suggestions, and the one selected by keys. */
function useSuggestions(field: RefObject<HTMLInputElement | null>) {
  const client = useClient();
  const written = useSignal<string | undefined>(undefined);
  const active = useSignal(-1);
  // Names of topics may arrive from the server a moment later.
  const options = useComputed(() => (written.value === undefined ? [] : (finder.value?.(client, written.value) ?? [])));
  const suggest = () => {
    if (!finder.value) loadFinder().catch(() => {});
    written.value = field.current?.value ?? '';
    active.value = -1;
  };
  const close = () => {
    written.value = undefined;
  };
  const choose = (index: number) => {
    const option = options.value[index];
    if (!option || !field.current) return;
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
function isTyped(narrow: readonly NarrowTerm[]): boolean {
  return narrow.some(({ operator }) => operator === 'search' || operator === 'has' || operator === 'sender');
}
