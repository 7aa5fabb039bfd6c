import type { Env, MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';
import { escapeHtml } from '../../text.ts';
import { takeAllowance } from '../allowance.ts';
import type { Fence } from '../fence.ts';
import { type Katex, loadKatex } from '../libraries.cjs';

/** How much TeX of one text is typeset, in UTF-16 units; each formula costs some by itself. */
const allowed = { length: 3000, formula: 20 };

const settings = {
  throwOnError: true,
  strict: 'ignore',
  // No links, pictures or HTML.
  trust: false,
  // In em: nothing covers the page.
  maxSize: 20,
  maxExpand: 200,
};

const dollar = '$'.charCodeAt(0);
// Two dollars could also be money: no word touches them, and `$$_$$` is a face.
const formula = /(?<![\w$])\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\w$])/y;

let katex: Katex | undefined;

/** TeX, as `$$inline$$` and in fenced blocks, typeset by KaTeX. What is not TeX is shown as it was written. */
export function mathRule(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'math', readFormula);
  const { rules } = markdown.renderer;
  rules.math = (tokens, index, _options, env) => presentInline((tokens[index] as Token).content, env as Env);
  rules.math_block = (tokens, index, _options, env) => presentBlock((tokens[index] as Token).content, env as Env);
}

export function isMath(fence: Fence): boolean {
  return fence.word.toLowerCase() === 'math';
}

/** Adds the lines of a block of math. */
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

/** Blocks of math have a formula a paragraph. */
function presentBlock(content: string, env: Env): string {
  const sources = content.split(/\n[ \t]*\n/).filter((source) => source.trim() !== '');
  return sources.map((source) => `<p>${typeset(source, true, env) ?? presentError(source)}</p>\n`).join('');
}

/** The HTML of TeX; undefined for what is none, or is too much. */
function typeset(tex: string, displayMode: boolean, env: Env): string | undefined {
  if (!takeAllowance(env, 'math', tex.length + allowed.formula, allowed.length)) return undefined;
  katex ??= loadKatex();
  try {
    return katex.renderToString(tex, { ...settings, displayMode });
  } catch {
    // It is not TeX, or nested so deep that the stack was too small for it.
    return undefined;
  }
}

function presentError(source: string): string {
  return `<span class="tex-error">${escapeHtml(source)}</span>`;
}
