import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { exportChatd, type Wish } from '../export/chatd-export.ts';
import { exportHtml } from '../export/html/html-export.ts';
import { exportMattermost } from '../export/mattermost/mattermost-export.ts';
import { PlaceTaken } from '../export/place.ts';
import type { OnProgress } from '../export/progress.ts';
import type { Remark } from '../export/remark.ts';
import { leftOutOf, NoSuchUser, type Scope } from '../export/scope.ts';
import { exportSlack } from '../export/slack/slack-export.ts';
import { exportZulip } from '../export/zulip/zulip-export.ts';
import { systemClock } from '../ground/clock.ts';
import { lowerPriority } from '../ground/priority.ts';
import { defaultDataDir } from '../ground/server-settings.ts';
import { exitCodes, Failure } from './failure.ts';
import { dataDirOption, jsonOption } from './options.ts';
import { printJson, printTable, say } from './output.ts';
import { ensureFolderWritable } from './output-file.ts';
import { withProgressBar } from './progress-bar.ts';

interface Options {
  format: Format;
  public?: true;
  user?: string;
  replace?: true;
  dataDir?: string;
  json?: true;
}

/** The contents of an export, and the omissions. */
interface Exported {
  /** By kind of record. */
  counts: Readonly<Record<string, number>>;
  left_out: readonly Remark[];
  missing_files: readonly string[];
  /** For `--json`. */
  whole: object;
}

const formats = {
  chatd: writeChatd,
  zulip: writeZulip,
  mattermost: writeMattermost,
  slack: writeSlack,
  html: writeHtml,
} as const;
type Format = keyof typeof formats;

export function addExport(program: Command): void {
  program
    .command('export')
    .summary('export the organization in a portable format')
    .description(
      'Export the organization into a file, also while the server runs: all messages, including direct ' +
        'conversations and private channels, and the secrets that bots share with other programs, so keep it private. ' +
        'It has no passwords and no API keys: users choose a new password afterwards. To move a server as it is, see ' +
        'chatd backup.',
    )
    .argument('<file>', 'a new file; for html a new folder')
    .addOption(
      new Option(
        '--format <format>',
        'chatd: a tar archive of JSON Lines and files, which chatd import reads; zulip: a .tar.gz that a Zulip server ' +
          'imports; mattermost: a .zip for its bulk import; slack: a .zip like a workspace export; html: a folder of ' +
          'pages for browsers, without a server',
      )
        .choices(Object.keys(formats))
        .default('chatd'),
    )
    .addOption(new Option('--public', 'only what all members can see').conflicts('user'))
    .option('--user <email>', 'only the data of one person: account, settings, own messages and files, and the like')
    .option('--replace', 'replace an earlier export')
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText(
      'after',
      `
Examples:
  chatd export chat-export.tar
  chatd export zulip-export.tar.gz --format zulip --public
  chatd export mattermost.zip --format mattermost
  chatd export chat-pages --format html
  chatd export ada.tar --user ada@example.com`,
    )
    .action(runExport);
}

async function runExport(name: string, options: Options): Promise<void> {
  ensureSensible(name, options);
  lowerPriority();
  const scope = scopeOf(options);
  const file = resolve(name);
  ensureFolderWritable(file);
  const wish = {
    data_dir: resolve(options.dataDir ?? defaultDataDir),
    file,
    scope,
    replaces: options.replace ?? false,
    now: systemClock.now(),
  };
  const write = (onProgress: OnProgress) => formats[options.format]({ ...wish, onProgress });
  const exported = await writing(name, () => withProgressBar(options.json ?? false, write));
  if (options.json) printJson(exported.whole);
  else printExported(exported, scope);
}

function ensureSensible(name: string, { format, user }: Options): void {
  if (name === '-') throw new Failure(exitCodes.usage, 'An export needs a file: standard output takes none.');
  if (format === 'chatd' || format === 'html' || user === undefined) return;
  const message = 'Other programs import organizations, not the data of one person: choose another --format.';
  throw new Failure(exitCodes.usage, message);
}

function scopeOf({ public: isPublic, user }: Options): Scope {
  if (user !== undefined) return { kind: 'user', email: user };
  return { kind: isPublic ? 'public' : 'everything' };
}

async function writing(name: string, write: () => Promise<Exported>): Promise<Exported> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof PlaceTaken) throw new Failure(exitCodes.notFoundOrExists, `${name} ${error.message}`);
    throw error instanceof NoSuchUser ? new Failure(exitCodes.notFoundOrExists, error.message) : error;
  }
}

async function writeChatd(wish: Wish): Promise<Exported> {
  const manifest = await exportChatd(wish);
  const { tables, missing_files } = manifest;
  return { counts: tables, left_out: [], missing_files, whole: manifest };
}

async function writeHtml(wish: Wish): Promise<Exported> {
  const whole = await exportHtml(wish);
  return { ...whole, left_out: [], whole };
}

async function writeMattermost(wish: Wish): Promise<Exported> {
  const whole = await exportMattermost(wish);
  return { ...whole, whole };
}

async function writeSlack(wish: Wish): Promise<Exported> {
  const whole = await exportSlack(wish);
  return { ...whole, whole };
}

async function writeZulip(wish: Wish): Promise<Exported> {
  const whole = await exportZulip(wish);
  const counts = new Map<string, number>();
  const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count);
  for (const [file, records] of Object.entries(whole.counts)) {
    if (typeof records === 'number') add(file, records);
    else for (const [table, count] of Object.entries(records)) add(table, count);
  }
  return { ...whole, counts: Object.fromEntries(counts), whole };
}

function printExported({ counts, left_out, missing_files }: Exported, { kind }: Scope): void {
  const full = Object.entries(counts).filter(([, count]) => count > 0);
  printTable([['COUNT', 'WHAT'], ...full.map(([table, count]) => [String(count), table])]);
  say(`Left out: ${leftOutOf[kind]}.`);
  for (const { count, noun, reason } of left_out) say(`Left out: ${count} × ${noun}: ${reason}.`);
  if (missing_files.length > 0) say(`Files that the disk lacks: ${missing_files.length}.`);
}
