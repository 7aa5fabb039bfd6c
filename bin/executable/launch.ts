// The first code of the executable, before that of pkg: replaces the process of a server by one with the variables of
// bin/chatd, which gives the reasons. glibc reads them only when a process starts.

import { accessSync, constants } from 'node:fs';

const variables = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_ARENA_MAX: '2' };

const [, , ...args] = process.argv;
const isSet = Object.keys(variables).every((name) => name in process.env);
if (process.platform === 'linux' && args[0] === 'serve' && !isSet && isThere(process.execPath)) {
  process.execve?.(process.execPath, [process.execPath, ...args], { ...variables, ...process.env });
}

// A failing execve() ends the process, and a server without these variables only takes more memory.
function isThere(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
