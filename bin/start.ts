// Starts chatd in a checkout. Its sources are bundled into few files, and again when one of them has changed: loading six
// hundred files takes half of a start.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(import.meta.dirname, '../node_modules/.cache/chatd/program');

await import(await entry());

/** The bundle; or the sources, where it cannot be made, as by a user who may not write there. */
async function entry(): Promise<string> {
  try {
    if (!isCurrent()) await (await import('./bundle-program.ts')).bundleProgram(folder);
    return pathToFileURL(join(folder, 'main.mjs')).href;
  } catch {
    return '../src/main.ts';
  }
}

function isCurrent(): boolean {
  try {
    const files = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')) as [file: string, changed_at: number][];
    return files.every(([file, changed_at]) => statSync(file).mtimeMs === changed_at);
  } catch {
    return false;
  }
}
