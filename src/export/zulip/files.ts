import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { imagePurposes } from '../../organization/realm-image.ts';
import { contentPath } from '../contents.ts';
import { rowsOf } from '../rows.ts';
import { addressOf, isTrue, type Job, realm_id } from './job.ts';
import { avatarPath, emojiFileName } from './picture-names.ts';
import { emojiSql } from './realm.ts';

interface AttachmentRow {
  id: number;
  file_name: string;
  path_id: string;
  owner: number;
  create_time: number;
  size: number;
  content_type: string;
  is_realm_public: number;
  is_web_public: number;
  messages: string;
  scheduled_messages: string;
  sha256: string;
}

const attachmentSql = `SELECT a.id, a.name AS file_name, a.path_id, a.owner_id AS owner, a.created_at AS create_time,
    a.size, a.content_type, a.sha256,
    EXISTS (SELECT 1 FROM attachment_messages r JOIN messages m ON m.id = r.message_id
      JOIN channels c ON c.id = m.channel_id WHERE r.attachment_id = a.id AND c.invite_only = 0) AS is_realm_public,
    EXISTS (SELECT 1 FROM attachment_messages r JOIN messages m ON m.id = r.message_id
      JOIN channels c ON c.id = m.channel_id WHERE r.attachment_id = a.id AND c.is_web_public = 1) AS is_web_public,
    (SELECT json_group_array(message_id) FROM attachment_messages r WHERE r.attachment_id = a.id) AS messages,
    (SELECT json_group_array(w.scheduled_message_id) FROM awaited_attachments w
      JOIN scheduled_messages s ON s.id = w.scheduled_message_id AND s.sent_at IS NULL
      WHERE w.attachment_id = a.id) AS scheduled_messages
  FROM attachments a ORDER BY a.id`;

function* attachmentsOf({ db, missing }: Job): Generator<AttachmentRow> {
  for (const row of rowsOf<AttachmentRow>(db, attachmentSql)) if (!missing.has(row.sha256)) yield row;
}

/** Uploaded files, except those missing on disk. */
export function* listAttachments(job: Job): Generator<object> {
  for (const { sha256: _, ...row } of attachmentsOf(job)) {
    yield {
      ...row,
      realm: realm_id,
      is_realm_public: isTrue(row.is_realm_public),
      is_web_public: isTrue(row.is_web_public),
      messages: JSON.parse(row.messages) as number[],
      scheduled_messages: JSON.parse(row.scheduled_messages) as number[],
    };
  }
}

/** A file of the archive that is copied from elsewhere on disk. */
export interface Linked {
  source: string;
  /** Its path in the archive. */
  target: string;
}

/** The contents of uploaded files. */
export function* listUploads(job: Job): Generator<Linked> {
  for (const { sha256, path_id } of attachmentsOf(job)) {
    yield { source: contentPath(job.uploads, sha256), target: `uploads/${path_id}` };
  }
}

export function* listUploadRecords(job: Job): Generator<object> {
  for (const { path_id, owner, size, create_time } of attachmentsOf(job)) {
    yield {
      realm_id,
      user_profile_id: owner,
      user_profile_email: addressOf(job, {
        id: owner,
        email: job.db.value<string>('SELECT email FROM users WHERE id = ?', owner) as string,
      }),
      s3_path: path_id,
      path: path_id,
      size,
      last_modified: create_time,
      content_type: null,
    };
  }
}

/** Each picture appears twice: as uploaded, and as displayed, which is the same here. */
function twice(path: string, shown: string): string[] {
  return [`${path}.original`, shown];
}

interface PictureRow {
  id: number;
  bytes: Buffer;
}

export function* writeAvatars(job: Job, folder: string): Generator<object> {
  const sql = `SELECT u.id, u.email, u.avatar_version, u.joined_at, i.bytes FROM users u
    JOIN images i ON i.id = u.avatar_image_id WHERE u.is_system_bot = 0 ORDER BY u.id`;
  type Row = PictureRow & { email: string; avatar_version: number; joined_at: number };
  for (const { id, email, avatar_version, joined_at, bytes } of rowsOf<Row>(job.db, sql)) {
    const own = avatarPath(id);
    for (const path of twice(own, `${own}.png`)) {
      write(join(folder, 'avatars', path), bytes);
      yield {
        realm_id,
        user_profile_id: id,
        user_profile_email: addressOf(job, { id, email }),
        avatar_version,
        s3_path: path,
        path,
        size: bytes.length,
        last_modified: joined_at,
        content_type: null,
      };
    }
  }
}

export function* writeEmoji({ db }: Job, folder: string): Generator<object> {
  interface Row {
    id: number;
    name: string;
    author_id: number | null;
    deactivated: number;
    content_type: string | null;
  }
  for (const { id, name, author_id, deactivated, content_type } of rowsOf<Row>(db, emojiSql)) {
    const bytes = db.value<Buffer>(
      'SELECT bytes FROM images WHERE id = (SELECT image_id FROM realm_emoji WHERE id = ?)',
      id,
    );
    if (bytes === undefined) continue;
    const file_name = emojiFileName(id, content_type);
    const own = `${realm_id}/emoji/images/${file_name}`;
    for (const path of twice(own, own)) {
      write(join(folder, 'emoji', path), bytes);
      const record = { realm_id, author: author_id, path, s3_path: path, file_name, name };
      yield { ...record, deactivated: isTrue(deactivated) };
    }
  }
}

export function* writeRealmImages({ db }: Job, folder: string): Generator<object> {
  for (const purpose of imagePurposes) {
    const sql = 'SELECT bytes FROM images WHERE id = (SELECT image_id FROM realm_images WHERE purpose = ?)';
    const bytes = db.value<Buffer>(sql, purpose);
    if (bytes === undefined) continue;
    for (const path of twice(`${realm_id}/${purpose}`, `${realm_id}/${purpose}.png`)) {
      write(join(folder, 'realm_icons', path), bytes);
      yield { realm_id, path, s3_path: path };
    }
  }
}

function write(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, bytes, { mode: 0o600 });
}
