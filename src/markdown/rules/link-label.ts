import type { MarkdownIt, StateInline } from 'markdown-it';

/** Maximum number of open brackets in the label of a link. */
const mostOpen = 8;

const opening = '['.charCodeAt(0);
const closing = ']'.charCodeAt(0);

/**
 * Finds the end of a label as markdown-it does, but limits the open brackets: markdown-it scans the rest of the text
 * from each of them.
 */
export function linkLabelRule(markdown: MarkdownIt): void {
  markdown.helpers.parseLinkLabel = findLabelEnd;
}

/** The position of the closing bracket of the label at `start`; -1 if there is none. */
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
    // A bracket skipped alone starts no link. Otherwise a link was skipped, and a link contains no links.
    if (state.pos === pos + 1) open++;
    else if (disableNested) return -1;
  }
  return -1;
}
