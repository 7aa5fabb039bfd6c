import { isSea } from 'node:sea';

/** As in bin/chatd, with the reasons there. */
const variables = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_ARENA_MAX: '2' };
const flag = '--max-semi-space-size=16';

/** The variable in which a process leaves the user's own NODE_OPTIONS to the one that replaces it. */
const left = 'CHATD_NODE_OPTIONS';

/**
 * Replaces the process of a server by one with the settings of bin/chatd, which Node.js and glibc read only when a
 * process starts; the single-file executable has no script before it that could set them.
 */
export function launchServer(args: readonly string[]): void {
  if (!isSea() || args[0] !== 'serve' || !process.execve) return;
  const { [left]: options, ...env } = process.env;
  if (options !== undefined) {
    delete process.env[left];
    process.env.NODE_OPTIONS = options;
    return;
  }
  const { NODE_OPTIONS = '' } = env;
  const settings = { ...variables, ...env, NODE_OPTIONS: `${flag} ${NODE_OPTIONS}`, [left]: NODE_OPTIONS };
  process.execve(process.execPath, [process.execPath, ...args], settings);
}
