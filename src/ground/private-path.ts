import { spawnSync } from 'node:child_process';

/** Whoever owns a file, and the groups that everybody on a machine is in; by their ids, which have no language. */
const owner = '*S-1-3-4';
const everybody = ['*S-1-1-0', '*S-1-5-11', '*S-1-5-32-545'];

/** The commands of Windows that keep a file or a folder, and all that is created in it, from other users. */
export function privacyCommands(path: string, isFolder: boolean): string[][] {
  // First, or the owner might be one of everybody, and no more.
  const rights = isFolder ? `${owner}:(OI)(CI)F` : `${owner}:F`;
  return [
    ['icacls', path, '/inheritance:d'],
    ['icacls', path, '/grant', rights],
    ['icacls', path, '/remove:g', ...everybody],
  ];
}

/**
 * Keeps a file or a folder from other users on Windows, where modes mean nothing; administrators can always read it. A
 * failure is harmless where nobody else has an account.
 */
export function keepPrivate(path: string, isFolder: boolean): void {
  if (process.platform !== 'win32') return;
  for (const [program = '', ...args] of privacyCommands(path, isFolder)) {
    if (spawnSync(program, args, { stdio: 'ignore', windowsHide: true }).status !== 0) return;
  }
}
