import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Binary, ObjectId, serialize } from 'bson';
import { png } from '../../support/pictures.ts';

/** A document, whose fields tests change. */
export type Fields = Record<string, unknown>;

const at = (second: number) => new Date(1_700_000_000_000 + second * 1000);

/** A collection as mongodump writes it. */
export function bson(documents: readonly Fields[]): Buffer {
  return Buffer.concat(documents.map((one) => Buffer.from(serialize(one))));
}

const olga = { _id: 'uOlga', username: 'olga', name: 'Olga Owner' };
const ada = { _id: 'uAda', username: 'ada.a', name: 'Ada Adams' };

export function message(id: string, second: number, msg: string, fields: Fields = {}): Fields {
  return { _id: id, rid: 'GENERAL', ts: at(second), msg, u: olga, _updatedAt: at(second), ...fields };
}

/** A dump with every kind of record; files are in the database (GridFS). */
export function dump(...more: readonly Fields[]): Record<string, Buffer> {
  const picture = Buffer.from(png());
  const half = Math.ceil(picture.length / 2);
  const collections: Record<string, readonly Fields[]> = {
    users: [
      {
        ...olga,
        type: 'user',
        active: true,
        roles: ['user', 'admin'],
        emails: [{ address: 'olga@example.com', verified: true }],
        createdAt: at(-100),
      },
      {
        ...ada,
        type: 'user',
        active: true,
        roles: ['user'],
        emails: [{ address: 'ada@example.com' }],
        createdAt: at(-90),
      },
      { _id: 'rocket.cat', username: 'rocket.cat', name: 'Rocket.Cat', type: 'bot', active: true, roles: ['bot'] },
    ],
    rocketchat_team: [{ _id: 'team1', name: 'Kitchen', type: 0, createdAt: at(-80) }],
    rocketchat_room: [
      { _id: 'GENERAL', t: 'c', name: 'general', default: true, topic: 'All things', ts: at(-100), u: olga },
      { _id: 'rTea', t: 'p', name: 'tea', fname: 'Tea', teamId: 'team1', ts: at(-70), u: ada },
      { _id: 'uAdauOlga', t: 'd', usernames: ['ada.a', 'olga'], uids: ['uAda', 'uOlga'] },
      { _id: 'rLive', t: 'l', fname: 'Visitor' },
    ],
    rocketchat_subscription: [
      { _id: 's1', rid: 'GENERAL', u: olga },
      { _id: 's2', rid: 'GENERAL', u: ada },
      { _id: 's3', rid: 'rTea', u: ada },
    ],
    rocketchat_custom_emoji: [{ _id: 'e1', name: 'party', aliases: ['fest'], extension: 'png' }],
    'custom_emoji.files': [{ _id: 'party.png', filename: 'party.png', length: picture.length, chunkSize: 261_120 }],
    'custom_emoji.chunks': [{ _id: new ObjectId(), files_id: 'party.png', n: 0, data: new Binary(picture) }],
    rocketchat_uploads: [
      { _id: 'f1', name: 'shot.png', rid: 'GENERAL', userId: 'uOlga', store: 'GridFS:Uploads', complete: true },
      { _id: 'f2', name: 'lost.pdf', rid: 'GENERAL', userId: 'uOlga', store: 'FileSystem:Uploads', complete: true },
    ],
    'rocketchat_uploads.files': [{ _id: 'f1', filename: 'f1', length: picture.length, chunkSize: half }],
    'rocketchat_uploads.chunks': [
      { _id: new ObjectId(), files_id: 'f1', n: 1, data: new Binary(picture.subarray(half)) },
      { _id: new ObjectId(), files_id: 'f1', n: 0, data: new Binary(picture.subarray(0, half)) },
    ],
    rocketchat_settings: [{ _id: 'uniqueID', value: 'srv1' }],
    rocketchat_message: [
      message('m1', 1, 'olga', { t: 'uj' }),
      message('m2', 2, 'What about *tea*, @ada.a and @all? See #general, not #tea', {
        reactions: {
          ':+1:': { usernames: ['ada.a', 'gone'] },
          ':fest:': { usernames: ['olga'] },
          ':lost:': { usernames: ['olga'] },
        },
        pinned: true,
        pinnedBy: ada,
        tcount: 1,
      }),
      message('m3', 3, 'Green', { tmid: 'm2', u: ada, editedAt: at(9) }),
      message('m4', 4, '[ ](https://chat.example/channel/general?msg=m2) Later', {
        u: ada,
        attachments: [{ message_link: 'https://chat.example/channel/general?msg=m2', text: 'What about tea' }],
      }),
      message('m5', 5, '', {
        file: { _id: 'f1', name: 'shot.png', type: 'image/png' },
        files: [
          { _id: 'f1', name: 'shot.png' },
          { _id: 'f9', name: 'thumb-shot.png' },
        ],
        attachments: [{ type: 'file', title: 'shot.png', description: 'A shot' }],
      }),
      message('m6', 6, '', { file: { _id: 'f2', name: 'lost.pdf' } }),
      message('m7', 7, 'Built', {
        u: { _id: 'rocket.cat', username: 'rocket.cat' },
        alias: 'CI',
        attachments: [
          {
            title: 'Build 7',
            title_link: 'https://ci.example/7',
            text: 'all *good*',
            fields: [{ title: 'Took', value: '3 s' }],
          },
        ],
      }),
      message('m8', 8, 'psst', { rid: 'rTea', u: ada }),
      message('m9', 9, 'Lunch?', { rid: 'uAdauOlga', u: ada }),
      message('m10', 10, 'x', { t: 'e2e' }),
      message('m11', 11, 'old words', { _hidden: true }),
      message('m12', 12, 'Hello', { rid: 'rLive' }),
      ...more,
    ],
  };
  return Object.fromEntries(
    Object.entries(collections).map(([name, all]) => [`dump/rocketchat/${name}.bson`, bson(all)]),
  );
}

/** The same, each file packed as `mongodump --gzip` does. */
export function packed(files: Readonly<Record<string, Buffer>>): Record<string, Buffer> {
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`${name}.gz`, gzipSync(bytes)]));
}

/** The same as one file, as `mongodump --archive` does: collections in pieces that alternate. */
export function inOneFile(files: Readonly<Record<string, Buffer>>): Buffer {
  const end = Buffer.alloc(4, 0xff);
  const named = Object.entries(files).map(([name, bytes]) => ({ collection: basename(name, '.bson'), bytes }));
  const about = named.map(({ collection }) => ({
    db: 'rocketchat',
    collection,
    metadata: '{}',
    size: 0,
    type: 'collection',
  }));
  const piece = (collection: string, EOF: boolean, bytes: Buffer) =>
    Buffer.concat([bson([{ db: 'rocketchat', collection, EOF, CRC: 0n }]), bytes, end]);
  const halves = named.map(({ collection, bytes }) => {
    const documents = documentsIn(bytes);
    const middle = Math.floor(documents.length / 2);
    const [first, second] = [documents.slice(0, middle), documents.slice(middle)];
    return { collection, first: Buffer.concat(first), second: Buffer.concat(second) };
  });
  return Buffer.concat([
    Buffer.from('6de29981', 'hex'),
    bson([{ concurrent_collections: 4, version: '0.1', server_version: '6.0.1', tool_version: '100.9.0' }, ...about]),
    end,
    ...halves.map(({ collection, first }) => piece(collection, false, first)),
    ...halves.map(({ collection, second }) => piece(collection, false, second)),
    ...halves.map(({ collection }) => piece(collection, true, Buffer.alloc(0))),
  ]);
}

function documentsIn(bytes: Buffer): Buffer[] {
  const documents: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readInt32LE(at)) {
    documents.push(bytes.subarray(at, at + bytes.readInt32LE(at)));
  }
  return documents;
}
