import type { RefObject } from 'preact';
import { screen } from '../commands/screen.ts';
import { editing } from '../commands/view-state.ts';
import { useClient } from '../parts/context.ts';
import { canEdit } from '../store/rights.ts';

/** The key up in an empty field edits the user's newest message on the page. */
export function useLastEdit(field: RefObject<HTMLTextAreaElement | null>): (event: KeyboardEvent) => void {
  const client = useClient();
  return (event) => {
    if (event.key !== 'ArrowUp' || event.target !== field.current || field.current?.value !== '') return;
    const messages = screen.messages.shown?.listRendered() ?? [];
    const last = messages.findLast((message) => canEdit(client.store, message));
    if (!last) return;
    event.preventDefault();
    editing.value = last.id;
  };
}
