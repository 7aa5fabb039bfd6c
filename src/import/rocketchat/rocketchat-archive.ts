import type { Archive, Reading } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import { BsonFile } from '../bson-file.ts';
import type { Fields } from '../fields.ts';
import { History } from '../history.ts';
import { archiveOf } from '../history-archive.ts';
import { UnusableArchive } from '../unusable-archive.ts';
import { findCollection } from './dump.ts';
import { readMessage } from './messages.ts';
import { readEmoji, readUpload, readUser } from './people.ts';
import { listRoomFiles, readRoomFiles } from './room-files.ts';
import { readRoom, readSubscription, readTeam } from './rooms.ts';
import type { RocketChatDump } from './source.ts';

/**
 * A dump of Rocket.Chat's database by mongodump, as a folder of BSON files, packed by gzip or not. Collections and fields
 * are those of its `core-typings`. Or rooms that it exported as JSON. Throws UnusableArchive.
 */
export function readRocketChatArchive(folder: ArchiveFolder, reading: Reading): Archive {
  const history = new History('rocketchat', reading);
  try {
    const source = {
      history,
      folder,
      byName: new Map(),
      rooms: new Map(),
      closed: new Set<string>(),
      uploads: new Map(),
    };
    if (findCollection(folder, 'rocketchat_message') === undefined && listRoomFiles(folder).length > 0) {
      readRoomFiles(source, reading);
    } else readAll(source, reading);
    history.finish();
    return archiveOf(history, { client: 'Rocket.Chat', source: serverOf(source) });
  } catch (error) {
    history.posts.close();
    throw error;
  }
}

type Reader = (source: RocketChatDump, record: Fields) => void;

/** The collections in the order in which they need each other, with the nouns of their records. */
const collections: readonly [name: string, noun: string, read: Reader][] = [
  ['users', 'users', readUser],
  ['rocketchat_team', 'teams', readTeam],
  ['rocketchat_room', 'channels', readRoom],
  ['rocketchat_subscription', 'subscriptions', readSubscription],
  ['rocketchat_custom_emoji', 'emoji', readEmoji],
  ['rocketchat_uploads', 'files', readUpload],
  ['rocketchat_message', 'messages', readMessage],
];

function readAll(source: RocketChatDump, { onProgress }: Reading): void {
  const { history, folder } = source;
  const files = collections.flatMap(([collection, noun, read]) => {
    const name = findCollection(folder, collection);
    return name === undefined
      ? []
      : [{ noun, read, file: new BsonFile(folder.find(name) as string, name, history.faults) }];
  });
  if (!files.some(({ noun }) => noun === 'messages'))
    throw new UnusableArchive('The archive holds no rocketchat_message.bson, and no room that was exported as JSON.');
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  let done = 0;
  const onRead = (bytes: number) => {
    done += bytes;
    onProgress(done, 2 * total);
  };
  for (const { noun, read, file } of files) {
    for (const record of file.documents(noun, onRead)) history.faults.attempt(noun, () => read(source, record));
  }
}

/** The id of the server that the database is of; its other ids never repeat between servers. */
function serverOf({ folder, history }: RocketChatDump): string {
  const name = findCollection(folder, 'rocketchat_settings');
  if (name === undefined) return '';
  for (const record of new BsonFile(folder.find(name) as string, name, history.faults).documents('settings')) {
    if (record.text('_id', '') === 'uniqueID') return record.text('value', '');
  }
  return '';
}
