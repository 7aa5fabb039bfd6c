import { closeSync, openSync, readSync } from 'node:fs';
import { exportManifest } from '../export/chatd-format.ts';
import type { ArchiveFolder } from './archive-folder.ts';
import { readStamp } from './whatsapp/times.ts';

/** What tells one format from the others: names of files, and the beginning of one. */
interface Sign {
  /** All of these have a file. */
  names: readonly RegExp[];
  /** What one of the files with the first name begins with. */
  begins?(start: string): boolean;
}

/** The surest first. */
const signs = {
  chatd: { names: [new RegExp(`(?:^|/)${exportManifest.replace('.', '\\.')}$`)] },
  zulip: { names: [/(?:^|\/)realm\.json$/] },
  teams: {
    names: [/\.json$/i],
    begins: (start) =>
      /"@odata\.context":\s*"https:\/\/graph\.microsoft\.com\//.test(start) ||
      /"(?:channelIdentity|chatType|membershipType)":/.test(start),
  },
  slack: { names: [/(?:^|\/)users\.json$/, /(?:^|\/)(?:channels|groups|dms|mpims)\.json$/] },
  mattermost: { names: [/\.jsonl$/i], begins: (start) => /^\s*\{[^\n]*"type":\s*"version"/.test(start) },
  rocketchat: { names: [/(?:^|\/)rocketchat_message\.bson(?:\.gz)?$/] },
  campfire: {
    names: [/\.(?:sqlite3?|db)$/i],
    // Databases of chatd have a table of that name.
    begins: (start) => start.startsWith('SQLite format 3\0') && !start.includes('import_origins'),
  },
  matrix: {
    names: [/\.json$/i],
    begins: (start) => /"(?:type|room_creator|exported_by)":\s*"(?:m\.room\.\w+|@[^"\s]+:[^"\s]+)"/.test(start),
  },
  telegram: {
    names: [/\.json$/i],
    begins: (start) =>
      /"(?:personal|bot)_chat"|"saved_messages"|"(?:private|public)_(?:super)?(?:group|channel)"/.test(start) ||
      /"about":\s*"Here is the data you requested/.test(start),
  },
  discord: { names: [/\.json$/i], begins: (start) => /"guild":\s*\{/.test(start) && /"channel":\s*\{/.test(start) },
  whatsapp: {
    names: [/\.txt$/i],
    begins: (start) => start.split('\n').some((line) => readStamp(line.replace(/^\ufeff/, '')) !== undefined),
  },
} satisfies Record<string, Sign>;

type FoundFormat = keyof typeof signs;

/** The names that decide. Of the files with one, some beginnings are read. */
export function isDecisive(name: string): boolean {
  return Object.values<Sign>(signs).some(({ names, begins }) => begins !== undefined && names[0]?.test(name));
}

/** The format of an archive; undefined if it is none of those that can be told. */
export function detectFormat(folder: ArchiveFolder): FoundFormat | undefined {
  const found = Object.entries<Sign>(signs).find(([, { names, begins }]) => {
    const [files = [], ...others] = names.map((pattern) => folder.list(pattern));
    if (files.length === 0 || others.some((list) => list.length === 0)) return false;
    return begins === undefined || files.some((name) => begins(startOf(folder, name)));
  });
  return found?.[0] as FoundFormat | undefined;
}

function startOf(folder: ArchiveFolder, name: string): string {
  const path = folder.find(name);
  if (path === undefined) return '';
  const descriptor = openSync(path, 'r');
  const bytes = Buffer.alloc(1 << 16);
  const count = readSync(descriptor, bytes, 0, bytes.length, 0);
  closeSync(descriptor);
  return bytes.toString('utf8', 0, count);
}
