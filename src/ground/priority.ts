import { setPriority } from 'node:os';

const lowPriority = 10;

/**
 * Lets a process, by default this one, run after others. Without effect where the system forbids it, as the filter of
 * system calls of a service may: the work then only competes with the server.
 */
export function lowerPriority(pid = 0): void {
  try {
    setPriority(pid, lowPriority);
  } catch {
    // Its work matters more than its priority.
  }
}
