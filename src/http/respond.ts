import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type Fields, type Piece, RawJson } from './endpoint.ts';
import type { ApiError } from './errors.ts';
import { acceptsGzip, gzipPieces, gzipWhole } from './gzip.ts';
import type { Outflow } from './outflow.ts';
import { languageOfReader } from './reader.ts';

const common = { 'Content-Type': 'application/json', 'Cache-Control': 'private, no-store' };

/** The client that gets an answer. */
export interface Recipient {
  response: ServerResponse;
  outflow: Outflow;
  /** The user, or address, for whom unsent bytes are counted. */
  owner: unknown;
}

/** Sends the success envelope around `fields`. */
export function sendSuccess(
  recipient: Recipient,
  fields: Fields,
  headers: OutgoingHttpHeaders = {},
): Promise<void> | void {
  return sendPieces(recipient, successPieces(fields), { ...common, ...headers });
}

/** Sends JSON without the envelope. */
export function sendDocument(recipient: Recipient, document: RawJson): Promise<void> | void {
  return sendPieces(recipient, document.pieces);
}

export function sendError(response: ServerResponse, error: ApiError): void {
  const { kind, headers } = error;
  const language = languageOfReader(response.req);
  const msg = error.messageIn(language);
  const text = JSON.stringify({ result: 'error', msg, code: kind.code, ...error.extraIn(language) });
  if (response.destroyed) return;
  const own = isForBrowser(response) ? withoutChallenge(headers) : headers;
  response.writeHead(kind.status, { ...common, ...own, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

// Browsers answer a challenge with a password dialog, even for a picture inside a page.
function isForBrowser({ req }: ServerResponse): boolean {
  return req.headers['sec-fetch-site'] !== undefined || req.headers['user-agent']?.startsWith('Mozilla/') === true;
}

function withoutChallenge({ 'WWW-Authenticate': _, ...headers }: Record<string, string>): Record<string, string> {
  return headers;
}

export function sendEmpty(response: ServerResponse, status: number, headers: Record<string, string>): void {
  response.writeHead(status, { ...common, ...headers });
  response.end();
}

/** The success envelope as text. */
export function presentSuccess(fields: Fields): string {
  return Buffer.concat(successPieces(fields).map(bytesOf)).toString();
}

function successPieces(fields: Fields): Piece[] {
  const pieces: Piece[] = [];
  let text = '{"result":"success","msg":""';
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined) continue;
    text += `,${JSON.stringify(name)}:`;
    if (value instanceof RawJson) text = addPieces(pieces, text, value.pieces);
    else text += JSON.stringify(value);
  }
  return [...pieces, `${text}}`];
}

/**
 * Adds pieces after `before`; returns the text after the last bytes. Joined, because one long text is written faster
 * than many short ones.
 */
function addPieces(pieces: Piece[], before: string, added: readonly Piece[]): string {
  let text = before;
  for (const piece of added) {
    if (typeof piece === 'string') {
      text += piece;
      continue;
    }
    if (text !== '') pieces.push(text);
    pieces.push(piece);
    text = '';
  }
  return text;
}

/** Larger answers, in bytes, are written in batches. */
const promptSize = 256 * 1024;

/** Larger answers, in bytes, are compressed if the client accepts gzip. */
const packedSize = 4 * 1024;

const packed = { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' };

function takesGzip({ req }: ServerResponse): boolean {
  return acceptsGzip(req.headers['accept-encoding']);
}

async function sendPacked(
  { response, outflow, owner }: Recipient,
  pieces: readonly Piece[],
  { length, headers }: { length: number; headers: OutgoingHttpHeaders },
): Promise<void> {
  // What is being compressed is in memory, too.
  const bytes = await outflow.holding(owner, length, () => pack(pieces.map(bytesOf), length));
  if (response.destroyed) return;
  response.writeHead(200, { ...headers, ...packed, 'Content-Length': bytes.length });
  if (bytes.length > promptSize) return outflow.write(response, owner, [bytes]);
  response.end(bytes);
  outflow.watch(response, owner);
}

function pack(pieces: readonly Buffer[], length: number): Promise<Buffer> {
  return length > promptSize ? gzipPieces(pieces) : gzipWhole(Buffer.concat(pieces));
}

/** Sends a whole answer, compressed if the client accepts that. */
export function sendPieces(
  { response, outflow, owner }: Recipient,
  pieces: readonly Piece[],
  headers: OutgoingHttpHeaders = common,
): Promise<void> | void {
  if (response.destroyed) return;
  const length = lengthOf(pieces);
  if (length > packedSize && takesGzip(response)) {
    return sendPacked({ response, outflow, owner }, pieces, { length, headers });
  }
  response.writeHead(200, { ...headers, 'Content-Length': length });
  if (length > promptSize) return outflow.write(response, owner, pieces.map(bytesOf));
  // Text goes out in one write with the headers. Buffers, which may be large, are copied only once.
  const isText = pieces.every((piece) => typeof piece === 'string');
  response.end(isText ? pieces.join('') : join(response, pieces, length));
  outflow.watch(response, owner);
}

function lengthOf(pieces: readonly Piece[]): number {
  let length = 0;
  for (const piece of pieces) length += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
  return length;
}

function bytesOf(piece: Piece): Buffer {
  return typeof piece === 'string' ? Buffer.from(piece) : piece;
}

function join(response: ServerResponse, pieces: readonly Piece[], length: number): Buffer {
  const buffer = borrow(response);
  let offset = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      offset += buffer.write(piece, offset);
    } else {
      buffer.set(piece, offset);
      offset += piece.length;
    }
  }
  return buffer.subarray(0, length);
}

const maxSpares = 16;
const spares: Buffer[] = [];

// Allocating a buffer for a page of messages costs more than filling it, so buffers are reused after the answer.
function borrow(response: ServerResponse): Buffer {
  const buffer = spares.pop() ?? Buffer.allocUnsafeSlow(promptSize);
  response.once('finish', () => {
    if (spares.length < maxSpares) spares.push(buffer);
  });
  return buffer;
}
