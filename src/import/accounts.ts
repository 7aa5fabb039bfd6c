import { isEmail } from '../accounts/email.ts';
import type { ArchivedUser } from './archive.ts';
import { placeholderAddress, plainUser, type UserParts } from './plain.ts';
import type { Tally } from './tally.ts';
import type { Source } from './unusable-archive.ts';

type Parts = Omit<UserParts, 'id' | 'key' | 'joined_at' | 'email'> & {
  /** Undefined if the archive contains none. */
  email: string | undefined;
};

/** The users of an archive by the keys in its messages, including users who occur only in messages. */
export class Accounts {
  readonly #format: string;
  readonly #left: Tally;
  readonly #users = new Map<string, ArchivedUser>();
  readonly #addresses = new AddressBook();

  constructor(format: string, left: Tally) {
    this.#format = format;
    this.#left = left;
  }

  /** Complete once all messages have been read. */
  list(): ArchivedUser[] {
    return [...this.#users.values()];
  }

  find(key: string): ArchivedUser | undefined {
    return this.#users.get(key);
  }

  /** Throws UnusableArchive if there already is a user with this key. */
  add(key: string, { email, ...parts }: Parts): ArchivedUser {
    if (this.#users.has(key)) parts.from.fail(`the user ${key} is there twice`);
    const problem = email === undefined ? undefined : this.#addresses.take(email);
    if (problem !== undefined) this.#left.change('users', problem, parts.full_name);
    const isOwn = email !== undefined && problem === undefined;
    const address = isOwn ? email : placeholderAddress(key, this.#format);
    const user = plainUser({ ...parts, id: this.#users.size + 1, key, email: address, joined_at: never });
    this.#users.set(key, user);
    return user;
  }

  /** A user; one who is not in the archive's lists gets a deactivated account. */
  get(from: Source, key: string, full_name = `Unknown ${key}`): ArchivedUser {
    const known = this.#users.get(key);
    if (known) return known;
    this.#left.change('users', 'they occur only in messages: their accounts are deactivated', full_name);
    return this.add(key, { from, email: undefined, full_name, is_active: false, isBot: false });
  }

  /** Sets the join time of users without messages: their date if known, else the earliest of all users. */
  dateSilent(dateOf: (key: string) => number | null): void {
    const first = this.list().reduce((least, { joined_at }) => Math.min(least, joined_at), never);
    for (const [key, user] of this.#users) {
      if (user.joined_at === never) user.joined_at = dateOf(key) ?? (first === never ? 0 : first);
    }
  }
}

export const addressless = 'the archive has no e-mail address for them: they get one that receives no mail';

export const addressTaken = 'another account has their address: they get one that receives no mail';

export const addressBroken = 'their address in the archive is no e-mail address: they get one that receives no mail';

/** The addresses of an archive. */
export class AddressBook {
  readonly #taken = new Set<string>();

  /** Takes an address; the problem if it cannot be used. */
  take(email: string): string | undefined {
    if (email.trim() === '') return addressless;
    if (!isEmail(email.trim())) return addressBroken;
    const { size } = this.#taken;
    return this.#taken.add(email.trim().toLowerCase()).size > size ? undefined : addressTaken;
  }
}

/** The address that a user of an archive gets here, and the problem with their own one. */
export function addressHere(
  addresses: AddressBook,
  { id, email, isMapped }: Pick<ArchivedUser, 'id' | 'email' | 'isMapped'>,
  format: string,
): { email: string; problem: string | undefined } {
  const taken = addresses.take(email);
  // Several users of the archive can be one person here.
  const problem = isMapped ? undefined : taken;
  return { problem, email: problem === undefined ? email.trim() : placeholderAddress(String(id), format) };
}

/** Stands for users without messages; the first message replaces it. */
const never = Number.MAX_SAFE_INTEGER;

/** Records that a user sent a message at a time in UNIX seconds. */
export function noteWritten(user: ArchivedUser, sent_at: number): void {
  user.joined_at = Math.min(user.joined_at, Math.floor(sent_at));
}
