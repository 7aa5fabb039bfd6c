import { CommandFailed, runOwnCommand } from '../ground/own-command.ts';
import type { Report } from './report.ts';

/**
 * Runs `chatd verify` with these options in another process: SQLite checks for seconds per gigabyte without returning to
 * the event loop, so that this one could neither answer nor end by a signal. Rejects with CommandFailed if nothing could
 * be checked, or `ended` aborts.
 */
export async function verifyApart(options: readonly string[], ended: AbortSignal): Promise<Report> {
  const output = await runOwnCommand(['verify', '--json', ...options], ended).catch((error) => {
    // If there are problems, the command fails after printing them.
    if (error instanceof CommandFailed && error.stdout !== '') return error.stdout;
    throw error;
  });
  return JSON.parse(output) as Report;
}
