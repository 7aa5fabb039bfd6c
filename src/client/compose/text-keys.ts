import { insertText } from '../parts/text-edits.ts';
import { isInCode } from '../text/attached.ts';

const item = /^(\s*)([-*+]|(\d{1,9})([.)])|>)( +)(\[[ x]\] +)?/;

/** Begins the next item of a list or quotation, or ends it after an empty item. Returns whether the caret is in one. */
export function continueList(field: HTMLTextAreaElement): boolean {
  const { before, found } = lineAt(field);
  if (!found) return false;
  const [whole, indent = '', mark = '', number, dot = '', gap = '', box] = found;
  if (before === whole) {
    const start = field.selectionStart - before.length;
    field.setSelectionRange(start, start + before.length);
    insertText(field, '');
    // Browsers go to the end of the line above.
    field.setSelectionRange(start, start);
    return true;
  }
  const next = number === undefined ? mark : `${Number(number) + 1}${dot}`;
  insertText(field, `\n${indent}${next}${gap}${box ? '[ ] ' : ''}`);
  return true;
}

/** Indents the line of a list or of code, or takes that back. Returns whether the caret is in one. */
export function indent(field: HTMLTextAreaElement, isBack: boolean): boolean {
  const { before, found } = lineAt(field);
  const isCode = isInCode(field.value.slice(0, field.selectionStart));
  if ((!found && !isCode) || found?.[2] === '>') return false;
  const { selectionStart: caret } = field;
  const start = caret - before.length;
  // Items of numbered lists contain what begins below their text.
  const width = found?.[3] === undefined ? 2 : found[3].length + 2;
  const removed = isBack ? Math.min(width, /^ */.exec(before)?.[0].length ?? 0) : 0;
  field.setSelectionRange(start, start + removed);
  if (!isBack) insertText(field, ' '.repeat(width));
  else if (removed > 0) insertText(field, '');
  const end = Math.max(start, isBack ? caret - removed : caret + width);
  field.setSelectionRange(end, end);
  return true;
}

/** The text between the beginning of the line and the caret, and the item that begins there. */
function lineAt({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
  const text = value.slice(0, selectionStart);
  const before = text.slice(text.lastIndexOf('\n') + 1);
  const isItem = selectionStart === selectionEnd && !isInCode(text);
  return { before, found: isItem ? item.exec(before) : null };
}

/** Makes the selection a link to an address. Returns whether there is a selection and an address. */
export function linkSelection(field: HTMLTextAreaElement, address: string): boolean {
  const { value, selectionStart, selectionEnd } = field;
  const selected = value.slice(selectionStart, selectionEnd);
  const isText =
    selected.trim() !== '' && !/[[\]\n]|^https?:/.test(selected) && !isInCode(value.slice(0, selectionStart));
  if (!isText || !/^https?:\/\/[^\s()]+$/.test(address)) return false;
  insertText(field, `[${selected}](${address})`);
  return true;
}
