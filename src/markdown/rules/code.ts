import type { Env, MarkdownIt, StateBlock, Token } from 'markdown-it';
import { escapeHtml } from '../../ground/text.ts';
import { takeAllowance } from '../allowance.ts';
import { contextOf } from '../context.ts';
import { highlight } from '../highlight.ts';
import { findLanguage, type Language } from '../languages.ts';

/** Maximum amount of highlighted code in one text, in UTF-16 units. */
const longest = 4000;

/** Code blocks, fenced or indented, highlighted with the classes of Pygments. */
export function codeRule(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer;
  rules.fence = (tokens, index, _options, env) => presentFenced(tokens[index] as Token, env as Env);
  rules.code_block = (tokens, index) => `${presentBlock('', escapeHtml(tidy((tokens[index] as Token).content)))}\n`;
}

/** Adds a fenced code block; without a language it uses the organization's default. */
export function pushCode(state: StateBlock, language: string, opening: number, end: number): void {
  const token = state.push('fence', 'code', 0);
  token.info = language;
  token.content = state.getLines(opening + 1, end, state.sCount[opening] as number, true);
  token.map = [opening, end];
}

function presentFenced(token: Token, env: Env): string {
  const alias = token.info || contextOf(env).lookups?.default_code_language() || '';
  const code = tidy(token.content.replace(/[ \t]+$/gm, ''));
  const name = findLanguage(alias)?.name ?? alias;
  const attribute = name && ` data-code-language="${escapeHtml(name)}"`;
  return presentBlock(attribute, presentCode(code, findLanguage(alias || interpreterIn(code)), env));
}

/** The language that the first line names, such as `#!/usr/bin/python` or `:::python`; empty for none. */
function interpreterIn(code: string): string {
  return /^(?:::+|#!)(?:(?:\/\w+)*[/ ])?([\w#.+-]*)/.exec(code)?.[1] ?? '';
}

function presentCode(code: string, language: Language | undefined, env: Env): string {
  const isHighlighted = language?.grammar !== undefined && takeAllowance(env, 'code', code.length, longest);
  return (isHighlighted ? highlight(code, language) : undefined) ?? escapeHtml(code);
}

// Clients parse exactly this form.
function presentBlock(attribute: string, html: string): string {
  return `<div class="codehilite"${attribute}><pre><span></span><code>${html}\n</code></pre></div>\n`;
}

/** Removes leading and trailing empty lines. */
function tidy(code: string): string {
  return code.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}
