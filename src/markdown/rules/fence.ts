import type { MarkdownIt, StateBlock } from 'markdown-it';
import { type Fence, findFenceEnd, isClosing, isQuote, isSpoiler, readFence } from '../fence.ts';
import { isDeep } from '../nesting.ts';
import { pushCode } from './code.ts';
import { isMath, pushMath } from './math.ts';
import { pushQuote } from './quote.ts';
import { pushSpoiler } from './spoiler.ts';

/** A block between two lines of backticks or tildes: a quotation, a spoiler, math, or else code. */
export function fenceRule(markdown: MarkdownIt): void {
  markdown.block.ruler.at('fence', readFenced, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
}

function readFenced(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const fence = readFence(state, startLine);
  if (!fence) return false;
  if (silent) return true;
  // At the nesting limit, a fence becomes a code block.
  const opening = isDeep(state) ? { ...fence, word: '', rest: '' } : fence;
  const end = findFenceEnd(state, opening, startLine + 1, endLine);
  pushContent(state, opening, startLine, end);
  state.line = isClosing(state, opening, end, endLine) ? end + 1 : end;
  return true;
}

function pushContent(state: StateBlock, fence: Fence, opening: number, end: number): void {
  if (isQuote(fence)) pushQuote(state, opening + 1, end);
  else if (isSpoiler(fence)) pushSpoiler(state, fence.rest, opening + 1, end);
  else if (isMath(fence)) pushMath(state, opening, end);
  else pushCode(state, fence.word, opening, end);
}
