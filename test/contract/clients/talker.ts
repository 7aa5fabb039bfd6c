import assert from 'node:assert/strict';
import type { CastName, TestServer } from '../../support/server.ts';
import { type Needs, unknown, unmet, within } from './needs.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read whatever the server sent, and assert what it is
export type Body = any;

type Values = Readonly<Record<string, unknown>>;

interface Sending {
  /** In the query, whatever the method. */
  query?: Values;
  /** In an urlencoded body. */
  form?: Values;
  /** In a multipart body. */
  multipart?: Values;
  /** Without credentials. */
  isAnonymous?: boolean;
}

/** Speaks as an existing client does, and notes where an answer lacks what that client reads of it. */
export class Talker {
  readonly lacks: string[] = [];
  readonly server: TestServer;
  readonly name: CastName;
  readonly #userAgent: string;

  /** Speaks as one of the cast, by a program of that user agent. */
  constructor(server: TestServer, name: CastName, userAgent: string) {
    this.server = server;
    this.name = name;
    this.#userAgent = userAgent;
  }

  /** Sends a request that must go through, to a path below the server's address, and returns the answer's body. */
  async send(method: string, path: string, sending: Sending = {}): Promise<Body> {
    const response = await this.#fetch(method, path, sending);
    const text = await response.text();
    assert.equal(response.status, 200, `${method} ${path}: ${text}`);
    assert.match(response.headers.get('Content-Type') ?? '', /^application\/json/);
    return JSON.parse(text);
  }

  /** Sends a request that must be refused, and returns the answer's body. */
  async fail(method: string, path: string, sending: Sending = {}): Promise<Body> {
    const response = await this.#fetch(method, path, sending);
    assert.ok(response.status >= 400 && response.status < 500);
    return response.json();
  }

  /** Notes what the client misses in something. */
  read(what: string, value: unknown, needs: Needs): void {
    this.lacks.push(...unmet(value, needs).map((lack) => `${what}: ${lack}`));
  }

  /** Notes what is missing in the objects at a path, and whatever else is in them than what the client knows. */
  readStrictly(what: string, value: unknown, path: string, needs: Needs): void {
    this.read(what, value, within(path, needs));
    this.lacks.push(...unknown(value, path, Object.keys(needs)).map((one) => `${what}: ${one}`));
  }

  /** Notes what the client misses in events, each of which it must have got; needs are by type, or `type/op`. */
  readEvents(events: readonly Body[], needs: Readonly<Record<string, Needs>>): void {
    const came = new Set(events.map(kindOf));
    for (const kind of Object.keys(needs)) if (!came.has(kind)) this.lacks.push(`no event ${kind} came`);
    for (const event of events) this.read(`event ${kindOf(event)}`, event, { id: 'integer', ...needs[kindOf(event)] });
  }

  #fetch(method: string, path: string, { query, form, multipart, isAnonymous }: Sending): Promise<Response> {
    const search = query ? `?${encode(query)}` : '';
    return fetch(`${this.server.url}${path}${search}`, {
      method,
      headers: { 'User-Agent': this.#userAgent, ...(isAnonymous ? {} : this.#login()) },
      body: form ? encode(form) : multipart ? multipartOf(multipart) : null,
    });
  }

  #login(): Record<string, string> {
    return { Authorization: this.server.as(this.name).authorization };
  }
}

function kindOf({ type, op }: Body): string {
  return op === undefined ? type : `${type}/${op}`;
}

/** Texts go as they are, all else as JSON. */
function encode(values: Values): URLSearchParams {
  return new URLSearchParams(Object.entries(values).map(([name, value]) => [name, textOf(value)] as [string, string]));
}

function multipartOf(values: Values): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, textOf(value));
  return form;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
