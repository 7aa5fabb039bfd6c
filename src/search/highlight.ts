/** A part of a text: from `start` to `end` (exclusive), in UTF-16 units. */
export interface Hit {
  start: number;
  end: number;
}

const opening = '<span class="highlight">';
const closing = '</span>';

/**
 * Marks the hits in the text of HTML. Tags, entities and everything that is not text stay whole. `find` gets the visible
 * text, with a line break at the end of each block and line, and without formulas.
 */
export function highlight(html: string, find: (text: string) => readonly Hit[]): string {
  const pieces = parse(html);
  let text = '';
  for (const piece of pieces) text += piece.text;
  const ranges = merge(find(text));
  return ranges.length === 0 ? html : markAll(pieces, ranges);
}

function markAll(pieces: readonly Piece[], ranges: readonly Hit[]): string {
  let marked = '';
  let offset = 0;
  let next = 0;
  for (const piece of pieces) {
    const start = offset;
    offset += piece.text.length;
    while (next < ranges.length && (ranges[next] as Hit).end <= start) next++;
    marked += piece.isText ? mark(piece, start, ranges, next) : piece.source;
  }
  return marked.replaceAll(closing + opening, '');
}

/** Marks the ranges from `next` on within a piece of text that begins at `start`. */
function mark({ source, text }: Piece, start: number, ranges: readonly Hit[], next: number): string {
  let marked = '';
  let done = 0;
  for (let index = next; index < ranges.length; index++) {
    const range = ranges[index] as Hit;
    if (range.start >= start + text.length) break;
    // A piece that HTML writes differently, such as an entity, is marked as a whole.
    const [from, to] =
      source === text
        ? [Math.max(range.start - start, 0), Math.min(range.end - start, text.length)]
        : [0, source.length];
    marked += source.slice(done, from) + opening + source.slice(from, to) + closing;
    done = to;
    if (done === source.length) break;
  }
  return marked + source.slice(done);
}

/** A tag, an entity, or the text between them. */
interface Piece {
  source: string;
  /** Its part of the visible text. */
  text: string;
  isText: boolean;
}

const pattern =
  /<\/?([a-z][a-z0-9-]*)(?:"[^"]*"|'[^']*'|[^'"<>])*>|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});|[<&]|[^<&]+/gi;
const inline = new Set(
  'a abbr b bdi code del em i ins kbd mark math s small span strike strong sub sup svg time u wbr'.split(' '),
);
// Marks would break formulas and drawings.
const closed = new Set(['math', 'svg']);

function parse(html: string): Piece[] {
  const pieces: Piece[] = [];
  let depth = 0;
  for (const [source, tag] of html.matchAll(pattern)) {
    const name = tag?.toLowerCase();
    const isEnd = source.startsWith('</');
    if (name !== undefined && closed.has(name)) depth = Math.max(0, depth + (isEnd ? -1 : 1));
    if (depth > 0 || name !== undefined) {
      pieces.push({ source, text: depth > 0 || (name !== undefined && inline.has(name)) ? '' : '\n', isText: false });
    } else {
      pieces.push({ source, text: decode(source), isText: true });
    }
  }
  return pieces;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': '\u00a0',
};

function decode(source: string): string {
  if (source.length < 3 || !source.startsWith('&')) return source;
  const number = /^&#(x?)([0-9a-f]+);$/i.exec(source);
  if (!number) return entities[source] ?? source;
  const code = Number.parseInt(number[2] as string, number[1] === '' ? 10 : 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : source;
}

/** Sorts hits and joins those that touch. */
function merge(hits: readonly Hit[]): Hit[] {
  const merged: Hit[] = [];
  for (const { start, end } of [...hits].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (end > start) merged.push({ start, end });
  }
  return merged;
}
