import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import sea from 'node:sea';

/** The folder of a checkout. */
export const checkoutFolder: string = dirname(import.meta.dirname);

/** Whether this is the single-file executable rather than a checkout. */
export const isExecutable: boolean = sea.isSea();

/** The main file of the program, in a checkout. */
export const mainFile: string = join(checkoutFolder, 'bin/start.ts');

/** The source of the web client, in a checkout. */
export const clientFolder: string = join(checkoutFolder, 'src/client');

/**
 * A file that the program reads, by its path in a checkout. The executable has these inside; `bin/build.ts` lists them.
 * The bytes may be those of the executable itself: never change them.
 */
export function readAsset(path: string): Buffer {
  return isExecutable ? Buffer.from(sea.getRawAsset(path)) : readFileSync(join(checkoutFolder, path));
}

/** The text of such a file. */
export function readAssetText(path: string): string {
  return isExecutable ? sea.getAsset(path, 'utf8') : readFileSync(join(checkoutFolder, path), 'utf8');
}

/** The paths of the files in a folder, in order. */
export function listAssets(folder: string): string[] {
  const all = isExecutable
    ? sea.getAssetKeys()
    : readdirSync(join(checkoutFolder, folder)).map((name) => `${folder}/${name}`);
  return all.filter((path) => path.startsWith(`${folder}/`)).sort();
}

/** The whole schema, as SQL. */
export const schemaFile = 'schema.sql';

/** The code of each thread. */
export const workerFiles = {
  search: 'src/search/worker.ts',
  backups: 'src/backup/worker.ts',
  thumbnails: 'src/images/thumbnail-worker.ts',
  mails: 'src/mail/mail-worker.ts',
  ldap: 'src/sso/ldap-worker.ts',
};

/** The colors and fonts of everything that a browser shows. */
export const tokensFile = 'src/client/style/tokens.css';

const { version, addon } = JSON.parse(readAssetText('package.json')) as Package;

interface Package {
  version: string;
  /** In the executable: the name of the SQLite addon outside of it, which tells its content. */
  addon: string;
}

/** chatd's version, as in package.json. */
export { version };

/** Of the SQLite addon, in the executable. */
export const addonAsset = 'better-sqlite3.node';

/** Undefined on Windows, where each user has a folder for temporary files that others cannot open. */
const user = process.geteuid?.();

/** The SQLite addon for better-sqlite3; undefined where it finds its own. */
export const nativeBinding: string | undefined = isExecutable ? unpackAddon() : undefined;

/** Copies the addon out of the executable, because the operating system loads code from real files only. */
function unpackAddon(): string {
  const folders = [
    () => join(tmpdir(), user === undefined ? 'chatd' : `chatd-${user}`),
    () => join(homedir(), '.cache/chatd'),
  ];
  const failures: string[] = [];
  for (const folder of folders) {
    try {
      return place(resolve(folder()));
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  // Thrown, this would reach the user as a stack trace: no other module can catch it while this one is loading.
  console.error(
    'chatd: found no folder to unpack its SQLite library into; ' +
      `set TMPDIR to one that chatd may write to and run programs from (${failures.join('; ')}).`,
  );
  process.exit(3);
}

function place(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  // Another user may have created the folder first, to put other code into the file.
  if (user !== undefined && ((mode & (constants.S_IFMT | 0o077)) !== constants.S_IFDIR || uid !== user)) {
    throw new Error(`${folder} is not a folder that only this user can open`);
  }
  const file = join(folder, addon);
  const packed = readAsset(addonAsset);
  // Compared by size alone, because reading both takes a fiftieth of a start; it was written to the disk whole.
  if (statSync(file, { throwIfNoEntry: false })?.size !== packed.length) replace(file, packed);
  // Fails on a volume that is mounted noexec, where loading the addon fails too.
  accessSync(file, constants.X_OK);
  return file;
}

/** A running chatd may have the file loaded. It keeps the old file, and no process ever sees half of a new one. */
function replace(file: string, content: Buffer): void {
  const fresh = `${file}.${randomUUID()}`;
  try {
    writeFileSync(fresh, content, { mode: 0o700, flag: 'wx', flush: true });
    renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
}
