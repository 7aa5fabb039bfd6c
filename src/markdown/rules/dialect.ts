import type { MarkdownIt, StateInline } from 'markdown-it';

const underscore = '_'.charCodeAt(0);

/** Turns off what chat does not know: escapes, references, pictures, underlined headings, and `_` as a mark. */
export function dialectRule(markdown: MarkdownIt): void {
  // Pictures would make every reader's client fetch from wherever the writer says; they stay links.
  markdown.disable(['escape', 'reference', 'lheading', 'image', 'autolink', 'html_block', 'html_inline']);
  markdown.inline.ruler.before('emphasis', 'underscore', readUnderscore);
  markdown.renderer.rules.s_open = () => '<del>';
  markdown.renderer.rules.s_close = () => '</del>';
}

function readUnderscore(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== underscore) return false;
  if (!silent) state.pending += '_';
  state.pos++;
  return true;
}
