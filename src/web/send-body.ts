import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { acceptsGzip, gzipWhole } from '../http/gzip.ts';

/** Shorter texts, in bytes, fit into one packet anyway. */
const shortest = 1024;

/** Sends a body: text compressed if the client accepts that, anything else as it is. */
export async function sendBody(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: string | Buffer,
): Promise<void> {
  const bytes = Buffer.from(body);
  const isPackable = typeof body === 'string' && bytes.length >= shortest;
  const isPacked = isPackable && acceptsGzip(response.req.headers['accept-encoding']);
  const sent = isPacked ? await gzipWhole(bytes) : bytes;
  if (response.destroyed) return;
  response.writeHead(status, {
    ...headers,
    ...(isPackable ? { Vary: 'Accept-Encoding' } : {}),
    ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}),
    'Content-Length': sent.length,
  });
  response.end(sent);
}
