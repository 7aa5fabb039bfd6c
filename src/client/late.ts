/**
 * A function or view that is needed after the first page, and loaded with all others of this kind. `more.ts` gives it.
 * Its user declares it, so that nothing below imports what stands above.
 */
export class Late<Value> {
  #value: Value | undefined;

  give(value: Value): void {
    this.#value = value;
  }

  /** Loads it at the first call. Rejects if that is impossible now. */
  readonly get = async (): Promise<Value> => {
    if (this.#value === undefined) await loadLate();
    if (this.#value === undefined) throw new Error('A part of the client was not given.');
    return this.#value;
  };
}

let load: () => Promise<unknown> = () => Promise.reject(new Error('Nothing loads the parts of the client.'));

/** Sets how all late parts are loaded. */
export function loadLateBy(loading: () => Promise<unknown>): void {
  load = loading;
}

/** Loads all late parts, before one is needed. */
export function loadLate(): Promise<unknown> {
  return load();
}
