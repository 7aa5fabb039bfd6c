import type { IncomingMessage } from 'node:http';
import type { Database } from '../db/database.ts';
import type { ApiError, ErrorKind } from './errors.ts';
import type { Params, Values } from './params.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Who may call an endpoint, before anything else is looked at. */
export type Access = 'anyone' | 'user' | 'member' | 'administrator' | 'owner';

/** A request as its handler sees it. `App` is what the program gives all handlers, services included. */
export interface PublicCall<App> {
  app: App;
  db: Database;
  /** Name of the calling program, for `message.client`. */
  client: string;
  /** Where the request comes from. */
  address: string;
  /** The request itself, for its headers. */
  request: Pick<IncomingMessage, 'headers'>;
  /** The files of a multipart form, whatever its fields are called. */
  files: readonly UploadedFile[];
  /** The same on the disk, where the endpoint spools them. */
  spooled: readonly SpooledFile[];
}

/** Aborts when the client closes its connection before it has the answer. */
export interface Abortable {
  signal: AbortSignal;
}

/** A file that came in a multipart form. */
export interface UploadedFile {
  /** As the client named it. */
  name: string;
  bytes: Buffer;
}

/** A file of a multipart form that lies on the disk, flushed. It is deleted after the answer unless it was moved. */
export interface SpooledFile {
  /** As the client named it; empty if it did not. */
  name: string;
  path: string;
  /** In bytes. */
  size: number;
  /** Of its content, in hexadecimal. */
  sha256: string;
  /** Its first bytes, as far as programs look to tell its type. */
  start: Buffer;
  /** Whether it is larger than allowed: then only a part of it was kept. */
  isTooLarge: boolean;
}

/** Where files go while they arrive, and the largest size of each in bytes. */
export interface SpoolOptions {
  folder: string;
  limit: number;
  /** Throws an ApiError where the disk has no room for so many bytes more. */
  ensureSpace(bytes: number): void;
}

/** A request of a user with an account. */
export interface Call<App, User> extends PublicCall<App> {
  user: User;
}

/** Text, or bytes that are UTF-8. */
export type Piece = string | Buffer;

/** Makes the later parts of an answer, each when the client has taken the one before. */
export type Rest = Iterator<readonly Buffer[], void>;

/** JSON that goes into the answer as it is, or is the whole answer. */
export class RawJson {
  /** In the order in which it is sent. */
  readonly pieces: readonly Piece[];
  /** What follows the pieces, where that is too much to wait in memory. */
  readonly rest: Rest | undefined;
  constructor(json: string | readonly Buffer[], rest?: Rest) {
    this.pieces = typeof json === 'string' ? [json] : json;
    this.rest = rest;
  }
}

/** An answer that comes later: a long poll. `begin` gets the function that answers, and returns how to give up. */
export class Held {
  readonly begin: (answer: (fields: Fields) => void) => () => void;
  constructor(begin: (answer: (fields: Fields) => void) => () => void) {
    this.begin = begin;
  }
}

/**
 * What a handler returns: fields for the envelope, a later answer, or a document that stands alone. An error that is
 * returned instead of thrown is answered like any other, and what was done stays done.
 */
export type Answer = Fields | Held | RawJson | ApiError;

/** The fields of a successful answer beside `result` and `msg`. */
export type Fields = Record<string, unknown>;

export interface Declaration<OneCall extends PublicCall<unknown>, P extends Params, Prepared> {
  method: Method;
  /** Below `/api/v1`, with `{name}` for a parameter of the path. */
  path: string;
  /** One line for the documentation. */
  summary: string;
  params: P;
  /** What file the request carries, if it does: as a multipart form with one file. */
  file?: string;
  /** Says where files of any size go while they arrive; without it small ones are read into memory. */
  spool?: (app: OneCall['app']) => SpoolOptions;
  /** Every error the handler can throw beside those of authentication and of reading parameters. */
  errors: readonly ErrorKind<never>[];
  /** Whether bots that only send messages may call it. */
  openToWebhooks?: boolean;
  /** As how many requests one counts that costs more than others; 1 unless declared. */
  weight?: (params: Values<P>) => number;
  /** False for an endpoint that changes nothing in the database though its method is not GET. */
  writes?: boolean;
  /** Slow work, such as hashing a password, done before the transaction. */
  prepare?: (call: OneCall & Abortable, params: Values<P>) => Promise<Prepared>;
  /** Runs in a transaction unless the endpoint only reads. */
  handler: (call: OneCall, params: Values<P>, prepared: Prepared) => Answer;
}

/**
 * One operation of the API, declared once: routing, validation and the OpenAPI document follow from it. Its handler
 * runs in a program that provides at least `App`, for users of the type `User`.
 */
export interface Endpoint<App = never, User = never> {
  method: Method;
  path: string;
  summary: string;
  access: Access;
  params: Params;
  file?: string;
  spool?: (app: App) => SpoolOptions;
  openToWebhooks?: boolean;
  errors: readonly ErrorKind<never>[];
  writes: boolean;
  weight?: (params: Record<string, unknown>) => number;
  prepare?: (call: Call<App, User> & Abortable, params: Record<string, unknown>) => Promise<unknown>;
  handler: (call: Call<App, User>, params: Record<string, unknown>, prepared: unknown) => Answer;
}

/** Declares an endpoint for users with an account. */
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
