import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** Deletes unfinished uploads that a crash left behind. For the server's start. */
export function doClearTransit(app: App): void {
  rmSync(transitFolder(app), { recursive: true, force: true });
}
