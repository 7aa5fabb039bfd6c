import type { Context } from '../context.ts';
import { listReadable } from '../conversations/readable.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { randomText } from '../ground/random.ts';
import type { SpooledFile } from '../http/endpoint.ts';
import { errorKind } from '../http/errors.ts';
import type { PictureHeader } from '../images/header.ts';
import { findRealmSetting } from '../realm/settings.ts';
import type { User } from '../users/user.ts';
import { dropContent, unmarkDropped } from './dropped.ts';
import { addressName, keptName } from './file-name.ts';
import { storePicture } from './picture.ts';
import { keepContent } from './store.ts';

/** An uploaded file. */
export interface Attachment {
  id: number;
  owner_id: number;
  /** Its path below `/user_uploads/`, not percent-encoded. */
  path_id: string;
  name: string;
  /** Of its content, in hexadecimal. */
  sha256: string;
  /** In bytes. */
  size: number;
  content_type: string;
  created_at: number;
}

export const invalidAttachment = errorKind('Invalid attachment');
export const fileNotFound = errorKind('File not found.', { code: 'NOT_FOUND', status: 404 });
export const uploadQuotaExceeded = errorKind("Upload would exceed your organization's upload quota.", {
  code: 'REALM_UPLOAD_QUOTA',
});

/** The id of the server's only organization. */
const realmPart = '1';
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const randomLength = 24;

/** A user's own file. Throws invalidAttachment. */
export function accessOwnAttachment(db: Database, user: User, id: number): Attachment {
  const attachment = findAttachmentById(db, id);
  if (attachment?.owner_id !== user.id) throw invalidAttachment();
  return attachment;
}

/** A file that a user may see, by its path below `/user_uploads/`. Throws fileNotFound. */
export function accessFile(app: Context, user: User, path_id: string): Attachment {
  const attachment = findAttachment(app.db, path_id);
  if (!attachment || !canSeeAttachment(app, user, attachment)) throw fileNotFound();
  return attachment;
}

/** A web-public file, by its path; undefined for all others, existing or not. */
export function findWebPublicFile(app: Context, path_id: string): Attachment | undefined {
  if (!findRealmSetting(app.db, 'enable_spectator_access')) return undefined;
  const attachment = findAttachment(app.db, path_id);
  return attachment && isWebPublic(app.db, attachment) ? attachment : undefined;
}

/** Whether a web-public message refers to a file. */
function isWebPublic(db: Database, { id }: Attachment): boolean {
  const found = db.value<number>(
    `SELECT 1 FROM attachment_messages
       JOIN messages ON messages.id = message_id
       JOIN channels ON channels.id = messages.channel_id
     WHERE attachment_id = ? AND is_web_public = 1 AND is_archived = 0 LIMIT 1`,
    id,
  );
  return found !== undefined;
}

/** Messages checked at a time, newest first: nearly always one of the first few is readable. */
const batch = 500;

/** Whether a user owns a file or may read a message that refers to it. */
export function canSeeAttachment(app: Context, user: User, { id, owner_id }: Attachment): boolean {
  if (owner_id === user.id) return true;
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const ids = app.db.values<number>(
      `SELECT message_id FROM attachment_messages WHERE attachment_id = ? AND message_id < ?
       ORDER BY message_id DESC LIMIT ?`,
      id,
      before,
      batch,
    );
    if (ids.length === 0) return false;
    if (listReadable(app, user, ids).length > 0) return true;
    before = ids.at(-1) as number;
  }
}

const columns = 'id, owner_id, path_id, name, sha256, size, content_type, created_at';

export function findAttachment(db: Database, path_id: string): Attachment | undefined {
  return db.get<Attachment>(`SELECT ${columns} FROM attachments WHERE path_id = ?`, path_id);
}

export function findAttachmentById(db: Database, id: number): Attachment | undefined {
  return db.get<Attachment>(`SELECT ${columns} FROM attachments WHERE id = ?`, id);
}

/** The file with this random part in its path. */
export function findAttachmentByKey(db: Database, key: string): Attachment | undefined {
  return findAttachmentBelow(db, folderOf(key)) ?? findAttachmentBelow(db, `${realmPart}/${key}`);
}

function findAttachmentBelow(db: Database, folder: string): Attachment | undefined {
  // `0` is the character after the slash, so this is the end of the range of such paths.
  const sql = `SELECT ${columns} FROM attachments WHERE path_id > ? AND path_id < ?`;
  return db.get<Attachment>(sql, `${folder}/`, `${folder}0`);
}

/** Clients expect four parts in the path of a file. Older files have three. */
export function folderOf(key: string): string {
  return `${realmPart}/${key.slice(0, 2)}/${key}`;
}

/** Maximum number of files, and of their references, in one answer. */
const mostListed = { files: 5000, references: 100_000 };

/** The newest files of a user, oldest first. */
export function listAttachments(db: Database, user: User): Attachment[] {
  const sql = `SELECT ${columns} FROM attachments WHERE owner_id = ? ORDER BY id DESC LIMIT ?`;
  return db.all<Attachment>(sql, user.id, mostListed.files).reverse();
}

/** The total size of all uploads in bytes; duplicate contents count each time. */
export function uploadSpaceUsed(db: Database): number {
  return db.value<number>('SELECT used FROM upload_space') ?? 0;
}

/** Properties detected before a file is stored. */
export interface FileFacts {
  content_type: string;
  /** The usual file name extension for this type. */
  ending: string;
  picture: PictureHeader | undefined;
}

const mib = 1024 * 1024;

/**
 * Stores an uploaded file, visible to its owner only until a message refers to it, and publishes it to the owner.
 * Throws uploadQuotaExceeded.
 */
export function doAddAttachment(
  app: Context,
  owner: User,
  file: SpooledFile,
  { content_type, ending, picture }: FileFacts,
): Attachment {
  const { upload_quota_mib = Number.POSITIVE_INFINITY } = app.config;
  if (uploadSpaceUsed(app.db) + file.size > upload_quota_mib * mib) throw uploadQuotaExceeded();
  const { sha256, size } = file;
  const name = keptName(file.name, ending);
  const path_id = `${folderOf(randomText(app.random, alphabet, randomLength))}/${addressName(name)}`;
  const created_at = app.clock.now();
  const { id } = app.db.run(
    `INSERT INTO attachments (owner_id, path_id, name, sha256, size, content_type, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    owner.id,
    path_id,
    name,
    sha256,
    size,
    content_type,
    created_at,
  );
  app.db.run('INSERT INTO unclaimed_attachments (attachment_id, since) VALUES (?, ?)', id, created_at);
  keepContent(app, sha256, file.path);
  unmarkDropped(app, sha256);
  if (picture) storePicture(app, sha256, picture);
  const attachment = { id, owner_id: owner.id, path_id, name, sha256, size, content_type, created_at };
  publishChange(app, 'add', attachment);
  return attachment;
}

/** Deletes a file, even if messages refer to it, and publishes the deletion to its owner. */
export function doDeleteAttachment(app: Context, { id, owner_id, sha256 }: Attachment): void {
  app.db.run('DELETE FROM attachments WHERE id = ?', id);
  app.db.run(
    'DELETE FROM pictures WHERE sha256 = ?1 AND NOT EXISTS (SELECT 1 FROM attachments WHERE sha256 = ?1)',
    sha256,
  );
  dropContent(app, sha256);
  const upload_space_used = uploadSpaceUsed(app.db);
  publish(app, { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used }, { user_ids: [owner_id] });
}

/**
 * Stores the references of a new or edited message to files, and publishes them to the files' owners. Only files that
 * the writer may see count: knowing a path gives no access. Returns the writer's own files that no message refers to
 * any longer.
 */
export function doRefer(app: Context, writer: User, message_id: number, path_ids: readonly string[]): Attachment[] {
  const before = app.db.all<Attachment>(
    `SELECT ${columns} FROM attachment_messages JOIN attachments ON attachments.id = attachment_id WHERE message_id = ?
     ORDER BY attachments.id`,
    message_id,
  );
  const known = new Set(before.map((one) => one.path_id));
  const added = [...new Set(path_ids)].filter((path_id) => !known.has(path_id));
  for (const path_id of added) {
    const attachment = findAttachment(app.db, path_id);
    if (attachment && canSeeAttachment(app, writer, attachment)) doClaim(app, attachment, message_id);
  }
  const left = before.filter(({ path_id }) => !path_ids.includes(path_id));
  const detached = left.filter((attachment) => deleteReferences(app, attachment, [message_id]));
  for (const attachment of left) publishChange(app, 'update', attachment);
  return detached.filter(({ owner_id }) => owner_id === writer.id);
}

/** Deletes the files that only these messages refer to, before their deletion, and publishes this to the owners. */
export function doReleaseFrom(app: Context, message_ids: readonly number[]): void {
  const attachments = app.db.all<Attachment>(
    `SELECT ${columns} FROM attachments WHERE id IN (
       SELECT attachment_id FROM attachment_messages WHERE message_id ${inJsonList})`,
    JSON.stringify(message_ids),
  );
  for (const attachment of attachments) {
    const isDetached = deleteReferences(app, attachment, message_ids);
    if (isDetached && !isAwaited(app.db, attachment)) doDeleteAttachment(app, attachment);
    else publishChange(app, 'update', attachment);
  }
}

const day = 86_400;

/** Maximum number of files checked in one go, and the milliseconds after which the rest is left for the next run. */
const most = 50;
const patience = 5;

/**
 * Deletes the first few files that had no reference for a day, and publishes this to their owners. Returns the number
 * of files checked: 0 when none are left.
 */
export function doDeleteUnclaimed(app: Context): number {
  const unclaimed = app.db.all<Attachment>(
    `SELECT ${columns} FROM unclaimed_attachments JOIN attachments ON attachments.id = attachment_id
     WHERE since < ? ORDER BY since LIMIT ?`,
    app.clock.now() - day,
    most,
  );
  if (unclaimed.length === 0) return 0;
  const end = app.clock.monotonic() + patience;
  return app.db.transaction(() => {
    let count = 0;
    for (const attachment of unclaimed) {
      if (isAwaited(app.db, attachment)) storeUnclaimedSince(app, attachment);
      else doDeleteAttachment(app, attachment);
      count++;
      if (app.clock.monotonic() >= end) break;
    }
    return count;
  });
}

/** Files as the API presents them to their owner. */
export function presentAttachments(db: Database, attachments: readonly Attachment[]) {
  const references = db.all<{ attachment_id: number; message_id: number }>(
    `SELECT attachment_id, message_id FROM (
       SELECT attachment_id, message_id FROM attachment_messages WHERE attachment_id ${inJsonList}
       ORDER BY message_id DESC LIMIT ?)
     ORDER BY attachment_id, message_id`,
    JSON.stringify(attachments.map(({ id }) => id)),
    mostListed.references,
  );
  const byAttachment = Map.groupBy(references, ({ attachment_id }) => attachment_id);
  return attachments.map(({ id, name, path_id, size, created_at }) => {
    const message_ids = (byAttachment.get(id) ?? []).map(({ message_id }) => message_id);
    return { id, name, path_id, size, create_time: created_at, message_ids };
  });
}

function doClaim(app: Context, attachment: Attachment, message_id: number): void {
  const { id } = attachment;
  app.db.run('INSERT INTO attachment_messages (attachment_id, message_id) VALUES (?, ?)', id, message_id);
  app.db.run('DELETE FROM unclaimed_attachments WHERE attachment_id = ?', id);
  publishChange(app, 'update', attachment);
}

/** Removes messages' references to a file; returns whether no reference is left. */
function deleteReferences(app: Context, { id }: Attachment, message_ids: readonly number[]): boolean {
  const sql = `DELETE FROM attachment_messages WHERE attachment_id = ? AND message_id ${inJsonList}`;
  app.db.run(sql, id, JSON.stringify(message_ids));
  const others = app.db.value<number>('SELECT 1 FROM attachment_messages WHERE attachment_id = ? LIMIT 1', id);
  if (others !== undefined) return false;
  app.db.run('INSERT INTO unclaimed_attachments (attachment_id, since) VALUES (?, ?)', id, app.clock.now());
  return true;
}

/** Whether an unsent text refers to a file. */
function isAwaited(db: Database, { id }: Attachment): boolean {
  return db.value<number>('SELECT 1 FROM awaited_attachments WHERE attachment_id = ? LIMIT 1', id) !== undefined;
}

function storeUnclaimedSince(app: Context, { id }: Attachment): void {
  app.db.run('UPDATE unclaimed_attachments SET since = ? WHERE attachment_id = ?', app.clock.now(), id);
}

function publishChange(app: Context, op: 'add' | 'update', attachment: Attachment): void {
  const upload_space_used = uploadSpaceUsed(app.db);
  for (const presented of presentAttachments(app.db, [attachment])) {
    const event = { type: 'attachment', op, attachment: presented, upload_space_used } as const;
    publish(app, event, { user_ids: [attachment.owner_id] });
  }
}
