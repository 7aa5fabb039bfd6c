import { posix } from 'node:path';
import type { Accounts } from '../accounts.ts';
import type { ArchivedChannel, ArchivedFolder } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import type { Faults } from '../faults.ts';
import type { Fields } from '../fields.ts';
import type { NamedEmoji } from '../named-emoji.ts';
import type { PostIndex, RecordReader } from '../post-index.ts';
import type { RecordFile } from '../record-file.ts';
import type { SharedFiles } from '../shared-files.ts';
import type { Tally } from '../tally.ts';
import { unescaped } from '../unescaped.ts';

/** Exported channels, after one pass over their messages. */
export interface DiscordExport {
  folder: ArchiveFolder;
  /** By Discord ids. */
  accounts: Accounts;
  roles: Map<string, DiscordRole>;
  categories: Map<string, ArchivedFolder>;
  channels: Map<string, ArchivedChannel>;
  /** Ids of the authors in a channel or direct conversation, by its Discord id. */
  writers: Map<string, Set<number>>;
  /** Names of threads by their Discord ids. */
  threads: Map<string, string>;
  /** Accounts that pinned a message, by its Discord id. */
  pinners: Map<string, number>;
  emoji: NamedEmoji;
  files: SharedFiles;
  posts: PostIndex;
  /** Reads messages that replies refer to. */
  reader: RecordReader;
  left: Tally;
  /** Counts broken records. */
  faults: Faults;
  bytes: number;
}

/** A role; it becomes a group, so that it can be mentioned. */
export interface DiscordRole {
  from: Fields;
  id: number;
  /** The id of Discord. */
  key: string;
  name: string;
  member_ids: Set<number>;
}

/** The file of one channel, thread or direct conversation. */
export interface ChannelFile {
  name: string;
  file: RecordFile;
  /** The Discord id of the channel or direct conversation. */
  place: string;
  /** The Discord id of the thread; null outside threads. */
  thread: string | null;
}

/** The path of a file in the archive, by its path in a channel's file; undefined if it is missing. */
export function findFile(folder: ArchiveFolder, channelFile: string, path: string): string | undefined {
  if (path === '' || /^[a-z]+:\/\//i.test(path)) return undefined;
  const plain = path.replaceAll('\\', '/');
  const beside = (one: string) => posix.join(posix.dirname(channelFile), one);
  const names = [plain, unescaped(plain)].flatMap((one) => [beside(one), `//${posix.normalize(one)}`]);
  return names.find((name) => folder.has(name));
}
