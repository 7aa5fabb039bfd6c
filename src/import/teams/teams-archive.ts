import { basename } from 'node:path';
import type { Archive, Reading } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import type { Fields } from '../fields.ts';
import { History } from '../history.ts';
import { archiveOf } from '../history-archive.ts';
import { RecordFile } from '../record-file.ts';
import { UnusableArchive } from '../unusable-archive.ts';
import { isMessage, readMessage } from './messages.ts';
import { personalRecords } from './personal.ts';
import { addPlaces, readPlace, readUser } from './places.ts';
import type { TeamsExport } from './source.ts';

/**
 * Answers of Microsoft Graph about Teams, saved as JSON files: `{"value": […]}` with users, teams, channels, chats,
 * members and messages (`chatMessage`), with replies in them or apart; or lists of such records, or single ones; or
 * `messages.json` of the export of one's own data. What a record is, is told by its fields. Throws UnusableArchive.
 */
export function readTeamsArchive(folder: ArchiveFolder, reading: Reading): Archive {
  const history = new History('teams', reading);
  try {
    const maps = { teams: new Map(), channels: new Map(), chats: new Map() };
    const source: TeamsExport = { history, folder, ...maps, files: listFiles(folder) };
    readThrice(source, openFiles(source), reading);
    history.finish();
    return archiveOf(history, { client: 'Teams', source: '' });
  } catch (error) {
    history.posts.close();
    throw error;
  }
}

/** Files that are no JSON, by their names and by these without an ending. */
function listFiles(folder: ArchiveFolder): Map<string, string> {
  return new Map(
    folder.list(/^(?!.*\.json$)/i).flatMap((path): [string, string][] => [
      [basename(path).replace(/\.\w{1,5}$/, ''), path],
      [basename(path), path],
    ]),
  );
}

interface GraphFile {
  file: RecordFile;
  /** The list with its records; empty if the file is one, or holds records one after another. */
  table: string;
  /** Says of what an answer is, such as `…#teams('1')/channels('2')/messages`. */
  context: string;
}

function openFiles({ folder, history: { faults, left } }: TeamsExport): GraphFile[] {
  const names = folder.list(/^(?!\/\/).*\.json$/i);
  const opened = faults.each(
    'files of the export',
    names,
    (name) => new RecordFile(folder.find(name) as string, name, faults),
  );
  const files = [...opened].flatMap((file): GraphFile[] => {
    const table = ['value', 'conversations'].find((one) => file.tables.includes(one)) ?? '';
    const isKnown = table !== '' || file.tables.includes('') || file.has('id');
    if (!isKnown) left.leave('files of the export', 'they hold no list', basename(file.name));
    const context = file.has('@odata.context') ? file.top('@odata.context').text('@odata.context', '') : '';
    return isKnown ? [{ file, table, context }] : [];
  });
  if (files.length > 0) return files;
  const [problem = ''] = left.left.flatMap(({ examples }) => examples);
  throw new UnusableArchive(
    `The archive holds neither lists of Microsoft Graph nor messages.json of an export of one's own data. ${problem}`.trim(),
  );
}

function readThrice(source: TeamsExport, files: readonly GraphFile[], { onProgress }: Reading): void {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  let done = 0;
  const onRead = (bytes: number) => {
    done += bytes;
    onProgress(done, 6 * total);
  };
  readAll(source, files, { onRead, read: (record) => readUser(source, record) });
  readAll(source, files, { onRead, read: (record, context) => readPlace(source, record, context) });
  addPlaces(source);
  readAll(source, files, { onRead, read: (record) => (isMessage(record) ? readMessage(source, record) : undefined) });
}

interface Pass {
  onRead(bytes: number): void;
  read(record: Fields, context: string): void;
}

function readAll(source: TeamsExport, files: readonly GraphFile[], { onRead, read }: Pass): void {
  const { faults } = source.history;
  for (const { file, table, context } of files) {
    const isPersonal = table === 'conversations';
    if (isPersonal) onRead(file.size);
    const records = isPersonal ? personalRecords(source, file) : file.records(table, { noun: 'messages', onRead });
    for (const record of records) {
      faults.attempt(isMessage(record) ? 'messages' : 'channels', () => read(record, context));
    }
  }
}
