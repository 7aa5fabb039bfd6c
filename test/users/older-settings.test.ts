import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen } from '../support/events.ts';
import { startServer } from '../support/server.ts';

for (const path of ['/settings/notifications', '/settings/display']) {
  describe(`PATCH ${path}`, () => {
    it('changes own settings, and tells only their clients', async (t) => {
      const server = await startServer(t);
      const ears = await listen(server, ['alice', 'bob', 'admin']);

      const { status, body } = await server.as('alice').patch(path, { enable_sounds: false, enter_sends: true });

      const { body: state } = await server.as('alice').post('/register', { fetch_event_types: ['user_settings'] });
      const { enable_sounds, enter_sends } = state.user_settings;
      const update = { type: 'user_settings', op: 'update' };
      assert.deepEqual([status, body], [200, { result: 'success', msg: '' }]);
      assert.deepEqual([enable_sounds, enter_sends], [false, true]);
      assert.deepEqual(await ears.heard(), {
        alice: [
          { ...update, property: 'enter_sends', value: true },
          { ...update, property: 'enable_sounds', value: false },
        ],
      });
    });

    it('changes nothing where one of the values is wrong', async (t) => {
      const server = await startServer(t);
      const ears = await listen(server, ['alice']);

      const { status, body } = await server
        .as('alice')
        .patch(path, { enable_sounds: false, notification_sound: 'gong' });

      assert.deepEqual([status, body.msg], [400, "Invalid notification sound 'gong'"]);
      assert.deepEqual(await ears.heard(), {});
    });

    it('knows nobody without an account', async (t) => {
      const server = await startServer(t);

      const { status, body } = await server.anonymous.patch(path, { enable_sounds: false });

      assert.deepEqual([status, body.code], [401, 'UNAUTHORIZED']);
    });
  });
}
