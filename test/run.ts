// Runs all tests, or those of the named files. A process runs several files, because starting Node.js, loading the
// program and opening a browser take longer than most files do. `bin/node --test FILE` runs one file.

import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
// Unpacks Chromium before several processes need it: one that finds it half unpacked cannot start it.
import './support/chromium.ts';

const root = dirname(import.meta.dirname);
const groups = join(root, 'node_modules/.cache/chatd-tests');
const lightTests = pathToFileURL(join(root, 'test/support/light-tests.ts')).href;

/** The folders whose files take long, the longest first, and how many of its files a process runs at most. */
const longFolders: Readonly<Record<string, number>> = {
  'test/client': 8,
  'test/crash': 6,
  'test/events': 6,
  'test/contract': 6,
  'test/contract/oracle': 1,
  'test/cli': 8,
  'test/messages': 8,
  'test/search': 6,
  // Its library puts classes of its own in place of Node.js's.
  'test/journeys': 4,
  // They give their process what a page has, which would lead libraries of the server astray.
  'test/client/views': 1,
};
/** Of all other folders together. More would leave a core idle at the end, while the other has a process to finish. */
const mostFiles = 16;
/** Files that look at what their own process has loaded or counted. */
const alone = ['test/markdown/libraries.test.ts', 'test/markdown/linear.test.ts'];

/** How many tests and suites were skipped, by the reason. */
const skipped = new Map<string, number>();

rmSync(groups, { recursive: true, force: true });
mkdirSync(groups, { recursive: true });
run({ files: listGroups().map(writeGroup), concurrency: 3, execArgv: ['--import', lightTests] })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .on('test:pass', ({ skip }) => {
    if (skip === undefined) return;
    const reason = typeof skip === 'string' ? skip : 'for no reason';
    skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  })
  .compose(spec)
  .pipe(process.stdout);
process.on('exit', () => console.log(describeSkipped()));

function describeSkipped(): string {
  if (skipped.size === 0) return 'Nothing was skipped.';
  return `Skipped on this machine: ${[...skipped].map(([reason, count]) => `${count} (${reason})`).join(', ')}.`;
}

function listGroups(): string[][] {
  const named = process.argv.slice(2).map((file) => relative(root, resolve(file)));
  const all = named.length > 0 ? named : globSync('test/**/*.test.ts', { cwd: root });
  const files = all.filter((file) => !alone.includes(file)).sort();
  const long = Object.entries(longFolders).flatMap(([folder, most]) =>
    split(
      files.filter((file) => dirname(file) === folder),
      most,
    ),
  );
  const others = files.filter((file) => !Object.hasOwn(longFolders, dirname(file)));
  return [...long, ...split(others, mostFiles), ...alone.filter((file) => all.includes(file)).map((file) => [file])];
}

/** Every n-th file, because neighbours in the alphabet tend to be alike. */
function split(files: readonly string[], most: number): string[][] {
  const parts = Math.ceil(files.length / most);
  return Array.from({ length: parts }, (_, part) => files.filter((_, index) => index % parts === part));
}

function writeGroup(files: readonly string[], index: number): string {
  const name = join(groups, `${String(index).padStart(3, '0')}.mjs`);
  writeFileSync(
    name,
    files.map((file) => `import ${JSON.stringify(pathToFileURL(join(root, file)).href)};\n`).join(''),
  );
  return name;
}
