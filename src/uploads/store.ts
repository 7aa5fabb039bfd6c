import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { contentName, flushFolder, pathsIn } from '../ground/data-paths.ts';

/** The folder of incomplete uploads and thumbnails; nothing in it is ever served. */
export function transitFolder({ config }: Context): string {
  return join(pathsIn(config.data_dir).uploads, 'transit');
}

/** The file of a content, by its SHA-256 in hexadecimal. */
export function contentFile({ config }: Context, sha256: string): string {
  return join(pathsIn(config.data_dir).uploads, contentName(sha256));
}

/** The file of a content's thumbnail. */
export function thumbnailFile(app: Context, sha256: string): string {
  return `${contentFile(app, sha256)}.jpg`;
}

/** Moves a complete, flushed file to the location of its content; it may exist already. Throws disk errors. */
export function keepContent(app: Context, sha256: string, path: string): void {
  const file = contentFile(app, sha256);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  renameSync(path, file);
  flushFolder(dirname(file));
  flushFolder(dirname(dirname(file)));
}

/** Deletes unfinished uploads left by a crash, at the start of the server. */
export function clearTransit(app: Context): void {
  rmSync(transitFolder(app), { recursive: true, force: true });
}
