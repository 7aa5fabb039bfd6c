import type { ServerResponse } from 'node:http';
import { securityHeaders } from './page.ts';

/** The answer to a request for a page. */
export interface Reply {
  status: number;
  html: string;
  headers?: Record<string, string | string[]>;
}

export function sendReply(response: ServerResponse, { status, html, headers }: Reply): void {
  response.writeHead(status, {
    ...securityHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Cache-Control': 'no-store',
    ...headers,
  });
  response.end(html);
}
