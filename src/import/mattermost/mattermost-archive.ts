import { statSync } from 'node:fs';
import { Accounts } from '../accounts.ts';
import type { Archive, Reading } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import { Faults } from '../faults.ts';
import type { Fields } from '../fields.ts';
import { NamedEmoji } from '../named-emoji.ts';
import { emptyArchive, plainField } from '../plain.ts';
import { answersOf, PostIndex } from '../post-index.ts';
import { SharedFiles } from '../shared-files.ts';
import { Tally } from '../tally.ts';
import { closeChannels, readChannel, readDirect, readTeam } from './channels.ts';
import { type Line, listLineFiles, readRecords, recordOf } from './lines.ts';
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
    source: undefined,
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
    ...answersOf(posts),
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
  const names = listLineFiles(folder);
  const left = new Tally();
  const source: MattermostExport = {
    folder,
    base: names[0]?.slice(0, names[0].lastIndexOf('/') + 1) ?? '',
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
    faults: new Faults(left, reading.onFault),
    bytes: names.reduce((sum, name) => sum + statSync(folder.find(name) as string).size, 0),
  };
  try {
    scan(source, names, reading);
  } catch (error) {
    source.posts.close();
    throw error;
  }
  return source;
}

/** Other records are read before posts, whatever the order of the lines. */
function scan(source: MattermostExport, names: readonly string[], { onProgress }: Reading): void {
  readOthers(source, names);
  let done = 0;
  for (const { type, line } of linesOf(source, names)) {
    if (type === 'post') scanPost(source, line);
    if (type === 'direct_post') scanDirectPost(source, line);
    done += line.bytes;
    onProgress(done, 2 * source.bytes);
  }
  if (source.teams.size > 1) closeChannels(source);
  source.posts.sort();
  source.accounts.dateSilent(() => null);
}

interface TypedLine {
  type: string;
  line: Line;
}

function* linesOf(source: MattermostExport, names: readonly string[]): Generator<TypedLine> {
  for (const name of names) {
    yield* source.faults.each('records', readRecords(source, name), (line) => ({
      type: line.record.text('type'),
      line,
    }));
  }
}

function* othersOf(source: MattermostExport, names: readonly string[]): Generator<TypedLine> {
  for (const typed of linesOf(source, names)) {
    if (typed.type !== 'post' && typed.type !== 'direct_post') yield typed;
  }
}

function readOthers(source: MattermostExport, names: readonly string[]): void {
  const byType = Map.groupBy(othersOf(source, names), ({ type }) => type);
  checkVersion(source, byType.get('version') ?? []);
  for (const [type, read] of readers) {
    for (const { line } of byType.get(type) ?? []) {
      source.faults.attempt(`records of ${type}s`, () => read(source, recordOf(line, type)));
    }
  }
  for (const [type, lines] of byType) {
    const isKnown = type === 'version' || readers.some(([known]) => known === type);
    if (!isKnown) source.left.leave('records', reasons.get(type) ?? 'chatd has no equivalent', type, lines.length);
  }
}

/** Throws UnusableArchive if the export has another version. */
function checkVersion({ left }: MattermostExport, lines: readonly TypedLine[]): void {
  if (lines.length === 0) left.leave('records', 'the version is missing: the rest is read as version 1', 'version');
  for (const { line } of lines) {
    const version = line.record.or(1, (record) => record.whole('version'));
    if (version !== 1) line.record.fail(`the version is ${version}, and only 1 is known`);
  }
}

/** Readers of records by type, in an order in which all names are known before they are used. */
const readers: readonly (readonly [string, (source: MattermostExport, record: Fields) => void])[] = [
  ['emoji', readEmoji],
  ['team', readTeam],
  ['channel', readChannel],
  ['user', readUser],
  ['bot', readBot],
  ['direct_channel', (source, record) => void readDirect(source, record)],
];

/** The reasons for omitting other records. */
const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    role: 'roles differ here',
    scheme: 'permissions are others here',
  }),
);

function readEmoji(source: MattermostExport, record: Fields): void {
  const name = record.text('name');
  source.emoji.add({ from: record, name, path: findFile(source, record.text('image', '')) }, source.left);
}
