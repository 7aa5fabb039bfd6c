#!/usr/bin/env node
// Runs chatd in its package of npm, with the Node.js that npm has put beside it, or the one that runs this.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, isNewEnough, majorOf, oldest, run } from './child.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

// bin/chatd of a checkout gives the reasons for these.
process.env.MALLOC_MMAP_THRESHOLD_ ??= '1048576';
process.env.MALLOC_ARENA_MAX ??= '2';
run(findNode(), ['--max-semi-space-size=16', join(root, 'src/main.cjs'), ...process.argv.slice(2)]);

function findNode() {
  const own = findPackaged();
  if (own) return own;
  if (majorOf(process.version) >= oldest) return process.execPath;
  return fail(`needs Node.js ${oldest} or newer, and this is ${process.version}; install one from https://nodejs.org.`);
}

function findPackaged() {
  const names = JSON.parse(readFileSync(join(root, 'bin/node-packages.json'), 'utf8'));
  const name = names[`${process.platform}-${process.arch}`];
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const file = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    // The one for Linux needs glibc, which Alpine has not.
    return existsSync(file) && isNewEnough(file) ? file : undefined;
  } catch {
    return undefined;
  }
}
