import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { exportChatd } from '../export/chatd-export.ts';
import { systemClock } from '../ground/clock.ts';
import { defaults } from '../ground/config.ts';
import { exitCodes, Failure } from './failure.ts';
import { dataDirOption, jsonOption } from './options.ts';
import { printJson, printTable, say } from './output.ts';

interface Options {
  dataDir?: string;
  json?: true;
}

export function addExport(program: Command): void {
  program
    .command('export')
    .summary('write everything in a form that other programs can read')
    .description(
      'Write the organization into a tar archive of JSON Lines and files, also while the server runs; chatd import ' +
        'reads it. It has all messages, but no passwords and no keys: people choose a new password afterwards. To move ' +
        'a server as it is, see chatd backup.',
    )
    .argument('<file>', 'a file that is not there yet')
    .addOption(new Option('--format <format>', 'form of the archive').choices(['chatd']).default('chatd'))
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText('after', '\nExample:\n  chatd export chat-export.tar')
    .action(runExport);
}

async function runExport(name: string, { dataDir, json }: Options): Promise<void> {
  // The server has priority.
  setPriority(constants.priority.PRIORITY_LOW);
  const file = resolve(name);
  if (existsSync(file)) throw new Failure(exitCodes.notFoundOrExists, `${name} is there already.`);
  const data_dir = resolve(dataDir ?? defaults.data_dir);
  const manifest = await exportChatd({ data_dir, file, now: systemClock.now() });
  if (json) return printJson(manifest);
  const full = Object.entries(manifest.tables).filter(([, count]) => count > 0);
  printTable([['ROWS', 'TABLE'], ...full.map(([table, count]) => [String(count), table])]);
  say('Left out: passwords, keys, invitations and links, registered phones and browsers.');
  if (manifest.missing_files.length > 0) say(`Files that the disk lacks: ${manifest.missing_files.length}.`);
}
