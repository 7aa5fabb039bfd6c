import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { createDataDir, lockDataDir } from '../db/data-dir.ts';
import { defaultDataDir } from '../ground/server-settings.ts';
import { type Format, formatNames, type Imported, type ImportOptions, importArchive } from '../import/import.ts';
import type { Remark } from '../import/tally.ts';
import { ImportRefused, UnusableArchive } from '../import/unusable-archive.ts';
import { hasOwner } from '../users/user.ts';
import { exitCodes, Failure } from './failure.ts';
import { commandLine } from './invocation.ts';
import { type AdminOptions, actAsOperator, type OperatorApp, withApp } from './operator.ts';
import { dataDirOption, jsonOption, publicUrlOption } from './options.ts';
import { printJson, printTable, say } from './output.ts';
import { withProgressBar } from './progress-bar.ts';

interface Options extends AdminOptions {
  dryRun?: true;
  merge?: true;
  files?: string;
  oldUrl: string[];
  json?: true;
}

export function addImport(program: Command): void {
  program
    .command('import')
    .summary('import an organization from another server')
    .description(
      'Import users, channels, messages, files and settings from an archive, in one step: if it ends early, nothing ' +
        'has changed, and you can run it again. No server may run meanwhile. Ids are kept unless they are taken. Old ' +
        'messages notify nobody. Users have no password at first; the command prints how they choose one.',
    )
    .addArgument(new Argument('<format>', 'format of the archive').choices(formatNames))
    .argument('<file>', 'an archive, or a folder with its content; see below')
    .option('--dry-run', 'list what would be imported and what would not; change nothing')
    .option(
      '--merge',
      'import into an organization that has users: users are matched by address; new users are members or guests. Of ' +
        'an organization that was imported before, only what is new comes',
    )
    .option('--files <folder>', 'folder of downloaded files, for archives that only name them')
    .addOption(
      new Option('--old-url <url>', 'address of the old server; links to it in messages become links to this one')
        .argParser(collectUrl)
        .default([], 'none; can be given several times'),
    )
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addOption(publicUrlOption('where clients reach this server'))
    .addHelpText('after', formatsAndExamples)
    .action(runImport);
}

const formatsAndExamples = `
Formats, each as a folder, .zip, .tar or .tar.gz:
  zulip   the .tar.gz that an export made
  slack   the .zip of a workspace export. Files are taken from the archive where the program that made it put them
          (__uploads/ID/NAME, CHANNEL/attachments/ID-NAME), or from --files, by their ids in such names. Custom
          emoji need emoji.json and emoji/NAME.png. Whoever pinned a message has it starred
  mattermost  the .zip of a bulk export, or its .jsonl file with its data folder beside it or as --files. Saved posts
          are starred, pinned ones for their authors; with several teams, their channels are in a
          folder for each, and those of closed teams are private
  discord  the JSON files of DiscordChatExporter, best with downloaded media: a folder or .zip of them, or the file of
          one channel. Roles become groups, categories folders. Whoever pinned a message has it starred.
          No file says who may read a channel, so all are private, with those who wrote there as members
  chatd   the file of chatd export. With --merge, all that an archive of Zulip has a place for comes

In each channel from slack and mattermost, a thread with an answer becomes a topic that is called after its first
message; from discord, a thread becomes a topic of the same name. All else is in the channel's general topic. Answers
that were also sent to the channel stay in their thread, and those in direct messages begin with a quotation.
People without an address get one that receives no mail, to be replaced by an administrator.

Examples:
  chatd import zulip export.tar.gz --dry-run
  chatd import zulip export.tar.gz --old-url https://chat.example.com
  chatd import slack export.zip --files downloads
  chatd import mattermost export.zip --merge
  chatd import slack export-a-month-later.zip --merge
  chatd import discord exported-channels
  chatd import chatd chat-export.tar`;

function collectUrl(text: string, previous: string[]): string[] {
  const url = text.replace(/\/+$/, '');
  if (!/^https?:\/\/[^/\s]+$/.test(url)) throw new InvalidArgumentError('It must look like https://chat.example.com.');
  return [...previous, url];
}

async function runImport(format: Format, file: string, options: Options): Promise<void> {
  for (const path of [file, options.files ?? file]) {
    if (!existsSync(path)) throw new Failure(exitCodes.notFoundOrExists, `There is no ${path}.`);
  }
  checkFiles(format, options.files);
  const data_dir = resolve(options.dataDir ?? defaultDataDir);
  createDataDir(data_dir);
  const unlock = lockDataDir(data_dir);
  try {
    await withApp({ ...options, create: true }, async (app) => {
      const imported = await importInto(app, { format, file: resolve(file), options });
      if (options.json) printJson(presentImport(imported));
      else printImport(imported);
      if (!options.dryRun) sayNext(app, imported, options);
    });
  } catch (error) {
    throw asFailure(error);
  } finally {
    unlock();
  }
}

function checkFiles(format: Format, files: string | undefined): void {
  if (files === undefined) return;
  if (format === 'zulip' || format === 'chatd') {
    throw new Failure(exitCodes.usage, `An archive of ${format} holds its files itself: --files is for other formats.`);
  }
  if (!statSync(files).isDirectory()) throw new Failure(exitCodes.usage, `${files} is no folder.`);
}

interface Wish {
  format: Format;
  file: string;
  options: Options;
}

/** Prints a line for each broken record, after the progress. */
async function importInto(app: OperatorApp, { format, file, options }: Wish): Promise<Imported> {
  const { dryRun: isDryRun = false, merge: merges = false, oldUrl: old_urls, json = false } = options;
  const faults = new FaultList();
  const import_ = (onProgress: ImportOptions['onProgress']) =>
    importArchive(app, {
      format,
      file,
      files: options.files === undefined ? undefined : resolve(options.files),
      isDryRun,
      merges,
      old_urls,
      onProgress,
      onFault: (line) => faults.add(line),
      act: (store) => actAsOperator(app, { command: 'import', about: { format, file } }, store),
    });
  try {
    return await withProgressBar(json, import_);
  } finally {
    faults.print();
  }
}

/** Maximum number of lines about broken records: a large archive may have millions. */
const mostFaults = 1000;

class FaultList {
  readonly #lines: string[] = [];
  #count = 0;

  add(line: string): void {
    if (this.#count++ < mostFaults) this.#lines.push(line);
  }

  print(): void {
    for (const line of this.#lines) say(line);
    const rest = this.#count - this.#lines.length;
    if (rest > 0) say(`Broken records that are only counted: ${rest}.`);
  }
}

function asFailure(error: unknown): unknown {
  if (error instanceof UnusableArchive) {
    return new Failure(exitCodes.damaged, `${error.message} Nothing was imported.`);
  }
  return error instanceof ImportRefused ? new Failure(exitCodes.notFoundOrExists, error.message) : error;
}

function presentImport({ tally }: Imported): object {
  return { came: Object.fromEntries(tally.came), left_out: tally.left, changed: tally.changed };
}

function printImport({ tally }: Imported): void {
  printTable([['COUNT', 'WHAT'], ...[...tally.came].map(([noun, count]) => [String(count), noun])]);
  printRemarks('Left out', tally.left);
  printRemarks('Changed', tally.changed);
}

function printRemarks(what: string, remarks: readonly Remark[]): void {
  for (const { noun, reason, count, examples } of remarks) {
    // An example can be a sentence.
    const shown = [...examples.map((one) => one.replace(/\.$/, '')), ...(count > examples.length ? ['…'] : [])].join(
      ', ',
    );
    say(`${what}: ${count} × ${noun}: ${reason}${examples.length === 0 ? '' : ` (${shown})`}.`);
  }
}

/** Prints how the new people and bots can log in. */
function sayNext(app: OperatorApp, { newUserIds }: Imported, options: Options): void {
  const emails = app.db.tuples<[email: string, isBot: number]>(newcomersSql, JSON.stringify(newUserIds));
  const people = emails.filter(([, isBot]) => !isBot);
  if (people.length > 0) {
    const command = commandLine(['reset-password', '--without-password', '--link'], options);
    say(`People without a password: ${people.length}. With a mail server, they choose one at the log-in, by "forgot`);
    say(`password". Or give each a link, which is valid for a day: ${command}`);
  }
  if (!hasOwner(app.db)) {
    say(`The organization has no owner. To appoint one: ${commandLine(['change-role', 'EMAIL', 'owner'], options)}`);
  }
  if (emails.length === people.length) return;
  const command = commandLine(['api-key', 'BOT_ADDRESS'], options);
  say(`Bots without an API key: ${emails.length - people.length}. To create one: ${command}`);
}

const newcomersSql = `SELECT email, bot_type IS NOT NULL FROM users
  WHERE is_active = 1 AND id IN (SELECT value FROM json_each(?)) ORDER BY role, id`;
