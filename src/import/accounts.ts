import type { ArchivedUser } from './archive.ts';
import { placeholderAddress, plainUser, type UserParts } from './plain.ts';
import type { Tally } from './tally.ts';
import type { Source } from './unusable-archive.ts';

type Parts = Omit<UserParts, 'id' | 'joined_at' | 'email'> & {
  /** Undefined if the archive has none. */
  email: string | undefined;
};

/** The users of an archive by the keys that its messages have for them, and users whom only messages know. */
export class Accounts {
  readonly #format: string;
  readonly #left: Tally;
  readonly #users = new Map<string, ArchivedUser>();

  constructor(format: string, left: Tally) {
    this.#format = format;
    this.#left = left;
  }

  /** Complete once all messages were read. */
  list(): ArchivedUser[] {
    return [...this.#users.values()];
  }

  find(key: string): ArchivedUser | undefined {
    return this.#users.get(key);
  }

  /** Throws UnusableArchive if there is one with the same key. */
  add(key: string, { email, ...parts }: Parts): ArchivedUser {
    if (this.#users.has(key)) parts.from.fail(`the user ${key} is there twice`);
    const address = email ?? placeholderAddress(key, this.#format);
    const user = plainUser({ ...parts, id: this.#users.size + 1, email: address, joined_at: never });
    this.#users.set(key, user);
    return user;
  }

  /** A user; one who is not in the lists of the archive gets a closed account. */
  get(from: Source, key: string, full_name = `Unknown ${key}`): ArchivedUser {
    const known = this.#users.get(key);
    if (known) return known;
    this.#left.change('users', 'only messages know them: their accounts are closed', full_name);
    return this.add(key, { from, email: undefined, full_name, is_active: false, isBot: false });
  }

  /** Says when those came who never wrote: at the latest on a date, if one is known. */
  dateSilent(dateOf: (key: string) => number | null): void {
    const first = this.list().reduce((least, { joined_at }) => Math.min(least, joined_at), never);
    for (const [key, user] of this.#users) {
      if (user.joined_at === never) user.joined_at = dateOf(key) ?? (first === never ? 0 : first);
    }
  }
}

/** Of a user without messages; the first message makes it earlier. */
const never = Number.MAX_SAFE_INTEGER;

/** Notes that a user wrote at a time in UNIX seconds. */
export function noteWritten(user: ArchivedUser, sent_at: number): void {
  user.joined_at = Math.min(user.joined_at, Math.floor(sent_at));
}
