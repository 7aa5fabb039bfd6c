import { basename } from 'node:path';
import type { Archive, Reading } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import { History } from '../history.ts';
import { archiveOf } from '../history-archive.ts';
import { RecordFile } from '../record-file.ts';
import { UnusableArchive } from '../unusable-archive.ts';
import { readChat } from './chats.ts';
import type { TelegramExport } from './source.ts';

/**
 * The JSON of Telegram Desktop: one chat, or all chats of an account (`chats` and `left_chats`), as its
 * `export_output_json.cpp` writes it. Several such files can be in one archive. Throws UnusableArchive.
 */
export function readTelegramArchive(folder: ArchiveFolder, reading: Reading): Archive {
  const history = new History('telegram', reading);
  try {
    const files = openFiles(folder, history);
    const progress = progressOf(files, reading);
    for (const file of files) readFile({ history, folder, owner: ownerOf(file) }, file, progress);
    history.finish();
    return archiveOf(history, { client: 'Telegram', source: '' });
  } catch (error) {
    history.posts.close();
    throw error;
  }
}

function openFiles(folder: ArchiveFolder, { faults, left }: History): RecordFile[] {
  const names = folder.list(/^(?!\/\/).*\.json$/i);
  const opened = [
    ...faults.each('files of the export', names, (name) => new RecordFile(folder.find(name) as string, name, faults)),
  ];
  const files = opened.filter(isExport);
  for (const file of opened) {
    if (!files.includes(file)) left.leave('files of the export', 'they hold no chats', basename(file.name));
  }
  if (files.length > 0) return files;
  const [problem = ''] = left.left.flatMap(({ examples }) => examples);
  throw new UnusableArchive(`The archive holds no exported chat. ${problem}`.trim());
}

function isExport(file: RecordFile): boolean {
  return (
    file.tables.includes('messages') || file.inside('chats') !== undefined || file.inside('left_chats') !== undefined
  );
}

/** Who made an export of all chats, by the id in it. */
function ownerOf(file: RecordFile): TelegramExport['owner'] {
  return file.top('personal_information').maybeRecord('personal_information');
}

type OnRead = (bytes: number) => void;

function progressOf(files: readonly RecordFile[], { onProgress }: Reading): OnRead {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  return (bytes) => {
    done += bytes;
    onProgress(done, 2 * total);
  };
}

function readFile(source: TelegramExport, file: RecordFile, onRead: OnRead): void {
  if (file.tables.includes('messages')) readChat(source, file, { onRead, isLeft: false });
  for (const name of ['chats', 'left_chats']) {
    for (const chat of file.inside(name)?.parts('list') ?? []) {
      readChat(source, chat, { onRead, isLeft: name === 'left_chats' });
    }
  }
  for (const [name, noun] of notHere) {
    const count = file.inside(name)?.count('list') ?? file.count(name);
    source.history.left.leave(noun, 'chatd has no equivalent', name, count);
  }
}

/** Lists of an export of all data that are no messages, with their nouns. */
const notHere: readonly [string, string][] = [
  ['contacts', 'contacts'],
  ['frequent_contacts', 'contacts'],
  ['sessions', 'sessions'],
  ['web_sessions', 'sessions'],
  ['profile_pictures', 'profile pictures'],
  ['stories', 'stories'],
];
