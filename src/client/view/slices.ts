/** The most lines of a slice. */
const most = 16;

/** Lines of a list that are looked through for changes together. */
export interface Slice<Line> {
  key: number;
  lines: Line[];
}

/** Divides the lines of a list into slices. A line stays in its slice while others come and go: it is drawn in there. */
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
    // What came above the first line that was there joins from below, all else from above.
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
        // A slice that others came into the middle of goes on as a new one.
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
