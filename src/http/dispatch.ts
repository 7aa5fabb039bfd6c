import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../app.ts';
import { authenticate, ensureAccess } from './auth.ts';
import { type Body, parseUrlencoded, type RawParams, readBody } from './body.ts';
import { clientName } from './client-name.ts';
import {
  type Context,
  type Endpoint,
  type Fields,
  Held,
  type Method,
  type PublicContext,
  RawJson,
} from './endpoint.ts';
import {
  ApiError,
  malformedUrl,
  methodNotAllowed,
  parameterAmbiguous,
  parameterMissing,
  unknownUrl,
} from './errors.ts';
import { asApiError } from './failure.ts';
import { sendDocument, sendEmpty, sendError, sendSuccess } from './respond.ts';
import type { Match, Router } from './router.ts';
import { discard, readSpooled } from './spool.ts';

const prefix = '/api/v1';
const noBody: Body = { fields: new Map(), files: [] };

/**
 * Answers one API request: finds the endpoint, authenticates, reads the parameters, runs the handler (in the shared
 * transaction when it writes) and turns what it returns or throws into the answer.
 */
export async function dispatch(
  app: App,
  router: Router,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const located = locate(router, request.url ?? '/');
    await answer(app, { ...located, request, response });
  } catch (error) {
    if (response.headersSent || response.destroyed) return;
    sendError(response, asApiError(app, error, request));
  }
}

/** A request to an endpoint, or to several of one path. */
interface Exchange {
  match: Match;
  query: RawParams;
  request: IncomingMessage;
  response: ServerResponse;
  /** Who sent it, where all endpoints of the path are for users. */
  user?: Context['user'] | undefined;
}

function locate(router: Router, url: string): Pick<Exchange, 'match' | 'query'> {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const match =
    (path.startsWith(prefix) && router.matchFixed(path.slice(prefix.length))) || matchSegments(router, path);
  if (!match) throw unknownUrl();
  const query = parseUrlencoded(mark < 0 ? '' : url.slice(mark + 1));
  if (!query) throw malformedUrl();
  return { match, query };
}

// Some clients write slashes too many, or encode what need not be.
function matchSegments(router: Router, path: string): Match | undefined {
  const [api, version, ...segments] = path.split('/').filter(Boolean).map(decode);
  return `/${api}/${version}` === prefix ? router.match(segments) : undefined;
}

async function answer(app: App, { match, query, request, response }: Exchange): Promise<void> {
  const { endpoints } = match;
  const method = request.method ?? 'GET';
  if (method === 'OPTIONS') return sendEmpty(response, 204, { Allow: allowed(endpoints).join(', ') });

  const user = isOpen(endpoints) ? undefined : authenticate(app, request.headers.authorization);
  // HEAD tells that GET is there without running it: some GETs consume what they return.
  if (method === 'HEAD' && endpoints.has('GET')) return sendEmpty(response, 200, {});

  const exchange = { match, query, request, response, user };
  const body = carriesBody(method) ? await receive(app, exchange) : noBody;
  try {
    await perform(app, exchange, body);
  } finally {
    if (body.spooled) await discard(body.spooled);
  }
}

// Files of any size are taken only from those who may call the endpoint that wants them.
function receive(app: App, { match, request, response, user }: Exchange): Promise<Body> {
  const endpoint = match.endpoints.get(request.method as Method);
  if (!endpoint?.spool) return readBody(request, response, user ? 'user' : 'anyone');
  if (endpoint.access !== 'anyone') ensureAccess(authenticate(app, request.headers.authorization), endpoint);
  return readSpooled(request, response, endpoint.spool(app));
}

async function perform(app: App, exchange: Exchange, { fields: body, files, spooled = [] }: Body): Promise<void> {
  const { match, query, request, response, user } = exchange;
  const { endpoints } = match;
  const endpoint = endpoints.get(effectiveMethod(request.method ?? 'GET', body));
  if (!endpoint) throw methodNotAllowed({ allowed: allowed(endpoints) });
  const client = clientName(request.headers['user-agent']);
  const open: PublicContext = { app, db: app.db, client, files, spooled };
  const context = identify(open, endpoint, request, user);

  const { params, ignored } = readParams(endpoint, match.values, query, body);
  const prepared = endpoint.prepare ? await endpoint.prepare(context, params) : undefined;
  // Who asks is looked at once more together with what they do: until then they may have lost the account or the role.
  const run = () => endpoint.handler(identify(open, endpoint, request), params, prepared);
  const result = await (endpoint.writes ? app.writes : app.reads).submit(run);
  if (result instanceof ApiError) throw result;
  if (result instanceof Held) hold(result, ignored, response);
  else if (result instanceof RawJson) sendDocument(response, result);
  else sendSuccess(response, withIgnored(result, ignored));
}

// Only endpoints declared with publicEndpoint run without a user, and their handlers do not look for one.
function identify(open: PublicContext, endpoint: Endpoint, request: IncomingMessage, known?: Context['user']): Context {
  if (endpoint.access === 'anyone') return open as Context;
  const user = known ?? authenticate(open.app, request.headers.authorization);
  ensureAccess(user, endpoint);
  return { ...open, user };
}

function hold(held: Held, ignored: string[], response: ServerResponse): void {
  const giveUp = held.begin((fields) => sendSuccess(response, withIgnored(fields, ignored)));
  response.on('close', giveUp);
}

function readParams(
  endpoint: Endpoint,
  path: Map<string, string>,
  query: RawParams,
  body: RawParams,
): { params: Record<string, unknown>; ignored: string[] } {
  const known = new Set<string>();
  const params: Record<string, unknown> = {};
  for (const name in endpoint.params) {
    const param = endpoint.params[name];
    if (!param) continue;
    const given = givenName(name, param.aliases, query, body);
    if (given !== undefined) known.add(given);
    if (path.has(name)) {
      params[name] = param.read(path.get(name), name);
    } else if (given === undefined) {
      if (param.required) throw parameterMissing({ name });
      params[name] = param.fallback;
    } else {
      params[name] = param.read(body.has(given) ? body.get(given) : query.get(given), name);
    }
  }
  return { params, ignored: unknownNames(known, query, body) };
}

/** The one of a parameter's names that was sent. Throws parameterAmbiguous for two of them. */
function givenName(name: string, aliases: readonly string[], query: RawParams, body: RawParams): string | undefined {
  let given = body.has(name) || query.has(name) ? name : undefined;
  for (const alias of aliases) {
    if (!body.has(alias) && !query.has(alias)) continue;
    if (given !== undefined) throw parameterAmbiguous({ name: given, alias });
    given = alias;
  }
  return given;
}

function unknownNames(known: Set<string>, query: RawParams, body: RawParams): string[] {
  const names = new Set<string>();
  for (const name of query.keys()) if (!known.has(name)) names.add(name);
  for (const name of body.keys()) if (!known.has(name)) names.add(name);
  return [...names].sort();
}

function withIgnored(fields: Fields, ignored: string[]): Fields {
  return ignored.length === 0 ? fields : { ...fields, ignored_parameters_unsupported: ignored };
}

// Some form senders can only POST; they name the method they mean in a field. It is no parameter of the endpoint.
function effectiveMethod(method: string, body: RawParams): Method {
  const named = method === 'POST' ? body.get('method') : undefined;
  if (typeof named !== 'string') return method as Method;
  body.delete('method');
  return named.toUpperCase() as Method;
}

function isOpen(endpoints: Match['endpoints']): boolean {
  return [...endpoints.values()].some((endpoint) => endpoint.access === 'anyone');
}

function carriesBody(method: string): boolean {
  return method === 'POST' || method === 'PATCH' || method === 'PUT' || method === 'DELETE';
}

function allowed(endpoints: Map<Method, Endpoint>): string[] {
  return [...endpoints.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort();
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw malformedUrl();
  }
}
