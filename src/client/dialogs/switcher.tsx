import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Client } from '../client.ts';
import { nameOf } from '../commands/key-names.ts';
import { openBeside } from '../commands/panes.ts';
import { isWide } from '../commands/view-state.ts';
import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { CompletionList, completedBy } from '../parts/completion-list.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Swatch } from '../parts/swatch.tsx';
import { isComposing } from '../text/keyboard.ts';
import { type Target, watchTargets } from './targets.ts';

/** Opens a place, or does something, by a part of its name. */
export function Switcher({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const written = useSignal('');
  const find = useMemo(() => watchTargets(client), []);
  const options = useComputed(() => find(written.value));
  const choose = (index: number, isBeside = false) => {
    const option = options.value[index];
    if (!option) return;
    onClose();
    open(client, option, isBeside);
  };
  const active = useActive(options, choose);
  return (
    <Dialog title={t('dialogs.jumpTo')} onClose={onClose} class="switcher">
      <input
        class="field"
        type="text"
        role="combobox"
        aria-label={t('dialogs.jumpLabel')}
        aria-expanded="true"
        {...completedBy(options.value, active.index.value)}
        autocomplete="off"
        placeholder={t('dialogs.jumpPlaceholder')}
        onInput={({ currentTarget }) => {
          written.value = currentTarget.value;
          active.index.value = 0;
        }}
        onKeyDown={active.pressed}
      />
      <CompletionList
        options={options.value}
        active={active.index.value}
        onChoose={(index) => choose(index)}
        Before={Mark}
        After={Keys}
      />
      <Hint />
    </Dialog>
  );
}

function open(client: Client, { narrow, choose }: Target, isBeside: boolean): void {
  if (isBeside && narrow) openBeside(client, narrow);
  else choose(client);
}

function Hint() {
  if (!isWide.value) return null;
  return <p class="quiet">{rich('dialogs.jumpKeys', { kbd: (inside) => <kbd>{inside}</kbd> })}</p>;
}

/** What shows at first sight what kind of thing it is. */
function Mark({ option: { stream_id, icon } }: { option: Target }) {
  if (stream_id !== undefined) return <Swatch stream_id={stream_id} />;
  return icon ? <Icon name={icon} /> : null;
}

function Keys({ option: { keys = [] } }: { option: Target }) {
  const [first] = keys;
  return first === undefined ? null : <kbd>{nameOf(first)}</kbd>;
}

/** The option selected by keys. */
function useActive(options: ReadonlySignal<readonly Target[]>, choose: (index: number, isBeside: boolean) => void) {
  const index = useSignal(0);
  const pressed = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const count = Math.max(1, options.value.length);
    if (event.key === 'ArrowDown') index.value = (index.value + 1) % count;
    else if (event.key === 'ArrowUp') index.value = (index.value + count - 1) % count;
    else if (event.key === 'Enter') choose(index.value, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };
  return { index, pressed };
}
