import { statSync } from 'node:fs';
import { Accounts } from '../accounts.ts';
import type { Archive, Reading } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import type { Fields } from '../fields.ts';
import { NamedEmoji } from '../named-emoji.ts';
import { emptyArchive, plainField } from '../plain.ts';
import { PostIndex } from '../post-index.ts';
import type { Located } from '../record-file.ts';
import { SharedFiles } from '../shared-files.ts';
import { Tally } from '../tally.ts';
import { closeChannels, readChannel, readDirect, readTeam } from './channels.ts';
import { findLines, readRecords } from './lines.ts';
import { readBot, readUser } from './people.ts';
import { readMessages, readReactions, readStars } from './posts.ts';
import { scanDirectPost, scanPost } from './scan.ts';
import { findFile, type MattermostExport } from './source.ts';

/** The bulk export of a Mattermost server. Throws UnusableArchive. */
export function readMattermostArchive(folder: ArchiveFolder, reading: Reading): Archive {
  const source = openExport(folder, reading);
  const { accounts, teams, channels, emoji, files, posts, values } = source;
  return {
    ...emptyArchive,
    users: accounts.list(),
    // If there is only one team, its channels need no folder.
    folders: teams.size > 1 ? [...teams.values()] : [],
    channels: [...channels.values()].map((one) => (teams.size > 1 ? one : { ...one, folder_id: null })),
    emoji: emoji.list(),
    files: files.list(posts),
    fields: () => values.slice(0, 1).map(({ from }) => plainField(from, 1, 'Position')),
    fieldValues: () => values,
    subscriptions: () => source.subscriptions,
    messages: (onRead) => readMessages(source, onRead),
    flags: () => readStars(source),
    reactions: () => readReactions(source),
    personal: () => source.statuses,
    bytes: source.bytes,
    scanned: source.bytes,
    tellRest: (tally) => tally.include(source.left),
    close: () => posts.close(),
  };
}

function openExport(folder: ArchiveFolder, reading: Reading): MattermostExport {
  const name = findLines(folder);
  const left = new Tally();
  const source: MattermostExport = {
    folder,
    accounts: new Accounts('mattermost', left),
    teams: new Map(),
    closedTeams: new Set(),
    channels: new Map(),
    directs: new Map(),
    subscriptions: [],
    values: [],
    statuses: [],
    emoji: new NamedEmoji(),
    files: new SharedFiles('mattermost'),
    posts: new PostIndex(reading.scratch),
    left,
    bytes: statSync(folder.find(name) as string).size,
  };
  try {
    scan(source, name, reading);
  } catch (error) {
    source.posts.close();
    throw error;
  }
  return source;
}

function scan(source: MattermostExport, name: string, { onProgress }: Reading): void {
  let done = 0;
  for (const { bytes, ...located } of readRecords(source.folder, name)) {
    readLine(source, { ...located, file: name });
    done += bytes;
    onProgress(done, 2 * source.bytes);
  }
  if (source.teams.size > 1) closeChannels(source);
  source.posts.sort();
  source.accounts.dateSilent(() => null);
}

type Found = Located & { file: string };

function readLine(source: MattermostExport, found: Found): void {
  const { record, start } = found;
  const type = record.text('type');
  if (start === 0) checkVersion(record, type);
  if (type === 'version') return;
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (!read) {
    source.left.leave('records', reasons.get(type) ?? 'chatd has no equivalent', type);
    return;
  }
  read(source, record.maybeRecord(type) ?? record.fail(`"${type}" is missing`), found);
}

/** Throws UnusableArchive unless the first line contains a supported version. */
function checkVersion(record: Fields, type: string): void {
  if (type !== 'version') record.fail('an export begins with its version');
  const version = record.whole('version');
  if (version !== 1) record.fail(`the version is ${version}, and only 1 is known`);
}

const readers: Readonly<Record<string, (source: MattermostExport, record: Fields, found: Found) => void>> = {
  emoji: readEmoji,
  team: readTeam,
  channel: readChannel,
  user: readUser,
  bot: readBot,
  post: scanPost,
  direct_channel: (source, record) => void readDirect(source, record),
  direct_post: scanDirectPost,
};

/** The reasons for omitting other records. */
const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    role: 'roles differ here',
    scheme: 'permissions are others here',
  }),
);

function readEmoji({ folder, emoji, left }: MattermostExport, record: Fields): void {
  const name = record.text('name');
  emoji.add({ from: record, name, path: findFile(folder, record.text('image', '')) }, left);
}
