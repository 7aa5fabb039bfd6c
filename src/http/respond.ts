import type { ServerResponse } from 'node:http';
import { type Fields, RawJson } from './endpoint.ts';
import type { ApiError } from './errors.ts';

const common = { 'Content-Type': 'application/json', 'Cache-Control': 'private, no-store' };

/** Sends the success envelope around `fields`. */
export function sendSuccess(response: ServerResponse, fields: Fields): void {
  send(response, 200, common, join(response, successPieces(fields)));
}

/** Sends JSON that is no answer of the API but a document. */
export function sendDocument(response: ServerResponse, document: RawJson): void {
  send(response, 200, common, join(response, document.pieces));
}

/** Sends the error envelope with the error's status, code, message and extra fields. */
export function sendError(response: ServerResponse, error: ApiError): void {
  const { kind, message, extra, headers } = error;
  const text = JSON.stringify({ result: 'error', msg: message, code: kind.code, ...extra });
  send(response, kind.status, { ...common, ...headers }, text);
}

export function sendEmpty(response: ServerResponse, status: number, headers: Record<string, string>): void {
  response.writeHead(status, { ...common, ...headers });
  response.end();
}

/** The JSON of a successful answer. */
function successPieces(fields: Fields): (string | Buffer)[] {
  const pieces: (string | Buffer)[] = [];
  let text = '{"result":"success","msg":""';
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined) continue;
    text += `,${JSON.stringify(name)}:`;
    if (value instanceof RawJson) {
      pieces.push(text);
      for (const piece of value.pieces) pieces.push(piece);
      text = '';
    } else {
      text += JSON.stringify(value);
    }
  }
  pieces.push(`${text}}`);
  return pieces;
}

// Text leaves in one write with the headers. What is there as bytes already, which may be much, is copied only once.
function join(response: ServerResponse, pieces: readonly (string | Buffer)[]): string | Buffer {
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  let length = 0;
  for (const piece of pieces) length += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
  const buffer = borrow(response, length);
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

const spareSize = 256 * 1024;
const maxSpares = 16;
const spares: Buffer[] = [];

// Fresh memory for a page of messages costs more than filling it, so it is used again once the answer has left.
function borrow(response: ServerResponse, length: number): Buffer {
  if (length > spareSize) return Buffer.allocUnsafe(length);
  const buffer = spares.pop() ?? Buffer.allocUnsafeSlow(spareSize);
  response.once('finish', () => {
    if (spares.length < maxSpares) spares.push(buffer);
  });
  return buffer;
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, body: string | Buffer): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
