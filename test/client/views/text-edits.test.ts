import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import './page.ts';

/** A text field without a page: its selection, and changes that undo can revert. */
class FakeField {
  value: string;
  selectionStart: number;
  selectionEnd: number;
  focuses = 0;
  inputs = 0;
  readonly style = {};

  /** `|` marks the caret, or both ends of the selection. */
  constructor(marked: string) {
    const [before = '', selected = '', after] = marked.split('|');
    this.value = before + selected + (after ?? '');
    this.selectionStart = before.length;
    this.selectionEnd = after === undefined ? before.length : before.length + selected.length;
  }

  focus(): void {
    this.focuses += 1;
    page.activeElement = this;
  }

  setSelectionRange(start: number, end: number): void {
    this.selectionStart = start;
    this.selectionEnd = end;
  }

  setRangeText(text: string, start: number, end: number): void {
    this.value = this.value.slice(0, start) + text + this.value.slice(end);
    this.selectionStart = start + text.length;
    this.selectionEnd = this.selectionStart;
  }

  dispatchEvent(): void {
    this.inputs += 1;
  }

  marked(): string {
    const { value, selectionStart: start, selectionEnd: end } = this;
    if (start === end) return `${value.slice(0, start)}|${value.slice(start)}`;
    return `${value.slice(0, start)}|${value.slice(start, end)}|${value.slice(end)}`;
  }
}

const page = {
  activeElement: undefined as FakeField | undefined,
  isCommandKnown: true,
  /** Inserts into the field that has the focus, as browsers do. */
  execCommand(_name: string, _shown: boolean, text: string): boolean {
    const { activeElement: field } = page;
    if (!page.isCommandKnown || !field) return false;
    field.setRangeText(text, field.selectionStart, field.selectionEnd);
    return true;
  },
};

Object.assign(globalThis, { document: page, HTMLElement: FakeField, InputEvent: Event });

const { insertText, insertWord, markLines, replaceBefore, wrapSelection } = await import(
  '../../../src/client/parts/text-edits.ts'
);

type Edit = (field: HTMLTextAreaElement) => void;

function edit(marked: string, act: Edit): string {
  const field = new FakeField(marked);
  act(field as unknown as HTMLTextAreaElement);
  return field.marked();
}

describe('an edit of a text', () => {
  beforeEach(() => {
    page.activeElement = undefined;
    page.isCommandKnown = true;
  });

  it('replaces the selection, and leaves the caret behind it', () => {
    assert.equal(
      edit('one |two| three', (field) => insertText(field, 'TWO')),
      'one TWO| three',
    );
  });

  it('works where the browser has no command for it, and tells the field', () => {
    page.isCommandKnown = false;
    const field = new FakeField('a|');

    insertText(field as unknown as HTMLTextAreaElement, 'b');

    assert.deepEqual([field.marked(), field.inputs], ['ab|', 1]);
  });

  it('inserts words apart from the one before', () => {
    const insert: Edit = (field) => insertWord(field, '[file](/1)');

    assert.equal(edit('see|', insert), 'see [file](/1) |');
    assert.equal(edit('see |', insert), 'see [file](/1) |');
    assert.equal(edit('|', insert), '[file](/1) |');
    assert.equal(edit('line\n|', insert), 'line\n[file](/1) |');
  });

  it('replaces what was written before the caret', () => {
    assert.equal(
      edit('Hi @ad|, all', (field) => replaceBefore(field, 3, '@**Ada** ')),
      'Hi @**Ada** |, all',
    );
  });

  it('puts marks around the selection, and takes them away again', () => {
    const bold: Edit = (field) => wrapSelection(field, '**');

    assert.equal(edit('a |word| b', bold), 'a **|word|** b');
    assert.equal(edit('a **|word|** b', bold), 'a |word| b');
    assert.equal(edit('|', bold), '**|**');
    assert.equal(
      edit('|text|', (field) => wrapSelection(field, '[', '](url)')),
      '[|text|](url)',
    );
  });

  it('marks each selected line from its beginning', () => {
    const quote: Edit = (field) => markLines(field, '> ');

    assert.equal(edit('on|e\ntw|o\nthree', quote), '> one\n> tw|o\nthree');
    assert.equal(edit('one\n|', quote), 'one\n> |');
  });
});
