/** The ids of one organization by their names, such as `{u:alice}` and `{m:m1}`. */
export class Symbols {
  #ids = new Map<string, number | string>();
  #names = new Map<string, string>();

  learn(kind: string, name: string, id: number | string): void {
    const symbol = `{${kind}:${name}}`;
    this.#ids.set(symbol, id);
    this.#names.set(`${kind} ${id}`, symbol);
  }

  /** The symbol of an id; `{m:?}` if the id of a message has none. */
  nameOf(kind: string, id: number): string {
    return this.#names.get(`${kind} ${id}`) ?? `{${kind}:?}`;
  }

  idOf(symbol: string): number | string | undefined {
    return this.#ids.get(symbol);
  }

  /** A text to be sent, with ids in place of names. Quotes around a name are part of it. */
  fill(text: string): string {
    return text.replace(/"\{[usmgx]:[^}]+\}"|\{[usmgx]:[^}]+\}/g, (found) =>
      String(this.#ids.get(found.replaceAll('"', '')) ?? unknownId),
    );
  }
}

const unknownId = 987_654_321;
