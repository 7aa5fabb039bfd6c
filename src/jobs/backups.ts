import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import type { BackupSettings } from '../ground/config.ts';
import { runOwnCommand } from '../ground/own-command.ts';

const day = 86_400;
const hour = 3600;

/** A port for the state of the daily backup. */
export interface TracksBackups {
  backups: {
    /** UNIX seconds. */
    failed_at: number | undefined;
  };
}

/**
 * Creates a backup when the last one is a day old, and deletes the oldest beyond the configured number. A failed backup
 * deletes nothing and is repeated an hour later.
 */
export async function backUpDaily(app: Context & TracksBackups, signal: AbortSignal): Promise<void> {
  const { backup, data_dir } = app.config;
  const now = app.clock.now();
  if (!backup || isWithin(hour, app.backups.failed_at, now) || isWithin(day, newestBackup(backup, now), now)) return;
  const file = join(backup.folder, nameAt(now));
  try {
    removeRemains(backup);
    const { bytes, messages } = JSON.parse(
      await runOwnCommand(['backup', file, '--data-dir', data_dir, '--json'], signal),
    );
    removeOldest(backup, now);
    app.log.info('backup made', { file, bytes, messages });
  } catch (error) {
    if (signal.aborted) return;
    app.backups.failed_at = now;
    app.log.error('a backup failed', { file, error });
  }
}

function nameAt(seconds: number): string {
  return `chatd-${new Date(seconds * 1000).toISOString().replace(/\.\d+|[-:]/g, '')}.tar`;
}

/** Whether a time is at most so many seconds ago. Later times than now are those of a clock that was wrong. */
function isWithin(seconds: number, time: number | undefined, now: number): boolean {
  return time !== undefined && time <= now + day && now < time + seconds;
}

interface Stored {
  name: string;
  /** UNIX seconds. */
  created_at: number;
}

/** The backups in a folder, oldest first. A backup from the future, made while the clock was wrong, is the oldest. */
function listBackups({ folder }: BackupSettings, now: number): Stored[] {
  const names = readdirSync(folder).filter((name) => /^chatd-\d{8}T\d{6}Z\.tar$/.test(name));
  const stored = names.map((name) => ({ name, created_at: timeOf(name) }));
  const isAhead = ({ created_at }: Stored) => Number(created_at > now + day);
  return stored.sort((a, b) => isAhead(b) - isAhead(a) || a.created_at - b.created_at);
}

function timeOf(name: string): number {
  const [, date = '', time = ''] = /(\d{8})T(\d{6})/.exec(name) ?? [];
  const spaced = `${date.replace(/(....)(..)/, '$1-$2-')}T${time.replace(/(..)(..)/, '$1:$2:')}Z`;
  return Date.parse(spaced) / 1000;
}

/** The time of the newest backup in a folder, in UNIX seconds; undefined if there is none. */
function newestBackup(settings: BackupSettings, now: number): number | undefined {
  return listBackups(settings, now).at(-1)?.created_at;
}

/** The same; undefined also if the folder cannot be read. */
export function findNewestBackup(settings: BackupSettings, now: number): number | undefined {
  try {
    return newestBackup(settings, now);
  } catch {
    return undefined;
  }
}

function removeOldest(settings: BackupSettings, now: number): void {
  for (const { name } of listBackups(settings, now).slice(0, -settings.keep)) rmSync(join(settings.folder, name));
}

/** Removes temporary files of interrupted backups, for instance after a power cut. */
function removeRemains({ folder }: BackupSettings): void {
  const remains = readdirSync(folder)
    .filter((name) => /^chatd-(backup-\w{6}|\d{8}T\d{6}Z\.tar\.partial)$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).mtimeMs < Date.now() - day * 1000);
  for (const path of remains) rmSync(path, { recursive: true, force: true });
}
