import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isSea } from 'node:sea';

// The executable keeps a checkout's layout around its bundle, so that the same paths work for both.
const root = dirname(import.meta.dirname);

/** Whether this is the single-file executable rather than a checkout. */
export const isExecutable: boolean = isSea();

/** The main file of the program, in a checkout. */
export const mainFile: string = join(root, 'bin/start.ts');

/** The whole schema, as SQL. */
export const schemaFile: string = join(root, 'schema.sql');

/** The folder of SQL files that upgrade an older database to the whole schema. */
export const migrationsFolder: string = join(root, 'src/db/migrations');

/** The code of each thread. */
export const workerFiles = {
  search: workerFile('search/worker'),
  backups: workerFile('backup/worker'),
  thumbnails: workerFile('images/thumbnail-worker'),
  mails: workerFile('mail/mail-worker'),
  ldap: workerFile('sso/ldap-worker'),
};

function workerFile(name: string): string {
  return join(root, 'src', `${name}.${isExecutable ? 'cjs' : 'ts'}`);
}

/** The bundle of the web client, in the executable. */
export const clientFile: string = join(root, 'src/client.bin');

/** The source of the web client, in a checkout. */
export const clientFolder: string = join(root, 'src/client');

/** The colors and fonts of everything that a browser shows. */
export const tokensFile: string = join(root, 'src/client/style/tokens.css');

/** The style of the pages outside the client. */
export const pageStyle: string = join(root, 'src/web/page.css');

/** The style and the script of exported pages. */
export const exportAssets: string = join(root, 'src/export/html/assets');

/** The folder of a checkout. */
export const checkoutFolder: string = root;

/** The licenses of all that the executable contains. */
export const licensesFile: string = join(root, 'licenses.txt');

const { version, addon } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package;

interface Package {
  version: string;
  /** In the executable: the file of the SQLite addon, named by its content. */
  addon: string;
}

/** chatd's version, as in package.json. */
export { version };

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
  const packed = join(root, addon);
  // Compared by size alone, because reading both takes a fiftieth of a start; it was written to the disk whole.
  if (statSync(file, { throwIfNoEntry: false })?.size !== statSync(packed).size) replace(file, readFileSync(packed));
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
