import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Values } from '../support/client.ts';
import { type Ears, listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import {
  givePhone,
  givePushService,
  makeDevice,
  nameDeadService,
  type Phone,
  type PushService,
} from './push-service.ts';

interface Scene extends TestServer {
  service: PushService;
  android: Phone & { device_id: number };
  apple: Phone & { device_id: number };
  ears: Ears;
  ask: (values?: Values, name?: CastName) => Promise<{ status: number; body: unknown }>;
}

/** Alice has two phones, Bob one. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const service = await givePushService(t, server);
  const android = await givePhone(server, service, 'alice', 'fcm');
  const apple = await givePhone(server, service, 'alice', 'apns');
  await givePhone(server, service, 'bob');
  return {
    ...server,
    service,
    android,
    apple,
    ears: await listen(server, ['alice', 'bob']),
    async ask(values = {}, name = 'alice') {
      const { status, body } = await server.as(name).post('/mobile_push/e2ee/test_notification', values);
      return { status, body };
    },
  };
}

const fine = { status: 200, body: { result: 'success', msg: '' } };
const failure = (status: number, code: string, msg: string) => ({ status, body: { result: 'error', msg, code } });
const none = failure(400, 'NO_ACTIVE_PUSH_DEVICE', 'No active registered push device');
const misconfigured = failure(
  403,
  'ADMIN_ACTION_REQUIRED',
  'Push notification configuration issue on server, contact the server administrator or retry later.',
);
const unreachable = failure(
  502,
  'FAILED_TO_CONNECT_BOUNCER',
  'Network error while connecting to Zulip push notification service.',
);
const broken = failure(
  502,
  'INTERNAL_SERVER_ERROR_ON_BOUNCER',
  'Internal server error on Zulip push notification service, retry later.',
);

describe('POST /mobile_push/e2ee/test_notification', () => {
  it('reaches all devices of the user, each encrypted in the form of its kind', async (t) => {
    const { service, android, apple, ask, as, users, clock, url } = await setScene(t);

    assert.deepEqual(await ask(), fine);

    const { body } = await as('alice').post('/register', { fetch_event_types: ['realm'] });
    const content = {
      type: 'test',
      realm_url: url,
      realm_name: 'Test Organization',
      user_id: users.alice.id,
      time: clock.now(),
    };
    assert.deepEqual(service.notified, [
      {
        type: 'application/json',
        realm_uuid: body.realm_uuid,
        requests: [
          {
            token_id: android.token_id,
            fcm_priority: 'high',
            payload: { push_key_id: String(android.push_key_id) },
            content,
          },
          {
            token_id: apple.token_id,
            http_headers: { apns_priority: 10, apns_push_type: 'alert' },
            payload: {
              push_key_id: apple.push_key_id,
              aps: { 'mutable-content': 1, alert: { title: 'New notification' } },
            },
            content,
          },
        ],
      },
    ]);
  });

  it('reaches the one device that is named', async (t) => {
    const { service, apple, ask } = await setScene(t);

    assert.deepEqual(await ask({ device_id: apple.device_id }), fine);

    assert.deepEqual(
      service.notified.map(({ requests }) => requests.map((one: Phone) => one.token_id)),
      [[apple.token_id]],
    );
  });

  it('never encrypts two notifications alike', async (t) => {
    const { service, apple, ask } = await setScene(t);
    const bodies: string[] = [];
    service.answer = (response) => response.end('{"result":"success"}');
    const { fetch } = globalThis;
    t.mock.method(globalThis, 'fetch', (input: string, init: RequestInit) => {
      if (String(input).endsWith('/notify')) bodies.push(String(init.body));
      return fetch(input, init);
    });

    await ask({ device_id: apple.device_id });
    await ask({ device_id: apple.device_id });

    const [first, second] = bodies.map((body) =>
      Buffer.from(JSON.parse(body).push_requests[0].payload.encrypted_data, 'base64'),
    );
    assert.notDeepEqual(first?.subarray(0, 24), second?.subarray(0, 24));
    assert.notDeepEqual(first?.subarray(24), second?.subarray(24));
  });

  it('is refused to bots', async (t) => {
    const { ask } = await setScene(t);

    const msg = 'This endpoint does not accept bot requests.';
    assert.deepEqual(await ask({}, 'bot'), { status: 400, body: badRequest(msg) });
  });

  it('finds no device where none is registered, is one’s own, or is confirmed', async (t) => {
    const scene = await setScene(t);
    const { ask, as, android, service } = scene;
    const unregistered = await makeDevice(as('alice'));

    assert.deepEqual(await ask({}, 'admin'), none);
    for (const device_id of [unregistered, 999]) assert.deepEqual(await ask({ device_id }), none);
    assert.deepEqual(await ask({ device_id: android.device_id }, 'bob'), none);
    assert.deepEqual(service.notified, []);
  });

  it('forgets a device that the push service calls dead, and is content with another one', async (t) => {
    const { service, android, ask, ears } = await setScene(t);
    service.notifyFields = { delete_token_ids: [android.token_id, 'unknown', 3] };

    assert.deepEqual(await ask(), fine);

    const update = { type: 'device', op: 'update', device_id: android.device_id, push_token_id: null };
    assert.deepEqual(await ears.heard(), { alice: [update] });
    assert.deepEqual(await ask({ device_id: android.device_id }), none);
  });

  it('says so when all devices are dead, by either name of the list', async (t) => {
    const { service, android, apple, ask, ears } = await setScene(t);
    service.notifyFields = { delete_device_ids: [android.token_id, apple.token_id] };

    assert.deepEqual(await ask(), none);

    const update = { type: 'device', op: 'update', push_token_id: null };
    assert.deepEqual(await ears.heard(), {
      alice: [
        { ...update, device_id: android.device_id },
        { ...update, device_id: apple.device_id },
      ],
    });
  });

  const failures: [string, (scene: Scene) => void, object][] = [
    ['no push service is configured any more', ({ app }) => delete app.config.push_service, misconfigured],
    [
      'the push service refuses the credentials',
      ({ app }) => Object.assign(app.config.push_service ?? {}, { key: 'x' }),
      misconfigured,
    ],
    [
      'the push service answers with what is no answer',
      ({ service }) => {
        service.answer = (response) => response.end('hello');
      },
      misconfigured,
    ],
    [
      'the push service leads elsewhere',
      ({ service }) => {
        service.answer = (response) => response.writeHead(307, { Location: service.url }).end();
      },
      misconfigured,
    ],
    ['the push service is not there', nameDeadService, unreachable],
    [
      'the push service hangs up',
      ({ service }) => {
        service.answer = (response) => response.destroy();
      },
      unreachable,
    ],
    [
      'the push service does not answer',
      ({ app, service }) => {
        app.push.patience = 20;
        service.answer = () => {};
      },
      unreachable,
    ],
    ['the push service fails', ({ service }) => service.fail(500), broken],
    ['the push service is overloaded', ({ service }) => service.fail(503), broken],
  ];
  for (const [what, breakService, answer] of failures) {
    it(`tells that ${what}`, async (t) => {
      const scene = await setScene(t);
      breakService(scene);

      assert.deepEqual(await scene.ask(), answer);

      assert.deepEqual(await scene.ears.heard(), {});
    });
  }

  for (const [code, status] of [
    ['MISSING_REMOTE_REALM', 403],
    ['PUSH_NOTIFICATIONS_DISALLOWED', 400],
  ] as const) {
    it(`tells everyone that there are no notifications, once, when the push service says ${code}`, async (t) => {
      const { service, ask, ears, as } = await setScene(t);
      service.fail(status, { code });

      assert.deepEqual(await ask(), misconfigured);
      assert.deepEqual(await ask(), misconfigured);

      const update = { type: 'realm', op: 'update', property: 'push_notifications_enabled', value: false };
      assert.deepEqual(await ears.heard(), { alice: [update], bob: [update] });
      const { body } = await as('bob').post('/register', { fetch_event_types: ['realm'] });
      assert.equal(body.realm_push_notifications_enabled, false);
    });
  }

  it('follows what the push service says of the organization', async (t) => {
    const { service, ask, ears, as } = await setScene(t);
    const status = (can_push: boolean, end: number | null) => {
      service.notifyFields = { realm_push_status: { can_push, expected_end_timestamp: end } };
    };
    const state = async () => {
      const { body } = await as('bob').post('/register', { fetch_event_types: ['realm'] });
      return [body.realm_push_notifications_enabled, body.realm_push_notifications_enabled_end_timestamp];
    };
    const update = (property: string, value: unknown) => ({ type: 'realm', op: 'update', property, value });
    assert.deepEqual(await state(), [true, null]);

    status(true, 1800000000);
    await ask();

    const end = update('push_notifications_enabled_end_timestamp', 1800000000);
    assert.deepEqual(await ears.heard(), { alice: [end], bob: [end] });
    assert.deepEqual(await state(), [true, 1800000000]);

    status(false, 1800000000);
    await ask();

    assert.deepEqual((await ears.heard()).bob, [
      update('push_notifications_enabled', false),
      update('push_notifications_enabled_end_timestamp', null),
    ]);
    assert.deepEqual(await state(), [false, null]);

    status(true, null);
    await ask();

    assert.deepEqual((await ears.heard()).bob, [update('push_notifications_enabled', true)]);
    assert.deepEqual(await state(), [true, null]);
  });
});

describe('POST /mobile_push/test_notification', () => {
  it('reaches the devices that take encrypted notifications', async (t) => {
    const { service, as } = await setScene(t);

    const { status, body } = await as('alice').post('/mobile_push/test_notification');

    assert.deepEqual({ status, body }, fine);
    assert.equal(service.notified[0].requests.length, 2);
  });

  it('sends nothing to a token that would get it in the clear', async (t) => {
    const { service, as } = await setScene(t);
    await as('alice').post('/users/me/android_gcm_reg_id', { token: 'old' });
    const ask = async (name: CastName) => {
      const { status, body } = await as(name).post('/mobile_push/test_notification', { token: 'old' });
      return { status, body };
    };

    const msg = 'This server sends encrypted notifications only; please update the app.';
    assert.deepEqual(await ask('alice'), { status: 400, body: badRequest(msg) });
    assert.deepEqual(await ask('bob'), failure(400, 'INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized'));
    assert.deepEqual(service.notified, []);
  });
});

describe('realm_push_notifications_enabled', () => {
  it('tells whether a push service is configured, before a login too', async (t) => {
    const server = await startServer(t);
    const told = async () => {
      const { body } = await server.as('alice').post('/register', { fetch_event_types: ['realm'] });
      const { body: settings } = await server.anonymous.get('/server_settings');
      return [body.realm_push_notifications_enabled, settings.push_notifications_enabled];
    };

    assert.deepEqual(await told(), [false, false]);
    await givePushService(t, server);
    assert.deepEqual(await told(), [true, true]);
  });
});
