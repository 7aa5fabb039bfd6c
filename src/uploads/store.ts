import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { App } from '../context.ts';
import { flushFolder, pathsIn } from '../ground/data-paths.ts';

/** The folder of files that are on their way, in or out: nothing there is ever served. */
export function transitFolder({ config }: App): string {
  return join(pathsIn(config.data_dir).uploads, 'transit');
}

/** The file that holds a content, by its SHA-256 in hexadecimal. */
export function contentFile({ config }: App, sha256: string): string {
  return join(pathsIn(config.data_dir).uploads, sha256.slice(0, 2), sha256);
}

/** The file that holds the thumbnail of a content. */
export function thumbnailFile(app: App, sha256: string): string {
  return `${contentFile(app, sha256)}.jpg`;
}

/**
 * Puts a whole file, flushed to the disk, where its content belongs. The same content may be there already. Fails as
 * the disk does.
 */
export function doKeepContent(app: App, sha256: string, path: string): void {
  const file = contentFile(app, sha256);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  renameSync(path, file);
  flushFolder(dirname(file));
  flushFolder(dirname(dirname(file)));
}

/**
 * Deletes a content unless it is wanted. It leaves its place at once, so that the same content can come back, and the
 * disk at leisure: freeing the space of a large file takes long.
 */
export function doDropContent(app: App, sha256: string): void {
  const leaving = join(transitFolder(app), `${sha256}.gone`);
  try {
    mkdirSync(transitFolder(app), { recursive: true, mode: 0o700 });
    renameSync(contentFile(app, sha256), leaving);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  rmSync(thumbnailFile(app, sha256), { force: true });
  rm(leaving, { force: true }).catch((error) => app.log.warn('a deleted file stays on the disk', { error }));
}

/** Deletes what a crash left behind: files on their way, and contents that no attachment has. For the server's start. */
export function doSweepUploads(app: App): void {
  rmSync(transitFolder(app), { recursive: true, force: true });
  const { uploads } = pathsIn(app.config.data_dir);
  if (!existsSync(uploads)) return;
  const known = new Set(app.db.values<string>('SELECT sha256 FROM attachments'));
  const files = readdirSync(uploads, { recursive: true, encoding: 'utf8' });
  for (const file of files) {
    const sha256 = /^[0-9a-f]{64}(?=(\.jpg)?$)/.exec(basename(file))?.[0];
    if (sha256 !== undefined && !known.has(sha256)) rmSync(join(uploads, file));
  }
}
