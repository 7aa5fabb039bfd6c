import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { allowLongBody } from '../http/body-time.ts';
import { errorKind, methodNotAllowed, unknownUrl } from '../http/errors.ts';
import { asApiError } from '../http/failure.ts';
import { sendError } from '../http/respond.ts';
import { uploadUrl } from '../uploads/address.ts';
import { type Attachment, doAddAttachment } from '../uploads/attachment.ts';
import { detectType } from '../uploads/content-type.ts';
import { readPicture } from '../uploads/picture.ts';
import {
  accessUpload,
  appendTo,
  beginUpload,
  bodyTooLong,
  endOf,
  forgetUpload,
  offsetOf,
  readWhole,
  type Unfinished,
} from '../uploads/unfinished.ts';
import type { User } from '../users/user.ts';
import type { Site } from './site.ts';

// Version 1.0.0 of the tus protocol (https://tus.io/protocols/resumable-upload), with its extensions for the creation,
// expiry and termination of uploads. The credentials and rights are those of POST /user_uploads.

const version = '1.0.0';
const base = '/api/v1/tus';
const bodyType = 'application/offset+octet-stream';

const versionRefused = errorKind(`This server speaks version ${version} of the tus protocol.`, {
  status: 412,
  headers: () => ({ 'Tus-Version': version }),
});
const lengthInvalid = errorKind('The header Upload-Length must be a number of bytes.');
const metadataInvalid = errorKind('The header Upload-Metadata must have keys with values in base64.');
const offsetInvalid = errorKind('The header Upload-Offset must be a number of bytes.');
const offsetWrong = errorKind<{ offset: number }>('The next part begins at byte {offset}.', { status: 409 });
const typeRefused = errorKind(`The Content-Type must be ${bodyType}.`, { status: 415 });

/** Whether a URL belongs to uploads in parts. */
export function isTusUrl(url: string): boolean {
  return /^\/api\/v1\/tus(?:[/?]|$)/.test(url);
}

export async function answerTus(app: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('Tus-Resumable', version);
  response.setHeader('Cache-Control', 'no-store');
  try {
    await answer(app, request, response);
  } catch (error) {
    // Whoever left gets no answer; what arrived of the part stays.
    const isCut = request.destroyed && !request.complete;
    if (isCut || response.destroyed || response.headersSent) return void response.destroy();
    if (!request.complete) response.once('finish', () => request.destroy());
    sendError(response, asApiError(app, error, request));
  }
}

type Act = (app: Site, user: User, request: IncomingMessage, id: string) => Reply | Promise<Reply>;

interface Reply {
  status: number;
  headers: OutgoingHttpHeaders;
  body?: object;
}

const creation: Readonly<Record<string, Act>> = { POST: create };
const upload: Readonly<Record<string, Act>> = { HEAD: describe, PATCH: append, DELETE: terminate };

async function answer(app: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [id = '', ...more] = idsIn(request.url ?? '');
  if (more.length > 0) throw unknownUrl();
  const acts = id === '' ? creation : upload;
  const method = methodOf(request);
  if (method === 'OPTIONS') return send(response, { status: 204, headers: abilities(app) });
  const act = acts[method];
  if (!act) throw methodNotAllowed({ allowed: Object.keys(acts) });
  const user = admit(app, request, response);
  if (request.headers['tus-resumable'] !== version) throw versionRefused();
  send(response, await act(app, user, request, id));
}

function idsIn(url: string): string[] {
  return (url.split('?', 1)[0] ?? '').slice(base.length).split('/').filter(Boolean);
}

// Some clients cannot send every method.
function methodOf({ method = 'GET', headers }: IncomingMessage): string {
  const named = headers['x-http-method-override'];
  return method === 'POST' && typeof named === 'string' ? named.toUpperCase() : method;
}

function abilities({ config }: Site): OutgoingHttpHeaders {
  return {
    'Tus-Version': version,
    'Tus-Extension': 'creation,expiration,termination',
    'Tus-Max-Size': config.max_upload_mib * 1024 * 1024,
  };
}

// As for the rest of the API, a failed login counts by address.
function admit(app: Site, request: IncomingMessage, response: ServerResponse): User {
  const address = app.addresses.of(request);
  let user: User | undefined;
  try {
    user = app.authentication.authenticate(request, 'own pages');
  } finally {
    app.rateLimits.count({ address, user_id: user?.id }, 1, response);
  }
  app.authentication.ensureAccess(user, { access: 'user' });
  return user;
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  const text = JSON.stringify(body);
  const typed = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
  response.writeHead(status, { ...headers, ...typed }).end(text);
}

async function create(app: Site, user: User, request: IncomingMessage): Promise<Reply> {
  const length = readCount(request.headers['upload-length']);
  if (length === undefined) throw lengthInvalid();
  const { filename = '' } = readMetadata(request.headers['upload-metadata']);
  const begun = beginUpload(app, user, { name: filename, length });
  const headers = { Location: `${base}/${begun.id}`, ...expiry(begun) };
  // Nothing more will come of an empty file.
  return { status: 201, headers, ...(length === 0 && { body: await complete(app, user, request, begun) }) };
}

function describe(app: Site, user: User, request: IncomingMessage, id: string): Promise<Reply> {
  return runAlone(app, user, { request, id }, async (found) => {
    const sizes = { 'Upload-Offset': offsetOf(app, found), 'Upload-Length': found.length };
    return { status: 200, headers: { ...sizes, ...expiry(found) } };
  });
}

async function append(app: Site, user: User, request: IncomingMessage, id: string): Promise<Reply> {
  if (request.headers['content-type'] !== bodyType) throw typeRefused();
  const from = readCount(request.headers['upload-offset']);
  if (from === undefined) throw offsetInvalid();
  return runAlone(app, user, { request, id }, async (found) => {
    const reached = offsetOf(app, found);
    if (from !== reached) throw offsetWrong({ offset: reached });
    if (reached + (readCount(request.headers['content-length']) ?? 0) > found.length) throw bodyTooLong();
    const offset = await receive(app, found, request);
    const headers = { 'Upload-Offset': offset, ...expiry(found) };
    if (offset < found.length) return { status: 204, headers };
    // Its time may have passed meanwhile.
    return { status: 200, headers, body: await complete(app, user, request, accessUpload(app, user, id)) };
  });
}

function terminate(app: Site, user: User, request: IncomingMessage, id: string): Promise<Reply> {
  return runAlone(app, user, { request, id }, async (found) => {
    forgetUpload(app, found);
    return { status: 204, headers: {} };
  });
}

async function receive(app: Site, found: Unfinished, request: IncomingMessage): Promise<number> {
  const end = allowLongBody(request);
  try {
    return await appendTo(app, found, request.iterator({ destroyOnReturn: false }));
  } finally {
    end();
  }
}

/** Stores a file that has arrived as a whole; returns the body of the answer. */
async function complete(app: Site, { id }: User, request: IncomingMessage, found: Unfinished): Promise<object> {
  const file = await readWhole(app, found);
  const type = await detectType(file.start);
  const facts = { ...type, picture: await readPicture(file.path, type.content_type) };
  const { path_id, name } = await app.writes.submit(() => {
    // The account may have gone while the file arrived.
    const user = app.authentication.authenticate(request, 'own pages');
    app.authentication.ensureAccess(user, { access: 'user' });
    const address = app.addresses.of(request);
    const act = { actor_id: id, action: 'uploadFile', address, about: {}, isAdministrative: false };
    return app.audit.record(act, (): Attachment => doAddAttachment(app, user, file, facts));
  });
  forgetUpload(app, found);
  const url = uploadUrl(path_id);
  return { result: 'success', msg: '', uri: url, url, filename: name };
}

/** A request for an upload. */
interface Running {
  request: IncomingMessage;
  ended: Promise<void>;
}

const running = new Map<string, Running>();

/**
 * Answers a request for an upload when no other one is running. A part that still arrives is broken off: its client has
 * lost the connection, or it would not ask again.
 */
async function runAlone(
  app: Site,
  user: User,
  { request, id }: { request: IncomingMessage; id: string },
  run: (found: Unfinished) => Promise<Reply>,
): Promise<Reply> {
  accessUpload(app, user, id);
  for (let other = running.get(id); other; other = running.get(id)) {
    if (!other.request.complete) other.request.destroy();
    await other.ended;
  }
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  running.set(id, { request, ended });
  try {
    return await run(accessUpload(app, user, id));
  } finally {
    running.delete(id);
    resolve();
  }
}

function readCount(text: string | string[] | undefined): number | undefined {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The values of an Upload-Metadata header by key: each a key, a space and base64, separated by commas. */
function readMetadata(text: string | string[] | undefined): Readonly<Record<string, string>> {
  const pairs = String(text ?? '')
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, key = '', value = ''] = /^([^\s,]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/.exec(pair) ?? [];
      if (key === '') throw metadataInvalid();
      return [key, Buffer.from(value, 'base64').toString()];
    }),
  );
}

function expiry(found: Unfinished): OutgoingHttpHeaders {
  return { 'Upload-Expires': new Date(endOf(found) * 1000).toUTCString() };
}
