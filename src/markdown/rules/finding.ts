import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { contextOf, type Findings } from '../context.ts';
import { noteMention } from './mention.ts';

/** Collects the mentions, links and visible words of the parsed text. */
export function findingRule(markdown: MarkdownIt): void {
  markdown.core.ruler.push('finding', note);
}

function note({ tokens, env }: StateCore): void {
  const { findings } = contextOf(env);
  const words: string[] = [];
  let quoteDepth = 0;
  for (const { type, children } of tokens) {
    if (type === 'blockquote_open') quoteDepth++;
    else if (type === 'blockquote_close') quoteDepth--;
    else if (children) {
      for (const token of children) noteToken(token, findings, words, quoteDepth > 0);
      words.push('\n');
    }
  }
  findings.spoken = words.join('');
}

function noteToken(token: Token, findings: Findings, words: string[], isQuoted: boolean): void {
  const { type } = token;
  if (type === 'link_open') findings.links.push(token);
  else if (type === 'softbreak' || type === 'hardbreak') words.push('\n');
  else if (type === 'text' || type === 'code_inline') words.push(token.content);
  else if (type === 'mention') words.push(noteMention(token, findings, isQuoted));
}
