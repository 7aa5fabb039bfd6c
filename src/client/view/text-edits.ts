/** Puts text in the place of the selection, so that undo takes it back. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  // The standard has nothing else that undo knows of.
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Puts a word where the caret is, apart from the word before it. */
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

/** Puts marks around the selection, or takes them away where they are. */
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

/** Puts a mark before each selected line. */
export function markLines(field: HTMLTextAreaElement, mark: string): void {
  const { selectionStart, selectionEnd, value } = field;
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1;
  field.setSelectionRange(start, selectionEnd);
  insertText(field, value.slice(start, selectionEnd).replace(/^/gm, mark));
}

/** Whether the style sheet makes fields as high as their text, without laying the page out at each key. */
const isGrown = CSS.supports('field-sizing', 'content');

/** Makes a field as high as its text. */
export function grow(field: HTMLTextAreaElement | null): void {
  if (!field || isGrown) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + 2}px`;
}
