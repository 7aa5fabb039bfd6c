import type { MarkdownIt, StateBlock } from 'markdown-it';
import { lineStart, lineText, pushText } from '../lines.ts';

/** Headings by `#` to `######`. Marks without a title are text. */
export function headingRule(markdown: MarkdownIt): void {
  markdown.block.ruler.at('heading', readHeading, { alt: ['paragraph', 'reference', 'blockquote'] });
}

function readHeading(state: StateBlock, line: number, _end: number, silent: boolean): boolean {
  if (state.src[lineStart(state, line)] !== '#') return false;
  const text = lineText(state, line);
  const [mark] = (text && /^#{1,6}(?=[ \t])/.exec(text)) || [];
  const title = text?.slice(mark?.length).trim();
  if (mark === undefined || !title || /^#+$/.test(title)) return false;
  if (silent) return true;
  pushText(state, 'heading', `h${mark.length}`, withoutClosing(title));
  state.line = line + 1;
  return true;
}

/** Removes optional closing marks from a title. */
function withoutClosing(title: string): string {
  let end = title.length;
  while (title[end - 1] === '#') end--;
  return title[end - 1] === ' ' ? title.slice(0, end).trimEnd() : title;
}
