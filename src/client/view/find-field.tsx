import type { Signal } from '@preact/signals';

/** A field above a list that filters it by name. */
export function FindField({ label, written }: { label: string; written: Signal<string> }) {
  return (
    <input
      class="field"
      type="search"
      aria-label={label}
      placeholder={label}
      onInput={({ currentTarget }) => {
        written.value = currentTarget.value;
      }}
    />
  );
}
