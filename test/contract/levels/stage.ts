import assert from 'node:assert/strict';
import type { Client, Values } from '../../support/client.ts';
import { type HeardEvent, listen } from '../../support/events.ts';
import { type CastName, type Span, startServer, type TestServer } from '../../support/server.ts';

/** Fails unless something is so; starts the server it needs itself. */
export type Check = (t: Span) => Promise<unknown>;

// biome-ignore lint/suspicious/noExplicitAny: tests read whatever the server sent, and assert what it is
export type Body = any;

/** A request: who makes it, its method and path. */
export type Request = `${CastName | 'anonymous'} ${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`;

/** What an answer is when it fails. */
interface Failure {
  status?: number;
  code?: string;
  msg?: string;
  [extra: string]: unknown;
}

/** A server of its own, with the ways to use it in a few words. */
export interface Stage extends TestServer {
  /** Makes a request that must succeed. */
  ok(request: Request, values?: Values): Promise<Body>;
  /** Makes a request that must fail like this; its code is BAD_REQUEST unless another one is given. */
  fails(request: Request, values: Values, failure?: Failure): Promise<Body>;
  /** The events that one of the cast gets from what is done meanwhile. */
  events(name: CastName, act: () => unknown, options?: Values): Promise<HeardEvent[]>;
  /** The whole initial state of one of the cast. */
  state(name: CastName, options?: Values): Promise<Body>;
  /** Sends a message to the topic lunch of the channel general; returns its id. */
  send(name: CastName, content: string, values?: Values): Promise<number>;
  /** The message as one of the cast gets it. */
  message(name: CastName, id: number, values?: Values): Promise<Body>;
  /** The ids of the newest messages of a narrow, as one of the cast finds them. */
  ids(name: CastName, narrow: readonly object[]): Promise<number[]>;
}

/** All that clients can say about themselves, said by a client of today. */
export const capabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: false,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
};

/** A check on a fresh server. */
export function play(act: (stage: Stage) => Promise<unknown>): Check {
  return async (t) => act(onStage(await startServer(t)));
}

/** A check of several parts. */
export function all(...checks: readonly Check[]): Check {
  return async (t) => {
    for (const check of checks) await check(t);
  };
}

/** Fails unless a value has what the pattern has. */
export function has(value: unknown, pattern: object): void {
  assert.partialDeepStrictEqual(value, pattern);
}

/** Fails unless one of a list has what the pattern has; returns the first that has. */
export function includes(list: readonly Body[], pattern: object): Body {
  const found = list.find((one) => isLike(one, pattern));
  assert.ok(found !== undefined, `none has ${JSON.stringify(pattern)}: ${JSON.stringify(list)}`);
  return found;
}

/** Fails if one of a list has what the pattern has. */
export function excludes(list: readonly Body[], pattern: object): void {
  const found = list.find((one) => isLike(one, pattern));
  assert.equal(found, undefined);
}

function isLike(value: unknown, pattern: object): boolean {
  try {
    has(value, pattern);
    return true;
  } catch {
    return false;
  }
}

export function onStage(server: TestServer): Stage {
  const request = (text: Request, values: Values) => make(server, text, values);
  const ok: Stage['ok'] = async (text, values = {}) => {
    const { status, body } = await request(text, values);
    assert.equal(status, 200, `${text}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    ...server,
    ok,
    fails: async (text, values, failure = {}) => {
      const { status, body } = await request(text, values);
      has({ status, ...body }, { status: 400, code: 'BAD_REQUEST', ...failure });
      return body;
    },
    events: async (name, act, options = {}) => {
      const ears = await listen(server, [name], { client_capabilities: capabilities, ...options });
      await act();
      return (await ears.heard())[name] ?? [];
    },
    state: (name, options = {}) => ok(`${name} POST /register`, { client_capabilities: capabilities, ...options }),
    send: async (name, content, values = {}) => {
      const message = { type: 'channel', to: 'general', topic: 'lunch', content, ...values };
      return (await ok(`${name} POST /messages`, message)).id;
    },
    ids: async (name, narrow) => {
      const { messages } = await ok(`${name} GET /messages`, {
        anchor: 'newest',
        num_before: 20,
        num_after: 0,
        narrow,
      });
      return messages.map((one: { id: number }) => one.id);
    },
    message: async (name, id, values = {}) => (await ok(`${name} GET /messages/${id}`, values)).message,
  };
}

function make(server: TestServer, request: Request, values: Values) {
  const [name = '', method = '', path = ''] = request.split(' ');
  const client = name === 'anonymous' ? server.anonymous : server.as(name as CastName);
  return client[method.toLowerCase() as keyof Pick<Client, 'get' | 'post' | 'patch' | 'put' | 'delete'>](path, values);
}
