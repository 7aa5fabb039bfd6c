import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import { readBlocks } from '../fence.ts';
import { isDeep } from '../nesting.ts';

const mark = '>'.charCodeAt(0);

/** Quotations by `>`. Those with nothing in them, and those too deep to nest, are text. */
export function quoteRule(markdown: MarkdownIt): void {
  const interrupted = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
  markdown.block.ruler.before('blockquote', 'deep_quote', readDeepQuote, interrupted);
  markdown.core.ruler.after('block', 'empty_quote', showEmptyQuotes);
}

/** Adds the lines of a fenced quotation. */
export function pushQuote(state: StateBlock, start: number, end: number): void {
  const token = state.push('blockquote_open', 'blockquote', 1);
  token.map = [start, end];
  readBlocks(state, start, end);
  state.push('blockquote_close', 'blockquote', -1);
}

function readDeepQuote(state: StateBlock, line: number, _end: number, silent: boolean): boolean {
  const start = (state.bMarks[line] as number) + (state.tShift[line] as number);
  const indent = (state.sCount[line] as number) - state.blkIndent;
  if (!isDeep(state) || state.src.charCodeAt(start) !== mark || indent >= 4) return false;
  if (silent) return true;
  state.push('paragraph_open', 'p', 1);
  pushText(state.push('inline', '', 0), state.src.slice(start, state.eMarks[line]));
  state.push('paragraph_close', 'p', -1);
  state.line = line + 1;
  return true;
}

function showEmptyQuotes(state: StateCore): void {
  const { tokens } = state;
  if (!tokens.some((_token, index) => isEmptyQuote(tokens, index))) return;
  state.tokens = tokens.flatMap((token, index) => {
    if (isEmptyQuote(tokens, index - 1)) return [];
    return isEmptyQuote(tokens, index) ? quoteMarks(state, token) : token;
  });
}

function isEmptyQuote(tokens: readonly Token[], index: number): boolean {
  return tokens[index]?.markup === '>' && tokens[index + 1]?.markup === '>' && tokens[index + 1]?.nesting === -1;
}

/** A paragraph of the marks that are all there is of a quotation. */
function quoteMarks(state: StateCore, quote: Token): Token[] {
  const [start, end] = quote.map as [number, number];
  const opening = new state.Token('paragraph_open', 'p', 1);
  const marks = new state.Token('inline', '', 0);
  const closing = new state.Token('paragraph_close', 'p', -1);
  pushText(
    marks,
    Array(end - start)
      .fill('>')
      .join('\n'),
  );
  for (const token of [opening, closing]) {
    token.block = true;
    token.level = quote.level;
  }
  marks.level = quote.level + 1;
  return [opening, marks, closing];
}

function pushText(token: Token, text: string): void {
  token.content = text;
  token.children = [];
}
