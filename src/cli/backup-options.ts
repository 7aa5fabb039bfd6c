import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { type Config, defaults } from '../ground/config.ts';
import { exitCodes, Failure } from './failure.ts';

export interface BackupOptions {
  backupDir?: string;
  backupKeep: number;
}

export function backupDirOption(): Option {
  const description = 'directory for a backup every day; best on another disk. By default there are none';
  return new Option('--backup-dir <folder>', description).env('CHATD_BACKUP_DIR');
}

export function backupKeepOption(): Option {
  return new Option('--backup-keep <number>', 'number of these backups that are kept')
    .env('CHATD_BACKUP_KEEP')
    .argParser(readCount)
    .default(defaults.backup_keep);
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 9999.');
  return Number(text);
}

/** Creates the folder if needed. Throws Failure if that fails. */
export function readBackup({ backupDir, backupKeep: keep }: BackupOptions): Pick<Config, 'backup'> {
  if (backupDir === undefined) return {};
  const folder = resolve(backupDir);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(exitCodes.unusable, `${folder} cannot hold backups: ${reason}.`);
  }
  return { backup: { folder, keep } };
}
