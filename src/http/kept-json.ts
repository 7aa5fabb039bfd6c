/** JSON by id. Each text is kept as long as it is asked for with the same values, of which it is a function. */
export class KeptJson {
  #kept = new Map<number, { values: readonly unknown[]; text: string }>();

  /** The kept text of an id if it was written from these values; otherwise keeps what `write` returns. */
  of(id: number, values: readonly unknown[], write: () => string): string {
    const known = this.#kept.get(id);
    if (known?.values.every((value, index) => value === values[index])) return known.text;
    const text = write();
    this.#kept.set(id, { values, text });
    return text;
  }
}
