import { useClient } from '../parts/context.ts';

/** Explains to users without permission why they cannot change anything. */
export function ReadOnlyNote({ text = 'Administrators can change this.' }: { text?: string }) {
  return <p class="note">{text}</p>;
}

export function useIsAdmin(): boolean {
  return useClient().store.read('people').state.is_admin;
}
