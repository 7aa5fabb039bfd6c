import type { StateBlock } from 'markdown-it';
import { isOutside, lineStart, lineText } from './lines.ts';

/** The line that opens a fenced block. */
export interface Fence {
  /** The backticks or tildes; the same ones, no more and no fewer, close the block. */
  mark: string;
  /** The first word after them, without the braces and dot that some write around it; empty for none. */
  word: string;
  /** What follows the word. */
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
  if (mark === undefined || /[`~]/.test(info)) return undefined;
  const [word = ''] = /^\S*/.exec(info) ?? [];
  return { mark, word: word.replace(/^\{?\.?|\}$/g, ''), rest: info.slice(word.length).trim() };
}

/**
 * Where the content of a fenced block ends that begins in line `start`: the line that closes it, or the first after
 * it where the text or what the block stands in ends. Fences in quotations and spoilers are counted in pairs.
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

/** Whether a line closes a fence rather than ending what it stands in. */
export function isClosing(state: StateBlock, fence: Fence, line: number, end: number): boolean {
  return line < end && !isOutside(state, line) && markedLine(state, line)?.trimEnd() === fence.mark;
}

/** Reads the lines of a fenced block as blocks of their own. */
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

/** The text of a line that begins with the characters of a fence. */
function markedLine(state: StateBlock, line: number): string | undefined {
  const code = state.src.charCodeAt(lineStart(state, line));
  return code === backtick || code === tilde ? lineText(state, line) : undefined;
}
