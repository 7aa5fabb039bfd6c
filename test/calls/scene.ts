import assert from 'node:assert/strict';
import { doSweepCalls } from '../../src/calls/follow.ts';
import type { Values } from '../support/client.ts';
import type { CastName, TestServer } from '../support/server.ts';

/** The session of one of the cast. */
export const tab = (name: CastName): string => `tab-of-${name}`;

export const lunch = { type: 'channel', to: 'general', topic: 'lunch' };

/** A direct conversation with others of the cast. */
export function direct({ users }: TestServer, ...names: CastName[]): Values {
  return { type: 'direct', to: JSON.stringify(names.map((name) => users[name].id)) };
}

/** Starts a call, and returns its id and that of its message. */
export async function start({ as }: TestServer, name: CastName, where: Values = lunch) {
  const { status, body } = await as(name).post('/calls', where);
  assert.equal(status, 200, JSON.stringify(body));
  return { id: body.call_id as number, message_id: body.message_id as number };
}

/** Joins a call; returns the code of the refusal if there is one. */
export async function join({ as }: TestServer, name: CastName, id: number, values: Values = {}): Promise<string> {
  const { body } = await as(name).post(`/calls/${id}/members`, { session: tab(name), ...values });
  return body.code ?? body.result;
}

export async function leave({ as }: TestServer, name: CastName, id: number): Promise<string> {
  const { body } = await as(name).delete(`/calls/${id}/members/me`, { session: tab(name) });
  return body.code ?? body.result;
}

/** Changes what one sends, or says that one is still there. */
export async function change({ as }: TestServer, name: CastName, id: number, values: Values = {}): Promise<string> {
  const { body } = await as(name).patch(`/calls/${id}/members/me`, { session: tab(name), ...values });
  return body.code ?? body.result;
}

export async function signal(server: TestServer, from: CastName, to: CastName, id: number, data = '{"sdp":"v=0"}') {
  const values = { session: tab(from), to: server.users[to].id, to_session: tab(to), data };
  const { body } = await server.as(from).post(`/calls/${id}/signals`, values);
  return body.code ?? body.result;
}

/** The live calls as one of the cast sees them. */
export async function look({ as }: TestServer, name: CastName): Promise<Values[]> {
  return (await as(name).get('/calls')).body.calls;
}

/** The names of the members of a call, as one of the cast sees it; undefined without the call. */
export async function membersOf(server: TestServer, name: CastName, id: number): Promise<string[] | undefined> {
  const call = (await look(server, name)).find((one) => one.id === id);
  return (call?.members as Values[] | undefined)?.map(({ user_id }) => nameOf(server, user_id as number));
}

export function nameOf({ users }: TestServer, id: number): string {
  return Object.entries(users).find(([, user]) => user.id === id)?.[0] ?? '';
}

/** The text of a message. */
export async function textOf({ db }: TestServer, message_id: number): Promise<string> {
  return db.value<string>('SELECT content FROM messages WHERE id = ?', message_id) ?? '';
}

/** Lets seconds pass, in which these people say that they are there. */
export async function pass(server: TestServer, seconds: number, id = 0, ...present: CastName[]): Promise<void> {
  for (let second = 1; second <= seconds; second++) {
    server.clock.advance(1);
    if (second % 5 === 0) for (const name of present) await change(server, name, id);
    doSweepCalls(server.app);
  }
}
