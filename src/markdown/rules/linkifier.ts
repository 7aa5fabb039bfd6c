import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { contextOf } from '../context.ts';
import type { Link } from '../link.ts';
import { replacePieces, textToken } from '../text-pieces.ts';
import { isSafeUrl } from './url.ts';

/** The links created by the organization's linkifiers. */
export function linkifierRule(markdown: MarkdownIt): void {
  markdown.core.ruler.push('linkifier', replaceMatches);
}

function replaceMatches(state: StateCore): void {
  const findLinks = contextOf(state.env).lookups?.findLinks;
  if (!findLinks) return;
  replacePieces(state, (text) =>
    findLinks(text)
      .filter(({ url }) => isSafeUrl(url))
      .map((link) => ({ start: link.index, end: link.index + link.text.length, tokens: linkTokens(state, link) })),
  );
}

function linkTokens(state: StateCore, { text, url }: Link): Token[] {
  const open = new state.Token('link_open', 'a', 1);
  open.attrs = [['href', state.md.normalizeLink(url)]];
  return [open, textToken(state, text), new state.Token('link_close', 'a', -1)];
}
