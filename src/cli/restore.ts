import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Manifest } from '../backup/manifest.ts';
import { DataInPlace, type Restored, restore, UnusableBackup } from '../backup/restore.ts';
import { systemClock } from '../ground/clock.ts';
import { defaultDataDir } from '../ground/server-settings.ts';
import { isSound } from '../verify/report.ts';
import { exitCodes, Failure } from './failure.ts';
import { recordAct } from './operator.ts';
import { dataDirOption, jsonOption } from './options.ts';
import { printJson, say } from './output.ts';
import { printReport } from './verify.ts';

interface Options {
  dataDir?: string;
  replace?: true;
  despiteDamage?: true;
  json?: true;
}

export function addRestore(program: Command): void {
  program
    .command('restore')
    .summary('restore a backup')
    .description(
      'Restore a backup into a data directory that no server uses. It is checked before and after. ' +
        'Existing data is kept: the command fails, unless --replace moves it into a folder beside it.',
    )
    .argument('<file>', 'a file made by chatd backup, or - for standard input')
    .option('--replace', 'move existing data into a folder before-restore-…, which you can delete')
    .option('--despite-damage', 'restore even if the checks find damage')
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText('after', '\nExample:\n  chatd restore chat.tar --data-dir chatd-data')
    .action(restoreBackup);
}

async function restoreBackup(file: string, options: Options): Promise<void> {
  if (file !== '-' && !existsSync(file)) throw new Failure(exitCodes.notFoundOrExists, `There is no file ${file}.`);
  const { dataDir, replace: replaces = false, despiteDamage = false } = options;
  const data_dir = resolve(dataDir ?? defaultDataDir);
  const wish = { data_dir, replaces, despiteDamage, now: systemClock.now() };
  const restored = await restore(file, wish).catch((error) => {
    throw asFailure(file, error);
  });
  print(restored, options);
  await recordAct({ dataDir: data_dir }, { command: 'restore', about: describe(file, restored) });
  if (isSound(restored.report) || despiteDamage) return;
  throw new Failure(exitCodes.damaged, 'The restored data is damaged.');
}

function asFailure(file: string, error: unknown): unknown {
  if (error instanceof UnusableBackup) return new Failure(exitCodes.damaged, `${file}: ${error.message}`);
  return error instanceof DataInPlace ? new Failure(exitCodes.notFoundOrExists, error.message) : error;
}

function print({ manifest, report, moved_to }: Restored, { json }: Options): void {
  if (json) printJson({ ok: isSound(report), ...report, ...manifest, moved_to: moved_to ?? null });
  else printReport(report);
  say(`Restored the backup of ${timeOf(manifest)}.`);
  if (moved_to !== undefined) say(`The previous data is in ${moved_to} now.`);
}

function describe(file: string, { manifest, moved_to }: Restored): Record<string, string> {
  return { file, backup_of: timeOf(manifest), ...(moved_to !== undefined && { moved_to }) };
}

function timeOf({ created_at }: Manifest): string {
  return new Date(created_at * 1000).toISOString();
}
