import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import { readBlocks } from '../fence.ts';
import { lineText, pushText } from '../lines.ts';
import { isDeep } from '../nesting.ts';

/**
 * Quotations by `>`. An empty quotation is text, and so is one beyond the nesting limit. A line without `>` continues
 * the quotation before it, whatever that ends with, and also if it is empty so far.
 */
export function quoteRule(markdown: MarkdownIt): void {
  const interrupted = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
  markdown.block.ruler.before('blockquote', 'deep_quote', readDeepQuote, interrupted);
  markdown.core.ruler.after('block', 'empty_quote', showEmptyQuotes);
  const { block } = markdown;
  const tokenize = block.tokenize.bind(block);
  block.tokenize = (state, start, end) => {
    tokenize(state, start, end);
    while (isLazy(state, end)) {
      state.sCount[state.line] = 0;
      tokenize(state, state.line, end);
    }
  };
}

// markdown-it would end the quotation here, and scan the rest of the text again for the next one.
function isLazy(state: StateBlock, end: number): boolean {
  return state.parentType === 'blockquote' && state.line < end && (state.sCount[state.line] as number) < 0;
}

export function pushQuote(state: StateBlock, start: number, end: number): void {
  const token = state.push('blockquote_open', 'blockquote', 1);
  token.map = [start, end];
  readBlocks(state, start, end);
  state.push('blockquote_close', 'blockquote', -1);
}

function readDeepQuote(state: StateBlock, line: number, _end: number, silent: boolean): boolean {
  const text = isDeep(state) ? lineText(state, line) : undefined;
  if (!text?.startsWith('>')) return false;
  if (silent) return true;
  pushText(state, 'paragraph', 'p', text.replace(/^(> ?)+/, '') || text);
  state.line = line + 1;
  return true;
}

function showEmptyQuotes(state: StateCore): void {
  const { tokens } = state;
  if (!tokens.some((_token, index) => isEmptyQuote(tokens, index))) return;
  const lines = state.src.split('\n');
  for (let index = 0; index < tokens.length; index++) {
    if (isEmptyQuote(tokens, index)) takeNextParagraph(tokens, index, lines);
  }
  state.tokens = tokens.flatMap((token, index) =>
    isEmptyQuote(tokens, index) ? showMarks(state, index, lines) : token,
  );
}

function isEmptyQuote(tokens: readonly Token[], index: number): boolean {
  return (
    tokens[index]?.markup === '>' && tokens[index]?.nesting === 1 && tokens[index + 1]?.type === 'blockquote_close'
  );
}

/** Puts the paragraph that directly follows an empty quotation into it. */
function takeNextParagraph(tokens: Token[], index: number, lines: readonly string[]): void {
  const [opening, closing, ...paragraph] = tokens.slice(index, index + 5) as [Token, Token, ...Token[]];
  if (opening.level > 0 || paragraph[0]?.type !== 'paragraph_open') return;
  if (lines.slice(opening.map?.[0], paragraph[0].map?.[0]).some((line) => line.trim() === '')) return;
  for (const token of paragraph) token.level++;
  tokens.splice(index + 1, 4, ...paragraph, closing);
}

/** Replaces an empty quotation with a paragraph of its marks; returns the tokens before its closing token. */
function showMarks(state: StateCore, index: number, lines: readonly string[]): Token[] {
  const [opening, closing] = state.tokens.slice(index, index + 2) as [Token, Token];
  const [start, end] = opening.map as [number, number];
  const marks = new state.Token('inline', '', 0);
  marks.level = opening.level + 1;
  const written = lines.slice(start, end).filter((line) => line.trim() !== '');
  marks.content = written.map(() => '>').join('\n');
  marks.children = [];
  for (const token of [opening, closing]) token.tag = 'p';
  opening.type = 'paragraph_open';
  closing.type = 'paragraph_close';
  return [opening, marks];
}
