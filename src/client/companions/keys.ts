import type { Client } from '../client.ts';
import type { BoundCommand } from '../commands/command.ts';
import { commandOf } from '../commands/commands.ts';
import { dialog, openDialogs } from '../commands/view-state.ts';
import { hasSingleKeys } from '../device/single-keys.ts';
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
  for (const event of early) press(event);
  document.addEventListener('keydown', press);
}

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
  return target instanceof Element && target.closest('[popover]') !== null;
}
