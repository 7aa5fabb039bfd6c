import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { methodNotAllowed, unknownUrl } from '../http/errors.ts';
import { acceptsCoding } from '../http/gzip.ts';
import { sendError } from '../http/respond.ts';
import { type ClientFile, findBundle, isPackable } from './bundle.ts';

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
  else if (request.method === 'GET' || request.method === 'HEAD') await send(file, request, response);
  else sendError(response, methodNotAllowed({ allowed: ['GET', 'HEAD'] }));
}

async function send(file: ClientFile, { headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const [encoding, body] = await encode(file, headers['accept-encoding']);
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

async function encode(file: ClientFile, accepted: string | undefined): Promise<[coding: string | undefined, Buffer]> {
  if (file.br && acceptsCoding(accepted, 'br')) return ['br', file.br];
  if (!isPackable(file) || !acceptsCoding(accepted, 'gzip')) return [undefined, file.body];
  // Asked for where there is no TLS, or in a checkout: then compressed once.
  file.gz ??= await pack(file.body, { level: constants.Z_BEST_COMPRESSION });
  return ['gzip', file.gz];
}

const pack = promisify(gzip);
