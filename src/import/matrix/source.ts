import { addressless } from '../accounts.ts';
import type { ArchivedUser } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import type { Fields } from '../fields.ts';
import type { History } from '../history.ts';
import type { Marks } from '../marks.ts';

export interface MatrixExport {
  history: History;
  folder: ArchiveFolder;
  /** Of events on others. */
  marks: Marks<'edit' | 'reaction' | 'redaction'>;
  /** Display names of users, the latest one. */
  names: Map<string, string>;
  /** By their ids. */
  rooms: Map<string, Room>;
  /** Media files that no message has yet, by their names without the time in them. */
  media: Map<string, string[]>;
}

export interface Room {
  id: string;
  name: string;
  topic: string;
  isPublic: boolean;
  /** Whether it was made as a direct conversation. */
  isDirect: boolean;
  /** Users who are in it, or were when they wrote. */
  members: Set<string>;
}

/** The account of a user by an id like `@ann:example.org`. Throws UnusableArchive. */
export function userOf({ history, names }: MatrixExport, from: Fields, id: string): ArchivedUser {
  const known = history.accounts.find(id);
  if (known) return known;
  if (!/^@[^:\s]{0,255}:\S{1,255}$/.test(id)) from.fail(`"${id.slice(0, 100)}" is no id of a user`);
  const full_name = names.get(id) ?? id.slice(1, id.indexOf(':'));
  history.left.change('users', addressless, full_name);
  return history.accounts.add(id, { from, email: undefined, full_name, is_active: true, isBot: false });
}
