import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';

/** Explains to users without permission why they cannot change anything. */
export function ReadOnlyNote({ text = t('forms.readOnly') }: { text?: string }) {
  return <p class="note">{text}</p>;
}

export function useIsAdmin(): boolean {
  return useClient().store.read('people').state.is_admin;
}
