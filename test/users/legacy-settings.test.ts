import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startServer } from '../support/server.ts';

const legacyTypes = ['update_display_settings', 'update_global_notifications'];

describe('POST /register', () => {
  it('shows personal settings beside the other state to clients that ask for them by their older names', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await alice.patch('/settings', { twenty_four_hour_time: true, enable_sounds: false, timezone: 'Asia/Kolkata' });

    const { body: display } = await alice.post('/register', { fetch_event_types: [legacyTypes[0]] });
    const { body: notifications } = await alice.post('/register', { fetch_event_types: [legacyTypes[1]] });

    const { body: now } = await alice.post('/register', { fetch_event_types: ['user_settings'] });
    const own = ({ body }: { body: object }) =>
      Object.entries(body).filter(([name]) => name in now.user_settings) as [string, unknown][];
    for (const [name, value] of [...own({ body: display }), ...own({ body: notifications })]) {
      assert.deepEqual([name, value], [name, now.user_settings[name]]);
    }
    assert.deepEqual(
      [display.twenty_four_hour_time, display.timezone, display.enable_sounds, display.user_settings],
      [true, 'Asia/Kolkata', undefined, undefined],
    );
    assert.deepEqual([notifications.enable_sounds, notifications.twenty_four_hour_time], [false, undefined]);
    assert.deepEqual([own({ body: display }).length, own({ body: notifications }).length], [15, 21]);
  });

  it('does not to clients that ask for everything, or for the settings by their present name', async (t) => {
    const server = await startServer(t);

    const { body: all } = await server.as('alice').post('/register');
    const { body: settings } = await server.as('alice').post('/register', { fetch_event_types: ['user_settings'] });

    assert.deepEqual([all.twenty_four_hour_time, settings.twenty_four_hour_time], [undefined, undefined]);
    assert.equal(all.user_settings.twenty_four_hour_time, false);
  });
});
