import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from '../../db/database.ts';
import { type ChatExported, exportZip, listRest, type Writing } from '../chat-exported.ts';
import { listAttached } from '../chat-messages.ts';
import { Names } from '../chat-text.ts';
import type { Wish } from '../chatd-export.ts';
import { contentPath, listContents } from '../contents.ts';
import { LineWriter } from '../line-writer.ts';
import { nameChannels, nameUsers, PlainNames } from '../names.ts';
import type { Progress } from '../progress.ts';
import type { Remark } from '../remark.ts';
import { rowsOf } from '../rows.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Zipped } from '../zip.ts';
import type { Job } from './job.ts';
import { listBots, listUsers } from './people.ts';
import { listDirectChannels, listDirectPosts, listPosts, mostMembers, pathOf } from './posts.ts';

/** In characters, of user names and of names of channels. */
const longest = { user: 22, channel: 64 };

/**
 * Writes a .zip for Mattermost's bulk import, in the form that its documentation calls the bulk loading data format: the
 * organization as one team, topics as threads. Throws UnusableDataDir or PlaceTaken.
 */
export function exportMattermost(wish: Wish): Promise<ChatExported> {
  return exportZip(wish, write);
}

async function write({ db, uploads }: Snapshot, { scratch, now, progress }: Writing) {
  const { missing } = listContents(db, uploads);
  const pictures = writePictures(db, scratch);
  const users = nameUsers(db, longest.user);
  const [owner = 0] = db.values<number>(
    'SELECT id FROM users WHERE is_system_bot = 0 AND bot_type IS NULL ORDER BY role, id LIMIT 1',
  );
  const job: Job = {
    db,
    now,
    team: teamOf(db),
    users,
    channels: nameChannels(db, longest.channel),
    names: new Names(db),
    joint: users.get(owner),
    avatars: pictures.avatars,
    missing: new Set(missing),
  };
  const file = join(scratch, 'import.jsonl');
  const counts = await writeLines(job, file, progress);
  return {
    exported: { counts, left_out: [...listLarge(db), ...listRest(db)], missing_files: missing },
    entries: [{ source: file, target: 'import.jsonl' }, ...pictures.entries, ...listUploads(job, uploads)],
  };
}

function teamOf(db: Database): string {
  const names = new PlainNames();
  names.add(1, { like: db.value<string>('SELECT name FROM realm') ?? '', fallback: 'team', longest: 64 });
  return names.get(1).replace(/[._]+/g, '-');
}

/** The records in the order that the format asks for. */
async function writeLines(job: Job, file: string, progress: Progress): Promise<Record<string, number>> {
  progress.begin(1);
  const writer = new LineWriter(file, progress);
  const lists = [
    [{ type: 'version', version: 1 }],
    listEmoji(job),
    [
      {
        type: 'team',
        team: { name: job.team, display_name: nameOf(job), type: 'O', description: '', allow_open_invite: true },
      },
    ],
    listChannels(job),
    listUsers(job),
    listBots(job),
    listPosts(job),
    listDirectChannels(job),
    listDirectPosts(job),
  ];
  for (const list of lists) await writer.write(list as Iterable<{ type: string }>);
  writer.end();
  progress.advance();
  return writer.counts;
}

function nameOf({ db, team }: Job): string {
  return [...(db.value<string>('SELECT name FROM realm') || team)].slice(0, 64).join('');
}

interface ChannelRow {
  id: number;
  name: string;
  description: string;
  invite_only: number;
  is_archived: number;
}

function* listChannels({ db, channels, team, now }: Job): Generator<object> {
  const sql = 'SELECT id, name, description, invite_only, is_archived FROM channels ORDER BY id';
  for (const { id, name, description, invite_only, is_archived } of rowsOf<ChannelRow>(db, sql)) {
    const channel = {
      team,
      name: channels.get(id),
      display_name: [...name].slice(0, 64).join(''),
      type: invite_only === 1 ? 'P' : 'O',
      header: '',
      purpose: [...description.replace(/\s+/g, ' ')].slice(0, 250).join(''),
      ...(is_archived === 1 ? { deleted_at: now * 1000 } : {}),
    };
    yield { type: 'channel', channel };
  }
}

interface EmojiRow {
  id: number;
  name: string;
  content_type: string;
}

const emojiSql = `SELECT e.id, e.name, i.content_type FROM realm_emoji e JOIN images i ON i.id = e.image_id
  WHERE e.deactivated = 0 ORDER BY e.id`;

function* listEmoji({ db }: Job): Generator<object> {
  for (const row of rowsOf<EmojiRow>(db, emojiSql)) {
    yield { type: 'emoji', emoji: { name: row.name, image: emojiPath(row) } };
  }
}

function emojiPath({ id, content_type }: EmojiRow): string {
  return `emoji/${id}.${content_type.slice('image/'.length)}`;
}

interface Pictures {
  avatars: Map<number, string>;
  entries: Zipped[];
}

const avatarsSql = `SELECT u.id, i.bytes, i.content_type FROM users u JOIN images i ON i.id = u.avatar_image_id
  WHERE u.is_system_bot = 0 ORDER BY u.id`;
const emojiBytesSql = `SELECT e.id, e.name, i.bytes, i.content_type FROM realm_emoji e JOIN images i ON i.id = e.image_id
  WHERE e.deactivated = 0 ORDER BY e.id`;

/** Writes pictures of users and emoji, which are in the database. */
function writePictures(db: Database, scratch: string): Pictures {
  const avatars = new Map<number, string>();
  const entries: Zipped[] = [];
  const add = (path: string, bytes: Buffer) => {
    const source = join(scratch, path);
    mkdirSync(dirname(source), { recursive: true, mode: 0o700 });
    writeFileSync(source, bytes, { mode: 0o600 });
    entries.push({ source, target: `data/${path}` });
  };
  for (const { id, bytes, content_type } of rowsOf<EmojiRow & { bytes: Buffer }>(db, avatarsSql)) {
    const path = `pictures/${id}.${content_type.slice('image/'.length)}`;
    avatars.set(id, path);
    add(path, bytes);
  }
  for (const row of rowsOf<EmojiRow & { bytes: Buffer }>(db, emojiBytesSql)) add(emojiPath(row), row.bytes);
  return { avatars, entries };
}

function listUploads({ db, missing }: Job, uploads: string): Zipped[] {
  return listAttached(db, missing).map((row) => ({
    source: contentPath(uploads, row.sha256),
    target: `data/${pathOf(row)}`,
  }));
}

/** Conversations that no group there can hold. */
function listLarge(db: Database): Remark[] {
  const count = db.value<number>(largeSql, mostMembers) ?? 0;
  return count === 0
    ? []
    : [{ noun: 'direct conversations', reason: `groups have at most ${mostMembers} members there`, count }];
}

const largeSql = `SELECT count(*) FROM conversations c WHERE c.channel_id IS NULL AND max_message_id IS NOT NULL
  AND (SELECT count(*) FROM direct_members d WHERE d.conversation_id = c.id) > ?`;
