import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../db/database.ts';
import { type ChatExported, exportZip, listRest, type Writing } from '../chat-exported.ts';
import { listAttached } from '../chat-messages.ts';
import { Names } from '../chat-text.ts';
import type { Wish } from '../chatd-export.ts';
import { contentPath, listContents } from '../contents.ts';
import { ListWriter } from '../list-writer.ts';
import { nameChannels, nameUsers } from '../names.ts';
import type { Remark } from '../remark.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Zipped } from '../zip.ts';
import { slackId } from './ids.ts';
import type { Job } from './job.ts';
import { listChannels, listDirect, listUsers } from './lists.ts';
import { pathOf, writeDays } from './messages.ts';

/** In characters, of user names and of names of channels. */
const longest = { user: 21, channel: 80 };

/**
 * Writes a .zip in the form of Slack's export of a workspace with all conversations, and with the files, which Slack's
 * own only links. Topics are threads. Throws UnusableDataDir or PlaceTaken.
 */
export function exportSlack(wish: Wish): Promise<ChatExported> {
  return exportZip(wish, write);
}

async function write({ db, uploads }: Snapshot, { scratch, progress }: Writing) {
  const folder = join(scratch, 'workspace');
  mkdirSync(folder, { mode: 0o700 });
  const { missing } = listContents(db, uploads);
  const job = jobOf(db, { missing: new Set(missing), progress });
  progress.begin(1);
  const lists: readonly [name: string, records: Iterable<object>][] = [
    ['users', listUsers(job)],
    ['channels', listChannels(job, false)],
    ['groups', listChannels(job, true)],
    ['dms', listDirect(job, false)],
    ['mpims', listDirect(job, true)],
  ];
  const counts = Object.fromEntries(
    lists.map(([name, records]) => [name, writeList(join(folder, `${name}.json`), records)]),
  );
  const { paths, count } = await writeDays(job, folder);
  progress.advance();
  const files = [...lists.map(([name]) => `${name}.json`), ...paths];
  return {
    exported: {
      counts: { ...counts, messages: count },
      left_out: [...listPictures(db), ...listRest(db)],
      missing_files: missing,
    },
    entries: [...files.map((path) => ({ source: join(folder, path), target: path })), ...listUploads(job, uploads)],
  };
}

function jobOf(db: Database, { missing, progress }: Pick<Job, 'missing' | 'progress'>): Job {
  const channels = db.tuples<[id: number, invite_only: number]>('SELECT id, invite_only FROM channels');
  return {
    db,
    team: slackId('T', 1),
    users: nameUsers(db, longest.user),
    channels: nameChannels(db, longest.channel),
    channelIds: new Map(channels.map(([id, isPrivate]) => [id, slackId(isPrivate ? 'G' : 'C', id)])),
    general: db.value<number>('SELECT min(id) FROM channels WHERE is_default = 1 AND invite_only = 0') ?? 0,
    names: new Names(db),
    missing,
    progress,
  };
}

function writeList(path: string, records: Iterable<object>): number {
  const writer = new ListWriter(path);
  let count = 0;
  for (const record of records) {
    writer.add(record);
    count++;
  }
  writer.end();
  return count;
}

function listUploads({ db, missing }: Job, uploads: string): Zipped[] {
  return listAttached(db, missing).map((row) => ({ source: contentPath(uploads, row.sha256), target: pathOf(row) }));
}

const noPictures = 'such exports have none';

function listPictures(db: Database): Remark[] {
  const emoji = db.value<number>('SELECT count(*) FROM realm_emoji WHERE deactivated = 0') ?? 0;
  const avatars = db.value<number>('SELECT count(*) FROM users WHERE avatar_image_id IS NOT NULL') ?? 0;
  const remarks = [
    { noun: 'emoji of the organization', reason: noPictures, count: emoji },
    { noun: 'pictures of users', reason: noPictures, count: avatars },
  ];
  return remarks.filter(({ count }) => count > 0);
}
