import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';

/** Copies text, and says so. If the browser does not allow it, shows the text. */
export async function copyText(client: Client, text: string): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  client.say(isCopied || copyBySelection(text) ? t('commands.copied') : text);
}

/** Copies by a field, because on plain http pages may not copy otherwise. */
function copyBySelection(text: string): boolean {
  const { activeElement: focused, body } = document;
  const field = document.createElement('textarea');
  field.className = 'unseen';
  field.value = text;
  // What is outside an open dialog cannot be selected.
  (focused?.closest('dialog') ?? body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}
