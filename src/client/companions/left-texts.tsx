import { useSignal } from '@preact/signals';
import type { Client } from '../client.ts';
import { copy } from '../commands/actions.ts';
import { isLeaving } from '../device/kept.ts';
import { useClient } from '../parts/context.ts';
import { StoredList } from '../store/stored-list.ts';

/** A text that was not submitted when the session ended, and the label of its field. */
interface LeftText {
  label: string;
  text: string;
}

// Messages being written and edited are kept by their own means, and passwords by none.
const fields = 'textarea, input:is(:not([type]), [type="text"], [type="email"], [type="url"]):not([role="combobox"])';
const keptElsewhere = '[data-keeps-text]';

function storeOf({ store }: Client): StoredList<LeftText> {
  return new StoredList(sessionStorage, `left:${store.user_id}`);
}

/** Keeps texts of forms for the next login in this tab, because the session may end while they are being written. */
export function keepLeftTexts(client: Client): void {
  const written = new Set<HTMLInputElement>();
  document.addEventListener('input', ({ target }) => {
    const isMeant = target instanceof Element && target.matches(fields) && !target.closest(keptElsewhere);
    // Text areas have the same properties.
    if (isMeant) written.add(target as HTMLInputElement);
  });
  addEventListener('pagehide', () => {
    const left = [...written].filter(({ isConnected, value }) => isConnected && value.trim() !== '');
    if (isLeaving.value && left.length > 0)
      storeOf(client).save(left.map((field) => ({ label: labelOf(field), text: field.value })));
  });
}

function labelOf({ ariaLabel, labels }: HTMLInputElement): string {
  return ariaLabel ?? labels?.[0]?.firstChild?.textContent ?? '';
}

/** The texts that were left when the session ended; empty if there are none. */
export function useLeftTexts() {
  const stored = storeOf(useClient());
  const texts = useSignal(stored.load());
  const close = () => {
    stored.save([]);
    texts.value = [];
  };
  return { texts: texts.value, close };
}

/** Gives texts back that were left when the session ended. */
export function LeftTexts({ texts, close }: ReturnType<typeof useLeftTexts>) {
  const client = useClient();
  return (
    <aside class="ask" aria-label="What you were writing">
      <p>Your session ended while you were writing. This was not saved:</p>
      {texts.map(({ label, text }) => (
        <div key={label + text}>
          <p class="quiet">{label}</p>
          <p class="left-text" dir="auto">
            {text}
          </p>
          <button type="button" class="link" onClick={() => void copy(client, text)}>
            Copy
          </button>
        </div>
      ))}
      <div class="ask-buttons">
        <button type="button" class="button" onClick={close}>
          Done
        </button>
      </div>
    </aside>
  );
}
