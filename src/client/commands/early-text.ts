import { isTyping } from '../text/keyboard.ts';
import { screen } from './screen.ts';

/** What is being opened: a dialog, the composer, or the editor of a message, by its id. */
type Opening = 'dialog' | 'composer' | number;

let awaited: { opening: Opening; field: HTMLTextAreaElement; former: Element | null } | undefined;

/**
 * Takes keys for a field that is not there yet, so that they are neither shortcuts nor lost, unless the user types into
 * another field. What is typed is shown. Escape gives the act up.
 */
export function awaitField(opening: Opening, giveUp: () => void): void {
  if (awaited?.opening === opening) return;
  endWait();
  const { activeElement: former } = document;
  const isThere = opening === 'composer' && screen.composer.shown?.hasFocus();
  if (isTyping(former) && !isThere) return;
  const field = createField((event) => {
    if (event.key !== 'Escape') return;
    endWait();
    giveUp();
  });
  document.body.append(field);
  field.focus({ preventScroll: true });
  awaited = { opening, field, former };
}

/** Returns what was typed for a field that is there now, or given up. The focus is where it was before. */
export function takeEarlyText(opening: Opening): string {
  return awaited?.opening === opening ? endWait() : '';
}

function endWait(): string {
  if (!awaited) return '';
  const { field, former } = awaited;
  awaited = undefined;
  if (document.activeElement === field && former instanceof HTMLElement) former.focus({ preventScroll: true });
  field.remove();
  return field.value;
}

function createField(pressed: (event: KeyboardEvent) => void): HTMLTextAreaElement {
  const field = document.createElement('textarea');
  field.className = 'field early-text';
  field.rows = 1;
  field.ariaLabel = 'Text for the field that is being opened';
  // The sheet hides the field while the placeholder is shown.
  field.placeholder = ' ';
  field.addEventListener('keydown', pressed);
  return field;
}
