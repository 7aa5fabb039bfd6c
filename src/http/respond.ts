import type { ServerResponse } from 'node:http';
import { type Fields, RawJson } from './endpoint.ts';
import type { ApiError } from './errors.ts';

const common = { 'Content-Type': 'application/json', 'Cache-Control': 'private, no-store' };

/** Sends the success envelope around `fields`. */
export function sendSuccess(response: ServerResponse, fields: Fields): void {
  send(response, 200, common, successBody(fields));
}

/** Sends JSON that is no answer of the API but a document. */
export function sendDocument(response: ServerResponse, document: RawJson): void {
  send(response, 200, common, Buffer.concat(document.pieces));
}

/** Sends the error envelope with the error's status, code, message and extra fields. */
export function sendError(response: ServerResponse, error: ApiError): void {
  const { kind, message, extra, headers } = error;
  const text = JSON.stringify({ result: 'error', msg: message, code: kind.code, ...extra });
  send(response, kind.status, { ...common, ...headers }, Buffer.from(text));
}

export function sendEmpty(response: ServerResponse, status: number, headers: Record<string, string>): void {
  response.writeHead(status, { ...common, ...headers });
  response.end();
}

/** The JSON of a successful answer. Raw parts, which may be large, are copied as bytes, and only once. */
function successBody(fields: Fields): Buffer {
  const parts: Buffer[] = [];
  let text = '{"result":"success","msg":""';
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined) continue;
    text += `,${JSON.stringify(name)}:`;
    if (value instanceof RawJson) {
      parts.push(Buffer.from(text));
      for (const piece of value.pieces) parts.push(piece);
      text = '';
    } else {
      text += JSON.stringify(value);
    }
  }
  parts.push(Buffer.from(`${text}}`));
  return Buffer.concat(parts);
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, body: Buffer): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, 'Content-Length': body.length });
  response.end(body);
}
