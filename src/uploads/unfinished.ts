import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { pathsIn } from '../ground/data-paths.ts';
import { randomText } from '../ground/random.ts';
import type { SpooledFile } from '../http/endpoint.ts';
import { errorKind } from '../http/errors.ts';
import type { User } from '../users/user.ts';
import { uploadQuotaExceeded, uploadSpaceUsed } from './attachment.ts';
import { ensureSpace } from './space.ts';

// A file that arrives in parts is two files below `unfinished/`: what has arrived, and a description. The length of the
// first is the offset of the next part, so both survive a restart without a row in the database.

/** A file that arrives in parts. */
export interface Unfinished {
  /** Begins with the id of its owner. */
  id: string;
  /** As the client named it; empty if it sent no name. */
  name: string;
  /** Of the whole file, in bytes. */
  length: number;
  created_at: number;
}

/** Of a user at a time. */
const mostUploads = 20;

/** In seconds; then what has arrived is deleted. */
const lifetime = 86_400;

const mib = 1024 * 1024;
const betweenLooks = 16 * mib;
const startLength = 4100;

const uploadTooLong = errorKind<{ limit: number }>('File is larger than the allowed limit of {limit} MiB', {
  status: 413,
});
const tooManyUploads = errorKind(`You have too many unfinished uploads (limit: ${mostUploads}).`);
const uploadNotFound = errorKind('Upload not found.', { code: 'NOT_FOUND', status: 404 });
export const bodyTooLong = errorKind('There is more than the upload was said to have.', { status: 413 });

/** Begins a file. Throws uploadTooLong, tooManyUploads, uploadQuotaExceeded or diskNearlyFull. */
export function beginUpload(
  app: Context,
  user: User,
  { name, length }: Pick<Unfinished, 'name' | 'length'>,
): Unfinished {
  const { max_upload_mib, upload_quota_mib = Number.POSITIVE_INFINITY } = app.config;
  if (length > max_upload_mib * mib) throw uploadTooLong({ limit: max_upload_mib });
  if (listIds(app).filter((id) => id.startsWith(`${user.id}-`)).length >= mostUploads) throw tooManyUploads();
  if (uploadSpaceUsed(app.db) + length > upload_quota_mib * mib) throw uploadQuotaExceeded();
  mkdirSync(folderOf(app), { recursive: true, mode: 0o700 });
  ensureSpace(app, length);
  const upload = {
    id: `${user.id}-${randomText(app.random, alphabet, 32)}`,
    name,
    length,
    created_at: app.clock.now(),
  };
  writeFileSync(partOf(app, upload), '', { flag: 'wx', mode: 0o600 });
  writeFileSync(noteOf(app, upload), JSON.stringify(upload), { flag: 'wx', mode: 0o600, flush: true });
  return upload;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A user's own unfinished file. Throws uploadNotFound. */
export function accessUpload(app: Context, user: User, id: string): Unfinished {
  const isOwn = /^\d{1,15}-[A-Za-z0-9]{32}$/.test(id) && id.startsWith(`${user.id}-`);
  const upload = isOwn ? findUpload(app, id) : undefined;
  if (!upload || isExpired(app, upload)) throw uploadNotFound();
  return upload;
}

/** When what has arrived is deleted, in UNIX seconds. */
export function endOf({ created_at }: Unfinished): number {
  return created_at + lifetime;
}

/** The number of bytes that have arrived. */
export function offsetOf(app: Context, upload: Unfinished): number {
  return statSync(partOf(app, upload), { throwIfNoEntry: false })?.size ?? 0;
}

/** Appends bytes and flushes them; returns the new offset. Throws bodyTooLong or diskNearlyFull; earlier bytes stay. */
export async function appendTo(app: Context, upload: Unfinished, bytes: AsyncIterable<Buffer>): Promise<number> {
  const handle = await open(partOf(app, upload), 'a');
  try {
    let { size: offset } = await handle.stat();
    let nextLook = offset + betweenLooks;
    for await (const chunk of bytes) {
      if (offset + chunk.length > upload.length) throw bodyTooLong();
      await handle.appendFile(chunk);
      offset += chunk.length;
      if (offset < nextLook) continue;
      nextLook += betweenLooks;
      ensureSpace(app, 0);
    }
    return offset;
  } finally {
    await handle.sync();
    await handle.close();
  }
}

/** A file that has arrived as a whole, as if it had been sent in one form. */
export async function readWhole(app: Context, upload: Unfinished): Promise<SpooledFile> {
  const path = partOf(app, upload);
  const hash = createHash('sha256');
  let start = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (start.length < startLength) start = Buffer.concat([start, chunk.subarray(0, startLength - start.length)]);
    hash.update(chunk);
  }
  return { name: upload.name, path, size: upload.length, sha256: hash.digest('hex'), start, isTooLarge: false };
}

/** Deletes what has arrived, unless it was moved, and the description. */
export function forgetUpload(app: Context, upload: Pick<Unfinished, 'id'>): void {
  rmSync(noteOf(app, upload), { force: true });
  rmSync(partOf(app, upload), { force: true });
}

/** Deletes the unfinished files whose time has passed. */
export function deleteExpiredUploads(app: Context): void {
  for (const id of listIds(app)) {
    const upload = findUpload(app, id);
    if (!upload || isExpired(app, upload)) forgetUpload(app, { id });
  }
}

function isExpired({ clock }: Context, upload: Unfinished): boolean {
  return endOf(upload) <= clock.now();
}

/** Undefined for a description that was never completed. */
function findUpload(app: Context, id: string): Unfinished | undefined {
  try {
    return JSON.parse(readFileSync(noteOf(app, { id }), 'utf8')) as Unfinished;
  } catch {
    return undefined;
  }
}

function listIds(app: Context): string[] {
  if (!existsSync(folderOf(app))) return [];
  const names = readdirSync(folderOf(app)).map((name) => name.replace(/\.json$/, ''));
  return [...new Set(names)];
}

function folderOf({ config }: Context): string {
  return join(pathsIn(config.data_dir).uploads, 'unfinished');
}

function partOf(app: Context, { id }: Pick<Unfinished, 'id'>): string {
  return join(folderOf(app), id);
}

function noteOf(app: Context, { id }: Pick<Unfinished, 'id'>): string {
  return join(folderOf(app), `${id}.json`);
}
