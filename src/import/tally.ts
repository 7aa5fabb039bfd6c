/** How often something happened, with the first examples. */
export interface Remark {
  noun: string;
  reason: string;
  count: number;
  examples: string[];
}

const mostExamples = 3;
const longestExample = 80;

/** Counts what comes, what stays out and what comes changed. */
export class Tally {
  readonly came = new Map<string, number>();
  #left = new Map<string, Remark>();
  #changed = new Map<string, Remark>();

  add(noun: string, count = 1): void {
    this.came.set(noun, (this.came.get(noun) ?? 0) + count);
  }

  /** Something stays out. */
  leave(noun: string, reason: string, example: string | number, count = 1): void {
    note(this.#left, { noun, reason, count, examples: [String(example)] });
  }

  /** Something comes, but not as it was. */
  change(noun: string, reason: string, example: string | number): void {
    note(this.#changed, { noun, reason, count: 1, examples: [String(example)] });
  }

  get left(): Remark[] {
    return [...this.#left.values()];
  }

  get changed(): Remark[] {
    return [...this.#changed.values()];
  }
}

function note(remarks: Map<string, Remark>, { noun, reason, count, examples }: Remark): void {
  const key = `${noun}\0${reason}`;
  const remark = remarks.get(key) ?? { noun, reason, count: 0, examples: [] };
  remark.count += count;
  const [example = ''] = examples;
  if (example !== '' && remark.examples.length < mostExamples) remark.examples.push(shorten(example));
  remarks.set(key, remark);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= longestExample ? line : `${line.slice(0, longestExample - 1)}…`.toWellFormed();
}
