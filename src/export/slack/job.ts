import type { Database } from '../../db/database.ts';
import type { Names } from '../chat-text.ts';
import type { PlainNames } from '../names.ts';
import type { Progress } from '../progress.ts';

/** A running export. */
export interface Job {
  db: Database;
  /** Slack's id of the workspace. */
  team: string;
  users: PlainNames;
  channels: PlainNames;
  /** Slack's ids of channels. */
  channelIds: ReadonlyMap<number, string>;
  /** The id of the first channel that everybody joins; 0 if there is none. */
  general: number;
  /** Finds who texts refer to. */
  names: Names;
  /** SHA-256 of files that are missing on disk. */
  missing: ReadonlySet<string>;
  progress: Progress;
}
