import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { isExecutable } from '../assets.ts';
import { parseListen } from '../ground/addresses.ts';
import { type ServerSettings, type SettingName, serverSettings } from '../ground/server-settings.ts';
import { type Manager, managers } from '../service/managers.ts';
import { describePlan, followPlan, type Step, StepFailed } from '../service/plan.ts';
import { exitCodes, Failure } from './failure.ts';
import { optionsOf, readSettings } from './options.ts';
import { printText, say } from './output.ts';
import { readConfig } from './server-config.ts';

interface Options {
  dryRun?: true;
}

/** The settings of a service that it has by itself. */
const fixed: readonly SettingName[] = ['data_dir', 'smtp_url'];

export function addService(program: Command): void {
  const service = program
    .command('service')
    .summary('set up a server that starts with this machine')
    .description('Set up a server that starts with this machine: with systemd, launchd, or the scheduler of Windows.')
    .addHelpText('after', '\nExample:\n  chatd service install --public-url chat.example.com --acme you@example.com');
  addInstall(service);
  service
    .command('uninstall')
    .summary('stop the service and remove it; the data stays')
    .description('Stop the service and remove it. Its data, its user and the program stay.')
    .addOption(dryRunOption())
    .addHelpText('after', '\nExample:\n  chatd service uninstall --dry-run')
    .action(({ dryRun }: Options) => {
      perform(findManager().uninstall(), dryRun);
      if (!dryRun) say(`The service is gone. ${findManager().data_dir} stays.`);
    });
  service
    .command('status')
    .summary('show the state of the service')
    .description('Show what the service manager knows. chatd status and chatd doctor show more.')
    .addHelpText('after', '\nExample:\n  chatd service status')
    .action(() => show(findManager().status));
  service
    .command('logs')
    .summary('show the log of the service')
    .description('Show the last lines of the log.')
    .option('--follow', 'go on with new lines')
    .addHelpText('after', '\nExample:\n  chatd service logs --follow')
    .action(({ follow }: { follow?: true }) => show(findManager().logs(follow === true)));
}

function addInstall(service: Command): void {
  const command = service
    .command('install')
    .summary('set up the service and start it')
    .description(
      'Copy this program to its place, create a user for the server, and the folder of backups if one is named, and start ' +
        'the server with this machine from now on. Takes the settings of chatd serve. Repeat it to change them.',
    )
    .addOption(dryRunOption());
  for (const option of passedOn()) command.addOption(option);
  command
    .addHelpText(
      'after',
      '\nExample:\n  chatd service install --public-url chat.example.com --acme you@example.com --backup-dir /var/backups/chatd',
    )
    .action((options: Options) => install(command, options));
}

function dryRunOption(): Option {
  return new Option('--dry-run', 'only print what would be done');
}

/** The options of `chatd serve`, which are checked here and passed on as they were written. */
function passedOn(): Option[] {
  const table = Object.entries(serverSettings).filter(([name]) => !fixed.some((one) => one === name));
  return optionsOf(Object.fromEntries(table)).map((option) => {
    const parse = option.parseArg;
    // Variables of this shell are not those of the service.
    Object.assign(option, { envVar: undefined });
    return option.argParser((text: string) => {
      parse?.(text, undefined);
      return text;
    });
  });
}

function install(command: Command, { dryRun }: Options): void {
  const manager = findManager();
  const given = command.options.filter(
    (option) => option.long !== '--dry-run' && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  const settings = new Map(given.map((option) => [option.long ?? '', textOf(command, option)] as const));
  const { program, data_dir } = manager;
  readConfig(readGiven(settings), { data_dir, isDemo: false });
  ensureSeen(manager, settings);
  const flags = [...settings].flatMap(([flag, text]) => (flag === smtpFile ? [] : [flag, text]));
  const backup_dir = settings.get('--backup-dir');
  const smtp_url_file = settings.get(smtpFile);
  const hasLowPorts = listensLow(settings);
  perform(
    [...copyOf(program), ...manager.install({ program, flags, data_dir, backup_dir, smtp_url_file, hasLowPorts })],
    dryRun,
  );
  if (!dryRun)
    say(
      `chatd runs, and starts with this machine. Its data is in ${data_dir}.\nchatd doctor looks whether all is well.`,
    );
}

/** The service manager hands this file to the server. */
const smtpFile = '--smtp-url-file';

/** The value of an option as it was written; a path whole, because a service has another working directory. */
function textOf(command: Command, option: Option): string {
  const text = String(command.getOptionValue(option.attributeName()));
  return isPath(option) ? resolve(text) : text;
}

function isPath({ flags }: Option): boolean {
  return /<(file|folder)>$/.test(flags);
}

/** The settings, without what only the installed service has: the folder of backups, and the file that is handed over. */
function readGiven(given: ReadonlyMap<string, string>): ServerSettings {
  const values = optionsOf(serverSettings).map((option) => {
    const flag = option.long ?? '';
    const text = flag === '--backup-dir' || flag === smtpFile ? undefined : given.get(flag);
    return [option.attributeName(), text === undefined ? option.defaultValue : option.parseArg?.(text, undefined)];
  });
  return readSettings(Object.fromEntries(values));
}

/** Throws Failure if the service manager hides a file from the server. */
function ensureSeen({ hidden }: Manager, settings: ReadonlyMap<string, string>): void {
  const paths = optionsOf(serverSettings).flatMap((option) =>
    isPath(option) && option.long !== smtpFile ? (settings.get(option.long ?? '') ?? []) : [],
  );
  const lost = paths.find((path) => hidden.some((folder) => `${path}/`.startsWith(`${folder}/`)));
  if (lost === undefined) return;
  throw new Failure(
    exitCodes.unusable,
    `systemd hides ${hidden.join(', ')} from the service; ${lost} must be elsewhere.`,
  );
}

/** Whether the server will listen on a port that only root may use. */
function listensLow(settings: ReadonlyMap<string, string>): boolean {
  const isLow = (flag: string, fallback: number) =>
    (parseListen(settings.get(flag) ?? `${fallback}`)?.port ?? fallback) < 1024;
  const [listen, http] = settings.has('--acme') ? [443, 80] : [9991, 9991];
  return isLow('--listen', listen) || (settings.get('--http-listen') !== 'none' && isLow('--http-listen', http));
}

/** Puts this program into its place, unless it is there. */
function copyOf(program: string): Step[] {
  if (existsSync(program) && realpathSync(process.execPath) === realpathSync(program)) return [];
  return [{ copy: isExecutable ? process.execPath : 'dist/chatd', to: program }];
}

function perform(steps: readonly Step[], dryRun: true | undefined): void {
  if (dryRun) printText(describePlan(steps));
  else follow(steps);
}

function follow(steps: readonly Step[]): void {
  if (!isExecutable)
    throw new Failure(exitCodes.unusable, 'A service needs the executable, which npm run build makes.');
  if (process.getuid?.() !== 0 && process.platform !== 'win32') {
    throw new Failure(
      exitCodes.failed,
      'Only root can do this: put sudo before it. --dry-run shows what would be done.',
    );
  }
  try {
    followPlan(steps);
  } catch (error) {
    throw error instanceof StepFailed ? new Failure(exitCodes.failed, error.message) : error;
  }
}

function findManager(): Manager {
  const manager = managers[process.platform];
  if (manager) return manager;
  throw new Failure(exitCodes.failed, `chatd knows no service manager of ${process.platform}.`);
}

function show([program = '', ...args]: readonly string[]): void {
  const { error, status } = spawnSync(program, args, { stdio: 'inherit' });
  if (error) throw new Failure(exitCodes.failed, `${program} cannot be run: ${error.message}.`);
  if (status !== 0) throw new Failure(exitCodes.failed, `${program} ended with ${status}.`);
}
