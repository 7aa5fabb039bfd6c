import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import type { Wish } from './chatd-export.ts';
import { placeExport } from './place.ts';
import { Progress } from './progress.ts';
import type { Remark } from './remark.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';
import { packZip, type Zipped } from './zip.ts';

/** What an export for another chat program has, and what it leaves out. */
export interface ChatExported {
  counts: Readonly<Record<string, number>>;
  left_out: readonly Remark[];
  /** SHA-256 of files that are missing on disk. */
  missing_files: readonly string[];
}

/** What the writer of an export has to work with. */
export interface Writing {
  /** A folder for its files, which is deleted afterwards. */
  scratch: string;
  /** UNIX seconds. */
  now: number;
  progress: Progress;
}

interface Written {
  exported: ChatExported;
  entries: readonly Zipped[];
}

/**
 * Writes a .zip for another chat program, of one state of the database: `write` makes its entries. Throws
 * UnusableDataDir, NoSuchUser or PlaceTaken.
 */
export async function exportZip(
  { data_dir, scope = { kind: 'everything' }, now, onProgress, ...place }: Wish,
  write: (snapshot: Snapshot, writing: Writing) => Promise<Written>,
): Promise<ChatExported> {
  const progress = new Progress(2, onProgress);
  const found: ChatExported[] = [];
  await placeExport(place, async (scratch) => {
    const { exported, entries } = await readSnapshot(data_dir, scope, (snapshot) =>
      write(snapshot, { scratch, now, progress }),
    );
    found.push(exported);
    const archive = join(scratch, 'export.zip');
    await packZip(archive, entries, { now, progress });
    return archive;
  });
  progress.end();
  return found[0] as ChatExported;
}

const noPlace = 'the format has no place for them';

/** Data that no such program takes, and SQL that counts it. */
const rest: readonly (Omit<Remark, 'count'> & { sql: string })[] = [
  {
    noun: 'groups of users',
    reason: noPlace,
    sql: 'SELECT count(*) FROM groups WHERE name IS NOT NULL AND is_system_group = 0',
  },
  { noun: 'folders of channels', reason: noPlace, sql: 'SELECT count(*) FROM channel_folders' },
  { noun: 'linkifiers', reason: noPlace, sql: 'SELECT count(*) FROM linkifiers' },
  {
    noun: 'earlier texts of messages',
    reason: noPlace,
    sql: 'SELECT count(*) FROM message_edits WHERE prev_content IS NOT NULL',
  },
  { noun: 'drafts', reason: noPlace, sql: 'SELECT count(*) FROM drafts' },
  { noun: 'scheduled messages', reason: noPlace, sql: 'SELECT count(*) FROM scheduled_messages WHERE sent_at IS NULL' },
];

export function listRest(db: Database): Remark[] {
  return rest
    .map(({ noun, reason, sql }) => ({ noun, reason, count: db.value<number>(sql) ?? 0 }))
    .filter(({ count }) => count > 0);
}
