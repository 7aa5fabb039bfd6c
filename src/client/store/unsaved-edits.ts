import type { Storage } from './drafts.ts';

/** Texts that outlive their editors, by message. */
type Texts = readonly (readonly [id: number, text: string])[];

/** Number of messages whose unsaved texts are stored. */
const most = 20;

/** The texts of messages that the user began to edit, stored until they are saved or given up. */
export class UnsavedEdits {
  #texts: Texts;
  readonly #storage: Storage;
  readonly #name: string;

  constructor(storage: Storage, user_id: number) {
    this.#storage = storage;
    this.#name = `edits:${user_id}`;
    this.#texts = this.#load();
  }

  /** The message that was edited last. */
  get newest(): number | undefined {
    return this.#texts[0]?.[0];
  }

  find(message_id: number): string | undefined {
    return this.#texts.find(([id]) => id === message_id)?.[1];
  }

  keep(message_id: number, text: string): void {
    this.#store([[message_id, text] as const, ...this.#without(message_id)].slice(0, most));
  }

  drop(message_id: number): void {
    this.#store(this.#without(message_id));
  }

  #without(message_id: number): Texts {
    return this.#texts.filter(([id]) => id !== message_id);
  }

  #store(texts: Texts): void {
    this.#texts = texts;
    try {
      this.#storage.setItem(this.#name, JSON.stringify(texts));
    } catch {
      // If the browser has no space left, they live as long as the page.
    }
  }

  #load(): Texts {
    try {
      return JSON.parse(this.#storage.getItem(this.#name) ?? '[]') as Texts;
    } catch {
      return [];
    }
  }
}
