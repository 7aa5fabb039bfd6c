/** The number of times that something happened, with the first examples. */
export interface Remark {
  noun: string;
  reason: string;
  count: number;
  examples: string[];
}

const mostExamples = 3;
const longestExample = 160;

/** Counts imported, omitted and changed records. */
export class Tally {
  readonly came = new Map<string, number>();
  #left = new Map<string, Remark>();
  #changed = new Map<string, Remark>();

  add(noun: string, count = 1): void {
    this.came.set(noun, (this.came.get(noun) ?? 0) + count);
  }

  /** Counts an omitted record. */
  leave(noun: string, reason: string, example: string | number, count = 1): void {
    if (count === 0) return;
    note(this.#left, { noun, reason, count, examples: [String(example)] });
  }

  /** Counts a record that is changed by the import. */
  change(noun: string, reason: string, example: string | number, count = 1): void {
    note(this.#changed, { noun, reason, count, examples: [String(example)] });
  }

  /** Adds all counts of another tally. */
  include(other: Tally): void {
    for (const [noun, count] of other.came) this.add(noun, count);
    for (const remark of other.left) note(this.#left, remark);
    for (const remark of other.changed) note(this.#changed, remark);
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
  const free = mostExamples - remark.examples.length;
  remark.examples.push(
    ...examples
      .filter((example) => example !== '')
      .slice(0, free)
      .map(shorten),
  );
  remarks.set(key, remark);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= longestExample ? line : `${line.slice(0, longestExample - 1)}…`.toWellFormed();
}
