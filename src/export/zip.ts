import { createWriteStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { flushFile } from '../ground/data-paths.ts';
import type { Progress } from './progress.ts';

/** A file on disk, and its path in an archive. */
export interface Zipped {
  source: string;
  target: string;
}

interface Zipping {
  /** UNIX seconds: the modification time of all files in the archive. */
  now: number;
  progress: Progress;
}

/** Writes a zip archive that only its owner can read, and flushes it. */
export async function packZip(file: string, entries: readonly Zipped[], { now, progress }: Zipping): Promise<void> {
  progress.begin(entries.reduce((sum, { source }) => sum + statSync(source).size, 0));
  const zip = new ZipFile();
  // Pictures and videos are packed already, and packing them again takes most of the time.
  for (const { source, target } of entries) {
    zip.addFile(source, target, { mtime: new Date(now * 1000), mode: 0o100600, compress: /\.jsonl?$/.test(target) });
  }
  zip.end();
  zip.outputStream.on('data', (chunk: Buffer) => progress.advance(chunk.length));
  await pipeline(zip.outputStream, createWriteStream(file, { mode: 0o600 }));
  flushFile(file);
}
