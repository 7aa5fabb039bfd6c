import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type SystemGroup, systemGroupId } from '../../src/realm/group.ts';
import type { Answer, Values } from '../support/client.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

export const ok = { result: 'success', msg: '' };
export const forGuests = { result: 'error', msg: 'Not allowed for guest users', code: 'BAD_REQUEST' };
export const refused = { result: 'error', msg: 'Insufficient permission', code: 'BAD_REQUEST' };
/** The capabilities of a client that receives deactivated groups. */
export const knowing = { client_capabilities: { notification_settings_null: true, include_deactivated_groups: true } };

// biome-ignore lint/suspicious/noExplicitAny: tests read whatever the server sent, and assert what it is
export type GroupRecord = any;

export interface Scene extends TestServer {
  /** The id of a system group. */
  role: (name: SystemGroup) => number;
  /** Makes a group as alice, with bob in it unless said otherwise; returns its id. */
  make: (name: string, values?: Values) => Promise<number>;
  /** A group as bob gets it, deactivated or not. */
  look: (group_id: number) => Promise<GroupRecord>;
  patch: (as: CastName, group_id: number, values: Values) => Promise<Answer['body']>;
  /** Changes members or subgroups. */
  change: (as: CastName, group_id: number, values: Values) => Promise<Answer['body']>;
  /** Ids of the cast. */
  ids: (...names: CastName[]) => number[];
}

export async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as, db, users } = server;
  return {
    ...server,
    role: (name) => systemGroupId(db, name),
    make: async (name, values = {}) => {
      const group = { name, description: '', members: [users.bob.id], ...values };
      const { status, body } = await as('alice').post('/user_groups/create', group);
      assert.equal(status, 200, JSON.stringify(body));
      return body.group_id;
    },
    look: async (group_id) => {
      const { body } = await as('bob').get('/user_groups', { include_deactivated_groups: true });
      return body.user_groups.find((group: GroupRecord) => group.id === group_id);
    },
    patch: async (name, group_id, values) => (await as(name).patch(`/user_groups/${group_id}`, values)).body,
    change: async (name, group_id, values) => (await as(name).post(`/user_groups/${group_id}/members`, values)).body,
    ids: (...names) => names.map((name) => users[name].id),
  };
}
