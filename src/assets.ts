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

/** Whether this is the single-file executable. */
export const isExecutable: boolean = isSea();

/** Whether this was built, for the executable or for the package of npm, rather than a checkout. */
export const isBuilt: boolean = import.meta.filename.endsWith('.cjs');

/** The main file of the program, outside the executable. */
export const mainFile: string = join(root, isBuilt ? 'src/main.cjs' : 'bin/start.ts');

/** The whole schema, as SQL. */
export const schemaFile: string = join(root, 'schema.sql');

/** The folder of SQL files that upgrade an older database to the whole schema. */
export const migrationsFolder: string = join(root, 'src/db/migrations');

/** The code of each thread; compressed where it was built. */
export const workerFiles = {
  search: workerFile('search/worker'),
  backups: workerFile('backup/worker'),
  thumbnails: workerFile('images/thumbnail-worker'),
  mails: workerFile('mail/mail-worker'),
  ldap: workerFile('sso/ldap-worker'),
  acme: workerFile('acme/worker'),
};

function workerFile(name: string): string {
  return join(root, 'src', `${name}.${isBuilt ? 'cjs.zst' : 'ts'}`);
}

/** The bundle of the web client, where it was built. */
export const clientFile: string = join(root, 'src/client.bin');

/** The source of the web client, in a checkout. */
export const clientFolder: string = join(root, 'src/client');

/** The colors and fonts of everything that a browser shows. */
export const tokensFile: string = join(root, 'src/client/style/tokens.css');

/** The style of the pages outside the client. */
export const pageStyle: string = join(root, 'src/web/page.css');

/** The style and the script of exported pages. */
export const exportAssets: string = join(root, 'src/export/html/assets');

/** Requests in the form of each tool that posts here, with the messages that they become. */
export const toolExamples: string = join(root, 'src/external/examples');

/** The catalogues, one file for each language. */
export const languagesFolder: string = join(root, 'src/languages');

/** The folder of a checkout. */
export const checkoutFolder: string = root;

/** The licenses of all that was built. */
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
export const nativeBinding: string | undefined = findAddon();

function findAddon(): string | undefined {
  if (isExecutable) return unpackAddon();
  return isBuilt
    ? join(root, 'addons', `${process.platform}${isMusl() ? 'musl' : ''}-${process.arch}.node`)
    : undefined;
}

/** Whether the C library of this system is musl, as on Alpine. It is mapped into each process. */
export function isMusl(): boolean {
  return process.platform === 'linux' && /\/ld-musl-/.test(readFileSync('/proc/self/maps', 'latin1'));
}

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
  const isFolder = (mode & constants.S_IFMT) === constants.S_IFDIR;
  const isOwn = uid === user && (mode & 0o077) === 0;
  // As in an image, where it is unpacked already.
  const isOfRoot = uid === 0 && (mode & 0o022) === 0;
  // Another user may have created the folder first, to put other code into the file.
  if (user !== undefined && !(isFolder && (isOwn || isOfRoot))) {
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
