import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { changeCheck, findDamage } from '../db/check-record.ts';
import { ensureDataDir } from '../db/data-dir.ts';
import { defaultDataDir } from '../ground/server-settings.ts';
import { isSound, type Report } from '../verify/report.ts';
import { verifyDatabase, verifyDataDir } from '../verify/verify.ts';
import { exitCodes, Failure } from './failure.ts';
import { recordAct } from './operator.ts';
import { dataDirOption, jsonOption } from './options.ts';
import { printJson, printTable, say } from './output.ts';

export function addVerify(program: Command): void {
  program
    .command('verify')
    .summary('check all data for damage')
    .description(
      'Check the database, its references, conversations, read states, the search index and every uploaded file. ' +
        'Changes nothing, and may run beside the server. Exits with 6 if something is damaged.',
    )
    .option('--quick', 'only whether SQLite can read all of the database')
    .addOption(new Option('--accept-damage', 'let the server write despite the damage found').conflicts('quick'))
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText('after', '\nExample:\n  chatd verify --json')
    .action(verify);
}

interface Options {
  dataDir?: string;
  quick?: true;
  acceptDamage?: true;
  json?: true;
}

async function verify({ dataDir, quick, acceptDamage, json }: Options): Promise<void> {
  const data_dir = resolve(dataDir ?? defaultDataDir);
  if (acceptDamage) return accept(data_dir, json);
  const report = await (quick ? verifyDatabase(data_dir) : verifyDataDir(data_dir));
  if (json) printJson({ ok: isSound(report), ...report });
  else printReport(report);
  if (!isSound(report)) {
    throw new Failure(exitCodes.damaged, 'The data is damaged. chatd restore restores a backup.');
  }
}

async function accept(data_dir: string, json: true | undefined): Promise<void> {
  ensureDataDir(data_dir);
  const damage = findDamage(data_dir);
  if (json) printJson({ accepted: damage ?? null });
  if (damage === undefined) return say('No damage keeps the server from writing.');
  changeCheck(data_dir, { is_accepted: true });
  say(`The server writes despite: ${damage}`);
  await recordAct({ dataDir: data_dir }, { command: 'verify --accept-damage', about: { damage } });
}

/** Prints a line for each check, with its problems below. */
export function printReport({ checks }: Report): void {
  const rows = checks.flatMap(({ check, problems, notes = [] }) => [
    [check, problems.length === 0 ? 'ok' : 'DAMAGED'],
    ...[...problems, ...notes].map((text) => ['', text]),
  ]);
  printTable(rows);
}
