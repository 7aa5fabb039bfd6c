import { doSetPasswordHash, hashPassword } from '../../src/users/password.ts';
import type { Client, Values } from '../support/client.ts';
import { type CastName, castPassword, type TestServer } from '../support/server.ts';

/** One call of an endpoint: who makes it, and the values of the path and of the other parameters. */
export interface Call {
  as: CastName | 'anonymous';
  path?: Record<string, string | number>;
  values?: Values;
  /** Files of a multipart form. */
  files?: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[];
}

/** For each endpoint, by operation id, a call that succeeds on a fresh server. It may first bring about the right state. */
export type ValidCalls = Readonly<Record<string, (server: TestServer) => Call | Promise<Call>>>;

/** A call that fails, and the answer it gets; `code` is BAD_REQUEST and `status` 400 unless said otherwise. */
export interface Provocation extends Call {
  msg: string;
  code?: string;
  status?: number;
  /** Further fields of the answer. */
  extra?: Values;
  headers?: Record<string, string>;
}

export type Provoke = (server: TestServer) => Provocation | Promise<Provocation>;

/** For each error an endpoint declares, by operation id and the error's text, a call that gets it. */
export type Provocations = Readonly<Record<string, Readonly<Record<string, Provoke>>>>;

/** Lets one of the cast log in by password. */
export async function givePassword({ app, users }: TestServer, name: CastName): Promise<void> {
  doSetPasswordHash(app, users[name], await hashPassword(app, castPassword));
}

/** Opens a client's event queue and returns its id. */
export async function openQueue(client: Client): Promise<string> {
  const { body } = await client.post('/register', { event_types: ['message'] });
  return body.queue_id;
}

/** Sends a channel message, or what `changes` make of it, and returns its id. */
export async function sendAsAlice(server: TestServer, changes: Values = {}): Promise<number> {
  const values = { type: 'channel', to: 'general', topic: 'lunch', content: 'Soup today', ...changes };
  const { body } = await server.as('alice').post('/messages', values);
  return body.id;
}
