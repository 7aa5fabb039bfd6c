import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { createApp } from '../../src/app.ts';
import { deliverOutbox, Outbox } from '../../src/events/outbox.ts';
import { roles } from '../../src/users/user.ts';
import { listen } from '../support/events.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Creates a user as a command beside the server does. */
function createBeside({ app, db, clock }: TestServer): void {
  const beside = createApp({ config: app.config, db, clock, secret: Buffer.alloc(32), outbox: new Outbox(db) });
  const values = { email: 'carol@example.com', full_name: 'Carol', role: roles.member, password_hash: null };
  db.transaction(() => doCreateUser(beside, values));
}

describe('the outbox', () => {
  it('carries the events of commands beside the server to its clients, once', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['bob']);
    createBeside(server);
    const before = await ears.gist();

    deliverOutbox(server.db, server.app.queues);
    const after = await ears.gist();
    deliverOutbox(server.db, server.app.queues);

    const carol = server.users.bot.id + 1;
    assert.deepEqual(before, {});
    assert.deepEqual(after, {
      bob: ['realm_user add: Carol', 'user_group', 'user_group', `subscription peer_add: users ${carol} in 1`],
    });
    assert.deepEqual(await ears.gist(), {});
  });
});
