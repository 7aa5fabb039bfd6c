import type { MarkdownIt, StateInline } from 'markdown-it';

/**
 * Code between backticks, with all its spaces, although the library drops one at each end. A backslash makes backticks
 * plain text.
 */
export function inlineCodeRule(markdown: MarkdownIt): void {
  markdown.inline.ruler.at('backticks', readCode);
}

function readCode(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== '`') return false;
  const marks = marksAt(src, pos);
  const start = pos + marks.length;
  const end = src[pos - 1] === '\\' ? undefined : findClosing(state, marks.length, start);
  if (end === undefined) {
    if (!silent) state.pending += marks;
    state.pos = start;
    return true;
  }
  if (!silent) {
    const token = state.push('code_inline', 'code', 0);
    token.markup = marks;
    token.content = src.slice(start, end).replaceAll('\n', ' ');
  }
  state.pos = end + marks.length;
  return true;
}

function marksAt(text: string, position: number): string {
  const marks = /`+/y;
  marks.lastIndex = position;
  return marks.exec(text)?.[0] ?? '';
}

/** The position of the closing marks of the same length. */
function findClosing(state: StateInline, length: number, start: number): number | undefined {
  const places = placesIn(state).get(length) ?? [];
  const place = places[countBelow(places, start)];
  return place !== undefined && place + length <= state.posMax ? place : undefined;
}

const backtickRuns = new WeakMap<StateInline, Map<number, number[]>>();

/** The ascending positions of backtick runs by their length; collected once, so that parsing takes linear time. */
function placesIn(state: StateInline): Map<number, number[]> {
  let places = backtickRuns.get(state);
  if (!places) {
    places = new Map();
    for (const { 0: marks, index } of state.src.matchAll(/`+/g)) {
      const others = places.get(marks.length);
      if (others) others.push(index);
      else places.set(marks.length, [index]);
    }
    backtickRuns.set(state, places);
  }
  return places;
}

function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
