import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { isInterrupted, lineStart } from '../lines.ts';
import { isDeep } from '../nesting.ts';

/** Indentation of an item's content relative to its mark. */
const step = 2;

/** The mark that begins an item. */
interface Mark {
  /** Undefined for a bullet. */
  number: number | undefined;
  /** Offset of the item's text in the line's text. */
  length: number;
}

/** Lists by `*`, `-`, `+` and `1.`, nested by two spaces. */
export function listRule(markdown: MarkdownIt): void {
  markdown.block.ruler.at('list', readList, { alt: ['paragraph', 'reference', 'blockquote'] });
  // Clients would show a line break before a list inside an item.
  for (const type of ['bullet_list_open', 'ordered_list_open', 'blockquote_open']) {
    markdown.renderer.rules[type] = (tokens, index, options, _env, renderer) =>
      renderer.renderToken(tokens, index, options).trimStart();
  }
}

function readList(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const first = readMark(state, startLine);
  if (!first || isDeep(state) || !mayBegin(state, startLine, first)) return false;
  if (silent) return true;
  const [kind, tag] = first.number === undefined ? ['bullet', 'ul'] : ['ordered', 'ol'];
  const token = state.push(`${kind}_list_open`, tag, 1);
  if (first.number !== undefined && first.number !== 1) token.attrSet('start', String(first.number));
  const isTight = readItems(state, startLine, endLine, first);
  if (isTight) hideParagraphs(state, token);
  state.push(`${kind}_list_close`, tag, -1);
  return true;
}

/** Inside a paragraph, a number of several digits is more often a year at the start of a line than a list. */
function mayBegin(state: StateBlock, line: number, mark: Mark): boolean {
  const isInParagraph = state.parentType === 'paragraph' && (state.sCount[line] as number) >= state.blkIndent;
  return !isInParagraph || mark.number === undefined || mark.number <= 9;
}

function readMark(state: StateBlock, line: number): Mark | undefined {
  const start = lineStart(state, line);
  if (!/[-+*\d]/.test(state.src[start] ?? '') || isIndented(state, line)) return undefined;
  const [mark, number] =
    /^(?:[-+*]|(\d{1,9})\.)[ \t]+(?=[^ \t])/.exec(state.src.slice(start, state.eMarks[line])) ?? [];
  if (mark === undefined) return undefined;
  return { number: number === undefined ? undefined : Number(number), length: mark.length };
}

/** Whether a line is indented like code, in its own block or in the list that contains the current item. */
function isIndented(state: StateBlock, line: number): boolean {
  const column = state.sCount[line] as number;
  const { blkIndent, listIndent } = state;
  return column - blkIndent >= 4 || (listIndent >= 0 && column < blkIndent && column - listIndent >= 4);
}

/** Adds the items of a list. Returns whether the list is tight: no empty line between or in its items. */
function readItems(state: StateBlock, startLine: number, endLine: number, first: Mark): boolean {
  const { parentType } = state;
  state.parentType = 'list';
  state.line = startLine;
  let isTight = true;
  let endsEmpty = false;
  for (let mark: Mark | undefined = first; mark; mark = nextMark(state, endLine, first)) {
    const { line } = state;
    if (!readItem(state, line, endLine, mark) || endsEmpty) isTight = false;
    endsEmpty = state.line - line > 1 && state.isEmpty(state.line - 1);
  }
  state.parentType = parentType;
  return isTight;
}

/** The mark of the next item of the same list, if any. */
function nextMark(state: StateBlock, end: number, first: Mark): Mark | undefined {
  const { line } = state;
  if (line >= end || (state.sCount[line] as number) < state.blkIndent) return undefined;
  const mark = isInterrupted(state, 'list', line, end) ? undefined : readMark(state, line);
  return (mark?.number === undefined) === (first.number === undefined) ? mark : undefined;
}

/** Adds an item and the lines indented below it. Returns whether it contains no empty line. */
function readItem(state: StateBlock, line: number, end: number, mark: Mark): boolean {
  const { bMarks, tShift, sCount, blkIndent, listIndent, tight } = state;
  const outer = { mark: bMarks[line] as number, shift: tShift[line] as number, column: sCount[line] as number };
  // The rest of the line is parsed as a line of its own, indented, but never as much as code.
  bMarks[line] = lineStart(state, line) + mark.length;
  tShift[line] = 0;
  sCount[line] = outer.column + Math.min(mark.length, step + 3);
  Object.assign(state, { listIndent: blkIndent, blkIndent: outer.column + step, tight: true });
  state.push('list_item_open', 'li', 1);
  state.md.block.tokenize(state, line, end);
  state.push('list_item_close', 'li', -1);
  const isTight = state.tight;
  Object.assign(state, { listIndent, blkIndent, tight });
  bMarks[line] = outer.mark;
  tShift[line] = outer.shift;
  sCount[line] = outer.column;
  return isTight;
}

/** Shows the paragraphs of items, two levels below their list, without space around them. */
function hideParagraphs(state: StateBlock, list: Token): void {
  for (let index = state.tokens.length - 1; state.tokens[index] !== list; index--) {
    const token = state.tokens[index] as Token;
    const isParagraph = token.type === 'paragraph_open' || token.type === 'paragraph_close';
    if (isParagraph && token.level === list.level + 2) token.hidden = true;
  }
}
