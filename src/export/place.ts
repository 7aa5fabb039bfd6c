import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockFile } from '../db/file-lock.ts';
import { flushFolder } from '../ground/data-paths.ts';
import { keepPrivate } from '../ground/private-path.ts';
import { withScratch } from '../ground/scratch.ts';

/** The destination of an export. */
export interface Place {
  /** A file, or for pages a folder. */
  file: string;
  /** Whether to replace an earlier export. */
  replaces?: boolean;
}

/** The destination exists and must not be replaced. The message continues the name of the destination. */
export class PlaceTaken extends Error {}

/** The file that marks a folder of pages as an export. */
export const folderMarker = 'export.json';

/**
 * Creates an export in a folder beside its destination, and moves it there when it is complete. `make` returns the path
 * to move, below `scratch`. Throws PlaceTaken.
 */
export async function placeExport(
  { file, replaces = false }: Place,
  make: (scratch: string) => Promise<string>,
): Promise<void> {
  ensureFree(file, replaces);
  removeRemains(dirname(file));
  const scratch = mkdtempSync(join(dirname(file), scratchPrefix));
  await withScratch(scratch, async () => {
    const unlock = lockFile(lockOf(scratch));
    try {
      moveTo(await make(scratch), { file, replaces, scratch });
    } finally {
      unlock?.();
    }
  });
}

function moveTo(made: string, { file, replaces, scratch }: Required<Place> & { scratch: string }): void {
  ensureFree(file, replaces);
  if (existsSync(file)) renameSync(file, join(scratch, 'replaced'));
  keepPrivate(made, statSync(made).isDirectory());
  renameSync(made, file);
  flushFolder(dirname(file));
}

function ensureFree(file: string, replaces: boolean): void {
  if (!existsSync(file)) return;
  if (!replaces) throw new PlaceTaken('is there already.');
  if (statSync(file).isDirectory() && !existsSync(join(file, folderMarker))) {
    throw new PlaceTaken('is a folder that was not created by chatd export.');
  }
}

const scratchPrefix = 'chatd-export-';

/** A running export holds this lock. */
function lockOf(scratch: string): string {
  return join(scratch, 'lock');
}

/** Deletes the folders of killed exports. */
function removeRemains(folder: string): void {
  const scratches = readdirSync(folder).filter((name) => name.startsWith(scratchPrefix));
  for (const scratch of scratches.map((name) => join(folder, name)).filter((one) => existsSync(lockOf(one)))) {
    const unlock = tryLock(scratch);
    if (!unlock) continue;
    rmSync(scratch, { recursive: true, force: true });
    unlock();
  }
}

function tryLock(scratch: string): (() => void) | undefined {
  try {
    return lockFile(lockOf(scratch));
  } catch {
    // It belongs to another user, for example.
    return undefined;
  }
}
