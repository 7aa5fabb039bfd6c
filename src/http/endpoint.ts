import type { IncomingMessage } from 'node:http';
import type { Database } from '../db/database.ts';
import type { ApiError, ErrorKind } from './errors.ts';
import type { Params, Values } from './params.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** The users who may call an endpoint; checked before anything else. */
export type Access = 'anyone' | 'user' | 'member' | 'administrator' | 'owner';

/**
 * What a bot whose rights were limited can do with an endpoint: `reads` shows it what it may see, or keeps what is for
 * itself alone; `writes` changes what others see, as far as it may write.
 */
export type ScopedUse = 'reads' | 'writes';

/** A request as its handler sees it. `App` is the context and the services that handlers get. */
export interface PublicCall<App> {
  app: App;
  db: Database;
  /** Name of the client program, for `message.client`. */
  client: string;
  /** Address of the client. */
  address: string;
  request: Pick<IncomingMessage, 'headers' | 'url'>;
  /** The files of a multipart form, under any field name. */
  files: readonly UploadedFile[];
  /** The same files on disk, if the endpoint spools them. */
  spooled: readonly SpooledFile[];
  /** The whole body, if the endpoint declares a payload. */
  payload: Payload;
}

/** A body in the sender's own format. */
export interface Payload {
  /** As sent, for signatures. */
  bytes: Buffer;
  /** JSON, or the fields of a form; without a body, the parameters of the query that are not declared. */
  value: unknown;
}

/** Aborts when the client disconnects before it has the answer. */
interface Abortable {
  signal: AbortSignal;
}

/** A file from a multipart form. */
export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

/** A file from a multipart form, flushed to disk. It is deleted after the answer unless the handler moved it. */
export interface SpooledFile {
  /** As the client named it; empty if it sent no name. */
  name: string;
  path: string;
  /** In bytes. */
  size: number;
  /** Hash of the content, in hexadecimal. */
  sha256: string;
  /** The first bytes, enough to detect the type. */
  start: Buffer;
  /** Whether the file exceeds the limit; then only its beginning was stored. */
  isTooLarge: boolean;
}

/** The directory for arriving files, and the largest size of each in bytes. */
export interface SpoolOptions {
  folder: string;
  limit: number;
  /** Throws an ApiError if the disk has no room for this many more bytes. */
  ensureSpace(bytes: number): void;
}

/** A request from a user with an account. */
export interface Call<App, User> extends PublicCall<App> {
  user: User;
}

/** Text, or bytes in UTF-8. */
export type Piece = string | Buffer;

/** JSON that is sent unchanged, as a field of an answer or as the whole of it. */
export class RawJson {
  /** In sending order. */
  readonly pieces: readonly Piece[];
  constructor(json: string | readonly Buffer[]) {
    this.pieces = typeof json === 'string' ? [json] : json;
  }
}

/** Fields, and headers beside those of every answer. */
export class WithHeaders {
  readonly fields: Fields;
  readonly headers: Readonly<Record<string, string>>;
  constructor(fields: Fields, headers: Readonly<Record<string, string>>) {
    this.fields = fields;
    this.headers = headers;
  }
}

/**
 * A delayed answer, such as a long poll. `begin` gets the function that answers, and returns a function that gives up.
 */
export class Held {
  readonly begin: (answer: (fields: Fields) => void) => () => void;
  constructor(begin: (answer: (fields: Fields) => void) => () => void) {
    this.begin = begin;
  }
}

/** Writes text to one client as it reads. */
export interface Sink {
  /** Whether the client has taken all that was written. */
  readonly isEmpty: boolean;
  write(text: string): void;
  end(): void;
}

/** What a sink reports to its writer. */
export interface SinkFollower {
  /** The client has taken what was written. */
  taken(): void;
  /** The connection is closed. */
  closed(): void;
}

/** An answer of `text/event-stream` that goes on until one side ends it. `begin` gets the sink for its text. */
export class Streamed {
  readonly begin: (sink: Sink) => SinkFollower;
  constructor(begin: (sink: Sink) => SinkFollower) {
    this.begin = begin;
  }
}

/**
 * The result of a handler: fields for the envelope, with headers or without, a delayed answer, a stream, or a document of its own.
 * Returning an error instead of throwing it sends the same answer but commits the transaction.
 */
export type Answer = Fields | WithHeaders | Held | Streamed | RawJson | ApiError;

/** The fields of a successful answer besides `result` and `msg`. */
export type Fields = Record<string, unknown>;

export interface Declaration<OneCall extends PublicCall<unknown>, P extends Params, Prepared> {
  method: Method;
  /** Below `/api/v1`, with `{name}` for a parameter of the path. */
  path: string;
  /** Whether the path ends in a parameter that may hold slashes. */
  endsInPath?: boolean;
  /** One line, for the documentation. */
  summary: string;
  params: P;
  /** Description of the file that the request carries, as a multipart form. */
  file?: string;
  /** Description of the body, if it is in the sender's own format. Then all parameters are in the query or the path. */
  payload?: string;
  /** Where to spool files of any size; without it, small files are read into memory. */
  spool?: (app: OneCall['app']) => SpoolOptions;
  /** Description of the stream, if the answer is one of `text/event-stream`. */
  stream?: string;
  /** Every error that the handler can throw, besides those of authentication and parameters. */
  errors: readonly ErrorKind<never>[];
  /** Whether bots are refused. */
  onlyPeople?: boolean;
  /** Whether incoming webhook bots may call it. */
  openToWebhooks?: boolean;
  /** What bots with limited rights use it for; unless declared, they may not call it. */
  scoped?: ScopedUse;
  /** How many requests an expensive call counts as; 1 unless declared. Above 1, its handler takes milliseconds. */
  weight?: (params: Values<P>) => number;
  /** How many additional requests it counts as because of `prepare`. */
  preparationWeight?: (params: Values<P>) => number;
  /** False if the endpoint changes nothing in the database although its method is not GET. */
  writes?: boolean;
  /** Slow work before the transaction, such as hashing a password. */
  prepare?: (call: OneCall & Abortable, params: Values<P>) => Promise<Prepared>;
  /** Runs in a shared read transaction, or in its own savepoint if the endpoint writes. */
  handler: (call: OneCall, params: Values<P>, prepared: Prepared) => Answer;
  /**
   * Answers people without an account if the organization lets them read; otherwise they get notLoggedIn. Runs in a
   * shared read transaction and must check itself what they may read.
   */
  spectate?: (call: PublicCall<OneCall['app']>, params: Values<P>) => Fields;
}

/**
 * One operation of the API. Routing, validation and the OpenAPI document follow from this declaration. The handler
 * needs at least `App`, and users of type `User`.
 */
export interface Endpoint<App = never, User = never> {
  method: Method;
  path: string;
  endsInPath?: boolean;
  summary: string;
  access: Access;
  params: Params;
  file?: string;
  payload?: string;
  spool?: (app: App) => SpoolOptions;
  onlyPeople?: boolean;
  openToWebhooks?: boolean;
  scoped?: ScopedUse;
  stream?: string;
  errors: readonly ErrorKind<never>[];
  writes: boolean;
  weight?: (params: Record<string, unknown>) => number;
  preparationWeight?: (params: Record<string, unknown>) => number;
  prepare?: (call: Call<App, User> & Abortable, params: Record<string, unknown>) => Promise<unknown>;
  handler: (call: Call<App, User>, params: Record<string, unknown>, prepared: unknown) => Answer;
  spectate?: (call: PublicCall<App>, params: Record<string, unknown>) => Fields;
}

/** Declares an endpoint that needs an account. */
export function declareEndpoint<App, User, P extends Params, Prepared>(
  declaration: Declaration<Call<App, User>, P, Prepared> & { access: Exclude<Access, 'anyone'> },
): Endpoint<App, User> {
  return { writes: declaration.method !== 'GET', ...declaration } as unknown as Endpoint<App, User>;
}

/** Declares an endpoint that needs no account. */
export function declarePublicEndpoint<App, User, P extends Params, Prepared>(
  declaration: Declaration<PublicCall<App>, P, Prepared>,
): Endpoint<App, User> {
  return { writes: declaration.method !== 'GET', access: 'anyone', ...declaration } as unknown as Endpoint<App, User>;
}
