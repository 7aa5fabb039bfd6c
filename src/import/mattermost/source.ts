import type { Accounts } from '../accounts.ts';
import type {
  ArchivedChannel,
  ArchivedFolder,
  ArchivedPersonal,
  ArchivedProfileValue,
  ArchivedSubscription,
  ArchivedUser,
} from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import type { Faults } from '../faults.ts';
import type { Fields } from '../fields.ts';
import type { NamedEmoji } from '../named-emoji.ts';
import type { PostIndex } from '../post-index.ts';
import type { SharedFiles } from '../shared-files.ts';
import type { Tally } from '../tally.ts';

/** A bulk export, after one pass over its lines. */
export interface MattermostExport {
  folder: ArchiveFolder;
  /** The folder of its file in the archive, with a trailing slash. */
  base: string;
  /** By user name. */
  accounts: Accounts;
  /** By team name. */
  teams: Map<string, ArchivedFolder>;
  /** Names of teams that not everybody may join. */
  closedTeams: Set<string>;
  /** By place. */
  channels: Map<string, ArchivedChannel>;
  /** Ids of the members of direct conversations, by place. */
  directs: Map<string, number[]>;
  subscriptions: ArchivedSubscription[];
  values: ArchivedProfileValue[];
  statuses: ArchivedPersonal[];
  emoji: NamedEmoji;
  files: SharedFiles;
  posts: PostIndex;
  /** Counts omitted records. */
  left: Tally;
  /** Counts broken records. */
  faults: Faults;
  bytes: number;
}

/** The place of a channel. */
export function channelPlace(team: string, channel: string): string {
  return `${team}/${channel}`;
}

/** The place of a direct conversation. */
export function directPlace(usernames: readonly string[]): string {
  return [...new Set(usernames)].sort().join(' ');
}

/** The path of a record's file in the archive; undefined if it is missing. */
export function findFile({ folder, base }: MattermostExport, path: string): string | undefined {
  const plain = path.replace(/^\/+/, '');
  const names = [
    `${base}${plain}`,
    `${base}data/${plain}`,
    `//${plain}`,
    `//data/${plain}`,
    `//${plain.replace(/^data\//, '')}`,
  ];
  return plain === '' ? undefined : names.find((name) => folder.has(name));
}

/** A time as UNIX seconds with a fraction; undefined if it is missing or zero. */
export function timeOf(record: Fields, name: string): number | undefined {
  return record.maybeMoment(name) || undefined;
}

/** Whether something was deleted: a time in a field says so, and also one that cannot be read. */
export function isGone(record: Fields, name: 'delete_at' | 'deleted_at'): boolean {
  return record.or(true, ({ strict }) => timeOf(strict, name) !== undefined);
}

/** The account of a user name in a record. Throws UnusableArchive if it is no user name. */
export function accountOf({ accounts }: MattermostExport, from: Fields, username: string): ArchivedUser {
  if (!/^[a-z0-9_.-]{1,100}$/i.test(username)) from.fail(`"${username.slice(0, 100)}" is no user name`);
  return accounts.get(from, username);
}
