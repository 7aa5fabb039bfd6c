import { type Storage, StoredList } from './stored-list.ts';

/** Texts that outlive their editors, by message. */
type Texts = readonly Text[];
type Text = readonly [id: number, text: string];

/** Number of messages whose unsaved texts are stored. */
const most = 20;

/** The texts of messages that the user began to edit, stored until they are saved or given up. */
export class UnsavedEdits {
  #texts: Texts;
  readonly #stored: StoredList<Text>;

  constructor(storage: Storage, user_id: number) {
    this.#stored = new StoredList(storage, `edits:${user_id}`);
    this.#texts = this.#stored.load();
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
    this.#stored.save(texts);
  }
}
