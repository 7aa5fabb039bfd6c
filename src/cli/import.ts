import { existsSync, statSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { createDataDir, lockDataDir } from '../db/data-dir.ts';
import { defaultDataDir } from '../ground/server-settings.ts';
import { type Format, findFormat, formatNames } from '../import/formats.ts';
import { type Imported, type ImportOptions, importArchive } from '../import/import.ts';
import { previewPage } from '../import/preview-page.ts';
import type { Remark } from '../import/tally.ts';
import { ImportRefused, UnusableArchive } from '../import/unusable-archive.ts';
import { hasOwner } from '../users/user.ts';
import { exitCodes, Failure } from './failure.ts';
import { commandLine } from './invocation.ts';
import { type AdminOptions, actAsOperator, type OperatorApp, withApp } from './operator.ts';
import { dataDirOption, jsonOption, publicUrlOption } from './options.ts';
import { printJson, printTable, say } from './output.ts';
import { ensureFolderWritable } from './output-file.ts';
import { withProgressBar } from './progress-bar.ts';

interface Options extends AdminOptions {
  dryRun?: true;
  merge?: true;
  files?: string;
  people?: string;
  page?: string;
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
    .addArgument(new Argument('<format>', 'format of the archive; auto detects it').choices(['auto', ...formatNames]))
    .argument('<file>', 'an archive, or a folder with its content; see below')
    .option('--dry-run', 'list what would be imported and what would not; change nothing')
    .option(
      '--page <file>',
      'with --dry-run: a new HTML file that shows three conversations as they are there and would be here',
    )
    .option(
      '--merge',
      'import into an organization that has users: users are matched by address; new users are members or guests. Of ' +
        'an organization that was imported before, only what is new comes',
    )
    .option('--people <file>', 'CSV file that says who people of the archive are here; see below')
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
Formats, each as a folder, .zip, .tar or .tar.gz, or as several of these archives in one; files of records may be .gz:
  zulip   the .tar.gz that an export made
  slack   the .zip of a workspace export. Files are taken from the archive where the program that made it put them
          (__uploads/ID/NAME, CHANNEL/attachments/ID-NAME), or from --files, by their ids in such names. Custom
          emoji need emoji.json and emoji/NAME.png. People have the messages starred that they pinned
  mattermost  the .zip of a bulk export, or its .jsonl file with its data folder beside it or as --files. Saved posts
          are starred, pinned ones for their authors; with several teams, their channels are in a
          folder for each, and those of closed teams are private
  discord  the JSON files of DiscordChatExporter, best with downloaded media: a folder or .zip of them, or the file of
          one channel. Roles become groups, categories folders. People have the messages starred that they pinned.
          No file says who may read a channel, so all are private, with those who wrote there as members
  rocketchat  what mongodump wrote: the folder of .bson files, or the file of --archive. Files come that are in the database
          (GridFS), or by their ids from --files. Teams become folders. Also rooms that Rocket.Chat exported as JSON, and
          the download of one's own data: rooms that it does not call public are private
  matrix  the .json that Element exports of a room, with its media, as a folder or .zip, of several rooms too; also events
          of the client-server API in a list, and what Synapse's export-data wrote. A room is private unless everybody
          may join
  campfire  its storage folder, with the SQLite database (copied with its -wal file) and the files
  teams   answers of Microsoft Graph, saved as .json in a folder or .zip: users, teams, channels, chats, members, messages
          with replies; contents that are hosted and files from SharePoint beside them, by their ids or names. Also the
          messages.json of an export of one's own data
  telegram  the result.json of Telegram Desktop, of one chat or of all, with its media: the folder, or a .zip of it. Groups
          become private channels with those who wrote there, public ones public; topics of forums become topics
  whatsapp  the .txt or .zip that a phone exports, of one chat or several. Dates are read by the order of all in the
          file, times in the time zone of this machine (or TZ=Europe/Berlin chatd import …). A chat of more than two
          becomes a private channel
  chatd   the file of chatd export. With --merge, all that an archive of Zulip has a place for comes

In each channel from slack, mattermost, rocketchat, matrix and teams, a thread with an answer becomes a topic that is
called after its first message; from discord, a thread becomes a topic of the same name. All else is in the channel's
general topic. Answers that were also sent to the channel stay in their thread, and those in direct messages begin with a
quotation.
People without an address get one that receives no mail, to be replaced by an administrator, or one from --people: a
file with a line for each, like "Ann B,ann@example.com", with the id, address or name that somebody has in the archive,
the address here, and if you like a name. Two lines with one address make two users of the archive one person.

Examples:
  chatd import auto export.zip --dry-run --page preview.html
  chatd import zulip export.tar.gz --dry-run
  chatd import zulip export.tar.gz --old-url https://chat.example.com
  chatd import slack export.zip --files downloads
  chatd import mattermost export.zip --merge
  chatd import slack export-a-month-later.zip --merge
  chatd import discord exported-channels
  chatd import whatsapp "WhatsApp Chat with Tea.zip" --people people.csv --merge
  chatd import chatd chat-export.tar`;

function collectUrl(text: string, previous: string[]): string[] {
  const url = text.replace(/\/+$/, '');
  if (!/^https?:\/\/[^/\s]+$/.test(url)) throw new InvalidArgumentError('It must look like https://chat.example.com.');
  return [...previous, url];
}

async function runImport(named: Format | 'auto', file: string, options: Options): Promise<void> {
  for (const path of [file, options.files ?? file, options.people ?? file]) {
    if (!existsSync(path)) throw new Failure(exitCodes.notFoundOrExists, `There is no ${path}.`);
  }
  ensureSensible(options);
  const data_dir = resolve(options.dataDir ?? defaultDataDir);
  createDataDir(data_dir);
  const unlock = lockDataDir(data_dir);
  try {
    const format = named === 'auto' ? await findFormat(resolve(file), data_dir) : named;
    if (named === 'auto') say(`The archive has the format ${format}.`);
    checkFiles(format, options.files);
    await withApp({ ...options, create: true }, async (app) => {
      const imported = await importInto(app, { format, file: resolve(file), options });
      report(imported, format, file, options);
      if (!options.dryRun) sayNext(app, imported, options);
    });
  } catch (error) {
    throw asFailure(error);
  } finally {
    unlock();
  }
}

/** Prints what was imported, and writes the page about it that is wanted. */
function report(imported: Imported, format: Format, file: string, options: Options): void {
  if (options.json) printJson(presentImport(imported));
  else printImport(imported);
  if (options.page === undefined) return;
  writePage(options.page, { ...imported, format, file: basename(file), conversations: imported.shown });
}

function ensureSensible({ page, dryRun }: Options): void {
  if (page === undefined) return;
  if (!dryRun) throw new Failure(exitCodes.usage, '--page shows what a --dry-run would do: give both.');
  ensureFolderWritable(resolve(page));
  if (existsSync(page)) throw new Failure(exitCodes.notFoundOrExists, `${page} is there already.`);
}

/** For its owner alone, because messages are in it. */
function writePage(file: string, preview: Parameters<typeof previewPage>[0]): void {
  writeFileSync(file, previewPage(preview), { mode: 0o600, flag: 'wx' });
  say(`Three conversations, before and after: ${file}`);
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
  const { dryRun: isDryRun = false, merge: merges = false, page, oldUrl: old_urls, json = false } = options;
  const faults = new FaultList();
  const import_ = (onProgress: ImportOptions['onProgress']) =>
    importArchive(app, {
      format,
      file,
      files: options.files === undefined ? undefined : resolve(options.files),
      people: options.people === undefined ? undefined : resolve(options.people),
      isDryRun,
      keepsWritten: page !== undefined,
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
