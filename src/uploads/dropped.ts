import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { pathsIn } from '../ground/data-paths.ts';
import { clearTransit, contentFile, thumbnailFile } from './store.ts';

// A deleted file may be needed again after a mistake or the restore of an older database. A file is deleted only by its
// record in the database; a file without one is kept forever.

const week = 7 * 86_400;
const batch = 50;

/** A content without attachments. `due_at` is the time of its next step: into the trash, then deletion. */
interface Dropped {
  sha256: string;
  in_trash: 0 | 1;
  due_at: number;
}

/** Records that a content has no attachments, unless it has some. */
export function dropContent({ db, clock }: Context, sha256: string): void {
  db.run(
    `INSERT INTO dropped_contents (sha256, due_at) SELECT ?1, ?2
     WHERE NOT EXISTS (SELECT 1 FROM attachments WHERE sha256 = ?1)
     ON CONFLICT DO NOTHING`,
    sha256,
    clock.now() + week,
  );
}

/** Records that a newly stored content is in use. */
export function unmarkDropped(app: Context, sha256: string): void {
  const dropped = app.db.get<Dropped>('DELETE FROM dropped_contents WHERE sha256 = ? RETURNING *', sha256);
  if (dropped?.in_trash) app.db.afterCommit(() => removeFromTrash(app, sha256));
}

/** Advances the first few due contents by one step. Returns their number: 0 when none is due. */
export function advanceDropped(app: Context): number {
  const now = app.clock.now();
  const sql = 'SELECT sha256, in_trash, due_at FROM dropped_contents WHERE due_at <= ? ORDER BY due_at LIMIT ?';
  const due = app.db.all<Dropped>(sql, now, batch);
  if (due.length === 0) return 0;
  app.db.transaction(() => {
    for (const one of due) advance(app, one, now);
  });
  return due.length;
}

function advance(app: Context, { sha256, in_trash }: Dropped, now: number): void {
  if (in_trash) {
    app.db.run('DELETE FROM dropped_contents WHERE sha256 = ?', sha256);
    app.db.afterCommit(() => removeFromTrash(app, sha256));
    return;
  }
  const young_until = (statSync(contentFile(app, sha256), { throwIfNoEntry: false })?.mtimeMs ?? 0) / 1000 + week;
  const isYoung = young_until > now;
  if (!isYoung) moveToTrash(app, sha256);
  const due_at = Math.ceil(isYoung ? young_until : now + week);
  app.db.run('UPDATE dropped_contents SET in_trash = ?, due_at = ? WHERE sha256 = ?', isYoung ? 0 : 1, due_at, sha256);
}

/** Makes the files of a data directory match its database, at the start of a server. */
export function doPrepareUploads(app: Context): void {
  clearTransit(app);
  const files = returnFromTrash(app);
  if (files > 0) app.log.warn('deleted files that the database refers to were restored from the trash', { files });
}

/** Restores from the trash the files that a restored older database refers to. Returns the number of contents. */
export function returnFromTrash(app: Context): number {
  const folder = trashFolder(app);
  if (!existsSync(folder)) return 0;
  const wanted = readdirSync(folder).filter((name) => /^[0-9a-f]{64}$/.test(name) && isWanted(app, name));
  for (const sha256 of wanted) {
    mkdirSync(dirname(contentFile(app, sha256)), { recursive: true, mode: 0o700 });
    for (const [file, trashed] of placesOf(app, sha256)) if (existsSync(trashed)) renameSync(trashed, file);
  }
  return wanted.length;
}

function isWanted(app: Context, sha256: string): boolean {
  if (existsSync(contentFile(app, sha256))) return false;
  return app.db.value<number>('SELECT 1 FROM attachments WHERE sha256 = ? LIMIT 1', sha256) !== undefined;
}

function moveToTrash(app: Context, sha256: string): void {
  mkdirSync(trashFolder(app), { recursive: true, mode: 0o700 });
  for (const [file, trashed] of placesOf(app, sha256)) if (existsSync(file)) renameSync(file, trashed);
}

// Asynchronous: freeing the space of a large file takes long.
function removeFromTrash(app: Context, sha256: string): void {
  for (const [, trashed] of placesOf(app, sha256)) {
    rm(trashed, { force: true }).catch((error) =>
      app.log.warn('a deleted file could not be removed from the disk', { error }),
    );
  }
}

/** The content and its thumbnail, each with its location in the trash. */
function placesOf(app: Context, sha256: string): [file: string, trashed: string][] {
  const trashed = join(trashFolder(app), sha256);
  return [
    [contentFile(app, sha256), trashed],
    [thumbnailFile(app, sha256), `${trashed}.jpg`],
  ];
}

function trashFolder({ config }: Context): string {
  return join(pathsIn(config.data_dir).uploads, 'trash');
}
