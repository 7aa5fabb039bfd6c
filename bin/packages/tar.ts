import { dirname } from 'node:path/posix';
import { packTar, type TarEntry } from 'modern-tar';

/** A file of an archive, or without content a folder. */
export interface TarFile {
  /** Without a slash at its beginning. */
  path: string;
  content?: Uint8Array | string;
  mode?: number;
  /** The number of its user and group; root by default. */
  owner?: number;
}

/** Files come without a time of their own, so that equal files make equal archives. Zip files begin with this year. */
export const epoch: Date = new Date(Date.UTC(1980, 0, 1));

/** An archive of files and of the folders above them, which belong to root unless they are named themselves, too. */
export async function makeTar(files: readonly TarFile[]): Promise<Buffer> {
  const named = new Set(files.map(({ path }) => path));
  const folders = new Set(files.flatMap(({ path }) => above(path)).filter((path) => !named.has(path)));
  const all = [...[...folders].map((path) => ({ path })), ...files];
  const sorted = all.sort((one, other) => (one.path < other.path ? -1 : 1));
  return Buffer.from(await packTar(sorted.map(entryOf)));
}

function above(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [...above(folder), folder];
}

function entryOf({ path, content, mode, owner = 0 }: TarFile): TarEntry {
  const common = { uid: owner, gid: owner, mtime: epoch };
  if (content === undefined) {
    return { header: { ...common, name: `${path}/`, size: 0, type: 'directory', mode: mode ?? 0o755 } };
  }
  const body = Buffer.from(content);
  return { header: { ...common, name: path, size: body.length, type: 'file', mode: mode ?? 0o644 }, body };
}
