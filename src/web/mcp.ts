import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import inject, { type DispatchFunc, type Response as Inside } from 'light-my-request';
import { findUserByKey, hmacOfWritten } from '../accounts/api-key.ts';
import { version } from '../assets.ts';
import { readPayload } from '../http/body.ts';
import { errorKind, invalidApiKey } from '../http/errors.ts';
import { asApiError } from '../http/failure.ts';
import { sendError } from '../http/respond.ts';
import { type Api, encodeParams, type Method, type Params, Refused, readAnswer } from '../mcp/api.ts';
import type { User } from '../users/user.ts';
import type { Site } from './site.ts';

// The Model Context Protocol over HTTP: each request has the API key of an account as its bearer token, and is whole by
// itself, so there are no sessions. What an assistant does becomes calls of the API, which check rights and bounds.

const keyMissing = errorKind('The header Authorization must be Bearer and an API key.', {
  code: 'UNAUTHORIZED',
  status: 401,
  headers: () => ({ 'WWW-Authenticate': 'Bearer' }),
});

/** Answers a request of HTTP within this process. */
type Answers = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export function isMcpUrl(url: string): boolean {
  return /^\/mcp(?:[/?]|$)/.test(url);
}

export async function answerMcp(
  app: Site,
  answers: Answers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const login = admit(app, request, response);
    const { payload } = await readPayload(request, response, { sender: 'anyone', unsent: () => undefined });
    // Loaded when the first assistant comes: it takes 15 MB.
    const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../mcp/server.ts'),
    ]);
    const api = insideApi(app, answers, { ...login, address: app.addresses.of(request) });
    const handler = createMcpHandler(() => createMcpServer(api, version));
    await relay(await handler.fetch(asWebRequest(app, request, payload?.bytes)), response);
  } catch (error) {
    if (response.headersSent || response.destroyed) return void response.destroy();
    sendError(response, asApiError(app, error, request));
  }
}

interface Login {
  user: User;
  key: string;
}

/** A wrong key counts by address, like a failed login. */
function admit(app: Site, request: IncomingMessage, response: ServerResponse): Login {
  const address = app.addresses.of(request);
  try {
    const login = readLogin(app, request.headers.authorization);
    app.rateLimits.count({ address, user_id: login.user.id }, 1, response);
    return login;
  } catch (error) {
    app.rateLimits.count({ address }, 1, response);
    throw error;
  }
}

function readLogin(app: Site, header = ''): Login {
  const [, key] = /^Bearer +(\S+)$/i.exec(header.trim()) ?? [];
  if (key === undefined) throw keyMissing();
  const user = findUserByKey(app.db, hmacOfWritten(app, key));
  if (!user) throw invalidApiKey();
  return { user, key };
}

/** The API of this process, for the account with a key; requests count as those of an address. */
function insideApi(app: Site, answers: Answers, { user, key, address }: Login & { address: string }): Api {
  const login = {
    authorization: `Basic ${Buffer.from(`${user.email}:${key}`).toString('base64')}`,
    'user-agent': 'MCP',
  };
  const send = async (method: Method, url: string, headers: object = {}, payload = ''): Promise<Inside> =>
    inject(answers as DispatchFunc, {
      method,
      url,
      payload,
      remoteAddress: address,
      headers: { ...login, ...headers },
    });
  const call = async <T>(method: Method, path: string, params: Params = {}): Promise<T> => {
    const form = encodeParams(params);
    const url = `/api/v1${path}`;
    const { payload } = await (method === 'GET'
      ? send(method, `${url}?${form}`)
      : send(method, url, formType, `${form}`));
    return readAnswer(payload);
  };
  return {
    site: app.config.public_url.replace(/\/$/, ''),
    now: () => app.clock.now(),
    call,
    async read(path, most) {
      const { url } = await call<{ url: string }>('GET', path);
      const { statusCode, headers, rawPayload } = await send('GET', url, { range: `bytes=0-${most - 1}` });
      if (statusCode >= 400) throw new Refused('The file cannot be read.');
      return { type: String(headers['content-type'] ?? ''), content: rawPayload };
    },
  };
}

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

function asWebRequest(app: Site, { method = 'POST', headers }: IncomingMessage, body?: Buffer): Request {
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  const isEmpty = method === 'GET' || method === 'HEAD';
  return new Request(new URL('/mcp', app.config.public_url), {
    method,
    headers: Object.fromEntries(pairs.filter(([name]) => name !== 'content-length' && name !== 'connection')),
    ...(!isEmpty && body && { body: new Uint8Array(body) }),
  });
}

async function relay(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), response);
  else response.end();
}
