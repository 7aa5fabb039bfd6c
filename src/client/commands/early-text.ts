import { t } from '../language/texts.ts';
import { isComposing, isTyping } from '../text/keyboard.ts';
import { screen } from './screen.ts';

/** What is being opened: a dialog, the filter of the side bar, the composer, or the editor of a message, by its id. */
type Opening = 'dialog' | 'filter' | 'composer' | number;

interface Wait {
  opening: Opening;
  field: HTMLTextAreaElement;
  former: Element | null;
  giveUps: (() => void)[];
}

let awaited: Wait | undefined;

/** What was typed for fields that are still to open, before a later act took the keys. */
const setAside = new Map<Opening, string>();

/**
 * Takes keys for a field that is not there yet, so that they are neither shortcuts nor lost, unless the user types into
 * another field. What is typed is shown. Escape gives up all acts that wait for the same field.
 */
export function awaitField(opening: Opening, giveUp: () => void): void {
  if (awaited?.opening === opening) {
    awaited.giveUps.push(giveUp);
    return;
  }
  if (awaited) setAside.set(awaited.opening, takeEarlyText(awaited.opening));
  const { activeElement: former } = document;
  const isThere = opening === 'composer' && screen.composer.shown?.hasFocus();
  if (isTyping(former) && !isThere) return;
  const giveUps = [giveUp];
  const field = createField((event) => {
    if (isComposing(event)) return;
    // In fields of dialogs and in the filter it chooses, and there is nothing to choose from yet.
    if (event.key === 'Enter' && (opening === 'dialog' || opening === 'filter')) event.preventDefault();
    if (event.key !== 'Escape') return;
    takeEarlyText(opening);
    for (const act of giveUps) act();
  });
  document.body.append(field);
  field.focus({ preventScroll: true });
  awaited = { opening, field, former, giveUps };
}

/** Returns what was typed for a field that is there now, or given up. The focus is where it was before. */
export function takeEarlyText(opening: Opening): string {
  const earlier = setAside.get(opening) ?? '';
  setAside.delete(opening);
  return earlier + (awaited?.opening === opening ? endWait(awaited) : '');
}

function endWait({ field, former }: Wait): string {
  awaited = undefined;
  if (document.activeElement === field && former instanceof HTMLElement) former.focus({ preventScroll: true });
  field.remove();
  return field.value;
}

function createField(pressed: (event: KeyboardEvent) => void): HTMLTextAreaElement {
  const field = document.createElement('textarea');
  field.className = 'field early-text';
  field.rows = 1;
  field.ariaLabel = t('commands.earlyText');
  // The sheet hides the field while the placeholder is shown.
  field.placeholder = ' ';
  field.addEventListener('keydown', pressed);
  return field;
}
