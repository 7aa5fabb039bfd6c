import type { StateBlock } from 'markdown-it';

/** A line without its indentation; undefined if it is indented like code. */
export function lineText(state: StateBlock, line: number): string | undefined {
  const indent = (state.sCount[line] as number) - state.blkIndent;
  return indent >= 4 ? undefined : state.src.slice(lineStart(state, line), state.eMarks[line]);
}

/** Whether a line is outside the current list item or quotation. */
export function isOutside(state: StateBlock, line: number): boolean {
  return (state.sCount[line] as number) < state.blkIndent && !state.isEmpty(line);
}

/** The source position where the text of a line begins. */
export function lineStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] as number) + (state.tShift[line] as number);
}

/** Whether a line interrupts the current block by starting another one, such as code after the rows of a table. */
export function isInterrupted(state: StateBlock, by: 'blockquote' | 'list', line: number, end: number): boolean {
  return state.md.block.ruler.getRules(by).some((rule) => rule(state, line, end, true));
}

/** Adds a text block, such as a paragraph. */
export function pushText(state: StateBlock, type: string, tag: string, text: string): void {
  state.push(`${type}_open`, tag, 1);
  const token = state.push('inline', '', 0);
  token.content = text;
  token.children = [];
  state.push(`${type}_close`, tag, -1);
}
