import { createHash } from 'node:crypto';
import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { flushFile } from '../ground/data-paths.ts';
import type { PictureHeader } from '../images/header.ts';
import { detectType } from '../uploads/content-type.ts';
import { dropContent } from '../uploads/dropped.ts';
import { readPicture } from '../uploads/picture.ts';
import { contentFile, keepContent } from '../uploads/store.ts';
import { hashFile } from '../verify/files.ts';
import type { Archive } from './archive.ts';
import type { ArchiveFolder } from './archive-folder.ts';

/** The content of an archive's file. */
export interface Content {
  sha256: string;
  size: number;
  content_type: string;
  picture: PictureHeader | undefined;
}

/** The contents of all files of the archive, by path. Changes nothing. */
export async function readContents(archive: Archive, folder: ArchiveFolder): Promise<Map<string, Content>> {
  const contents = new Map<string, Content>();
  for (const { path } of archive.files) {
    const file = folder.find(path);
    if (file !== undefined && !contents.has(path)) contents.set(path, await readContent(file));
  }
  return contents;
}

/** Placeholders for contents that a dry run did not unpack: existing files with unknown content. */
export function presumeContents(archive: Archive, folder: ArchiveFolder): Map<string, Content> {
  const present = archive.files.filter(({ path }) => folder.has(path));
  return new Map(present.map(({ path }) => [path, presumed(path)]));
}

function presumed(path: string): Content {
  const sha256 = createHash('sha256').update(path).digest('hex');
  return { sha256, size: 0, content_type: 'application/octet-stream', picture: undefined };
}

const startLength = 64 * 1024;

async function readContent(file: string): Promise<Content> {
  const { content_type } = await detectType(readStart(file));
  return {
    sha256: await hashFile(file),
    size: statSync(file).size,
    content_type,
    picture: await readPicture(file, content_type),
  };
}

function readStart(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  const buffer = Buffer.alloc(startLength);
  const count = readSync(descriptor, buffer, 0, startLength, 0);
  closeSync(descriptor);
  return buffer.subarray(0, count);
}

/**
 * Moves contents that are not stored yet into the folder of uploads. Until the import is complete, the database records
 * them as dropped: after an interruption, the server deletes them in two weeks. Returns a function that removes them
 * again.
 */
export function placeContents(
  app: Context,
  { contents, folder, scratch }: { contents: ReadonlyMap<string, Content>; folder: ArchiveFolder; scratch: string },
): () => void {
  const missing = [...contents].filter(([, { sha256 }]) => !existsSync(contentFile(app, sha256)));
  const fresh = new Map(missing.map(([path, { sha256 }]) => [sha256, path]));
  app.db.transaction(() => {
    for (const sha256 of fresh.keys()) dropContent(app, sha256);
  });
  for (const [sha256, path] of fresh) keepContent(app, sha256, ownFile(folder, path, scratch));
  return () => takeAway(app, [...fresh.keys()]);
}

/** A flushed file of the archive that can be moved: a copy if the original must stay. */
function ownFile(folder: ArchiveFolder, path: string, scratch: string): string {
  const file = folder.find(path) as string;
  const isOriginal = folder.isOriginal(path);
  const own = isOriginal ? join(scratch, 'content') : file;
  if (isOriginal) copyFileSync(file, own);
  flushFile(own);
  return own;
}

function takeAway(app: Context, contents: readonly string[]): void {
  for (const sha256 of contents) rmSync(contentFile(app, sha256), { force: true });
  app.db.transaction(() => {
    for (const sha256 of contents) app.db.run('DELETE FROM dropped_contents WHERE sha256 = ?', sha256);
  });
}
