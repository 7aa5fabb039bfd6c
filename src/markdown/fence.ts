import type { StateBlock } from 'markdown-it';
import { isOutside, lineStart, lineText } from './lines.ts';

/** The opening line of a fenced block. */
export interface Fence {
  /** The backticks or tildes. The same number of them closes the block. */
  mark: string;
  /** The first word after the mark, without optional braces and dot; empty for none. */
  word: string;
  /** The text after the word. */
  rest: string;
}

const backtick = '`'.charCodeAt(0);
const tilde = '~'.charCodeAt(0);
const quotes = ['quote', 'quoted'];

export function isQuote(fence: Fence): boolean {
  return quotes.includes(fence.word.toLowerCase());
}

export function isSpoiler(fence: Fence): boolean {
  return fence.word.toLowerCase() === 'spoiler';
}

/** The fence that a line opens, if any. */
export function readFence(state: StateBlock, line: number): Fence | undefined {
  const text = markedLine(state, line);
  const [mark] = (text && /^(?:`{3,}|~{3,})/.exec(text)) || [];
  const info = text?.slice(mark?.length).trim() ?? '';
  if (mark === undefined) return undefined;
  const [word = ''] = /^\S*/.exec(info) ?? [];
  const fence = { mark, word: word.replace(/^\{?\.?|\}$/g, ''), rest: info.slice(word.length).trim() };
  return isWithinLine(fence, info) && !(isSpoiler(fence) && isClosedBelow(state, fence, line)) ? undefined : fence;
}

/**
 * Whether the mark that begins a line closes in the same line, as of inline code. The title of a spoiler may have fewer
 * backticks and any tildes: as a paragraph, it would show the secret below it.
 */
function isWithinLine(fence: Fence, info: string): boolean {
  if (fence.mark.startsWith('~')) return !isSpoiler(fence) && info.includes(fence.mark);
  return info.includes(isSpoiler(fence) ? fence.mark : '`');
}

/** Whether a later line consists of the mark, so that what is between them may be meant to be hidden. */
function isClosedBelow(state: StateBlock, fence: Fence, opening: number): boolean {
  for (let line = opening + 1; line < state.lineMax && !isOutside(state, line); line++)
    if (isClosing(state, fence, line, state.lineMax)) return true;
  return false;
}

/**
 * The end of the content of a fenced block that starts in line `start`: its closing line, or the line after it where
 * the text or the enclosing block ends. In quotations and spoilers, nested fences are matched in pairs.
 */
export function findFenceEnd(state: StateBlock, opening: Fence, start: number, end: number): number {
  const open = [opening];
  for (let line = start; line < end; line++) {
    if (isOutside(state, line)) return line;
    const inner = open.at(-1) as Fence;
    const text = markedLine(state, line)?.trimEnd();
    if (text === undefined) continue;
    if (text === inner.mark) open.pop();
    else if (holdsBlocks(inner)) openInner(state, line, open);
    if (open.length === 0) return line;
  }
  return end;
}

/** Whether a line closes a fence, rather than ending the enclosing block. */
export function isClosing(state: StateBlock, fence: Fence, line: number, end: number): boolean {
  return line < end && !isOutside(state, line) && markedLine(state, line)?.trimEnd() === fence.mark;
}

/** Parses the lines of a fenced block as nested blocks. */
export function readBlocks(state: StateBlock, start: number, end: number): void {
  const { lineMax, parentType } = state;
  state.lineMax = end;
  state.parentType = 'blockquote';
  state.md.block.tokenize(state, start, end);
  state.lineMax = lineMax;
  state.parentType = parentType;
}

function openInner(state: StateBlock, line: number, open: Fence[]): void {
  const fence = readFence(state, line);
  if (fence) open.push(fence);
}

function holdsBlocks(fence: Fence): boolean {
  return isQuote(fence) || isSpoiler(fence);
}

/** The text of a line that begins with a fence character. */
function markedLine(state: StateBlock, line: number): string | undefined {
  const code = state.src.charCodeAt(lineStart(state, line));
  return code === backtick || code === tilde ? lineText(state, line) : undefined;
}
