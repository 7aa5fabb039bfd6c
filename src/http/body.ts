import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { raw } from 'milliparsec';
import type { Payload, SpooledFile, UploadedFile } from './endpoint.ts';
import { bodyTooLarge, malformedForm, malformedJson, unsupportedEncoding } from './errors.ts';
import { isPlainObject } from './params.ts';

/** Parameters by name: text from forms and queries, JSON values from JSON bodies. */
export type RawParams = Map<string, unknown>;

export interface Body {
  fields: RawParams;
  files: readonly UploadedFile[];
  /** Files on disk, for endpoints that spool them. */
  spooled?: readonly SpooledFile[];
  /** The whole body, for endpoints that accept the sender's own format. */
  payload?: Payload;
}

/** The sender of a body, which decides the size limit. */
type Sender = keyof typeof bodyLimits;

/** The largest body that is read into memory, in bytes: from logged-in users, and from anyone else. */
export const bodyLimits = { user: 10 * 1024 * 1024, anyone: 1024 * 1024 };

const maxFields = 1000;
const tooManyFields = `it has more than ${maxFields} fields`;
const maxFiles = 10;

/**
 * Reads the parameters of a body: JSON or multipart by its content type, else urlencoded. The rest of a refused body is
 * read and dropped after the answer, because closing the connection would lose the answer.
 */
export async function readBody(request: IncomingMessage, response: ServerResponse, sender: Sender): Promise<Body> {
  const bytes = await readAll(request, response, sender);
  if (bytes.length === 0) return { fields: new Map(), files: [] };
  if (isJson(request)) return { fields: parseJsonBody(bytes), files: [] };
  return parseForm(request, bytes);
}

/**
 * Reads a body in the sender's own format: JSON by its content type or its first character, else a form. `unsent`
 * returns the value if there is no body.
 */
export async function readPayload(
  request: IncomingMessage,
  response: ServerResponse,
  { sender, unsent }: { sender: Sender; unsent: () => unknown },
): Promise<Body> {
  const bytes = await readAll(request, response, sender);
  const value = bytes.length === 0 ? unsent() : await parsePayload(request, bytes);
  return { fields: new Map(), files: [], payload: { bytes, value } };
}

async function parsePayload(request: IncomingMessage, bytes: Buffer): Promise<unknown> {
  const isBare = !isMultipart(request) && /^\s*[[{]/.test(bytes.toString('latin1', 0, 100));
  if (isJson(request) || isBare) return parseJson(bytes);
  const { fields } = await parseForm(request, bytes);
  return Object.fromEntries(fields);
}

function readAll(request: IncomingMessage, response: ServerResponse, sender: Sender): Promise<Buffer> {
  const limit = bodyLimits[sender];
  if (Number(request.headers['content-length'] ?? 0) > limit) throw bodyTooLarge({ limit });
  ensureNotCompressed(request);
  return readBytes(request, response, sender);
}

function isJson({ headers }: IncomingMessage): boolean {
  return (headers['content-type'] ?? '').toLowerCase().startsWith('application/json');
}

async function parseForm(request: IncomingMessage, bytes: Buffer): Promise<Body> {
  if (isMultipart(request)) return parseMultipart(request, bytes);
  if (countFields(bytes) > maxFields) throw malformedForm({ reason: tooManyFields });
  const fields = isUtf8(bytes) ? parseUrlencoded(bytes.toString()) : undefined;
  if (!fields) throw malformedForm({ reason: 'it must be percent-encoded UTF-8' });
  return { fields, files: [] };
}

/** Throws unsupportedEncoding. */
export function ensureNotCompressed({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw unsupportedEncoding();
}

export function isMultipart({ headers }: IncomingMessage): boolean {
  return (headers['content-type'] ?? '').toLowerCase().startsWith('multipart/form-data');
}

// As a byte: a string would be encoded again for each search.
const ampersand = 0x26;

/** Number of fields in a urlencoded form; counting stops above the limit. */
function countFields(bytes: Buffer): number {
  let count = 1;
  for (let at = bytes.indexOf(ampersand); at >= 0 && count <= maxFields; at = bytes.indexOf(ampersand, at + 1)) count++;
  return count;
}

/** The fields of a urlencoded form or query; undefined if its percent-encoding is broken. */
export function parseUrlencoded(text: string): RawParams | undefined {
  const fields: RawParams = new Map();
  if (text === '') return fields;
  try {
    for (const field of text.split('&')) {
      if (field === '') continue;
      const mark = field.indexOf('=');
      if (mark < 0) fields.set(decodeUrlencoded(field), '');
      else fields.set(decodeUrlencoded(field.slice(0, mark)), decodeUrlencoded(field.slice(mark + 1)));
    }
    return fields;
  } catch {
    return undefined;
  }
}

/** Throws a URIError for invalid UTF-8, which URLSearchParams would replace silently. */
function decodeUrlencoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // A percent sign without an escape stands for itself, because people write forms by hand.
    return decodeURIComponent(spaced.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  }
}

const readers = { user: reader(bodyLimits.user), anyone: reader(bodyLimits.anyone) };

function reader(payloadLimit: number): ReturnType<typeof raw> {
  return raw({ payloadLimit, payloadLimitErrorFn: (limit) => bodyTooLarge({ limit }) });
}

function readBytes(request: IncomingMessage, response: ServerResponse, sender: Sender): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // milliparsec calls back a second time after an error; only the first call settles the promise.
    void readers[sender](request, response, (error?: unknown) => {
      if (error) reject(error instanceof Error ? error : new Error(String(error)));
      else resolve((request as { body?: Buffer }).body ?? Buffer.alloc(0));
    });
  });
}

function parseJsonBody(bytes: Buffer): RawParams {
  const value = parseJson(bytes);
  if (!isPlainObject(value)) throw malformedJson();
  const fields = new Map(Object.entries(value));
  if (fields.size > maxFields) throw malformedForm({ reason: tooManyFields });
  return fields;
}

function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformedJson();
  try {
    // Some programs begin with a byte order mark, which a reader may ignore (RFC 8259, section 8.1).
    return JSON.parse(bytes.toString().replace(/^\ufeff/, '')) as unknown;
  } catch {
    throw malformedJson();
  }
}

function parseMultipart(request: IncomingMessage, bytes: Buffer): Promise<Body> {
  return new Promise((resolve, reject) => {
    const fields: RawParams = new Map();
    const files: UploadedFile[] = [];
    const fail = (error: unknown) =>
      reject(malformedForm({ reason: error instanceof Error ? error.message : String(error) }));
    try {
      const parser = new Busboy({
        headers: request.headers as BusboyHeaders,
        limits: { fieldSize: bodyLimits.user, fields: maxFields, files: maxFiles },
      });
      parser.on('field', (name, value) => fields.set(name, value));
      parser.on('file', (_field, stream, name) => {
        // A broken form fails both the parser and the file stream; an error without a listener would end the process.
        stream.on('error', fail);
        collect(stream, (bytes) => files.push({ name: name ?? '', bytes }));
      });
      parser.on('error', fail);
      parser.on('fieldsLimit', () => fail(tooManyFields));
      parser.on('filesLimit', () => fail(`it has more than ${maxFiles} files`));
      parser.on('finish', () => resolve({ fields, files }));
      parser.end(bytes);
    } catch (error) {
      fail(error);
    }
  });
}

function collect(stream: Readable, done: (bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(Buffer.concat(chunks)));
}
