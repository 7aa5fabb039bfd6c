import Sqlite from 'better-sqlite3';
import type { Context } from '../context.ts';
import { ApiError } from '../http/errors.ts';
import type { Archive, ArchivedPlace } from './archive.ts';
import type { ArchiveFolder } from './archive-folder.ts';
import type { Content } from './contents.ts';
import type { Faults } from './faults.ts';
import { IdMap, type NumberedTable } from './id-map.ts';
import type { MessageIds } from './message-ids.ts';
import type { News } from './news.ts';
import { cameBefore, type Origins, type RelationKind } from './origins.ts';
import type { Tally } from './tally.ts';
import { type Source, UnusableArchive } from './unusable-archive.ts';

/** A running import: its sources, and the ids of stored rows. */
export interface Job {
  app: Context;
  /** The name of the archive's format. */
  format: string;
  archive: Archive;
  folder: ArchiveFolder;
  tally: Tally;
  /** Counts records that cannot be stored. */
  faults: Faults;
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
  /** Users that an earlier import of the same source brought. */
  oldUserIds: Set<number>;
  /** The records that earlier imports of the same source brought. */
  origins: Origins;
  messages: MessageIds;
  news: News;
  /** Channels that are new, or get messages or subscribers; those of them that existed before. */
  channels: Set<number>;
  old_channels: Set<number>;
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

export function mapIds({ db }: Context, archive: Archive, faults: Faults): Ids {
  const mapOf = (table: NumberedTable, noun: string, list: Iterable<{ id: number }>) => {
    return new IdMap(db, table, { noun, ids: Array.from(list, ({ id }) => id), faults });
  };
  return {
    users: mapOf('users', 'user', archive.users),
    channels: mapOf('channels', 'channel', archive.channels),
    groups: mapOf('groups', 'group', archive.groups),
    folders: mapOf('channel_folders', 'folder', archive.folders),
    emoji: mapOf('realm_emoji', 'emoji', archive.emoji),
    fields: mapOf('profile_fields', 'profile field', archive.fields()),
  };
}

/** A place with ids of this database. */
export function placeHere({ ids }: Job, from: Source, place: ArchivedPlace): ArchivedPlace {
  if ('user_ids' in place) return { user_ids: place.user_ids.map((id) => ids.users.get(from, id)) };
  return { channel_id: ids.channels.get(from, place.channel_id), topic: place.topic };
}

/** Stores records one by one. A broken one is left out, with everything stored for it, and counted. */
export function storeEach<Item>(job: Job, noun: string, items: Iterable<Item>, store: (item: Item) => void): void {
  for (const item of items) job.faults.attempt(noun, () => job.app.db.savepoint(() => store(item)));
}

/** Like storeEach, for records with ids. */
export function storeNumbered<Item extends { id: number }>(
  job: Job,
  { noun, ids }: { noun: string; ids: IdMap },
  { items, store }: { items: Iterable<Item>; store: (item: Item) => void },
): void {
  storeEach(job, noun, items, (item) => {
    try {
      store(item);
    } catch (error) {
      ids.forget(item.id);
      throw error;
    }
  });
}

/** Stores a record. Throws UnusableArchive if the database or chatd refuses it, because that is a fault of the record. */
export function storing<Result>(from: Source, store: () => Result): Result {
  try {
    return store();
  } catch (error) {
    if (error instanceof ApiError) return from.fail(reasonOf(error));
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
    if (error instanceof UnusableArchive) job.faults.leave(noun, error.message);
    else if (error instanceof ApiError) job.tally.leave(noun, reasonOf(error), example);
    else throw error;
  }
}

/** Whether a relation is new to the source; an old one is counted. It may have been removed here. */
export function isNews({ origins, tally }: Job, kind: RelationKind, key: string, noun: string): boolean {
  const isOld = origins.has(kind, key);
  if (isOld) tally.leave(noun, cameBefore, '');
  else origins.note(kind, key);
  return !isOld;
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
