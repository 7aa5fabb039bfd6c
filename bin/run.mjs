// Runs a program of this folder with the Node.js that `npm ci` puts into node_modules, where there may be no sh: for the
// scripts of package.json, which cmd runs on Windows, and for the .cmd files. Any Node.js understands this file.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, isNewEnough, majorOf, oldest, run } from './child.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, 'node_modules');
/** npm writes it last. The folder alone may be there for what Node.js has compiled. */
const installed = join(packages, '.package-lock.json');
const isWindows = process.platform === 'win32';

const [name, ...args] = process.argv.slice(2);
if (name === 'chatd') runChatd();
else run(findNode(), args);

function runChatd() {
  if (!isWindows) return run(join(root, 'bin/chatd'), args);
  process.env.NODE_COMPILE_CACHE ??= join(packages, '.cache/chatd');
  // bin/chatd gives the reasons for these.
  const flags = ['--max-semi-space-size=16', '--preserve-symlinks', '--preserve-symlinks-main'];
  run(findNode(), [...flags, join(root, 'bin/start.ts'), ...args]);
}

/** CHATD_NODE, the one of node_modules, or the one that runs this, if it is new enough. */
function findNode() {
  const { CHATD_NODE: named } = process.env;
  if (named && !isNewEnough(named))
    fail(`CHATD_NODE is '${named}', which is no Node.js ${oldest} or newer; set it to the path of one.`);
  if (!existsSync(installed)) fail(`what it needs is not installed yet; run 'npm ci' in ${root} and start it again.`);
  if (named) return named;
  const own = findPackaged();
  if (own) return own;
  if (majorOf(process.version) >= oldest) return process.execPath;
  return fail(
    `no Node.js comes with it for this system (${process.platform} ${process.arch}), and the one that is installed is ` +
      `${process.version}; install Node.js ${oldest} or newer from https://nodejs.org.`,
  );
}

function findPackaged() {
  const names = JSON.parse(readFileSync(join(root, 'bin/node-packages.json'), 'utf8'));
  const name = names[`${process.platform}-${process.arch}`];
  const file = name && join(packages, name, 'bin', isWindows ? 'node.exe' : 'node');
  // The one for Linux needs glibc, which Alpine has not.
  return file && isNewEnough(file) ? file : undefined;
}
