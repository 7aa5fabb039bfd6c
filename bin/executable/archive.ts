import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { zipSync } from 'fflate';
import { packTar } from 'modern-tar/fs';

/** Files come without a time of their own, so that equal files make equal archives. Zip files begin with this year. */
const epoch = new Date(1980, 0, 1);

/**
 * Packs the files of a folder into a folder of the name of the archive: `.zip` for Windows, `.tar.xz` for others. Returns
 * the archive. Throws an Error unless the program xz is there.
 */
export async function packArchive(folder: string, archive: string): Promise<string> {
  const files = readdirSync(folder).sort();
  const inside = (file: string) => `${basename(archive)}/${file}`;
  if (files.includes('chatd.exe')) {
    const contents = files.map((file) => [inside(file), readFileSync(join(folder, file))]);
    writeFileSync(`${archive}.zip`, zipSync(Object.fromEntries(contents), { level: 9, mtime: epoch }));
    return `${archive}.zip`;
  }
  const tar = packTar(
    files.map((file) => ({
      type: 'content',
      content: readFileSync(join(folder, file)),
      target: inside(file),
      mode: file === 'chatd' ? 0o755 : 0o644,
      mtime: epoch,
    })),
  );
  // More threads, or a higher level, would take minutes more for a tenth less.
  const xz = spawn('xz', ['-1', '--threads=1', '--stdout'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(xz, 'exit');
  await Promise.all([pipeline(tar, xz.stdin), pipeline(xz.stdout, createWriteStream(`${archive}.tar.xz`))]);
  const [status] = (await ended) as [number | null];
  if (status !== 0) throw new Error(`xz failed with ${status}`);
  return `${archive}.tar.xz`;
}
