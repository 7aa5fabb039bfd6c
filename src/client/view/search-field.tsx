import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { NarrowTerm } from '../api/types.ts';
import { formatNarrow } from '../routes.ts';
import { formatSearch, operators, parseSearch } from '../search-text.ts';
import { CompletionList } from './completion-list.tsx';
import type { Completion } from './completions.ts';
import { useClient } from './context.ts';
import { Icon } from './icon.tsx';
import { isComposing } from './keyboard.ts';

/** Searches messages. It offers the operators there are for what is being typed. */
export function SearchField({ narrow = [] }: { narrow?: readonly NarrowTerm[] }) {
  const client = useClient();
  const field = useRef<HTMLInputElement>(null);
  const options = useSignal<readonly Completion[]>([]);
  const active = useSignal(-1);
  const shown = narrow.length === 0 ? '' : formatSearch(narrow, client.names);
  useEffect(() => {
    if (field.current) field.current.value = isTyped(narrow) ? shown : '';
  }, [shown]);

  function search(): void {
    const terms = parseSearch(field.current?.value ?? '', client.names);
    options.value = [];
    if (terms.length === 0) return;
    field.current?.blur();
    const near = terms.find(({ operator }) => operator === 'near');
    const rest = terms.filter((term) => term !== near);
    client.router.go(
      formatNarrow(rest, { near: near && Number(near.operand), channelName: (id) => client.channelName(id) }),
    );
  }

  function suggest(): void {
    const word = /\S*$/.exec(field.current?.value ?? '')?.[0].toLowerCase() ?? '';
    options.value = operators
      .filter(([example]) => example.startsWith(word) && example !== word)
      .slice(0, 10)
      .map(([example, meaning]) => ({ key: example, label: example, detail: meaning, text: example }));
    active.value = -1;
  }

  function choose(index: number): void {
    const option = options.value[index];
    if (!option || !field.current) return;
    const isFixed = /^-?(is|has):/.test(option.text);
    const text = isFixed ? `${option.text} ` : option.text.replace(/:.*/, ':');
    field.current.value = field.current.value.replace(/\S*$/, text);
    if (isFixed) options.value = [];
    else suggest();
  }

  function pressed(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    const count = options.value.length;
    if (event.key === 'ArrowDown' && count > 0) active.value = (active.value + 1) % count;
    else if (event.key === 'ArrowUp' && count > 0) active.value = (active.value + count - 1) % count;
    else if (event.key === 'Enter' && active.value >= 0) choose(active.value);
    else if (event.key === 'Enter') search();
    else if (event.key === 'Escape') {
      options.value = [];
      field.current?.blur();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

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
        onKeyDown={pressed}
        onBlur={() => {
          options.value = [];
        }}
      />
      {options.value.length > 0 && <CompletionList options={options.value} active={active.value} onChoose={choose} />}
    </search>
  );
}

/** Whether a narrow is one that people write, and not one that they click at. */
function isTyped(narrow: readonly NarrowTerm[]): boolean {
  return narrow.some(({ operator }) => operator === 'search' || operator === 'has' || operator === 'sender');
}
