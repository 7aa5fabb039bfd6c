import type { Context } from '../context.ts';
import type { Archive } from './archive.ts';
import type { Origins } from './origins.ts';

/**
 * The ids of the archive's messages. Messages that an earlier import brought have theirs; all others follow those of the
 * organization: their ids are all kept, or all increased by the same number.
 */
export class MessageIds {
  readonly #db: Context['db'];
  readonly #archive: Pick<Archive, 'messageKey'>;
  readonly #origins: Origins;
  /** The last id before the import. */
  readonly base: number;
  /** The number added to the ids of new messages. */
  readonly shift: number;

  constructor({ db }: Context, { archive, origins, base, first }: Parts) {
    this.#db = db;
    this.#archive = archive;
    this.#origins = origins;
    this.base = base;
    this.shift = first === undefined || first > base ? 0 : base + 1 - first;
  }

  /** The id here of a message of the archive, also if it was deleted here or the archive lacks it. */
  here(id: number): number {
    return this.#find(id) ?? id + this.shift;
  }

  /** Whether an earlier import brought the message. */
  isOld(id: number): boolean {
    const own = this.#find(id);
    return own !== undefined && own <= this.base;
  }

  /** Whether it was imported, earlier or now, and not deleted. */
  exists(id: number): boolean {
    return this.#db.value<number>('SELECT 1 FROM messages WHERE id = ?', this.here(id)) !== undefined;
  }

  #find(id: number): number | undefined {
    return findMessage(this.#archive, this.#origins, id);
  }
}

interface Parts {
  archive: Pick<Archive, 'messageKey'>;
  origins: Origins;
  base: number;
  /** The first new message of the archive. */
  first: number | undefined;
}

export function findMessage(archive: Pick<Archive, 'messageKey'>, origins: Origins, id: number): number | undefined {
  if (!origins.isKnown) return undefined;
  const key = archive.messageKey(id);
  return key === undefined ? undefined : origins.find('message', key);
}
