import type { Mended } from './fields.ts';
import type { Tally } from './tally.ts';
import { UnusableArchive } from './unusable-archive.ts';

/** Counts broken records and fields, each once, although an import reads most of them several times. */
export class Faults {
  readonly #tally: Tally;
  readonly #known = new Set<string>();

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** Runs an action on a record. If the record is broken, it is left out, and the result is undefined. */
  attempt<Result>(noun: string, action: () => Result): Result | undefined {
    try {
      return action();
    } catch (error) {
      this.leave(noun, problemOf(error));
      return undefined;
    }
  }

  /** Reads records one by one, without the broken ones. */
  *each<Item, Result>(noun: string, items: Iterable<Item>, read: (item: Item) => Result): Generator<Result> {
    for (const item of items) {
      const result = this.attempt(noun, () => ({ value: read(item) }));
      if (result) yield result.value;
    }
  }

  /** Counts a broken record, by a text with its place. */
  leave(noun: string, problem: string): void {
    if (this.#isNew(problem)) this.#tally.leave(noun, 'their records are broken', problem);
  }

  /** Counts a broken field. */
  readonly mended: Mended = ({ key, text }, problem) => {
    if (this.#isNew(`${key}\0${problem}`)) {
      this.#tally.change('fields', `${problem}: read without it`, text());
    }
  };

  #isNew(key: string): boolean {
    const { size } = this.#known;
    return this.#known.add(key).size > size;
  }
}

/** The problem of a broken record; rethrows all other errors. A value that is nested too deeply overflows the stack. */
function problemOf(error: unknown): string {
  if (error instanceof UnusableArchive) return error.message;
  if (error instanceof RangeError && error.message.includes('call stack')) return 'A record is nested too deeply.';
  throw error;
}
