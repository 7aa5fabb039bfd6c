import type { ArchiveFolder } from '../archive-folder.ts';
import type { Faults } from '../faults.ts';
import type { NamedEmoji } from '../named-emoji.ts';
import type { PostIndex } from '../post-index.ts';
import type { SharedFiles } from '../shared-files.ts';
import type { Tally } from '../tally.ts';
import type { SlackConversation } from './conversations.ts';
import type { People } from './people.ts';

/** A workspace export, after one pass over its messages. */
export interface SlackExport {
  folder: ArchiveFolder;
  people: People;
  conversations: readonly SlackConversation[];
  /** By their Slack ids. */
  byId: ReadonlyMap<string, SlackConversation>;
  posts: PostIndex;
  emoji: NamedEmoji;
  files: SharedFiles;
  /** Names of downloaded files by the Slack ids of files. */
  downloads: ReadonlyMap<string, string>;
  /** Counts omitted records. */
  left: Tally;
  /** Counts broken records. */
  faults: Faults;
  /** Size of the files with messages. */
  bytes: number;
}
