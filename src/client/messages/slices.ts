/** Maximum number of lines in a slice. */
const most = 16;

/** Lines of a list that are compared together. */
interface Slice<Line> {
  key: number;
  lines: Line[];
}

/**
 * Divides the lines of a list into slices. A line stays in its slice while others are added and removed, because it is
 * rendered in it.
 */
export class Slicer<Line extends { key: unknown }> {
  #keys = new Map<unknown, number>();
  #last = 0;

  divide(lines: readonly Line[]): Slice<Line>[] {
    const keys = lines.map((line) => this.#keys.get(line.key));
    const sizes = new Map<number, number>();
    for (const key of keys) if (key !== undefined) sizes.set(key, (sizes.get(key) ?? 0) + 1);
    const join = (index: number, neighbour: number | undefined) => {
      if (keys[index] !== undefined) return;
      const hasRoom = neighbour !== undefined && (sizes.get(neighbour) ?? 0) < most;
      const key = hasRoom ? neighbour : this.#begin();
      keys[index] = key;
      sizes.set(key, (sizes.get(key) ?? 0) + 1);
    };
    // Lines added above the first existing one join slices from below, all others from above.
    const first = Math.max(
      0,
      keys.findIndex((key) => key !== undefined),
    );
    for (let index = first - 1; index >= 0; index -= 1) join(index, keys[index + 1]);
    for (let index = first; index < lines.length; index += 1) join(index, keys[index - 1]);
    return this.#group(lines, keys);
  }

  #group(lines: readonly Line[], keys: readonly (number | undefined)[]): Slice<Line>[] {
    const slices: Slice<Line>[] = [];
    const used = new Set<number>();
    this.#keys = new Map();
    for (const [index, line] of lines.entries()) {
      const wanted = keys[index] ?? 0;
      let slice = slices.at(-1);
      if (!slice || index === 0 || keys[index - 1] !== wanted) {
        // If lines were inserted into the middle of a slice, its rest continues as a new slice.
        slice = { key: used.has(wanted) ? this.#begin() : wanted, lines: [] };
        used.add(wanted);
        slices.push(slice);
      }
      slice.lines.push(line);
      this.#keys.set(line.key, slice.key);
    }
    return slices;
  }

  #begin(): number {
    this.#last += 1;
    return this.#last;
  }
}
