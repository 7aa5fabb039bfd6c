import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Reading } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import { Fields } from '../fields.ts';
import type { History } from '../history.ts';
import { RecordFile, readObject } from '../record-file.ts';
import { readMessage } from './messages.ts';
import { readUser } from './people.ts';
import { readRoom } from './rooms.ts';
import type { RocketChatDump } from './source.ts';

/** Files that an export of one's own data has beside those with messages. */
const [userFile, roomsFile] = ['user.json', 'channels.json'];

/** The files with messages, one for each room. */
export function listRoomFiles(folder: ArchiveFolder): string[] {
  return folder.list(/^(?!\/\/).*\.json$/i).filter((name) => ![userFile, roomsFile].includes(basename(name)));
}

/**
 * Reads what Rocket.Chat exports of rooms as JSON, a file of lines for each, and in an export of one's own data, the lists
 * of rooms beside them. Messages have no ids, and people have names alone, so both are translated to the records of a dump.
 */
export function readRoomFiles(source: RocketChatDump, { onProgress }: Pick<Reading, 'onProgress'>): void {
  const { folder, history } = source;
  const owner = readOwner(source);
  const rooms = listRooms(source);
  const open = (name: string) => new RecordFile(folder.find(name) as string, name, history.faults);
  const files = [...history.faults.each('files of the export', listRoomFiles(folder), open)];
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const onRead = (bytes: number) => {
    done += bytes;
    onProgress(done, 2 * total);
  };
  for (const file of files) {
    const title = basename(file.name).replace(/\.json$/i, '');
    const room = rooms.get(title) ?? { _id: title, name: title, t: 'p', archived: false };
    const record = translated(history, file.top(''), { ...room, uids: [owner] });
    history.faults.attempt('channels', () => readRoom(source, record));
    readMessages(source, file, { rid: room._id, onRead });
  }
}

interface InRoom {
  rid: string;
  onRead(bytes: number): void;
}

function readMessages(source: RocketChatDump, file: RecordFile, { rid, onRead }: InRoom): void {
  const { faults } = source.history;
  const numbers = new Map<string, number>();
  for (const record of file.records('', { noun: 'messages', onRead })) {
    faults.attempt('messages', () => readMessage(source, messageOf(source, record, { rid, numbers })));
  }
}

interface Room {
  _id: string;
  name: string;
  t: string;
  archived: boolean;
}

/** Who exported their data, as a user; their id, which is their name. */
function readOwner(source: RocketChatDump): string | undefined {
  const { folder, history } = source;
  const [name] = folder.list(/(?:^|\/)user\.json$/);
  if (name === undefined) return undefined;
  return history.faults.attempt('users', () => {
    const record = readObject(folder.find(name) as string, name, history.faults);
    const _id = record.text('username');
    const emails = record.texts('emails').map((address) => ({ address }));
    readUser(source, translated(history, record, { ...record.all, _id, emails, active: true }));
    return _id;
  });
}

/** By the names of their files. */
function listRooms({ folder, history: { faults } }: RocketChatDump): Map<string, Room> {
  const rooms = new Map<string, Room>();
  for (const name of folder.list(/(?:^|\/)channels\.json$/)) {
    const file = faults.attempt('files of the export', () => new RecordFile(folder.find(name) as string, name, faults));
    for (const record of file?.records('', { noun: 'channels' }) ?? []) {
      faults.attempt('channels', () => {
        const room = {
          _id: record.key('roomId'),
          name: record.text('roomName', ''),
          t: record.text('type'),
          archived: false,
        };
        for (const one of [room._id, room.name]) rooms.set(one, room);
      });
    }
  }
  return rooms;
}

interface Numbered {
  rid: string;
  /** How many equal messages were read. */
  numbers: Map<string, number>;
}

/** A message as in a dump, known by time, author, text, and its number among equal ones. */
function messageOf(source: RocketChatDump, record: Fields, { rid, numbers }: Numbered): Fields {
  const username = record.text('username');
  const whole = createHash('sha256')
    .update(JSON.stringify(['ts', 'username', 'msg'].map((name) => record.raw(name))))
    .digest('hex')
    .slice(0, 32);
  const number = (numbers.get(whole) ?? 0) + 1;
  numbers.set(whole, number);
  return translated(source.history, record, {
    ...record.all,
    _id: `${whole}-${number}`,
    rid,
    t: record.raw('type'),
    u: { _id: username, username },
    files: record.records('attachments').flatMap((one) => fileOf(source, one)),
  });
}

/** The file of an attachment, which is in a folder beside the rooms. */
function fileOf({ folder, uploads }: RocketChatDump, attachment: Fields): object[] {
  const _id = attachment.maybeKey('fileId');
  if (_id === null || attachment.raw('type') !== 'file') return [];
  const name = attachment.text('fileName', _id);
  const path = [`assets/${_id}-${name}`, `//assets/${_id}-${name}`, `//${_id}-${name}`].find((one) => folder.has(one));
  uploads.set(_id, { name, path });
  return [{ _id, name }];
}

function translated({ faults }: History, from: Fields, values: object): Fields {
  return new Fields(values, from.place, faults.mended);
}
