/** In bytes of UTF-8: what one answer may hold, some 25,000 tokens of a language model. */
export const answerBytes = 60_000;

/**
 * The longest length for which all texts together take at most `budget` bytes, once those above are cut to it: short
 * texts stay whole as long as cutting the longest ones helps.
 */
export function fairLength(lengths: readonly number[], budget: number): number {
  const sorted = lengths.toSorted((one, other) => one - other);
  let left = budget;
  for (const [index, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (length > share) return share;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

/** The bytes that a text takes in JSON, without its quotes. */
export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** The beginning of a text, at most so many bytes in JSON; a mark tells that something was cut off, and how much. */
export function cutText(text: string, most: number): string {
  if (jsonBytes(text) <= most) return text;
  // A binary search: escapes take from one byte to six.
  let [from, to] = [0, text.length];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (jsonBytes(text.slice(0, middle)) <= most) from = middle;
    else to = middle - 1;
  }
  return `${text.slice(0, from).toWellFormed().trimEnd()} […${text.length - from} more characters]`;
}
