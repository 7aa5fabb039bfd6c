import type { Client } from '../client.ts';
import type { BoundCommand } from '../commands/command.ts';
import { commandOf } from '../commands/commands.ts';
import { dialog, openDialogs } from '../commands/view-state.ts';
import { hasSingleKeys } from '../device/single-keys.ts';
import { insertText } from '../parts/text-edits.ts';
import { isComposing, isTyping } from '../text/keyboard.ts';

/** Runs commands by their keys, except while the user types text. `early`: the keys that were pressed before. */
export function listenToKeys(client: Client, early: readonly KeyboardEvent[]): void {
  const press = (event: KeyboardEvent) => {
    if (isComposing(event) || event.defaultPrevented || event.altKey) return;
    const command = findCommand(event);
    if (!command) return;
    event.preventDefault();
    command.run(client);
  };
  void replay(early, press);
  document.addEventListener('keydown', press);
}

/** Runs the commands of keys. What follows one that moves the focus acts there, as if it had been pressed after it. */
async function replay(keys: readonly KeyboardEvent[], press: (event: KeyboardEvent) => void): Promise<void> {
  for (const event of keys) {
    const { activeElement: focused } = document;
    const isSame = event.target === focused || isTyping(event.target);
    if (isSame || !actAt(focused, event)) press(event);
    // What a command opens is rendered in turns, all before the next event.
    for (let turn = 0; turn < turns; turn += 1) await undefined;
  }
}

/** Does what browsers do for a key at an element. Returns whether the key belongs to the element. */
function actAt(focused: Element | null, event: KeyboardEvent): boolean {
  const isPressed = event.key === 'Enter' && focused?.matches('a, button') === true;
  if (isPressed) (focused as HTMLElement).click();
  else if (isTyping(focused)) typeInto(focused as HTMLTextAreaElement, event);
  return isPressed || isTyping(focused);
}

function typeInto(field: HTMLTextAreaElement, event: KeyboardEvent): void {
  if (!field.dispatchEvent(new KeyboardEvent('keydown', event))) return;
  if (isCharacter(event)) insertText(field, event.key);
  // Without text, it deletes.
  else if (event.key === 'Backspace') insertText(field, '');
}

function isCharacter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
}

/** Microtasks that follow a command. */
const turns = 10;

/** Works everywhere. */
const always = 'Ctrl+k';

/** Works in text fields too: there it means nothing else. */
const alsoInFields: ReadonlySet<string> = new Set(['Ctrl+[', 'Ctrl+]']);

function findCommand(event: KeyboardEvent): BoundCommand | undefined {
  const key = nameOf(event);
  if (key === always || (alsoInFields.has(key) && !isElsewhere(event))) return commandOf(key);
  if (isTyping(event.target) || isElsewhere(event) || (key.length === 1 && !hasSingleKeys.value)) return undefined;
  // A focused link or button handles it.
  if (key === 'Enter' && event.target instanceof Element && event.target.closest('a, button')) return undefined;
  return commandOf(key);
}

/** The key as commands name it. Shift is a part of the keys that type something. */
function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  if (ctrlKey || metaKey) return `Ctrl+${key.toLowerCase()}`;
  const shifted = `Shift+${key}`;
  return shiftKey && commandOf(shifted) ? shifted : key;
}

/** Whether the key belongs to something above the page. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  if (dialog.value || openDialogs.value > 0) return true;
  // A menu gets the focus a frame after it is shown.
  if (document.querySelector('[popover="auto"]:popover-open')) return true;
  return target instanceof Element && target.closest('[popover]') !== null;
}
