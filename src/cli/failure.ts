import { getSystemErrorMessage } from 'node:util';
import { CommanderError, InvalidArgumentError } from 'commander';
import { UnusableDataDir } from '../db/data-dir.ts';
import { faultOf, WritesStopped } from '../db/fault.ts';
import { UnusableDatabase } from '../db/migrate.ts';
import { ApiError } from '../http/errors.ts';

/**
 * Exit codes of all commands. A setting that cannot be used ends with `unusable`, whether an argument, a variable or a
 * file has it, and whether its form is wrong or what it names; any other wrong argument ends with `usage`.
 */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  unusable: 3,
  newer: 4,
  notFoundOrExists: 5,
  damaged: 6,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A setting has a wrong form. The message tells the right one. */
export class InvalidSetting extends InvalidArgumentError {
  override readonly exitCode = exitCodes.unusable;
}

/** Ends a command with an error message and an exit code. */
export class Failure extends Error {
  readonly exitCode: ExitCode;
  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The exit code for an error, and the message that is not printed yet. */
export function describeFailure(error: unknown): { exitCode: ExitCode; message?: string } {
  if (error instanceof CommanderError) return { exitCode: commanderExitCode(error) };
  if (!(error instanceof Error)) return { exitCode: exitCodes.failed, message: String(error) };
  return {
    exitCode: exitCodeOf(error),
    message: isExpected(error) ? sentenceOf(error) : (error.stack ?? error.message),
  };
}

// Commander has printed the problem itself.
function commanderExitCode({ exitCode }: CommanderError): ExitCode {
  return exitCode === exitCodes.ok || exitCode === exitCodes.unusable ? exitCode : exitCodes.usage;
}

function exitCodeOf(error: Error): ExitCode {
  if (error instanceof Failure) return error.exitCode;
  if (error instanceof UnusableDataDir || cannotOpen(error) || isLocked(error)) return exitCodes.unusable;
  if (faultOf(error) === 'damage' || error instanceof WritesStopped) return exitCodes.damaged;
  if (error instanceof UnusableDatabase) return error.newer ? exitCodes.newer : exitCodes.unusable;
  // The API refuses invalid values from arguments.
  return error instanceof ApiError ? exitCodes.usage : exitCodes.failed;
}

function cannotOpen(error: Error & { code?: unknown }): boolean {
  return /^SQLITE_(CANTOPEN|READONLY)/.test(String(error.code));
}

function isLocked(error: Error & { code?: unknown }): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(String(error.code));
}

// System errors have a code. Any other error is a fault of the program, so its stack is shown.
function isExpected(error: Error): boolean {
  const isOwn = [Failure, UnusableDataDir, UnusableDatabase, WritesStopped, ApiError].some(
    (kind) => error instanceof kind,
  );
  return isOwn || 'code' in error;
}

function sentenceOf(error: Error & { code?: unknown }): string {
  if (error instanceof WritesStopped) {
    return 'The database is damaged and is not written. chatd verify shows details; chatd restore restores a backup.';
  }
  if (faultOf(error) === 'damage') {
    return `The database is damaged (${error.message}). chatd verify shows details; chatd restore restores a backup.`;
  }
  if (cannotOpen(error)) {
    return 'The database cannot be opened: run this as the user of the server, on a disk that can be written.';
  }
  if (isLocked(error)) return 'The database is locked by another program.';
  if (!/^SQLITE_(FULL|IOERR)/.test(String(error.code))) return describeError(error).replace(/\w$/, '$&.');
  return `The database cannot be read or written: the disk may be full or broken (${error.code}).`;
}

/** The message of an error; that of a system error in words, such as `chat.tar: no such file or directory`. */
export function describeError(error: Error): string {
  const { message, errno, path } = error as NodeJS.ErrnoException;
  // Errors of the interfaces of the network have positive numbers, which Node.js itself does not know.
  if (errno === undefined || errno >= 0) return message;
  const words = getSystemErrorMessage(errno);
  return path === undefined ? words : `${path}: ${words}`;
}
