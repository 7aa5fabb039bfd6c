import type { Mended } from './fields.ts';
import type { Tally } from './tally.ts';
import { UnusableArchive } from './unusable-archive.ts';

/** Receives a line about a broken record or field. */
export type OnFault = (line: string) => void;

/** Counts broken records and fields, each once, although an import reads most of them several times. */
export class Faults {
  readonly #tally: Tally;
  readonly #tell: OnFault;
  readonly #known = new Set<string>();

  constructor(tally: Tally, tell: OnFault) {
    this.#tally = tally;
    this.#tell = tell;
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
    if (!this.#isNew(problem)) return;
    this.#tally.leave(noun, 'their records are broken', problem);
    this.#tell(`Left out of the ${noun}: ${problem}`);
  }

  /** Counts a broken field. */
  readonly mended: Mended = ({ key, text }, problem) => {
    if (!this.#isNew(`${key}\0${problem}`)) return;
    const where = text();
    this.#tally.change('fields', `${problem}: read without it`, where);
    this.#tell(`Read without a field: ${where}: ${problem}.`);
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
