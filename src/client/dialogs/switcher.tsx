import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { CompletionList } from '../parts/completion-list.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { isComposing } from '../text/keyboard.ts';
import type { Completion } from '../text/ranking.ts';
import { watchTargets } from './targets.ts';

/** Opens a channel, topic, user or page by a part of its name. */
export function Switcher({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const written = useSignal('');
  const find = useComputed(() => watchTargets(client));
  const options = useComputed(() => find.value.value(written.value));
  const go = (index: number) => {
    const option = options.value[index];
    if (!option) return;
    onClose();
    client.router.go(option.text);
  };
  const active = useActive(options, go);
  return (
    <Dialog title="Jump to" onClose={onClose} class="switcher">
      <input
        class="field"
        type="text"
        role="combobox"
        aria-label="Channel, topic, person or page"
        aria-expanded="true"
        aria-controls="completions"
        aria-activedescendant={`completion-${active.index.value}`}
        autocomplete="off"
        placeholder="Channel, topic, person…"
        onInput={({ currentTarget }) => {
          written.value = currentTarget.value;
          active.index.value = 0;
        }}
        onKeyDown={active.pressed}
      />
      <CompletionList options={options.value} active={active.index.value} onChoose={go} />
    </Dialog>
  );
}

/** The option selected by keys. */
function useActive(options: ReadonlySignal<readonly Completion[]>, choose: (index: number) => void) {
  const index = useSignal(0);
  const pressed = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const count = Math.max(1, options.value.length);
    if (event.key === 'ArrowDown') index.value = (index.value + 1) % count;
    else if (event.key === 'ArrowUp') index.value = (index.value + count - 1) % count;
    else if (event.key === 'Enter') choose(index.value);
    else return;
    event.preventDefault();
  };
  return { index, pressed };
}
