import type { ServerResponse } from 'node:http';
import { securityHeaders } from './page.ts';
import { sendBody } from './send-body.ts';

/** The answer to a request for a page. */
export interface Reply {
  status: number;
  html: string;
  headers?: Record<string, string | string[]>;
}

export function sendReply(response: ServerResponse, { status, html, headers }: Reply): Promise<void> {
  const common = { ...securityHeaders, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
  return sendBody(response, status, { ...common, ...headers }, html);
}
