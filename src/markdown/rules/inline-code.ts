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
  const end = src[pos - 1] === '\\' ? undefined : findClosing(state, marks, start);
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

const run = /`+/y;

function marksAt(text: string, position: number): string {
  run.lastIndex = position;
  return run.exec(text)?.[0] ?? '';
}

/** The position of the next marks of the same length, if they close the code. */
function findClosing(state: StateInline, marks: string, start: number): number | undefined {
  const place = findMarks(state, marks, start);
  return place !== undefined && place + marks.length <= state.posMax ? place : undefined;
}

function findMarks(state: StateInline, marks: string, start: number): number | undefined {
  const next = state.src.indexOf(marks, start);
  if (next < 0) return undefined;
  if (state.src[next + marks.length] !== '`') return next;
  const places = placesIn(state).get(marks.length) ?? [];
  return places[countBelow(places, start)];
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
