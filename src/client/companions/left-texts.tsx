import { useSignal } from '@preact/signals';
import type { Client } from '../client.ts';
import { copy } from '../commands/actions.ts';
import { isLeaving } from '../device/kept.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { StoredList } from '../store/stored-list.ts';

/** A text that was not submitted when the page was left, and the label of its field. */
interface LeftText {
  label: string;
  text: string;
}

// Messages being written and edited are kept by their own means, and passwords by none.
const texts = 'textarea, input:is(:not([type]), [type="text"], [type="email"], [type="url"])';
const filters = '[role="combobox"], [inputmode="search"]';
const keptElsewhere = '[data-keeps-text]';

function storeOf({ store }: Client): StoredList<LeftText> {
  return new StoredList(sessionStorage, `left:${store.user_id}`);
}

/**
 * Keeps texts of forms for the next page of this tab: the user may load it again, and the session may end while they are
 * being written.
 */
export function keepLeftTexts(client: Client): void {
  const stored = storeOf(client);
  const findLeft = watchFields();
  let before: LeftText[] = [];
  addEventListener('pagehide', () => {
    before = stored.load();
    stored.save([...before, ...findLeft().map((field) => ({ label: labelOf(field), text: field.value }))]);
  });
  // A page that the browser kept whole still has its fields.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) stored.save(before);
  });
}

/** Returns a function that finds the fields whose text is not saved. */
function watchFields(): () => HTMLInputElement[] {
  /** The fields that were written in, and whether their text was submitted since. */
  const written = new Map<HTMLInputElement, boolean>();
  document.addEventListener('input', ({ target }) => {
    const isMeant = target instanceof Element && target.matches(texts) && !target.matches(filters);
    // Text areas have the same properties.
    if (isMeant && !target.closest(keptElsewhere)) written.set(target as HTMLInputElement, false);
  });
  document.addEventListener('change', ({ target }) => {
    // Outside of forms each value is saved by itself.
    for (const field of written.keys()) if (field === target && !field.form) written.set(field, true);
  });
  document.addEventListener('submit', ({ target }) => {
    for (const field of written.keys()) if (field.form === target) written.set(field, true);
  });
  const isLeft = (field: HTMLInputElement) =>
    field.isConnected && field.value.trim() !== '' && field.value !== field.defaultValue;
  // Where the session ended, nobody knows what was saved.
  return () =>
    [...written].filter(([field, isSent]) => isLeft(field) && (isLeaving.value || !isSent)).map(([one]) => one);
}

function labelOf({ ariaLabel, labels }: HTMLInputElement): string {
  return ariaLabel ?? labels?.[0]?.firstChild?.textContent ?? '';
}

/** The texts that were left; empty if there are none. */
export function useLeftTexts() {
  const stored = storeOf(useClient());
  const texts = useSignal(stored.load());
  const close = () => {
    stored.save([]);
    texts.value = [];
  };
  return { texts: texts.value, close };
}

/** Gives back the texts that were left. */
export function LeftTexts({ texts, close }: ReturnType<typeof useLeftTexts>) {
  const client = useClient();
  return (
    <aside class="ask" aria-label={t('companions.leftTexts')}>
      <p>{t('companions.leftTextsHint')}</p>
      {texts.map(({ label, text }) => (
        <div key={label + text}>
          <p class="quiet">{label}</p>
          <p class="left-text" dir="auto">
            {text}
          </p>
          <button type="button" class="link" onClick={() => void copy(client, text)}>
            {t('common.copy')}
          </button>
        </div>
      ))}
      <div class="ask-buttons">
        <button type="button" class="button" onClick={close}>
          {t('common.done')}
        </button>
      </div>
    </aside>
  );
}
