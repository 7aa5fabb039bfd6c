import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { createApp } from '../../src/app.ts';
import type { Context } from '../../src/context.ts';
import { deliverOutbox, Outbox } from '../../src/events/outbox.ts';
import { doChangeRealm } from '../../src/organization/realm-change.ts';
import { systemGroupId } from '../../src/realm/group.ts';
import { roles } from '../../src/users/user.ts';
import { listen } from '../support/events.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Acts as a command beside the server does. */
function actBeside({ app, db, clock }: TestServer, act: (app: Context) => void): void {
  const beside = createApp({ config: app.config, db, clock, secret: Buffer.alloc(32), outbox: new Outbox(db) });
  db.transaction(() => act(beside));
}

function createBeside(server: TestServer): void {
  const values = { email: 'carol@example.com', full_name: 'Carol', role: roles.member, password_hash: null };
  actBeside(server, (app) => doCreateUser(app, values));
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

  it("carries settings of chatd's own to those alone who ask for them", async (t) => {
    const server = await startServer(t);
    const asking = { client_capabilities: { notification_settings_null: true, chatd_events: true } };
    const ears = await listen(server, ['alice'], asking);
    const unaware = await listen(server, ['alice'], { event_types: ['realm'] });
    const given = {
      accent_color: '#aa3300',
      can_start_calls_group: { new: systemGroupId(server.db, 'role:moderators') },
    };
    actBeside(server, (app) => doChangeRealm(app, given));

    deliverOutbox(server.db, server.app.queues);

    assert.deepEqual(await ears.gist(), { alice: ['realm', 'realm'] });
    assert.deepEqual(await unaware.gist(), {});
  });
});
