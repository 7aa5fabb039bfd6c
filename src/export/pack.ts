import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { packTar, type TarSource } from 'modern-tar/fs';
import { flushFile } from '../ground/data-paths.ts';

/** A file of an archive: text, or a file on disk. */
export type Entry = { target: string } & ({ content: string } | { source: string });

interface Packing {
  isCompressed: boolean;
  /** UNIX seconds: the modification time of all files in the archive. */
  now: number;
}

/** Writes a tar archive that only its owner can read, and flushes it. */
export async function packArchive(
  file: string,
  entries: readonly Entry[],
  { isCompressed, now }: Packing,
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
  const tar = packTar(sources, { concurrency: 2 });
  const out = createWriteStream(file, { mode: 0o600 });
  await (isCompressed ? pipeline(tar, createGzip(), out) : pipeline(tar, out));
  flushFile(file);
}
