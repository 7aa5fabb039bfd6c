import { resolve } from 'node:path';
import type { Command } from 'commander';
import { version } from '../assets.ts';
import { defaultDataDir } from '../ground/server-settings.ts';
import { exitCodes, Failure } from './failure.ts';
import { dataDirOption, jsonOption, settingOption } from './options.ts';
import { printFields, printJson } from './output.ts';
import { collectStatus, type Status } from './server-status.ts';

interface Options {
  dataDir?: string;
  backupDir?: string;
  tlsCert?: string;
  json?: true;
}

export function addStatus(program: Command): void {
  program
    .command('status')
    .summary('show the state of the server and its data')
    .description(
      'Show whether the server runs, who is online, the size of the data, and the times of the last backup and check. ' +
        'Exits with 0 if the server works, with 1 if not, and with 6 if the data is damaged.',
    )
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addOption(settingOption('backup_dir').hideHelp())
    .addOption(settingOption('tls_cert').hideHelp())
    .addHelpText('after', '\nExample:\n  chatd status --json')
    .action(printStatus);
}

async function printStatus({ dataDir, json, ...options }: Options): Promise<void> {
  const data_dir = resolve(dataDir ?? defaultDataDir);
  const status = await collectStatus({ data_dir, ...options });
  if (json) printJson({ program_version: version, data_dir, ...status });
  else printFields({ data: data_dir, ...describe(status) });
  const failure = findFailure(status, data_dir);
  if (failure) throw failure;
}

function findFailure(
  { running, healthy, problem, data, check, server }: Status,
  data_dir: string,
): Failure | undefined {
  const isDamaged = check.problems.length > 0 && !check.is_accepted;
  if (isDamaged || server?.writes_stopped === 'damage') {
    return new Failure(exitCodes.damaged, `The data is damaged: ${check.problems[0] ?? 'see chatd verify'}`);
  }
  if (!running) return new Failure(exitCodes.failed, `No server runs on ${data_dir}.`);
  if (!healthy) return new Failure(exitCodes.failed, problem ?? 'The server cannot read or write its database.');
  return data ? undefined : new Failure(exitCodes.failed, 'The database cannot be read by this version of chatd.');
}

/** The status as lines for people. */
function describe(status: Status): Record<string, unknown> {
  const { public_url, address, server, data } = status;
  return {
    server: describeServer(status),
    address: address === null || address === public_url ? public_url : `${address}, reached at ${public_url}`,
    organization: data?.organization,
    people: data && [`${data.accounts} accounts`, ...(server ? [`${server.users_online} online`] : [])].join(', '),
    'event queues': server && `${server.event_queues}, with ${bytes(server.event_bytes)}`,
    memory: server && bytes(server.memory_bytes),
    ...describeData(status),
    check: describeCheck(status),
    backup: describeBackup(status),
    certificate: describeCertificate(status),
    waiting: data && describeWaiting(data.waiting),
  };
}

function describeServer({ running, pid, server, problem }: Status): string {
  if (!running) return 'not running';
  const what = server ? `version ${server.version}, since ${time(server.started_at)}, ` : '';
  return `${problem === null ? 'running' : 'not answering'}, ${what}process ${pid}`;
}

function describeData({ data, sizes }: Status): Record<string, string | undefined> {
  const { database_bytes, log_bytes, search_bytes, disk_free_bytes } = sizes;
  const more = data ? `, ${data.messages} messages, schema ${data.schema}` : ', which cannot be read';
  return {
    database: `${bytes(database_bytes)} and ${bytes(log_bytes)} of log${more}`,
    search: bytes(search_bytes),
    files: data ? `${data.files} with ${bytes(data.file_bytes)}` : undefined,
    disk: `${bytes(disk_free_bytes)} free`,
  };
}

function describeCheck({ check }: Status): string {
  const { checked_at, problems, is_accepted, due_at } = check;
  if (problems.length > 0) return `${problems.length} problems${is_accepted ? ', accepted' : ''}: ${problems[0]}`;
  const next = due_at === null || due_at === 0 ? 'next when the server starts' : `next ${time(due_at)}`;
  return checked_at === null ? `none yet, ${next}` : `no damage at ${time(checked_at)}, ${next}`;
}

function describeBackup({ backup }: Status): string {
  if (!backup) return 'none by the server; see chatd serve --backup-dir';
  const { folder, newest_at } = backup;
  return newest_at === null ? `none yet in ${folder}` : `${time(newest_at)} in ${folder}`;
}

function describeCertificate({ certificate }: Status): string | undefined {
  if (!certificate) return undefined;
  const { file, expires_at, problem, retry_at } = certificate;
  const failure = problem === null ? '' : `; no new one: ${problem}, next attempt ${time(retry_at ?? 0)}`;
  if (expires_at === null) return problem === null ? `${file} cannot be read` : `none yet${failure}`;
  return `${expires_at * 1000 < Date.now() ? 'EXPIRED' : 'expires'} ${time(expires_at)}${failure}`;
}

function describeWaiting(waiting: Readonly<Record<string, number>>): string {
  const parts = Object.entries(waiting).map(([name, count]) => `${count} ${name.replace('_', ' ')}`);
  return parts.join(', ');
}

function time(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z/, 'Z');
}

function bytes(number: number): string {
  if (number < 1024) return `${number} bytes`;
  const power = Math.min(4, Math.floor(Math.log2(number) / 10));
  return `${(number / 1024 ** power).toFixed(1)} ${['', 'KiB', 'MiB', 'GiB', 'TiB'][power]}`;
}
