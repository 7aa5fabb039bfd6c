import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database } from '../db/database.ts';
import type { TurnQueue } from '../db/turn-queue.ts';
import type { Log } from '../ground/log.ts';
import type { Random } from '../ground/random.ts';
import type { Language } from '../languages/list.ts';
import type { RecordsActs } from './act.ts';
import { type Body, type RawParams, readBody, readPayload } from './body.ts';
import type { KnowsAddresses } from './client-address.ts';
import {
  type Answer,
  type Call,
  type Endpoint,
  type Fields,
  Held,
  type Method,
  type Payload,
  type PublicCall,
  RawJson,
  Streamed,
  WithHeaders,
} from './endpoint.ts';
import { ApiError, isKind, methodNotAllowed, notLoggedIn } from './errors.ts';
import { asApiError } from './failure.ts';
import { answersHead, carriesBody, listMethods, takeMethod } from './methods.ts';
import type { Outflow } from './outflow.ts';
import type { RateLimits } from './rate-limits.ts';
import { nameReader } from './reader.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { readParams } from './request-params.ts';
import { type Located, locate, type Unavailable } from './request-target.ts';
import { type Recipient, sendDocument, sendEmpty, sendError, sendSuccess } from './respond.ts';
import { Router } from './router.ts';
import { discard, readSpooled } from './spool.ts';
import { openStream } from './stream.ts';

const noBody: Body = { fields: new Map(), files: [] };
const noPayload: Payload = { bytes: Buffer.alloc(0), value: undefined };

/** The parts of the program that the dispatcher needs. */
export interface Provided extends KnowsAddresses {
  db: Database;
  log: Log;
  random: Random;
  /** Reads: all reads of one turn of the event loop share a transaction. */
  reads: TurnQueue;
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

/** What an endpoint declares about its callers. */
export type Admission = Pick<Endpoint, 'access' | 'onlyPeople' | 'openToWebhooks' | 'scoped'>;

/** Finds the user who sends a request, and checks whether they may call the endpoint. */
export interface Authentication<User> {
  /** The user of the credentials in a request. Throws the 401 errors. */
  authenticate(request: IncomingMessage, trust: Trust): User;
  /** Throws unless the endpoint is open to this kind and role of user, and to the scope of a bot. */
  ensureAccess(user: User, endpoint: Admission): void;
  /** Whether people without an account may read. */
  hasSpectators(): boolean;
  /** The language in which a request gets its errors. */
  languageOf(user: User | undefined, request: IncomingMessage): Language;
}

/** A request whose path is known; its method may still be in the body. */
interface Exchange<OneEndpoint> extends Located<OneEndpoint> {
  request: IncomingMessage;
  response: ServerResponse;
  address: string;
}

/** A request that is complete. */
interface Received<OneEndpoint> extends Exchange<OneEndpoint> {
  body: Body;
  endpoint: OneEndpoint;
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
   * Answers one request: finds the endpoint, admits the sender, receives the body, runs the handler in a transaction,
   * and turns its result or error into the answer.
   */
  async dispatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const located = locate(this.#router, this.#unavailable, request.url ?? '/');
      await this.#serve({ ...located, request, response, address: this.#app.addresses.of(request) });
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

  async #serve(exchange: Exchange<Endpoint<App, User>>): Promise<void> {
    const { match, request, response } = exchange;
    const { endpoints } = match;
    const method = request.method ?? 'GET';
    if (method === 'OPTIONS') return sendEmpty(response, 204, { Allow: listMethods(endpoints).join(', ') });

    let user: User | undefined;
    nameReader(request, () => this.#authentication.languageOf(user, request));
    user = this.#admit(exchange);
    // HEAD does not run the handler: some GETs consume what they return.
    if (method === 'HEAD' && [...endpoints.values()].some(answersHead)) return sendEmpty(response, 200, {});

    const body = carriesBody(method) ? await this.#receive(exchange, user) : noBody;
    try {
      const endpoint = endpoints.get(takeMethod(method, body.fields));
      if (!endpoint) throw methodNotAllowed({ allowed: listMethods(endpoints) });
      this.#app.requestMetrics.name(response, endpoint);
      const isSpectator = !user && this.#canSpectate(endpoint);
      await this.#run({ ...exchange, body, endpoint: isSpectator ? spectated(endpoint) : endpoint }, user);
    } finally {
      if (body.spooled) await discard(body.spooled);
    }
  }

  /**
   * The sender, unless the path is open or a spectator asks. A failed login counts by address, like a request without
   * one.
   */
  #admit({ match, request, response, address }: Exchange<Endpoint<App, User>>): User | undefined {
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
  #receive({ match, query, request, response }: Exchange<Endpoint<App, User>>, user: User | undefined): Promise<Body> {
    const endpoint = match.endpoints.get(request.method as Method);
    const sender = user ? 'user' : 'anyone';
    if (endpoint?.payload !== undefined) {
      return readPayload(request, response, { sender, unsent: () => takeUndeclared(endpoint, query) });
    }
    if (!endpoint?.spool) return readBody(request, response, sender);
    if (endpoint.access !== 'anyone') this.#authentication.ensureAccess(this.#authenticate(request), endpoint);
    return readSpooled(request, response, endpoint.spool(this.#app));
  }

  async #run(received: Received<Endpoint<App, User>>, user: User | undefined): Promise<void> {
    const { endpoint, match, query, response, address, body } = received;
    const call = this.#identify(received, user);
    const { params, ignored } = readParams(endpoint.params, match.values, query, body.fields);
    const weight = endpoint.weight?.(params) ?? 1;
    const more = weight - 1 + (endpoint.preparationWeight?.(params) ?? 0);
    if (more > 0) this.#app.rateLimits.count({ address, user_id: user?.id }, more, response);
    const prepared = await endpoint.prepare?.({ ...call, signal: signalOf(response) }, params);
    const recipient = { response, outflow: this.#app.outflow, owner: call.user?.id ?? address };
    const queue = endpoint.writes ? this.#app.writes : this.#app.reads;
    const result = await queue.submit(() => {
      if (!endpoint.writes) ensureRoom(recipient, weight);
      // Authenticate again inside the transaction: the account or role may have gone while the body arrived.
      const call = this.#identify(received);
      return this.#record(received, call, params, () => endpoint.handler(call, params, prepared));
    });
    // Refused requests count, whatever they would have weighed.
    if (more < 0) this.#app.rateLimits.count({ address, user_id: user?.id }, more, response);
    // Not awaited: the result would stay in memory until the client has taken the answer.
    return answer(recipient, result, ignored);
  }

  // The cast is safe: only handlers of public endpoints run without a user, and they do not read it.
  #identify(received: Received<Endpoint<App, User>>, known?: User): Call<App, User> {
    const { endpoint, request } = received;
    const open = this.#openCall(received);
    if (endpoint.access === 'anyone') return open as Call<App, User>;
    const user = known ?? this.#authenticate(request, endpoint);
    this.#authentication.ensureAccess(user, endpoint);
    return { ...open, user };
  }

  #openCall({ request, address, body }: Received<unknown>): PublicCall<App> {
    const { files, spooled = [], payload = noPayload } = body;
    const client = clientName(request.headers['user-agent']);
    return { app: this.#app, db: this.#app.db, client, address, request, files, spooled, payload };
  }

  // A link or picture in a message can make our own pages send any GET, so a GET that writes needs a key.
  #authenticate(request: IncomingMessage, endpoint?: Endpoint<App, User>): User {
    const isUnmeant = request.method === 'GET' && endpoint?.writes === true;
    return this.#authentication.authenticate(request, isUnmeant ? 'key only' : 'own pages');
  }

  /** Runs an act and records it in the audit log. */
  #record(
    { endpoint, match }: Received<Endpoint<App, User>>,
    { user, address }: Call<App, User>,
    params: Fields,
    act: () => Answer,
  ): Answer {
    if (!endpoint.writes || endpoint.access === 'anyone') return act();
    const action = this.#ids.get(endpoint) as string;
    const isAdministrative = endpoint.access === 'administrator' || endpoint.access === 'owner';
    // What the path names: the parsed values of its parameters.
    const about = Object.fromEntries([...match.values.keys()].map((name) => [name, params[name]]));
    return this.#app.audit.record({ actor_id: user.id, action, address, about, isAdministrative }, act);
  }
}

/** The endpoint for people without an account: open to anyone, and answered by `spectate`. */
function spectated<App, User>(endpoint: Endpoint<App, User>): Endpoint<App, User> {
  const { prepare: _, preparationWeight: __, ...others } = endpoint;
  return { ...others, access: 'anyone', handler: (call, params) => endpoint.spectate?.(call, params) ?? {} };
}

// Check before building the answer, which takes memory from then on.
function ensureRoom({ outflow, owner }: Recipient, weight: number): void {
  outflow.ensureRoomFor(owner);
  if (weight > 1) outflow.ensureRoom();
}

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

function answer(recipient: Recipient, result: Answer, ignored: string[]): Promise<void> | void {
  if (result instanceof ApiError) throw result;
  if (result instanceof Held) return hold(result, ignored, recipient);
  if (result instanceof Streamed) return openStream(recipient, result);
  if (result instanceof WithHeaders) return sendSuccess(recipient, withIgnored(result.fields, ignored), result.headers);
  if (result instanceof RawJson) return sendDocument(recipient, result);
  return sendSuccess(recipient, withIgnored(result, ignored));
}

function hold(held: Held, ignored: string[], recipient: Recipient): void {
  const giveUp = held.begin((fields) => void sendSuccess(recipient, withIgnored(fields, ignored)));
  recipient.response.on('close', giveUp);
}

function withIgnored(fields: Fields, ignored: string[]): Fields {
  return ignored.length === 0 ? fields : { ...fields, ignored_parameters_unsupported: ignored };
}

/**
 * The name of the client program, shown in messages: the first word of the User-Agent without version and comment.
 * `ZulipMobile/27.235 (Android 14)` becomes `ZulipMobile`.
 */
function clientName(userAgent: string | undefined): string {
  const name = /^[^/(\s]+/.exec(userAgent ?? '')?.[0];
  return (name ?? 'Unspecified').slice(0, 30);
}

/** Removes the parameters that an endpoint does not declare from a query, and returns them if there are any. */
function takeUndeclared({ params }: Endpoint, query: RawParams): Record<string, unknown> | undefined {
  const others = [...query].filter(([name]) => !Object.hasOwn(params, name));
  for (const [name] of others) query.delete(name);
  return others.length === 0 ? undefined : Object.fromEntries(others);
}
