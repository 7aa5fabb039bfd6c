import { createWriteStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { packTar, type TarSource } from 'modern-tar/fs';
import { flushFile } from '../ground/data-paths.ts';
import type { Progress } from './progress.ts';

/** A file of an archive: text, or a file on disk. */
export type Entry = { target: string } & ({ content: string } | { source: string });

interface Packing {
  isCompressed: boolean;
  /** UNIX seconds: the modification time of all files in the archive. */
  now: number;
  progress: Progress;
}

/** Writes a tar archive that only its owner can read, and flushes it. */
export async function packArchive(
  file: string,
  entries: readonly Entry[],
  { isCompressed, now, progress }: Packing,
): Promise<void> {
  const owned = { uid: 0, gid: 0, mode: 0o600, mtime: new Date(now * 1000) };
  const sources = entries.map(
    (entry): TarSource => ({
      ...entry,
      ...owned,
      ...('content' in entry
        ? { type: 'content' as const, content: entry.content }
        : { type: 'file' as const, source: entry.source }),
    }),
  );
  progress.begin(entries.reduce((sum, entry) => sum + sizeOf(entry), 0));
  const tar = packTar(sources, { concurrency: 2 });
  tar.on('data', (chunk: Buffer) => progress.advance(chunk.length));
  const out = createWriteStream(file, { mode: 0o600 });
  await (isCompressed ? pipeline(tar, createGzip(), out) : pipeline(tar, out));
  flushFile(file);
}

function sizeOf(entry: Entry): number {
  return 'content' in entry ? entry.content.length : statSync(entry.source).size;
}
