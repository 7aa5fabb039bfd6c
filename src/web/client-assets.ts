import type { IncomingMessage, ServerResponse } from 'node:http';
import { methodNotAllowed, unknownUrl } from '../http/errors.ts';
import { sendError } from '../http/respond.ts';
import { type ClientFile, findBundle } from './bundle.ts';

export function isAssetPath([first]: readonly string[]): boolean {
  return first === 'assets';
}

/**
 * Answers a request for a file of the web client. Browsers cache it forever, because its name changes with its content.
 */
export async function answerAsset(
  segments: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, name = '', ...rest] = segments;
  const file = (await findBundle()).files.get(name);
  if (!file || rest.length > 0) sendError(response, unknownUrl());
  else if (request.method === 'GET' || request.method === 'HEAD') send(file, request, response);
  else sendError(response, methodNotAllowed({ allowed: ['GET', 'HEAD'] }));
}

function send(file: ClientFile, { headers }: IncomingMessage, response: ServerResponse): void {
  const [encoding, body] = encode(file, headers['accept-encoding'] ?? '');
  response.writeHead(200, {
    'Content-Type': file.type,
    'Content-Length': body.length,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Accept-Encoding',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  });
  response.end(body);
}

function encode({ body, br, gz }: ClientFile, accepted: string): [encoding: string | undefined, body: Buffer] {
  const names = accepted.split(',').map((one) => one.split(';', 1)[0]?.trim());
  if (br && names.includes('br')) return ['br', br];
  if (gz && names.includes('gzip')) return ['gzip', gz];
  return [undefined, body];
}
