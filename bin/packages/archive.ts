import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { zipSync } from 'fflate';
import { makeTar } from './tar.ts';

/** Zip files begin with this year, and have the time of a place. */
const zipEpoch = new Date(1980, 0, 1);

/**
 * Packs the files of a folder into a folder of the name of the archive: `.zip` for Windows, `.tar.xz` for others. Returns
 * the archive. Throws an Error unless the program xz is there.
 */
export async function packArchive(folder: string, archive: string): Promise<string> {
  const files = readdirSync(folder).sort();
  const inside = (file: string) => `${basename(archive)}/${file}`;
  if (files.includes('chatd.exe')) {
    const contents = files.map((file) => [inside(file), readFileSync(join(folder, file))]);
    writeFileSync(`${archive}.zip`, zipSync(Object.fromEntries(contents), { level: 9, mtime: zipEpoch }));
    return `${archive}.zip`;
  }
  const tar = await makeTar(
    files.map((file) => ({
      path: inside(file),
      content: readFileSync(join(folder, file)),
      mode: file === 'chatd' ? 0o755 : 0o644,
    })),
  );
  writeFileSync(`${archive}.tar.xz`, compressXz(tar));
  return `${archive}.tar.xz`;
}

/** Throws an Error unless the program xz is there. */
export function compressXz(content: Uint8Array): Buffer {
  // More threads, or a higher level, would take minutes more for a tenth less.
  const args = ['-1', '--threads=1', '--stdout'];
  const { error, status, stdout } = spawnSync('xz', args, {
    input: content,
    maxBuffer: 2 ** 31,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`xz failed with ${status}`);
  return stdout;
}
