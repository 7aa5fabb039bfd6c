import { useClient } from '../view/context.ts';

/** Says why nothing can be changed, to those who cannot. */
export function ReadOnlyNote({ text = 'Administrators can change this.' }: { text?: string }) {
  return <p class="note">{text}</p>;
}

export function useIsAdmin(): boolean {
  return useClient().store.read('people').state.is_admin;
}
