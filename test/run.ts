// Runs all tests. A process runs several files of one folder, because starting Node.js, loading the program and opening
// a browser take longer than most files do. `bin/node --test FILE` runs one file.

import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';

const root = dirname(import.meta.dirname);
const groups = join(root, 'node_modules/.cache/chatd-tests');
/** More would leave a core idle at the end, while the other has a long process to finish. */
const mostFiles = 8;
/** Files that look at what their own process has loaded or counted. */
const alone = ['test/markdown/libraries.test.ts', 'test/markdown/linear.test.ts'];

rmSync(groups, { recursive: true, force: true });
mkdirSync(groups, { recursive: true });
run({ files: listGroups().map(writeGroup), concurrency: 3 })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(spec)
  .pipe(process.stdout);

/** Large folders first, so that what remains at the end is short. */
function listGroups(): string[][] {
  const files = globSync('test/**/*.test.ts', { cwd: root, exclude: alone }).sort();
  const folders = [...Map.groupBy(files, dirname).values()].sort((a, b) => b.length - a.length);
  return [
    ...folders.flatMap((files) => split(files, Math.ceil(files.length / mostFiles))),
    ...alone.map((file) => [file]),
  ];
}

/** Every n-th file, because neighbours in the alphabet tend to be alike. */
function split(files: readonly string[], parts: number): string[][] {
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
