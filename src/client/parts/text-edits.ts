import { isTyping } from '../text/keyboard.ts';

/** Replaces the selection with text, so that undo reverts it. Takes the focus unless the user writes in another field. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  const { activeElement } = document;
  const isElsewhere = activeElement !== field && isTyping(activeElement);
  if (!isElsewhere) field.focus();
  // The standard has no other way that undo supports.
  if (!isElsewhere && document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

const textFields = 'textarea, input:is(:not([type]), [type="text"], [type="search"])';

/** Focuses a field, and inserts what was typed before it was there. */
export function enterField(field: HTMLElement | null | undefined, early: string): void {
  field?.focus();
  // Inputs have all properties that are needed.
  if (early !== '' && field?.matches(textFields)) insertText(field as HTMLTextAreaElement, early);
}

/** Inserts a word at the caret, separated from the previous word. */
export function insertWord(field: HTMLTextAreaElement, word: string): void {
  const isApart = /(^|\s)$/.test(field.value.slice(0, field.selectionStart));
  insertText(field, `${isApart ? '' : ' '}${word} `);
}

/** Replaces some characters before the caret. */
export function replaceBefore(field: HTMLTextAreaElement, length: number, text: string): void {
  field.focus();
  field.setSelectionRange(field.selectionStart - length, field.selectionEnd);
  insertText(field, text);
}

/** Adds marks around the selection, or removes existing ones. */
export function wrapSelection(field: HTMLTextAreaElement, before: string, after = before): void {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const isWrapped =
    value.slice(start - before.length, start) === before && value.slice(end, end + after.length) === after;
  const text = value.slice(start, end);
  if (isWrapped) field.setSelectionRange(start - before.length, end + after.length);
  insertText(field, isWrapped ? text : before + text + after);
  const from = isWrapped ? start - before.length : start + before.length;
  field.setSelectionRange(from, from + text.length);
}

/** Makes the selection the words of a link. */
export function linkWords(field: HTMLTextAreaElement): void {
  wrapSelection(field, '[', '](https://)');
}

/** Inserts a mark before each selected line. */
export function markLines(field: HTMLTextAreaElement, mark: string): void {
  const { selectionStart, selectionEnd, value } = field;
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1;
  field.setSelectionRange(start, selectionEnd);
  insertText(field, value.slice(start, selectionEnd).replace(/^/gm, mark));
}

/** Whether the style sheet adapts the height of fields to their text, without a layout for each key. */
const isGrown = CSS.supports('field-sizing', 'content');

/** Adapts the height of a field to its text. */
export function grow(field: HTMLTextAreaElement | null): void {
  if (!field || isGrown) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + 2}px`;
}
