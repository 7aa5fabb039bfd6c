import { basename } from 'node:path';
import type { Archive, Reading } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import type { Fields } from '../fields.ts';
import { History } from '../history.ts';
import { archiveOf } from '../history-archive.ts';
import { Marks } from '../marks.ts';
import { RecordFile } from '../record-file.ts';
import { UnusableArchive } from '../unusable-archive.ts';
import { readEvent } from './messages.ts';
import { surveyEvent } from './rooms.ts';
import { type MatrixExport, type Room, userOf } from './source.ts';

/**
 * The JSON of rooms that Element exports (`room_name`, `topic`, `messages`), and events of the client-server API as other
 * programs save them: a list, or `chunk`, `events` or `timeline`, or one after another, as in the files `events` of
 * Synapse's `export-data`. Edits, reactions and redactions are events of their
 * own, so the files are read twice. Throws UnusableArchive.
 */
export function readMatrixArchive(folder: ArchiveFolder, reading: Reading): Archive {
  const history = new History('matrix', reading);
  const marks: MatrixExport['marks'] = new Marks(reading.scratch);
  try {
    const source: MatrixExport = {
      history,
      folder,
      marks,
      names: new Map(),
      rooms: new Map(),
      media: listMedia(folder),
    };
    const files = openFiles(source);
    readTwice(source, files, reading);
    history.finish();
    return archiveOf(history, { client: 'Matrix', source: '' });
  } catch (error) {
    history.posts.close();
    throw error;
  } finally {
    marks.close();
  }
}

interface RoomFile {
  file: RecordFile;
  /** Of its list of events. */
  table: string;
  /** Stands for the id of the room of events without one. */
  unnamed: string;
}

const tables = ['messages', 'chunk', 'events', 'timeline', ''];

function openFiles({ folder, history: { faults, left } }: MatrixExport): RoomFile[] {
  const names = folder.list(/^(?!\/\/)(?:.*\.jsonl?|(?:.*\/)?events)$/i);
  const opened = faults.each(
    'files of the export',
    names,
    (name) => new RecordFile(folder.find(name) as string, name, faults),
  );
  const files = [...opened].flatMap((file) => {
    const table = tables.find((one) => file.tables.includes(one));
    if (table === undefined) left.leave('files of the export', 'they hold no events', basename(file.name));
    if (table === undefined) return [];
    const room = file.has('room_name') ? firstRoom(file, table) : undefined;
    return [{ file, table, unnamed: room ?? (names.length === 1 ? 'room' : unnamedRoom(file)) }];
  });
  if (files.length > 0) return files;
  const [problem = ''] = left.left.flatMap(({ examples }) => examples);
  throw new UnusableArchive(`The archive holds no exported room. ${problem}`.trim());
}

/** The room of a file of Element, which has one: by the first event that names it. */
function firstRoom(file: RecordFile, table: string): string | undefined {
  for (const event of file.records(table, { noun: 'messages' })) {
    const id = event.text('room_id', '');
    if (id !== '') return id;
  }
  return undefined;
}

/** Parts of the export of one room have its name in common, and events of the API at least their file. */
function unnamedRoom(file: RecordFile): string {
  const name = file.has('room_name') ? file.top('room_name').text('room_name', '').trim() : '';
  return name || basename(file.name);
}

/** Element names media files `folder/name-time.ending`. */
function listMedia(folder: ArchiveFolder): Map<string, string[]> {
  const media = new Map<string, string[]>();
  for (const name of folder.list(/(?:^|\/)(?:images|videos|audio|files|stickers)\/[^/]+$/)) {
    const key = basename(name).replace(/-[\d-]{6,10}(?: at |T| |_)?[\d.:_-]*(?: ?[ap]\.?m\.?)?(?=\.\w+$|$)/i, '');
    media.set(key, [...(media.get(key) ?? []), name]);
  }
  return media;
}

function readTwice(source: MatrixExport, files: readonly RoomFile[], { onProgress }: Reading): void {
  const { faults } = source.history;
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  let done = 0;
  const onRead = (bytes: number) => {
    done += bytes;
    onProgress(done, 4 * total);
  };
  for (const { file, table, unnamed } of files) {
    let room: Room | undefined;
    for (const record of file.records(table, { noun: 'messages', onRead })) {
      faults.attempt('messages', () => {
        room = surveyEvent(source, record, unnamed);
      });
    }
    if (room) nameRoom(room, file);
  }
  source.marks.removeTargets('redaction');
  for (const room of source.rooms.values()) addRoom(source, room, files[0] as RoomFile);
  for (const { file, table, unnamed } of files) {
    for (const record of file.records(table, { noun: 'messages', onRead })) {
      faults.attempt('messages', () => readEvent(source, record, unnamed));
    }
  }
}

/** The name and the topic at the time of the export, for the room of the file's last event. */
function nameRoom(room: Room, file: RecordFile): void {
  if (!file.has('room_name')) return;
  room.name = file.top('room_name').text('room_name', '').trim() || room.name;
  room.topic = file.top('topic').text('topic', '').trim() || room.topic;
}

function addRoom(source: MatrixExport, room: Room, { file }: RoomFile): void {
  const { history } = source;
  const from = file.top('room_name');
  if (!room.isDirect) {
    const name = room.name || room.id;
    const description = room.topic.replace(/\s+/g, ' ');
    history.addChannel(room.id, { from, name, description, created_at: 0, invite_only: !room.isPublic });
  }
  for (const id of room.members) addMember(source, { from, place: room.id, id });
}

interface Membership {
  from: Fields;
  place: string;
  id: string;
}

function addMember(source: MatrixExport, { from, place, id }: Membership): void {
  source.history.faults.attempt('subscriptions', () => source.history.addMember(place, userOf(source, from, id)));
}
