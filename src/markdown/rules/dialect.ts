import type { MarkdownIt, StateInline } from 'markdown-it';

const underscore = '_'.charCodeAt(0);
const tilde = '~'.charCodeAt(0);

/** Disables Markdown that chat does not support: escapes, references, images, underlined headings, and `_`. */
export function dialectRule(markdown: MarkdownIt): void {
  // Images would make every reader's client fetch from a server chosen by the writer; they stay links.
  markdown.disable(['escape', 'reference', 'lheading', 'image', 'autolink', 'html_block', 'html_inline']);
  markdown.inline.ruler.before('emphasis', 'underscore', readUnderscore);
  markdown.inline.ruler.at('strikethrough', readTildes);
  markdown.renderer.rules.s_open = () => '<del>';
  markdown.renderer.rules.s_close = () => '</del>';
}

function readUnderscore(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== underscore) return false;
  if (!silent) state.pending += '_';
  state.pos++;
  return true;
}

// Two tildes strike out the text between them, spaces included; any other number is text.
function readTildes(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== tilde) return false;
  const { length } = state.scanDelims(state.pos, true);
  const token = state.push('text', '', 0);
  token.content = '~'.repeat(length);
  if (length === 2) {
    const mark = { marker: tilde, length: 0, token: state.tokens.length - 1, end: -1, open: true, close: true };
    state.delimiters.push(mark);
  }
  state.pos += length;
  return true;
}
