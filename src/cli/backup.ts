import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { type Backup, backUp, backUpToFile } from '../backup/backup.ts';
import { systemClock } from '../ground/clock.ts';
import { lowerPriority } from '../ground/priority.ts';
import { defaultDataDir } from '../ground/server-settings.ts';
import { exitCodes, Failure } from './failure.ts';
import { dataDirOption, jsonOption } from './options.ts';
import { printJson, say } from './output.ts';
import { ensureFolderWritable } from './output-file.ts';

interface Options {
  dataDir?: string;
  json?: true;
}

export function addBackup(program: Command): void {
  program
    .command('backup')
    .summary('copy everything into one file')
    .description(
      'Copy database, key file and uploaded files into one tar archive, also while the server runs. With the archive, ' +
        'anyone can read all messages and impersonate any user.',
    )
    .argument('<file>', 'a new file, or - for standard output')
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText('after', '\nExamples:\n  chatd backup chat.tar\n  chatd backup - | ssh elsewhere "cat > chat.tar"')
    .action(makeBackup);
}

async function makeBackup(file: string, { dataDir, json }: Options): Promise<void> {
  lowerPriority();
  const data_dir = resolve(dataDir ?? defaultDataDir);
  const backup = file === '-' ? await backUpToOutput(data_dir, json) : await backUpToNew(data_dir, resolve(file));
  if (json) printJson(backup);
  else say(`Backed up ${backup.messages} messages and ${backup.files} files: ${backup.bytes} bytes.`);
  if (backup.missing.length === 0) return;
  const count = backup.missing.length;
  throw new Failure(
    exitCodes.damaged,
    `The backup lacks ${count} files that are missing below uploads; see chatd verify.`,
  );
}

function backUpToOutput(data_dir: string, json: true | undefined): Promise<Backup> {
  if (json) throw new Failure(exitCodes.usage, '--json needs a file: standard output takes the backup.');
  if (process.stdout.isTTY) throw new Failure(exitCodes.usage, 'A backup is not text: name a file, or pipe it.');
  const job = { data_dir, scratch: data_dir, now: systemClock.now() };
  return backUp(job, (archive) => pipeline(archive, process.stdout, { end: false }));
}

function backUpToNew(data_dir: string, file: string): Promise<Backup> {
  if (existsSync(file)) throw new Failure(exitCodes.notFoundOrExists, `${file} exists already.`);
  ensureFolderWritable(file);
  return backUpToFile(data_dir, file, systemClock.now());
}
