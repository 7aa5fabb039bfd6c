import { statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { methodNotAllowed, notLoggedIn } from '../http/errors.ts';
import { isKnown } from '../http/etag.ts';
import { asApiError } from '../http/failure.ts';
import { sendError } from '../http/respond.ts';
import { pathIdOf } from '../uploads/address.ts';
import { type Attachment, accessFile, fileNotFound, findWebPublicFile } from '../uploads/attachment.ts';
import { isShown } from '../uploads/content-type.ts';
import { accessLinkedFile } from '../uploads/link.ts';
import { findPicture, thumbnailFormat } from '../uploads/picture.ts';
import { contentFile, thumbnailFile } from '../uploads/store.ts';
import type { User } from '../users/user.ts';
import { type ByteRange, readRange } from './byte-range.ts';
import type { Site } from './site.ts';
import { findViewer } from './viewer.ts';

export interface ServedFile {
  path: string;
  size: number;
  content_type: string;
  /** The name for saving. */
  name: string;
  /** In quotes; equal for equal content. */
  etag: string;
  /** Whether a browser may display it instead of saving it. */
  isShown: boolean;
}

// No file may run scripts or load anything, however a browser interprets it.
const fileHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; sandbox; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // The content of a URL never changes. Only the viewer may cache it, because not everyone may see it.
  'Cache-Control': 'private, max-age=31536000, immutable',
  'Accept-Ranges': 'bytes',
  // Other sites can neither embed a file nor find out whether a visitor may see it.
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

export function isFilePath([first]: readonly string[]): boolean {
  return first === 'user_uploads';
}

/**
 * Answers a request for an uploaded file: to users who may see it; to everyone with a temporary link or if it is public
 * on the web.
 */
export function answerFile(app: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  return answerWithFile(app, request, response, () => findFile(app, request));
}

/** Answers with a file; `find` throws the error to answer with. */
export async function answerWithFile(
  app: Site,
  request: IncomingMessage,
  response: ServerResponse,
  find: () => ServedFile,
): Promise<void> {
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed({ allowed: ['GET', 'HEAD'] });
    await sendFile(find(), request, response);
  } catch (error) {
    if (response.headersSent || response.destroyed) response.destroy();
    else refuse(app, request, response, error);
  }
}

function findFile(app: Site, request: IncomingMessage): ServedFile {
  const path = pathIdOf((request.url ?? '').replace(/^\/+/, '/')) ?? '';
  const [kind, token = ''] = path.split('/');
  if (kind === 'temporary') {
    return served(app, accessLinkedFile(app, token));
  }
  const access = accessFor(app, request);
  if (kind === 'thumbnail') return servedThumbnail(app, access, path.slice('thumbnail/'.length));
  if (kind !== 'download') return served(app, access(path));
  return { ...served(app, access(path.slice('download/'.length))), isShown: false };
}

/** Finds a file by its path, or throws the error to answer with. */
type Access = (path_id: string) => Attachment;

/** The files that the requester may see: those of the user, or without a login those that are public on the web. */
function accessFor(app: Site, request: IncomingMessage): Access {
  const user = findReader(app, request);
  if (user) return (path_id) => accessFile(app, user, path_id);
  return (path_id) => {
    const attachment = findWebPublicFile(app, path_id);
    if (!attachment) throw notLoggedIn();
    return attachment;
  };
}

function findReader(app: Site, request: IncomingMessage): User | undefined {
  if (request.headers.authorization === undefined) return findViewer(app, request, 'own pages or typed');
  return app.authentication.authenticate(request, 'key only');
}

function servedThumbnail(app: Site, access: Access, path: string): ServedFile {
  const end = path.length - thumbnailFormat.name.length - 1;
  const attachment = access(path.slice(0, Math.max(end, 0)));
  const isKnown = path.endsWith(`/${thumbnailFormat.name}`);
  if (!isKnown || findPicture(app.db, attachment.sha256)?.thumbnail !== 'ready') throw fileNotFound();
  const file = thumbnailFile(app, attachment.sha256);
  return {
    path: file,
    size: statSync(file).size,
    content_type: 'image/jpeg',
    name: attachment.name,
    etag: `"${attachment.sha256}-${thumbnailFormat.name}"`,
    isShown: true,
  };
}

function served(app: Site, { sha256, size, content_type, name }: Attachment): ServedFile {
  const isSafe = isShown(content_type);
  return { path: contentFile(app, sha256), size, content_type, name, etag: `"${sha256}"`, isShown: isSafe };
}

async function sendFile(file: ServedFile, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { headers } = request;
  const common = { ...fileHeaders, ETag: file.etag };
  if (isKnown(headers['if-none-match'], file.etag)) {
    response.writeHead(304, common).end();
    return;
  }
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === file.etag;
  // RFC 9110 defines ranges for GET alone.
  const range = isCurrent && request.method === 'GET' ? readRange(headers.range, file.size) : undefined;
  if (range === 'outside') {
    response.writeHead(416, { ...common, 'Content-Range': `bytes */${file.size}`, 'Content-Length': 0 }).end();
    return;
  }
  // Open the file first: if it cannot be read, the answer is then an error instead of a truncated file.
  const handle = await open(file.path);
  try {
    response.writeHead(range ? 206 : 200, { ...common, ...contentHeaders(file, range) });
    if (request.method === 'HEAD') response.end();
    else await pipe(handle, file, range, response);
  } finally {
    await handle.close();
  }
}

function contentHeaders({ size, content_type, name, isShown }: ServedFile, range: ByteRange | undefined) {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const disposition = `${isShown ? 'inline' : 'attachment'}; filename="${plain}"`;
  return {
    'Content-Type': content_type,
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeName(name)}`,
    'Content-Length': range ? range.end - range.start + 1 : size,
    ...(range ? { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` } : {}),
  };
}

async function pipe(
  handle: FileHandle,
  { size }: ServedFile,
  range: ByteRange | undefined,
  response: ServerResponse,
): Promise<void> {
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (end < start) response.end();
  else await pipeline(handle.createReadStream({ start, end, autoClose: false }), response);
}

/** Encodes a name after RFC 8187, which allows fewer characters than encodeURIComponent. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

function refuse(app: Site, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const { 'Content-Security-Policy': policy } = fileHeaders;
  response.setHeader('Content-Security-Policy', policy).setHeader('X-Content-Type-Options', 'nosniff');
  sendError(response, asApiError(app, error, request));
}
