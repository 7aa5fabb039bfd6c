import type { MarkdownIt, StateBlock } from 'markdown-it';
import { isInterrupted, isOutside, lineText, pushText } from '../lines.ts';

/** Short rows are filled up, so a short text could create many cells: a larger table is shown as text. */
const mostCells = 10_000;

/** Tables with a header row, a row of dashes that aligns the columns, and a body. */
export function tableRule(markdown: MarkdownIt): void {
  markdown.block.ruler.at('table', readTable, { alt: ['paragraph', 'reference'] });
}

function readTable(state: StateBlock, line: number, end: number, silent: boolean): boolean {
  const styles = line + 1 < end && !isOutside(state, line + 1) && readStyles(lineText(state, line + 1) ?? '');
  if (!styles || styles.length * (end - line) > mostCells) return false;
  const header = lineText(state, line) ?? '';
  const names = splitRow(header);
  if (!header.includes('|') || names.length !== styles.length) return false;
  if (silent) return true;
  const last = findEnd(state, line + 2, end);
  state.push('table_open', 'table', 1);
  state.push('thead_open', 'thead', 1);
  pushRow(state, 'th', names, styles);
  state.push('thead_close', 'thead', -1);
  pushBody(state, line + 2, last, styles);
  state.push('table_close', 'table', -1);
  state.line = last;
  return true;
}

/** The style of each column, in the form that clients parse, from a row of dashes; empty for no alignment. */
function readStyles(text: string): string[] | undefined {
  if (!/^[-:|][-:| \t]+$/.test(text) || !text.includes('-')) return undefined;
  const columns = withoutEdges(text.split('|')).map((column) => column.trim());
  return columns.every((column) => /^:?-+:?$/.test(column)) ? columns.map(styleOf) : undefined;
}

function styleOf(dashes: string): string {
  const [left, right] = [dashes.startsWith(':'), dashes.endsWith(':')];
  if (!left && !right) return '';
  return `text-align: ${left && right ? 'center' : left ? 'left' : 'right'};`;
}

/** The first line after the rows. */
function findEnd(state: StateBlock, start: number, end: number): number {
  const { parentType } = state;
  state.parentType = 'table';
  let line = start;
  while (line < end && isRow(state, line) && !isInterrupted(state, 'blockquote', line, end)) line++;
  state.parentType = parentType;
  return line;
}

function isRow(state: StateBlock, line: number): boolean {
  return !isOutside(state, line) && Boolean(lineText(state, line));
}

/** Clients require a row in each body. */
function pushBody(state: StateBlock, start: number, end: number, styles: readonly string[]): void {
  state.push('tbody_open', 'tbody', 1);
  if (start === end) pushRow(state, 'td', [], styles);
  for (let line = start; line < end; line++) pushRow(state, 'td', splitRow(lineText(state, line) ?? ''), styles);
  state.push('tbody_close', 'tbody', -1);
}

function pushRow(state: StateBlock, tag: 'th' | 'td', cells: readonly string[], styles: readonly string[]): void {
  state.push('tr_open', 'tr', 1);
  for (const [column, style] of styles.entries()) {
    const opening = state.tokens.length;
    pushText(state, tag, tag, cells[column] ?? '');
    if (style) state.tokens[opening]?.attrSet('style', style);
  }
  state.push('tr_close', 'tr', -1);
}

/** The cells of a row. A bar in code or after a backslash is text. */
function splitRow(text: string): string[] {
  const cells = [''];
  for (const piece of text.match(/\\\||(`+)(?!`)[^`]*(?<!`)\1(?!`)|`+|\||[^\\`|]+|\\/g) ?? []) {
    if (piece === '|') cells.push('');
    else cells.push((cells.pop() ?? '') + piece.replace('\\|', '|'));
  }
  return withoutEdges(cells).map((cell) => cell.trim());
}

/** Drops the empty cells before a leading and after a trailing bar. */
function withoutEdges(cells: string[]): string[] {
  const start = cells[0]?.trim() === '' ? 1 : 0;
  const end = cells.length > start && cells.at(-1)?.trim() === '' ? -1 : undefined;
  return cells.slice(start, end);
}
