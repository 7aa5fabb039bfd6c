import type { MarkdownIt, StateInline } from 'markdown-it';

/** How many brackets may be open inside the label of a link. */
const mostOpen = 8;

const opening = '['.charCodeAt(0);
const closing = ']'.charCodeAt(0);

/**
 * Finds the ends of labels as markdown-it does, but gives up where very many brackets are open: it would look through
 * the rest of the text from each of them.
 */
export function linkLabelRule(markdown: MarkdownIt): void {
  markdown.helpers.parseLinkLabel = findLabelEnd;
}

/** The position of the bracket that ends the label that begins at `start`; -1 where none does. */
function findLabelEnd(state: StateInline, start: number, disableNested?: boolean): number {
  const before = state.pos;
  state.pos = start + 1;
  const end = walkToEnd(state, disableNested ?? false);
  state.pos = before;
  return end;
}

function walkToEnd(state: StateInline, disableNested: boolean): number {
  for (let open = 1; state.pos < state.posMax && open <= mostOpen; ) {
    const { pos } = state;
    const mark = state.src.charCodeAt(pos);
    if (mark === closing && --open === 0) return pos;
    state.md.inline.skipToken(state);
    if (mark !== opening) continue;
    // A bracket that is skipped alone begins nothing; otherwise it was a link, and links have none inside.
    if (state.pos === pos + 1) open++;
    else if (disableNested) return -1;
  }
  return -1;
}
