import { isSame } from '../text/same.ts';

/** The lines of a message. */
export interface Block<Facts, Line> {
  key: number;
  facts: Facts;
  lines: readonly Line[];
}

/** Renders the lines of a message again only if the facts that they show have changed. */
export class RowCache<Facts extends object, Line> {
  readonly #render: (facts: Facts) => readonly Line[];
  #blocks = new Map<number, Block<Facts, Line>>();

  constructor(render: (facts: Facts) => readonly Line[]) {
    this.#render = render;
  }

  /** The blocks of these messages, by id. All others are forgotten. */
  take(rows: readonly (readonly [id: number, facts: Facts])[]): Block<Facts, Line>[] {
    const blocks = rows.map(([key, facts]) => {
      const known = this.#blocks.get(key);
      return known && isSame(known.facts, facts) ? known : { key, facts, lines: this.#render(facts) };
    });
    this.#blocks = new Map(blocks.map((block) => [block.key, block]));
    return blocks;
  }
}
