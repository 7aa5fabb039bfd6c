import { isSea } from 'node:sea';

/** The variables of bin/chatd, which gives the reasons. */
const variables = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_ARENA_MAX: '2' };
const flag = '--max-semi-space-size=16';

/** The variable that passes the user's own NODE_OPTIONS to the replacing process. */
const left = 'CHATD_NODE_OPTIONS';

/**
 * Replaces the process of a server by one with the settings of bin/chatd. Node.js and glibc read them only when a
 * process starts, and the single-file executable has no script that could set them before.
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
