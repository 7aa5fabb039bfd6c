import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { roles } from '../../src/users/user.ts';
import { listen } from '../support/events.ts';
import { badRequest, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const path = '/default_streams';
const ok = { result: 'success', msg: '' };
const everyone = ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest', 'bot'] as const;
const quietly = { event_types: ['default_streams'] };

async function defaultsFor({ as }: TestServer, name: CastName): Promise<unknown> {
  return (await as(name).post('/register', { fetch_event_types: ['default_streams'] })).body.realm_default_streams;
}

describe('POST /default_streams', () => {
  it('gives newcomers a channel, and tells everyone but guests', async (t) => {
    const server = await startServer(t);
    const stream_id = await subscribe(server.as('alice'), 'kitchen');
    const ears = await listen(server, everyone, quietly);

    const { body } = await server.as('admin').post(path, { stream_id });
    const again = await server.as('admin').post(path, { stream_id });
    const { id } = server.db.transaction(() =>
      doCreateUser(server.app, { email: 'new@example.com', full_name: 'New', role: roles.member, password_hash: null }),
    );

    assert.deepEqual([body, again.body], [ok, ok]);
    const event = { type: 'default_streams', default_streams: [1, stream_id] };
    const heard = everyone.filter((name) => name !== 'guest').map((name) => [name, [event]]);
    assert.deepEqual(await ears.heard(), Object.fromEntries(heard));
    assert.deepEqual([await defaultsFor(server, 'bob'), await defaultsFor(server, 'guest')], [[1, stream_id], []]);
    const channels = server.db.values('SELECT channel_id FROM subscriptions WHERE user_id = ? ORDER BY 1', id);
    assert.deepEqual(channels, [1, stream_id]);
  });

  it('refuses private channels, and archived ones as if they were not there', async (t) => {
    const server = await startServer(t);
    const secret = await subscribe(server.as('admin'), 'secret', { invite_only: true });
    const old = await subscribe(server.as('admin'), 'old');
    await server.as('admin').delete(`/streams/${old}`);
    const outcome = async (stream_id: number) => (await server.as('admin').post(path, { stream_id })).body;

    assert.deepEqual(await outcome(secret), badRequest('Private channels cannot be made default.'));
    assert.deepEqual(await outcome(old), badRequest('Invalid channel ID'));
    assert.deepEqual(await outcome(4711), badRequest('Invalid channel ID'));
    assert.deepEqual(await defaultsFor(server, 'alice'), [1]);
  });
});

describe('DELETE /default_streams', () => {
  it('takes a channel from newcomers, and tells everyone but guests', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice', 'guest'], quietly);

    const { body } = await server.as('admin').delete(path, { stream_id: 1 });
    const again = await server.as('admin').delete(path, { stream_id: 1 });

    assert.deepEqual([body, again.body], [ok, ok]);
    assert.deepEqual(await ears.heard(), { alice: [{ type: 'default_streams', default_streams: [] }] });
    assert.deepEqual(await defaultsFor(server, 'alice'), []);
  });
});

describe('the channels newcomers get', () => {
  it('are chosen by administrators alone', async (t) => {
    const server = await startServer(t);
    const stream_id = await subscribe(server.as('alice'), 'kitchen');

    for (const name of ['moderator', 'alice', 'guest'] as const) {
      const added = await server.as(name).post(path, { stream_id });
      const removed = await server.as(name).delete(path, { stream_id: 1 });
      const refused = badRequest('Must be an organization administrator');
      assert.deepEqual([added.body, removed.body], [refused, refused]);
    }

    assert.deepEqual(await defaultsFor(server, 'alice'), [1]);
  });
});
