import { resolve } from 'node:path';
import type { Command } from 'commander';
import { defaults } from '../ground/config.ts';
import { isSound, type Report } from '../verify/report.ts';
import { verifyDataDir } from '../verify/verify.ts';
import { exitCodes, Failure } from './failure.ts';
import { dataDirOption, jsonOption } from './options.ts';
import { printJson, printTable } from './output.ts';

export function addVerify(program: Command): void {
  program
    .command('verify')
    .summary('check all data for damage')
    .description(
      'Check the database, its references, conversations, read states, the search index and every uploaded file. ' +
        'Changes nothing, and may run beside the server. Ends with 6 where something is damaged.',
    )
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText('after', '\nExample:\n  chatd verify --json')
    .action(verify);
}

async function verify({ dataDir, json }: { dataDir?: string; json?: true }): Promise<void> {
  const report = await verifyDataDir(resolve(dataDir ?? defaults.data_dir));
  if (json) printJson({ ok: isSound(report), ...report });
  else printReport(report);
  if (!isSound(report)) {
    throw new Failure(exitCodes.damaged, 'The data is damaged. chatd restore puts a backup in its place.');
  }
}

/** Prints a line for each check, and below it what was found. */
export function printReport({ checks }: Report): void {
  const rows = checks.flatMap(({ check, problems, notes = [] }) => [
    [check, problems.length === 0 ? 'ok' : 'DAMAGED'],
    ...[...problems, ...notes].map((text) => ['', text]),
  ]);
  printTable(rows);
}
