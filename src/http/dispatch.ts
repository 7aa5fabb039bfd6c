import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database } from '../db/database.ts';
import type { TurnQueue } from '../db/turn-queue.ts';
import type { Log } from '../ground/log.ts';
import type { Random } from '../ground/random.ts';
import type { RecordsActs } from './act.ts';
import { type Body, parseUrlencoded, type RawParams, readBody, readPayload } from './body.ts';
import type { KnowsAddresses } from './client-address.ts';
import {
  type Answer,
  type Call,
  type Endpoint,
  type Fields,
  Held,
  LongRead,
  type Method,
  type Payload,
  type PublicCall,
  RawJson,
} from './endpoint.ts';
import { ApiError, type ErrorKind, isKind, malformedUrl, methodNotAllowed, notLoggedIn, unknownUrl } from './errors.ts';
import { asApiError } from './failure.ts';
import type { Outflow } from './outflow.ts';
import type { RateLimits } from './rate-limits.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { readParams } from './request-params.ts';
import { type Recipient, sendDocument, sendEmpty, sendError, sendSuccess } from './respond.ts';
import { type Match, Router } from './router.ts';
import { discard, readSpooled } from './spool.ts';

const prefix = '/api/v1';
const noBody: Body = { fields: new Map(), files: [] };
const noPayload: Payload = { bytes: Buffer.alloc(0), value: undefined };

/** The parts of the program that the dispatcher needs. */
export interface Provided extends KnowsAddresses {
  db: Database;
  log: Log;
  random: Random;
  /** Reads: all reads of one turn of the event loop share a transaction. */
  reads: TurnQueue;
  /** Large answers: one part in each turn, so that other requests get through. */
  longReads: TurnQueue;
  /** Writes: all writes of one turn share a transaction. */
  writes: TurnQueue;
  rateLimits: RateLimits;
  requestMetrics: RequestMetrics;
  audit: RecordsActs;
  /** Bytes that wait for slow clients. */
  outflow: Outflow;
}

/**
 * The origins whose requests may authenticate with a cookie. Any page can cause requests, and browsers send cookies
 * with them.
 */
export type Trust = 'key only' | 'own pages' | 'own pages or typed' | 'anywhere';

/** Finds the user who sends a request, and checks whether they may call the endpoint. */
export interface Authentication<User> {
  /** The user of the credentials in a request. Throws the 401 errors. */
  authenticate(request: IncomingMessage, trust: Trust): User;
  /** Throws unless the endpoint is open to this kind and role of user. */
  ensureAccess(user: User, endpoint: Pick<Endpoint, 'access' | 'onlyPeople' | 'openToWebhooks'>): void;
  /** Whether people without an account may read. */
  hasSpectators(): boolean;
}

/** Errors by the path below the prefix. */
type Unavailable = ReadonlyMap<string, ErrorKind>;

/** A request whose path is known; its method may still be in the body. */
interface Exchange<OneEndpoint, User> {
  match: Match<OneEndpoint>;
  query: RawParams;
  request: IncomingMessage;
  response: ServerResponse;
  address: string;
  /** The sender, if all endpoints of the path need an account. */
  user?: User | undefined;
}

/** Answers the requests to an API. */
export class Dispatcher<App extends Provided, User extends { id: number }> {
  #app: App;
  #router: Router<Endpoint<App, User>>;
  #ids: Map<Endpoint<App, User>, string>;
  #authentication: Authentication<User>;
  #unavailable: Unavailable;

  /** `unavailable` are paths without an endpoint whose refusal has words of its own. */
  constructor(
    app: App,
    endpoints: Readonly<Record<string, Endpoint<App, User>>>,
    authentication: Authentication<User>,
    unavailable: Unavailable = new Map(),
  ) {
    this.#app = app;
    this.#router = new Router(Object.values(endpoints));
    this.#ids = new Map(Object.entries(endpoints).map(([id, endpoint]) => [endpoint, id]));
    this.#authentication = authentication;
    this.#unavailable = unavailable;
  }

  /**
   * Answers one request: finds the endpoint, authenticates, reads the parameters, runs the handler in a transaction,
   * and turns its result or error into the answer.
   */
  async dispatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const located = locate(this.#router, this.#unavailable, request.url ?? '/');
      await this.#answer({ ...located, request, response, address: this.#app.addresses.of(request) });
    } catch (error) {
      this.#fail(error, request, response);
    }
  }

  // Break off an answer that has begun, so that the client does not take it for complete.
  #fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    if (response.destroyed) return;
    const known = asApiError(this.#app, error, request);
    if (response.headersSent) response.destroy();
    else sendError(response, known);
  }

  async #answer(arrived: Exchange<Endpoint<App, User>, User>): Promise<void> {
    const { match, request, response } = arrived;
    const { endpoints } = match;
    const method = request.method ?? 'GET';
    if (method === 'OPTIONS') return sendEmpty(response, 204, { Allow: allowed(endpoints).join(', ') });

    const user = this.#admit(arrived);
    // HEAD does not run the handler: some GETs consume what they return.
    if (method === 'HEAD' && [...endpoints.values()].some(answersHead)) return sendEmpty(response, 200, {});

    const exchange = { ...arrived, user };
    const body = carriesBody(method) ? await this.#receive(exchange) : noBody;
    try {
      await this.#perform(exchange, body);
    } finally {
      if (body.spooled) await discard(body.spooled);
    }
  }

  // A failed login counts by address, like a request without one.
  #admit({ match, request, response, address }: Exchange<Endpoint<App, User>, User>): User | undefined {
    const { rateLimits } = this.#app;
    let user: User | undefined;
    try {
      if (!match.isOpen) user = this.#authenticate(request);
    } catch (error) {
      rateLimits.count({ address }, 1, response);
      if (isKind(error, notLoggedIn) && this.#canSpectate(match.endpoints.get(request.method as Method)))
        return undefined;
      throw error;
    }
    rateLimits.count({ address, user_id: user?.id }, 1, response);
    return user;
  }

  #canSpectate(endpoint: Endpoint<App, User> | undefined): boolean {
    return endpoint?.spectate !== undefined && this.#authentication.hasSpectators();
  }

  // Authorize before spooling: files of any size are accepted only from users who may call the endpoint.
  #receive({ match, query, request, response, user }: Exchange<Endpoint<App, User>, User>): Promise<Body> {
    const endpoint = match.endpoints.get(request.method as Method);
    const sender = user ? 'user' : 'anyone';
    if (endpoint?.payload !== undefined) {
      return readPayload(request, response, { sender, unsent: () => takeUndeclared(endpoint, query) });
    }
    if (!endpoint?.spool) return readBody(request, response, sender);
    if (endpoint.access !== 'anyone') this.#authentication.ensureAccess(this.#authenticate(request), endpoint);
    return readSpooled(request, response, endpoint.spool(this.#app));
  }

  async #perform(exchange: Exchange<Endpoint<App, User>, User>, body: Body): Promise<void> {
    const { match, query, request, response, address, user } = exchange;
    const { endpoints } = match;
    const endpoint = endpoints.get(effectiveMethod(request.method ?? 'GET', body.fields));
    if (!endpoint) throw methodNotAllowed({ allowed: allowed(endpoints) });
    this.#app.requestMetrics.name(response, endpoint);
    if (!user && this.#canSpectate(endpoint)) return this.#spectate(exchange, endpoint, body);
    const call = this.#identify(endpoint, exchange, body, user);

    const { params, ignored } = readParams(endpoint.params, match.values, query, body.fields);
    const weight = endpoint.weight?.(params) ?? 1;
    const more = weight - 1 + (endpoint.preparationWeight?.(params) ?? 0);
    if (more !== 0) this.#app.rateLimits.count({ address, user_id: user?.id }, more, response);
    const prepared = endpoint.prepare && (await endpoint.prepare({ ...call, signal: signalOf(response) }, params));
    // Authenticate again inside the transaction: the account or role may have gone while the body arrived.
    const identify = () => this.#identify(endpoint, exchange, body);
    const recipient = this.#recipient(exchange, call, identify);
    const queue = this.#queueOf(endpoint, weight);
    let result = await queue.submit(() => {
      if (!endpoint.writes) this.#ensureRoom(recipient, weight);
      const call = identify();
      return this.#record(endpoint, match, call, params, () => endpoint.handler(call, params, prepared));
    });
    if (result instanceof LongRead) result = await this.#readAlone(result, recipient, identify);
    if (result instanceof ApiError) throw result;
    if (result instanceof Held) return hold(result, ignored, recipient);
    // Not awaited here: the result would stay in memory until the client has taken the answer.
    return result instanceof RawJson
      ? sendDocument(recipient, result)
      : sendSuccess(recipient, withIgnored(result, ignored));
  }

  #readAlone({ read }: LongRead, recipient: Recipient, identify: () => unknown): Promise<Fields> {
    return this.#app.longReads.submit(() => {
      this.#ensureRoom(recipient, Number.POSITIVE_INFINITY);
      identify();
      return read();
    });
  }

  /** Runs an act and records it in the audit log. */
  #record(
    endpoint: Endpoint<App, User>,
    { values }: Match<Endpoint<App, User>>,
    { user, address }: Call<App, User>,
    params: Fields,
    act: () => Answer,
  ): Answer {
    if (!endpoint.writes || endpoint.access === 'anyone') return act();
    const action = this.#ids.get(endpoint) as string;
    const isAdministrative = endpoint.access === 'administrator' || endpoint.access === 'owner';
    // What the path names: the parsed values of its parameters.
    const about = Object.fromEntries([...values.keys()].map((name) => [name, params[name]]));
    return this.#app.audit.record({ actor_id: user.id, action, address, about, isAdministrative }, act);
  }

  async #spectate(
    exchange: Exchange<Endpoint<App, User>, User>,
    endpoint: Endpoint<App, User>,
    body: Body,
  ): Promise<void> {
    const { match, query, address, response } = exchange;
    const { params, ignored } = readParams(endpoint.params, match.values, query, body.fields);
    const weight = endpoint.weight?.(params) ?? 1;
    if (weight !== 1) this.#app.rateLimits.count({ address }, weight - 1, response);
    const call = this.#openCall(exchange, body);
    const recipient = this.#recipient(exchange, {}, () => {});
    const result = await this.#app.reads.submit(() => {
      this.#ensureRoom(recipient, weight);
      return endpoint.spectate?.(call, params) ?? {};
    });
    await sendSuccess(recipient, withIgnored(result, ignored));
  }

  #recipient({ response, address }: Exchange<unknown, User>, call: Partial<Call<App, User>>, identify: () => unknown) {
    const inTurn = <Part>(make: () => Part) =>
      this.#app.longReads.submit(() => {
        identify();
        return make();
      });
    const owner = call.user?.id ?? address;
    return { response, outflow: this.#app.outflow, owner, inTurn };
  }

  #queueOf({ writes }: Endpoint<App, User>, weight: number): TurnQueue {
    if (writes) return this.#app.writes;
    return weight > 1 ? this.#app.longReads : this.#app.reads;
  }

  // Check before building the answer, which takes memory from then on.
  #ensureRoom({ outflow, owner }: Recipient, weight: number): void {
    outflow.ensureRoomFor(owner);
    if (weight > 1) outflow.ensureRoom();
  }

  // The cast is safe: only handlers of public endpoints run without a user, and they do not read it.
  #identify(
    endpoint: Endpoint<App, User>,
    exchange: Exchange<unknown, User>,
    body: Body,
    known?: User,
  ): Call<App, User> {
    const open = this.#openCall(exchange, body);
    if (endpoint.access === 'anyone') return open as Call<App, User>;
    const user = known ?? this.#authenticate(exchange.request, endpoint);
    this.#authentication.ensureAccess(user, endpoint);
    return { ...open, user };
  }

  #openCall({ request, address }: Exchange<unknown, User>, body: Body): PublicCall<App> {
    const { files, spooled = [], payload = noPayload } = body;
    const client = clientName(request.headers['user-agent']);
    return { app: this.#app, db: this.#app.db, client, address, request, files, spooled, payload };
  }

  // A link or picture in a message can make our own pages send any GET, so a GET that writes needs a key.
  #authenticate(request: IncomingMessage, endpoint?: Endpoint<App, User>): User {
    const isUnmeant = request.method === 'GET' && endpoint?.writes === true;
    return this.#authentication.authenticate(request, isUnmeant ? 'key only' : 'own pages');
  }
}

function locate<OneEndpoint extends Endpoint>(
  router: Router<OneEndpoint>,
  unavailable: Unavailable,
  url: string,
): { match: Match<OneEndpoint>; query: RawParams } {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const match =
    (path.startsWith(prefix) && router.matchFixed(path.slice(prefix.length))) || matchSegments(router, path);
  if (!match) throw (unavailable.get(path.slice(prefix.length)) ?? unknownUrl)();
  const query = parseUrlencoded(mark < 0 ? '' : url.slice(mark + 1));
  if (!query) throw malformedUrl();
  return { match, query };
}

// Some clients send extra slashes or encode plain characters.
function matchSegments<OneEndpoint extends Endpoint>(
  router: Router<OneEndpoint>,
  path: string,
): Match<OneEndpoint> | undefined {
  const [api, version, ...segments] = path.split('/').filter(Boolean).map(decode);
  return `/${api}/${version}` === prefix ? router.match(segments) : undefined;
}

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

function hold(held: Held, ignored: string[], { response, outflow, owner }: Recipient): void {
  // Thousands wait, and `inTurn` of the recipient would keep all of the request in memory. Their answers have no parts.
  const recipient = { response, outflow, owner, inTurn: atOnce };
  const giveUp = held.begin((fields) => void sendSuccess(recipient, withIgnored(fields, ignored)));
  response.on('close', giveUp);
}

async function atOnce<Part>(make: () => Part): Promise<Part> {
  return make();
}

function withIgnored(fields: Fields, ignored: string[]): Fields {
  return ignored.length === 0 ? fields : { ...fields, ignored_parameters_unsupported: ignored };
}

// Some form senders can only POST; they name the intended method in a field, which is no parameter of the endpoint.
function effectiveMethod(method: string, body: RawParams): Method {
  const named = method === 'POST' ? body.get('method') : undefined;
  if (typeof named !== 'string') return method as Method;
  body.delete('method');
  return named.toUpperCase() as Method;
}

/**
 * The name of the client program, shown in messages: the first word of the User-Agent without version and comment.
 * `ZulipMobile/27.235 (Android 14)` becomes `ZulipMobile`.
 */
function clientName(userAgent: string | undefined): string {
  const name = /^[^/(\s]+/.exec(userAgent ?? '')?.[0];
  return (name ?? 'Unspecified').slice(0, 30);
}

function carriesBody(method: string): boolean {
  return method === 'POST' || method === 'PATCH' || method === 'PUT' || method === 'DELETE';
}

function allowed(endpoints: Map<Method, Endpoint>): string[] {
  const methods = [...endpoints.values()].flatMap((one) => (answersHead(one) ? [one.method, 'HEAD'] : [one.method]));
  return [...new Set(methods)].sort();
}

// Some tools send HEAD to find out whether a URL accepts their payload.
function answersHead({ method, payload }: Endpoint): boolean {
  return method === 'GET' || payload !== undefined;
}

/** Removes the parameters that an endpoint does not declare from a query, and returns them if there are any. */
function takeUndeclared({ params }: Endpoint, query: RawParams): Record<string, unknown> | undefined {
  const others = [...query].filter(([name]) => !Object.hasOwn(params, name));
  for (const [name] of others) query.delete(name);
  return others.length === 0 ? undefined : Object.fromEntries(others);
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw malformedUrl();
  }
}
