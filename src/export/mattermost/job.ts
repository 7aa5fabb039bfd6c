import type { Database } from '../../db/database.ts';
import type { Names } from '../chat-text.ts';
import type { PlainNames } from '../names.ts';

/** A running export. */
export interface Job {
  db: Database;
  /** UNIX seconds. */
  now: number;
  /** The name of the team that the organization becomes. */
  team: string;
  /** User names. */
  users: PlainNames;
  channels: PlainNames;
  /** Finds who texts refer to. */
  names: Names;
  /** The user name of whoever owns bots without an owner. */
  joint: string;
  /** Paths of pictures of users in the archive. */
  avatars: ReadonlyMap<number, string>;
  /** SHA-256 of files that are missing on disk. */
  missing: ReadonlySet<string>;
}
