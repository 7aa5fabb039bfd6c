import { addressName } from '../uploads/file-name.ts';
import type { ArchivedFile } from './archive.ts';
import type { PostIndex } from './post-index.ts';

/** The key has letters, digits, dashes and underscores. */
type Shared = Omit<ArchivedFile, 'path_id' | 'message_ids'>;

interface PostKey {
  place: string;
  key: string;
}

/** Files of an archive that messages share. */
export class SharedFiles {
  readonly #format: string;
  readonly #files = new Map<string, { file: Shared; messages: PostKey[] }>();

  constructor(format: string) {
    this.#format = format;
  }

  /** Registers that a message contains a file. */
  note(file: Shared, message: PostKey): void {
    const known = this.#files.get(file.key);
    if (known) known.messages.push(message);
    else this.#files.set(file.key, { file, messages: [message] });
  }

  list(posts: PostIndex): ArchivedFile[] {
    return [...this.#files.values()].map(({ file, messages }) => ({
      ...file,
      path_id: this.#pathOf(file.key, file.name),
      message_ids: messages.flatMap((one) => posts.find(one.place, one.key)?.id ?? []),
    }));
  }

  /** A link to a registered file. */
  link(key: string, name: string): string {
    return `[${name.replace(/[[\]\n]/g, ' ').trim()}](/user_uploads/${this.#pathOf(key, name)})`;
  }

  #pathOf(key: string, name: string): string {
    return `${this.#format}/${key}/${addressName(name)}`;
  }
}
