// Runs a program of this folder with the Node.js that `npm ci` puts into node_modules, where there may be no sh: for the
// scripts of package.json, which cmd runs on Windows, and for the .cmd files. Any Node.js understands this file.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, 'node_modules');
/** npm writes it last. The folder alone may be there for what Node.js has compiled. */
const installed = join(packages, '.package-lock.json');
const isWindows = process.platform === 'win32';
/** The first version of Node.js that runs a checkout. */
const oldest = 24;

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

function isNewEnough(file) {
  return majorOf(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout ?? '') >= oldest;
}

function majorOf(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);
}

/** Ends as the program ends. */
function run(program, args) {
  const child = spawn(program, args, { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both. A second one would end a server before it has answered open requests.
  const pass = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => {
    for (const name of signals) process.off(name, pass);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
}

function fail(problem) {
  console.error(`chatd: ${problem}`);
  process.exit(3);
}
