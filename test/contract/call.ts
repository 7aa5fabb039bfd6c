import { doCreateUser } from '../../src/accounts/new-user.ts';
import { hashPassword, storePasswordHash } from '../../src/accounts/password.ts';
import { systemGroupId } from '../../src/realm/group.ts';
import { type RealmPermission, setRealmSetting } from '../../src/realm/settings.ts';
import { roles } from '../../src/users/user.ts';
import { browserOf, fetchedByPage } from '../support/browser.ts';
import type { Answer, Client, Values } from '../support/client.ts';
import { type CastName, castPassword, type TestServer } from '../support/server.ts';

/** One call of an endpoint: who makes it, and the values of the path and of the other parameters. */
export interface Call {
  as: CastName | 'anonymous';
  path?: Record<string, string | number>;
  values?: Values;
  /** The calling program, where it matters. */
  userAgent?: string;
  /** Headers to send besides. */
  sends?: Record<string, string>;
  /** The body, of an endpoint that takes one in the sender's own form; it is sent as JSON. */
  payload?: unknown;
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

export const direct = { type: 'direct', to: '', content: 'Hello' };
export const design = { subscriptions: [{ name: 'design' }] };
export const noChannelWildcard = 'You do not have permission to use channel wildcard mentions in this channel.';
export const noTopicWildcard = 'You do not have permission to use topic wildcard mentions in this topic.';

/** Lets one of the cast log in by password. */
export async function givePassword({ app, users }: TestServer, name: CastName): Promise<void> {
  storePasswordHash(app, users[name], await hashPassword(app, castPassword));
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

export function deactivate({ db, users }: TestServer, name: CastName): void {
  db.run('UPDATE users SET is_active = 0 WHERE id = ?', users[name].id);
}

export function givePermission(
  { db }: TestServer,
  name: RealmPermission,
  group: Parameters<typeof systemGroupId>[1],
): void {
  setRealmSetting(db, name, systemGroupId(db, group));
}

export function restrictGeneral({ db }: TestServer, setting: string): void {
  const owners = systemGroupId(db, 'role:owners');
  db.run('INSERT INTO channel_permissions (channel_id, setting, group_id) VALUES (1, ?, ?)', setting, owners);
}

/** Subscribes enough people that mentioning the whole channel is restricted. */
export function crowdGeneral({ app, db }: TestServer): void {
  const person = { full_name: 'One of Many', role: roles.member, password_hash: null };
  db.transaction(() => {
    for (let count = 0; count < 16; count++) doCreateUser(app, { ...person, email: `many${count}@example.com` });
  });
}

export function reactAsEveryone({ db }: TestServer): void {
  db.run(
    `INSERT INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type)
     SELECT messages.id, users.id, 'heart', '2764', 'unicode_emoji' FROM messages, users`,
  );
}

/** A call of Alice's about a message that she has just sent. */
export async function changing(server: TestServer, values: Values | undefined, msg: string): Promise<Provocation> {
  const path = { message_id: await sendAsAlice(server) };
  return { as: 'alice', path, ...(values ? { values } : {}), msg };
}

export async function changingLate(
  server: TestServer,
  seconds: number,
  values: Values | undefined,
  msg: string,
): Promise<Provocation> {
  const provocation = await changing(server, values, msg);
  server.clock.advance(seconds);
  return provocation;
}

/** What a provocation's answer must be. */
export function expectedAnswer({ msg, code = 'BAD_REQUEST', status = 400, extra = {} }: Provocation) {
  return { status, body: { result: 'error', msg, code, ...extra } };
}

/** What of an answer is compared. */
export function comparable({ status, body }: Answer) {
  return { status, body };
}

/** Adds rows of Alice: `insert` is an INSERT from the numbers `n`, with her id as its parameter. */
export function addMany({ db, users }: TestServer, count: number, insert: string): void {
  const numbers = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})`;
  db.run(`${numbers} ${insert}`, users.alice.id);
}

export const listFull = 'You have too many {name} (limit: {limit}).';

/** A call from the browser of one of the cast, who has a password. */
export async function inBrowser(server: TestServer, name: CastName): Promise<Pick<Call, 'as' | 'sends'>> {
  await givePassword(server, name);
  return { as: 'anonymous', sends: { ...fetchedByPage, Cookie: browserOf(server, name).cookie ?? '' } };
}
