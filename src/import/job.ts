import Sqlite from 'better-sqlite3';
import type { Context } from '../context.ts';
import { ApiError } from '../http/errors.ts';
import type { Archive, ArchivedPlace } from './archive.ts';
import type { ArchiveFolder } from './archive-folder.ts';
import type { Content } from './contents.ts';
import { IdMap } from './id-map.ts';
import type { Tally } from './tally.ts';
import type { Source } from './unusable-archive.ts';

/** A running import: its sources, and the ids of stored rows. */
export interface Job {
  app: Context;
  archive: Archive;
  folder: ArchiveFolder;
  tally: Tally;
  ids: Ids;
  /** Whether the organization had people before. */
  isMerge: boolean;
  /** Content of uploaded files by their path in the archive. */
  contents: ReadonlyMap<string, Content>;
  /** URLs of the archive's server, without a trailing slash. */
  old_urls: readonly string[];
  /** By `25/ab/KEY` in old links to files: its replacement. */
  filePaths: Map<string, string>;
  /** By message id of this database: the attachments of the message. */
  references: Map<number, number[]>;
  /** Users that the import has stored. */
  newUserIds: Set<number>;
  /** Channels of the archive that already existed. */
  old_channels: Set<number>;
  /** The last message id before the import, and the number added to those of the archive. */
  base_id: number;
  shift: number;
  /** Called with the number of bytes of the archive read since the last call. */
  onRead(bytes: number): void;
}

export interface Ids {
  users: IdMap;
  channels: IdMap;
  groups: IdMap;
  folders: IdMap;
  emoji: IdMap;
  fields: IdMap;
}

export function mapIds({ db }: Context, archive: Archive): Ids {
  const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id);
  return {
    users: new IdMap(db, 'users', { noun: 'user', ids: idsOf(archive.users) }),
    channels: new IdMap(db, 'channels', { noun: 'channel', ids: idsOf(archive.channels) }),
    groups: new IdMap(db, 'groups', { noun: 'group', ids: idsOf(archive.groups) }),
    folders: new IdMap(db, 'channel_folders', { noun: 'folder', ids: idsOf(archive.folders) }),
    emoji: new IdMap(db, 'realm_emoji', { noun: 'emoji', ids: idsOf(archive.emoji) }),
    fields: new IdMap(db, 'profile_fields', { noun: 'profile field', ids: [...archive.fields()].map(({ id }) => id) }),
  };
}

/** A place with ids of this database. */
export function placeHere({ ids }: Job, from: Source, place: ArchivedPlace): ArchivedPlace {
  if ('user_ids' in place) return { user_ids: place.user_ids.map((id) => ids.users.get(from, id)) };
  return { channel_id: ids.channels.get(from, place.channel_id), topic: place.topic };
}

/** Stores a record. Throws UnusableArchive if the database refuses it, because that is a fault of the record. */
export function storing<Result>(from: Source, store: () => Result): Result {
  try {
    return store();
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError) || !/^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/.test(error.code)) throw error;
    return from.fail(`it does not fit the other records (${error.message})`);
  }
}

/** Stores an optional record; if the API would refuse it, it is omitted and counted. */
export function storeIfAllowed(job: Job, noun: string, example: string, store: () => void): void {
  try {
    store();
    job.tally.add(noun);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    job.tally.leave(noun, reasonOf(error), example);
  }
}

/** The reason of an error, including errors with a list of problems by field. */
export function reasonOf(error: ApiError): string {
  const { errors } = error.extra;
  const [first] = typeof errors === 'object' && errors !== null ? Object.values(errors).flat() : [];
  return typeof first === 'string' ? first : error.message;
}

/** A name without forbidden characters, of at most `max` code points; `other` if nothing is left. */
export function cleanName(name: string, max: number, other: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu, ' ').trim();
  return [...plain].slice(0, max).join('').trim() || other;
}

/** A free name: if the name is taken, a number is appended. */
export function freeName({ tally }: Job, noun: string, name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let number = 2; ; number++) {
    const other = `${name} (${number})`;
    if (isTaken(other)) continue;
    tally.change(noun, 'another one has the same name in another spelling', `${name}: ${other}`);
    return other;
  }
}
