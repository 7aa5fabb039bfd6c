import type { Env, MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';
import { escapeHtml } from '../../ground/text.ts';
import { takeAllowance } from '../allowance.ts';
import type { Fence } from '../fence.ts';
import { toOlderClasses } from '../formula-classes.ts';
import { type Katex, loadKatex } from '../libraries.cjs';

/** Limits of typeset TeX and of its HTML in one text, in UTF-16 units. */
const longest = { tex: 2000, html: 300_000 };
/** The fixed cost of a formula, in addition to its length. Signs count twice, because spacing them takes time. */
const perFormula = 10;
const signs = /[^\w\s\\{}^]/g;

const settings = {
  throwOnError: true,
  strict: 'ignore',
  // No links, images or HTML.
  trust: false,
  // In em, so that a formula cannot cover the page. `farAway` finds large negative lengths.
  maxSize: 20,
};
const mostExpansions = 1000;
const definition = /\\(?:[egx]?def|let|futurelet|(?:new|renew|provide)command)(?![a-zA-Z])/;

const dollar = '$'.charCodeAt(0);
// Two dollars could also be money: no word may touch them, and `$$_$$` is an emoticon.
const formula = /(?<![\w$])\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\w$])/y;

/** A formula that would overlap other messages. */
const farAway = /style="[^"]*-\d{3,}(?:\.\d+)?em/;

let katex: Katex | undefined;

/** TeX, as `$$inline$$` and in fenced blocks, typeset by KaTeX. Invalid TeX is shown as written. */
export function mathRule(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'math', readFormula);
  const { rules } = markdown.renderer;
  rules.math = (tokens, index, _options, env) => presentInline((tokens[index] as Token).content, env as Env);
  rules.math_block = (tokens, index, _options, env) => presentBlock((tokens[index] as Token).content, env as Env);
}

export function isMath(fence: Fence): boolean {
  return fence.word.toLowerCase() === 'math';
}

export function pushMath(state: StateBlock, opening: number, end: number): void {
  const token = state.push('math_block', 'p', 0);
  token.content = state.getLines(opening + 1, end, state.sCount[opening] as number, false);
  token.map = [opening, end];
}

function readFormula(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== dollar || state.src.charCodeAt(state.pos + 1) !== dollar) return false;
  formula.lastIndex = state.pos;
  const [source, tex] = formula.exec(state.src) ?? [];
  if (source === undefined || formula.lastIndex > state.posMax) return false;
  if (!silent) state.push('math', 'span', 0).content = tex as string;
  state.pos += source.length;
  return true;
}

function presentInline(tex: string, env: Env): string {
  return typeset(tex, false, env) ?? presentError(`$$${tex}$$`);
}

/** Each paragraph of a math block is one formula. */
function presentBlock(content: string, env: Env): string {
  const sources = content.split(/\n(?:[ \t]*\n)+/).filter((source) => source.trim() !== '');
  return sources.map((source) => `<p>${typeset(source, true, env) ?? presentError(source)}</p>\n`).join('');
}

/** The HTML of TeX; undefined if it is invalid or exceeds a limit. */
function typeset(tex: string, displayMode: boolean, env: Env): string | undefined {
  if (!takeAllowance(env, 'tex', costOf(tex), longest.tex)) return undefined;
  katex ??= loadKatex();
  try {
    const html = katex.renderToString(tex, { ...settings, displayMode, maxExpand: expansionsOf(tex) });
    if (farAway.test(html) || !takeAllowance(env, 'math', html.length, longest.html)) return undefined;
    return html.replace(/class="[^"]*"/g, toOlderClasses);
  } catch {
    // Invalid TeX, or nested too deep for the stack.
    return undefined;
  }
}

function costOf(tex: string): number {
  return tex.length + (tex.match(signs)?.length ?? 0) + perFormula;
}

/** Maximum number of macro expansions. Each can be as long as the text, if the text defines the macro. */
function expansionsOf(tex: string): number {
  return definition.test(tex) ? Math.min(mostExpansions, Math.floor(30_000 / tex.length)) : mostExpansions;
}

function presentError(source: string): string {
  return `<span class="tex-error">${escapeHtml(source)}</span>`;
}
