import { insertText } from '../parts/text-edits.ts';
import { isInCode } from '../text/attached.ts';
import { toMarkdown } from '../text/pasted-html.ts';

/** Whether a paste contains formatted text: office programs add a picture of it, which is not meant. */
export function isText(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer !== null && ['text/plain', 'text/html'].every((type) => transfer.types.includes(type));
}

/** Pastes formatted text as Markdown; code, and text into code, as it is. */
export function pasteText(event: ClipboardEvent): void {
  const { clipboardData: transfer, target: field } = event;
  if (!transfer || !(field instanceof HTMLTextAreaElement)) return;
  if (transfer.types.includes('vscode-editor-data') || isInCode(field.value.slice(0, field.selectionStart))) return;
  event.preventDefault();
  const [plain, html] = [transfer.getData('text/plain'), transfer.getData('text/html')];
  insertText(field, convert(html, plain));
}

function convert(html: string, plain: string): string {
  const text = toMarkdown(html);
  // Without any formatting, the plain text knows its spaces and line breaks better.
  return wordsOf(text) === wordsOf(plain) ? plain : text;
}

function wordsOf(text: string): string {
  return text.replace(/\s+/g, '');
}
