import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isEmail } from '../accounts/email.ts';
import { foldName } from '../ground/text.ts';
import type { Archive, ArchivedUser } from './archive.ts';
import type { Tally } from './tally.ts';
import { ImportRefused } from './unusable-archive.ts';

/** Who somebody of an archive is here. */
interface Person {
  /** As the file says it: an id, an address or a name of the archive. */
  who: string;
  email: string;
  /** Empty if the name of the archive stays. */
  full_name: string;
}

/** More than a file about ten thousand people has, in bytes. */
const largestFile = 4 << 20;

/**
 * Reads a CSV file with a line for each person: who it is in the archive, the address here, and optionally a name. Its
 * first line can be a heading. Throws ImportRefused with the line that is wrong.
 */
export function readPeople(file: string): Person[] {
  if (statSync(file).size > largestFile) throw new ImportRefused(`${file} is larger than ${largestFile >> 20} MiB.`);
  const people: Person[] = [];
  for (const [index, line] of readText(file).split(/\r?\n/).entries()) {
    const [who = '', email = '', full_name = ''] = cellsOf(line);
    if (who === '' && email === '') continue;
    const isHeading = index === 0 && !email.includes('@');
    if (isHeading) continue;
    if (who === '') throw new ImportRefused(`${file}, line ${index + 1}: the first column, who it is there, is empty.`);
    if (!isEmail(email)) {
      throw new ImportRefused(`${file}, line ${index + 1}: "${email.slice(0, 100)}" is no e-mail address.`);
    }
    people.push({ who, email, full_name });
  }
  return people;
}

function readText(file: string): string {
  const descriptor = openSync(file, 'r');
  const bytes = Buffer.alloc(largestFile);
  const count = readSync(descriptor, bytes, 0, largestFile, 0);
  closeSync(descriptor);
  return bytes.toString('utf8', 0, count).replace(/^\ufeff/, '');
}

/** The cells of a line, separated by commas, semicolons or tabs; a cell in quotation marks may hold these. */
function cellsOf(line: string): string[] {
  const cells = `,${line}`.matchAll(/[,;\t]\s*(?:"((?:[^"]|"")*)"\s*(?=$|[,;\t])|([^,;\t]*))/g);
  return Array.from(cells, ([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim());
}

/** Gives users of an archive the addresses that a file has for them, and counts its lines that are about nobody. */
export function matchPeople(archive: Archive, people: readonly Person[], tally: Tally): Archive {
  if (people.length === 0) return archive;
  const byWord = new Map<string, Person>(people.map((one) => [foldName(one.who), one]));
  const shared = sharedNames(archive);
  const used = new Set<Person>();
  for (const user of archive.users) {
    const person = wordsOf(user, shared).flatMap((word) => byWord.get(foldName(word)) ?? [])[0];
    if (!person || user.system) continue;
    used.add(person);
    Object.assign(
      user,
      { email: person.email, isMapped: true },
      person.full_name ? { full_name: person.full_name } : {},
    );
  }
  for (const one of people) {
    if (used.has(one)) continue;
    const isShared = shared.has(foldName(one.who));
    tally.leave('people of the list', isShared ? namesakes : 'the archive has nobody like this', one.who);
  }
  return { ...archive, subscriptions: () => withoutTwice(archive) };
}

const namesakes = 'several people of the archive have this name: only an id or address tells them apart';

/** The names that several users of an archive have. */
function sharedNames({ users }: Archive): Set<string> {
  const names = new Set<string>();
  const shared = new Set<string>();
  for (const { system, full_name } of users) {
    const name = foldName(full_name);
    if (!system && names.size === names.add(name).size) shared.add(name);
  }
  return shared;
}

/** What identifies a user, the surest first; a name only if nobody else has it. */
function wordsOf({ key, email, full_name }: ArchivedUser, shared: ReadonlySet<string>): string[] {
  const words = shared.has(foldName(full_name)) ? [key, email] : [key, email, full_name];
  return words.filter((word) => word.trim() !== '');
}

/** The subscriptions of all people, of whom several users of the archive may be one. */
function* withoutTwice(archive: Archive): ReturnType<Archive['subscriptions']> & Generator {
  const addresses = new Map(archive.users.map(({ id, email, isMapped }) => [id, isMapped ? email.toLowerCase() : id]));
  const seen = new Set<string>();
  for (const one of archive.subscriptions()) {
    const key = `${one.channel_id} ${addresses.get(one.user_id)}`;
    if (!seen.has(key)) yield one;
    seen.add(key);
  }
}
