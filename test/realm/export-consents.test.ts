import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

describe('GET /export/realm/consents', () => {
  it('lists the consent of people who are here, for administrators, who hear of each change', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    await as('admin').delete(`/users/${users.bob.id}`);
    const ears = await listen(server, ['owner', 'moderator', 'guest'], { event_types: ['realm_export_consent'] });

    await as('alice').patch('/settings', { allow_private_data_export: true, email_address_visibility: 4 });

    const consented = { user_id: users.alice.id, consented: true };
    const people = [users.owner, users.admin, users.moderator, users.alice, users.guest].map(({ id }) => id).sort();
    assert.deepEqual((await as('admin').get('/export/realm/consents')).body, {
      result: 'success',
      msg: '',
      export_consents: people.map((user_id) => ({
        user_id,
        consented: user_id === users.alice.id,
        email_address_visibility: user_id === users.alice.id ? 4 : 1,
      })),
    });
    assert.deepEqual(await ears.heard(), { owner: [{ type: 'realm_export_consent', ...consented }] });
    const refused = await as('moderator').get('/export/realm/consents');
    assert.deepEqual(refused.body, badRequest('Must be an organization administrator'));
  });

  it('has those who return, and administrators hear of their consent, which they kept, but of none of bots', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    await as('alice').patch('/settings', { allow_private_data_export: true });
    for (const { id } of [users.alice, users.bob, users.bot]) await as('admin').delete(`/users/${id}`);
    const ears = await listen(server, ['owner', 'moderator'], { event_types: ['realm_export_consent'] });

    for (const { id } of [users.alice, users.bob, users.bot]) await as('admin').post(`/users/${id}/reactivate`);

    const type = 'realm_export_consent';
    assert.deepEqual(await ears.heard(), {
      owner: [
        { type, user_id: users.alice.id, consented: true },
        { type, user_id: users.bob.id, consented: false },
      ],
    });
  });
});
