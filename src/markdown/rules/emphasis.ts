import type { MarkdownIt, StateInline, Token } from 'markdown-it';

const asterisk = '*'.charCodeAt(0);
const tilde = '~'.charCodeAt(0);

type Delimiter = StateInline['delimiters'][number];

/** One `*`, or one `~~`, that may begin or end emphasis. */
interface Mark extends Delimiter {
  /** Its start and end in the source. */
  from: number;
  to: number;
  isUsed: boolean;
  /** The innermost emphasis around it; 0 for none. */
  around: number;
}

/**
 * `**strong**`, `*emphasis*`, `***both***` and `~~struck~~`, each within a line, as clients preview them. Strong text
 * is matched first, and may begin and end with spaces. Takes linear time.
 */
export function emphasisRule(markdown: MarkdownIt): void {
  markdown.inline.ruler.at('emphasis', readMarks);
  markdown.inline.ruler2.at('emphasis', pairAllMarks);
  markdown.disable('strikethrough');
  markdown.inline.ruler2.disable('balance_pairs');
  markdown.renderer.rules.s_open = () => '<del>';
  markdown.renderer.rules.s_close = () => '</del>';
}

/** Reads a run of asterisks or tildes. Two tildes are a mark; any other number is text. */
function readMarks(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const marker = src.charCodeAt(pos);
  if (silent || (marker !== asterisk && marker !== tilde)) return false;
  let end = pos;
  while (end < posMax && src.charCodeAt(end) === marker) end++;
  if (marker === asterisk) {
    for (let from = pos; from < end; from++) pushMark(state, marker, from, from + 1);
  } else if (end - pos === 2) pushMark(state, marker, pos, end);
  else state.pending += src.slice(pos, end);
  state.pos = end;
  return true;
}

function pushMark(state: StateInline, marker: number, from: number, to: number): void {
  state.push('text', '', 0).content = state.src.slice(from, to);
  const position = { token: state.tokens.length - 1, end: -1, open: false, close: false };
  const mark: Mark = { marker, ...position, from, to, isUsed: false, around: 0 };
  state.delimiters.push(mark);
}

function pairAllMarks(state: StateInline): void {
  pairLines(state, state.delimiters);
  for (const meta of state.tokens_meta) {
    if (meta?.delimiters) pairLines(state, meta.delimiters);
  }
}

function pairLines(state: StateInline, marks: readonly Delimiter[]): void {
  // This rule alone fills these lists.
  for (const line of splitLines(state.src, marks as Mark[])) pairMarks(state, line);
}

function splitLines(source: string, marks: readonly Mark[]): Mark[][] {
  const lines: Mark[][] = [];
  let end = -1;
  for (const mark of marks) {
    if (mark.from > end) {
      lines.push([]);
      end = source.indexOf('\n', mark.from);
      if (end === -1) end = source.length;
    }
    lines.at(-1)?.push(mark);
  }
  return lines;
}

function pairMarks(state: StateInline, line: readonly Mark[]): void {
  const stars = line.filter(({ marker }) => marker === asterisk);
  pairTriples(state, stars);
  pairDoubles(state, stars);
  nest(line);
  pairSingles(state, line, tilde, ['s']);
  nest(line);
  pairSingles(state, line, asterisk, ['em']);
}

/** Pairs `***` that have no asterisk between them. */
function pairTriples(state: StateInline, stars: readonly Mark[]): void {
  for (let index = 0; index + 5 < stars.length; index++) {
    const [opening, closing] = [stars.slice(index, index + 3), stars.slice(index + 3, index + 6)];
    if (!isRun(opening) || !isRun(closing) || !touchText(state, opening, closing)) continue;
    emphasize(state, opening, closing, ['strong', 'em']);
    index += 5;
  }
}

/** Pairs `**` with the next `**` that has a character before it. */
function pairDoubles(state: StateInline, stars: readonly Mark[]): void {
  const free = stars.filter(({ isUsed }) => !isUsed);
  for (let index = 0; index < free.length; index++) {
    const opening = free.slice(index, index + 2);
    if (!isRun(opening)) continue;
    let next = index + 2;
    while (next + 1 < free.length && !(isRun(free.slice(next, next + 2)) && hasText(opening, free[next]))) next++;
    if (next + 1 >= free.length) return;
    emphasize(state, opening, free.slice(next, next + 2), ['strong']);
    index = next + 1;
  }
}

/** Pairs single marks with the next one within the same emphasis. */
function pairSingles(state: StateInline, line: readonly Mark[], marker: number, kinds: readonly Kind[]): void {
  const last = new Map<number, Mark>();
  for (const mark of line) {
    if (mark.isUsed || mark.marker !== marker) continue;
    const opening = last.get(mark.around);
    const isPair = opening && (marker === tilde ? hasText([opening], mark) : touchText(state, [opening], [mark]));
    if (isPair) {
      emphasize(state, [opening], [mark], kinds);
      last.delete(mark.around);
    } else last.set(mark.around, mark);
  }
}

/** Finds the innermost emphasis around each mark. Emphasis never crosses: `end` is set on its first mark alone. */
function nest(line: readonly Mark[]): void {
  const open: { end: number; from: number }[] = [];
  for (const mark of line) {
    while (mark.from >= (open.at(-1)?.end ?? Number.POSITIVE_INFINITY)) open.pop();
    mark.around = open.at(-1)?.from ?? 0;
    if (mark.end >= 0) open.push({ end: mark.end, from: mark.to });
  }
}

function isRun(marks: readonly Mark[]): boolean {
  return marks.length > 1 && marks.every((mark, index) => index === 0 || mark.from === marks[index - 1]?.to);
}

function hasText(opening: readonly Mark[], closing: Mark | undefined): boolean {
  return (closing?.from ?? 0) > (opening.at(-1)?.to ?? 0);
}

/** Whether there is text between the marks, and no space beside them. */
function touchText({ src }: StateInline, opening: readonly Mark[], [closing]: readonly Mark[]): boolean {
  const [start, end] = [opening.at(-1)?.to ?? 0, closing?.from ?? 0];
  return end > start && /\S/.test(src[start] as string) && /\S/.test(src[end - 1] as string);
}

type Kind = 'strong' | 'em' | 's';

/** Turns the marks into tags of these kinds, the outermost first. */
function emphasize(state: StateInline, opening: Mark[], closing: Mark[], kinds: readonly Kind[]): void {
  for (const mark of [...opening, ...closing]) {
    mark.isUsed = true;
    (state.tokens[mark.token] as Token).content = '';
  }
  (opening[0] as Mark).end = (closing[0] as Mark).from;
  for (const [depth, kind] of kinds.entries()) {
    turnInto(state.tokens[opening[depth]?.token ?? 0] as Token, kind, 1);
    turnInto(state.tokens[closing[kinds.length - 1 - depth]?.token ?? 0] as Token, kind, -1);
  }
}

function turnInto(token: Token, kind: Kind, nesting: 1 | -1): void {
  token.type = `${kind}_${nesting === 1 ? 'open' : 'close'}`;
  token.tag = kind;
  token.nesting = nesting;
}
