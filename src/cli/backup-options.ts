import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option } from 'commander';
import { findRefusal } from '../db/data-dir.ts';
import { type Config, defaults } from '../ground/config.ts';
import { exitCodes, Failure, InvalidSetting } from './failure.ts';
import { pathOption } from './options.ts';

export interface BackupOptions {
  backupDir?: string;
  backupKeep: number;
}

export function backupDirOption(): Option {
  const description = 'existing directory for a backup every day; best on another disk. By default there are none';
  return pathOption('--backup-dir <folder>', description).env('CHATD_BACKUP_DIR');
}

export function backupKeepOption(): Option {
  return new Option('--backup-keep <number>', 'number of these backups that are kept')
    .env('CHATD_BACKUP_KEEP')
    .argParser(readCount)
    .default(defaults.backup_keep);
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidSetting('It must be a whole number from 1 to 9999.');
  return Number(text);
}

/**
 * Throws Failure unless the folder exists and can be written. It is never created: below the mount point of a disk that
 * is not mounted, the backups would fill the disk of the system.
 */
export function readBackup({ backupDir, backupKeep: keep }: BackupOptions): Pick<Config, 'backup'> {
  if (backupDir === undefined) return {};
  const folder = resolve(backupDir);
  const problem = existsSync(folder) ? findRefusal(folder) : 'it does not exist; create it, or mount its disk';
  if (problem !== undefined) throw new Failure(exitCodes.unusable, `${folder} cannot hold backups: ${problem}.`);
  return { backup: { folder, keep } };
}
