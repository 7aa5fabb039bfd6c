import type { Signal } from '@preact/signals';
import { isComposing } from '../text/keyboard.ts';

interface Props {
  label: string;
  written: Signal<string>;
  /** Uses the first of the found entries. */
  onEnter?: (event: KeyboardEvent) => void;
}

/**
 * A field above a list that filters it by name. Its type is not that of searches: Escape would first empty it, instead
 * of closing the dialog in which it is.
 */
export function FindField({ label, written, onEnter }: Props) {
  return (
    <input
      class="field"
      type="text"
      inputMode="search"
      aria-label={label}
      placeholder={label}
      autocomplete="off"
      value={written.value}
      onInput={({ currentTarget }) => {
        written.value = currentTarget.value;
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isComposing(event)) onEnter?.(event);
      }}
    />
  );
}
