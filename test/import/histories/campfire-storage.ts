import Sqlite from 'better-sqlite3';
import { png } from '../../support/pictures.ts';

const keyOf = (letter: string) => letter.repeat(28);

/** The tables of Campfire's schema that an import reads, with the types that Rails gives them. */
const schema = `
  CREATE TABLE users (id INTEGER PRIMARY KEY, name varchar NOT NULL, email_address varchar, role integer DEFAULT 0 NOT NULL,
    status integer DEFAULT 0 NOT NULL, bot_token varchar, bio text, created_at datetime(6) NOT NULL, updated_at datetime(6) NOT NULL);
  CREATE TABLE rooms (id INTEGER PRIMARY KEY, name varchar, type varchar NOT NULL, creator_id bigint NOT NULL,
    created_at datetime(6) NOT NULL, updated_at datetime(6) NOT NULL);
  CREATE TABLE memberships (id INTEGER PRIMARY KEY, room_id integer NOT NULL, user_id integer NOT NULL, involvement varchar);
  CREATE TABLE messages (id INTEGER PRIMARY KEY, room_id integer NOT NULL, creator_id integer NOT NULL,
    client_message_id varchar NOT NULL, created_at datetime(6) NOT NULL, updated_at datetime(6) NOT NULL);
  CREATE TABLE boosts (id INTEGER PRIMARY KEY, message_id integer NOT NULL, booster_id integer NOT NULL, content varchar(16) NOT NULL);
  CREATE TABLE action_text_rich_texts (id INTEGER PRIMARY KEY, name varchar NOT NULL, body text, record_type varchar NOT NULL,
    record_id bigint NOT NULL, created_at datetime(6) NOT NULL, updated_at datetime(6) NOT NULL);
  CREATE TABLE active_storage_blobs (id INTEGER PRIMARY KEY, key varchar NOT NULL, filename varchar NOT NULL, content_type varchar);
  CREATE TABLE active_storage_attachments (id INTEGER PRIMARY KEY, name varchar NOT NULL, record_type varchar NOT NULL,
    record_id bigint NOT NULL, blob_id bigint NOT NULL);
  CREATE TABLE searches (id INTEGER PRIMARY KEY, query varchar);`;

const at = (second: number) =>
  new Date(1_700_000_000_000 + second * 1000).toISOString().replace('T', ' ').replace('Z', '000');

/** A signed id as Rails makes it. */
const sgid = (user: number) =>
  `${Buffer.from(JSON.stringify({ _rails: { data: `gid://campfire/User/${user}?expires_in`, pur: 'attachable' } })).toString('base64')}--0a`;

export interface Written {
  id: number;
  room: number;
  user: number;
  body: string;
  edited?: number;
}

const mention = `<action-text-attachment sgid="${sgid(1)}" content-type="application/vnd.campfire.mention" content="x"></action-text-attachment>`;

const messages: readonly Written[] = [
  { id: 1, room: 1, user: 1, body: '<div>What about <strong>tea</strong>, *now*?</div>', edited: 90 },
  { id: 2, room: 1, user: 2, body: `<div>Ask ${mention}<br>later</div>` },
  { id: 3, room: 1, user: 2, body: '' },
  { id: 4, room: 2, user: 3, body: '<div>psst</div>' },
  { id: 5, room: 3, user: 1, body: '<div>Lunch?</div>' },
];

/** The storage of a server, with its database and files. */
export function storage(...more: readonly Written[]): Record<string, Buffer> {
  const db = new Sqlite(':memory:');
  db.exec(schema);
  const add = (table: string, values: readonly (string | number | null)[]) => {
    db.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join()})`).run(...values);
  };
  add('users', [1, 'Olga Owner', 'olga@example.com', 1, 0, null, null, at(-50), at(0)]);
  add('users', [2, 'Ada Adams', 'ada@example.com', 0, 0, null, null, at(-40), at(0)]);
  add('users', [3, 'Builder', null, 2, 0, 'token', null, at(-30), at(0)]);
  add('users', [4, 'Gone', 'gone@example.com', 0, 1, null, null, at(-20), at(0)]);
  add('rooms', [1, 'All Talk', 'Rooms::Open', 1, at(-50), at(0)]);
  add('rooms', [2, 'Kitchen', 'Rooms::Closed', 2, at(-40), at(0)]);
  add('rooms', [3, null, 'Rooms::Direct', 1, at(-30), at(0)]);
  for (const [id, room, user] of [
    [1, 1, 1],
    [2, 1, 2],
    [3, 2, 2],
    [4, 2, 3],
    [5, 3, 1],
    [6, 3, 2],
  ] as const) {
    add('memberships', [id, room, user, 'mentions']);
  }
  for (const { id, room, user, body, edited } of [...messages, ...more]) {
    add('messages', [id, room, user, `c0ffee-${id}`, at(id), at(id)]);
    if (body !== '') add('action_text_rich_texts', [id, 'body', body, 'Message', id, at(id), at(edited ?? id)]);
  }
  add('boosts', [1, 1, 2, '👍']);
  add('boosts', [2, 1, 2, 'Well said']);
  add('active_storage_blobs', [1, keyOf('a'), 'shot.png', 'image/png']);
  add('active_storage_blobs', [2, keyOf('b'), 'lost.pdf', 'application/pdf']);
  add('active_storage_blobs', [3, keyOf('c'), 'me.png', 'image/png']);
  add('active_storage_attachments', [1, 'attachment', 'Message', 3, 1]);
  add('active_storage_attachments', [2, 'attachment', 'Message', 4, 2]);
  add('active_storage_attachments', [3, 'avatar', 'User', 1, 3]);
  add('searches', [1, 'tea']);
  const bytes = db.serialize();
  db.close();
  const file = (letter: string) => `storage/files/${letter.repeat(2)}/${letter.repeat(2)}/${keyOf(letter)}`;
  return { 'storage/db/production.sqlite3': bytes, [file('a')]: Buffer.from(png()), [file('c')]: Buffer.from(png()) };
}
