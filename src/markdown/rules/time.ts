import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { escapeHtml } from '../../ground/text.ts';
import { readTime } from '../time.ts';

const opening = '<time:';
/** Longer texts are not read as times. */
const longest = 100;

/** `<time:…>`, a time that each reader sees in their own time zone. One that cannot be read stays plain text. */
export function timeRule(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'time', readTag);
  markdown.renderer.rules.time = (tokens, index) => present((tokens[index] as Token).content);
}

function readTag(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith(opening, state.pos)) return false;
  const start = state.pos + opening.length;
  const [text, closing] = state.src.slice(start, Math.min(start + longest, state.posMax)).split(/(>|\n)/, 2);
  if (text === undefined || closing !== '>') return false;
  if (!silent) state.push('time', 'time', 0).content = text;
  state.pos = start + text.length + closing.length;
  return true;
}

function present(text: string): string {
  const time = readTime(text);
  if (!time) return escapeHtml(`${opening}${text}>`);
  return `<time datetime="${time.toISOString().replace(/\.\d+/, '')}">${escapeHtml(text)}</time>`;
}
