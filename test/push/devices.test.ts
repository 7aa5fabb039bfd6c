import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import type { Values } from '../support/client.ts';
import { type Ears, listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import {
  givePushService,
  makeDevice,
  nameDeadService,
  type Phone,
  type PushService,
  postponed,
  settled,
  silence,
} from './push-service.ts';

interface Scene extends TestServer {
  service: PushService;
  phone: Phone;
  device_id: number;
  ears: Ears;
  register: (values?: Values, name?: CastName) => Promise<{ status: number; body: unknown }>;
  /** What Alice's clients see of the device when they register. */
  shown: () => Promise<object>;
}

/** Alice has a phone whose program has asked for a device; she and Bob listen. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const service = await givePushService(t, server);
  const phone = service.makePhone('fcm');
  const device_id = await makeDevice(server.as('alice'));
  return {
    ...server,
    service,
    phone,
    device_id,
    ears: await listen(server, ['alice', 'bob']),
    async register(values = {}, name = 'alice') {
      const { status, body } = await server.as(name).post('/mobile_push/register', { device_id, ...values });
      return { status, body };
    },
    shown: async () =>
      (await server.as('alice').post('/register', { fetch_event_types: ['device'] })).body.devices[device_id],
  };
}

const fine = { status: 200, body: { result: 'success', msg: '' } };
const refused = (msg: string) => ({ status: 400, body: badRequest(msg) });

const empty = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

/** Registers the phone of a scene with key and token, as its program does first of all. */
function allFields({ service, phone, clock }: Scene): Values {
  return { ...service.keyFields(phone), ...service.tokenFields(phone, clock.now()) };
}

async function registered(t: TestContext): Promise<Scene> {
  const scene = await setScene(t);
  await scene.register(allFields(scene));
  await settled(scene);
  await scene.ears.heard();
  scene.service.registered.length = 0;
  return scene;
}

describe('POST /register_client_device', () => {
  it('makes a device of one’s own each time', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice', 'bob']);

    const { status, body } = await server.as('alice').post('/register_client_device');
    const { body: second } = await server.as('alice').post('/register_client_device');

    assert.deepEqual({ status, body }, { status: 200, body: { result: 'success', msg: '', device_id: 1 } });
    assert.equal(second.device_id, 2);
    assert.deepEqual(await ears.heard(), {
      alice: [
        { type: 'device', op: 'add', device_id: 1 },
        { type: 'device', op: 'add', device_id: 2 },
      ],
    });
    const { body: state } = await server.as('alice').post('/register', { fetch_event_types: ['device'] });
    assert.deepEqual(state.devices, { 1: empty, 2: empty });
    const { body: others } = await server.as('bob').post('/register', { fetch_event_types: ['device'] });
    assert.deepEqual(others.devices, {});
  });
});

describe('POST /remove_client_device', () => {
  it('removes a device, which only its owner hears of', async (t) => {
    const { as, device_id, ears } = await setScene(t);

    const { status, body } = await as('alice').post('/remove_client_device', { device_id });

    assert.deepEqual({ status, body }, fine);
    assert.deepEqual(await ears.heard(), { alice: [{ type: 'device', op: 'remove', device_id }] });
    const { body: state } = await as('alice').post('/register', { fetch_event_types: ['device'] });
    assert.deepEqual(state.devices, {});
  });

  it('knows neither a device that is gone nor that of somebody else', async (t) => {
    const { as, device_id, ears, shown } = await setScene(t);

    for (const [name, id] of [
      ['bob', device_id],
      ['alice', 99],
    ] as const) {
      const { status, body } = await as(name).post('/remove_client_device', { device_id: id });

      assert.deepEqual({ status, body }, refused('Invalid `device_id`'));
    }
    assert.deepEqual(await ears.heard(), {});
    assert.deepEqual(await shown(), empty);
  });

  it('forgets a registration that is on its way', async (t) => {
    const scene = await setScene(t);
    nameDeadService(scene);
    await scene.register(allFields(scene));
    await postponed(scene);

    await scene.as('alice').post('/remove_client_device', { device_id: scene.device_id });

    assert.equal(scene.db.value('SELECT count(*) FROM push_tasks'), 0);
  });
});

describe('POST /mobile_push/register', () => {
  for (const kind of ['fcm', 'apns'] as const) {
    it(`registers a device of kind ${kind} with the push service`, async (t) => {
      const scene = await setScene(t);
      const { service, clock, device_id, ears } = scene;
      const phone = service.makePhone(kind);
      const { push_key_id, token, token_id } = phone;

      const answer = await scene.register(allFields({ ...scene, phone }));
      await settled(scene);

      assert.deepEqual(answer, fine);
      const { body } = await scene.as('alice').post('/register', { fetch_event_types: ['realm'] });
      const content = { token, token_kind: kind, timestamp: clock.now() };
      assert.deepEqual(service.registered, [
        {
          type: 'application/x-www-form-urlencoded;charset=UTF-8',
          realm_uuid: body.realm_uuid,
          token_id,
          content: kind === 'apns' ? { ...content, ios_app_id: 'com.example.Chat' } : content,
        },
      ]);
      const update = { type: 'device', op: 'update', device_id };
      assert.deepEqual(await ears.heard(), {
        alice: [
          {
            ...update,
            push_key_id,
            pending_push_token_id: token_id,
            push_token_last_updated_timestamp: clock.now(),
            push_registration_error_code: null,
          },
          { ...update, push_token_id: token_id, pending_push_token_id: null },
        ],
      });
      assert.deepEqual(await scene.shown(), {
        ...empty,
        push_key_id,
        push_token_id: token_id,
        push_token_last_updated_timestamp: clock.now(),
      });
    });
  }

  it('is refused where no push service is configured, whatever else is wrong', async (t) => {
    const scene = await setScene(t);
    delete scene.app.config.push_service;

    const answer = await scene.register({ device_id: 99 });

    const msg = 'Server is not configured to use push notification service.';
    assert.deepEqual(answer, { status: 400, body: badRequest(msg, { code: 'PUSH_SERVICE_NOT_CONFIGURED' }) });
  });

  it('is refused to bots', async (t) => {
    const scene = await setScene(t);

    assert.deepEqual(await scene.register({}, 'bot'), refused('This endpoint does not accept bot requests.'));
  });

  it('does not know the device of somebody else, whatever else is wrong', async (t) => {
    const scene = await setScene(t);

    assert.deepEqual(await scene.register({}, 'bob'), refused('Invalid `device_id`'));
    assert.deepEqual(await scene.register({ device_id: 99 }), refused('Invalid `device_id`'));
  });

  const incomplete: [string, string[]][] = [
    ['nothing', []],
    ['half a key', ['push_key']],
    ['the name of a key', ['push_key_id']],
    ['a token without its key', ['token_kind', 'token_id', 'encrypted_push_registration']],
    ['a token without its kind', ['token_id', 'bouncer_public_key', 'encrypted_push_registration']],
    ['parts of both', ['push_key', 'token_kind', 'token_id', 'bouncer_public_key']],
  ];
  for (const [what, names] of incomplete) {
    it(`is refused with ${what} alone`, async (t) => {
      const scene = await setScene(t);
      const all = allFields(scene);

      const answer = await scene.register(Object.fromEntries(names.map((name) => [name, all[name]])));

      const msg = 'Missing parameters: must provide either all push key fields, all token fields, or both.';
      assert.deepEqual(answer, refused(msg));
      assert.deepEqual(await scene.shown(), empty);
      assert.deepEqual(await scene.ears.heard(), {});
    });
  }

  const key = randomBytes(32);
  const bad: [string, Values, string][] = [
    ['a key that is not base64', { push_key: '?' }, 'Invalid `push_key`'],
    [
      'a key of 32 bytes',
      { push_key: Buffer.concat([Buffer.of(0x31), key.subarray(1)]).toString('base64') },
      'Invalid `push_key`',
    ],
    [
      'a key of another kind',
      { push_key: Buffer.concat([Buffer.of(0x32), key]).toString('base64') },
      'Invalid `push_key`',
    ],
    [
      'a key in base64url',
      { push_key: Buffer.concat([Buffer.of(0x31), Buffer.alloc(32, 0xff)]).toString('base64url') },
      'Invalid `push_key`',
    ],
    ['a token id that is not base64', { token_id: 'no!' }, '`token_id` is not Base64 encoded'],
    ['a negative key id', { push_key_id: -1 }, 'Invalid push_key_id: Value error, Not a valid unsigned 32-bit integer'],
    [
      'a key id of 33 bits',
      { push_key_id: 2 ** 32 },
      'Invalid push_key_id: Value error, Not a valid unsigned 32-bit integer',
    ],
    ['another kind of token', { token_kind: 'sms' }, 'Invalid token_kind'],
  ];
  for (const [what, values, msg] of bad) {
    it(`refuses ${what}`, async (t) => {
      const scene = await setScene(t);

      const answer = await scene.register({ ...allFields(scene), ...values });

      assert.deepEqual(answer, refused(msg));
      assert.deepEqual(await scene.shown(), empty);
    });
  }

  it('takes the highest key id', async (t) => {
    const scene = await setScene(t);

    assert.deepEqual(await scene.register({ ...allFields(scene), push_key_id: 2 ** 32 - 1 }), fine);
  });

  it('rotates the key of a registered device', async (t) => {
    const scene = await registered(t);
    const next = { push_key_id: 7, push_key: randomBytes(32) };

    const answer = await scene.register(scene.service.keyFields(next));

    assert.deepEqual(answer, fine);
    const update = { type: 'device', op: 'update', device_id: scene.device_id, push_key_id: 7 };
    assert.deepEqual(await scene.ears.heard(), { alice: [update] });
    assert.deepEqual(scene.service.registered, []);
    assert.deepEqual(scene.db.value('SELECT push_key FROM devices'), next.push_key);
  });

  it('has no key to rotate before the first registration', async (t) => {
    const scene = await setScene(t);

    const answer = await scene.register(scene.service.keyFields(scene.phone));

    assert.deepEqual(answer, refused('No push registration exists to rotate key for.'));
  });

  it('rotates the token of a registered device, which keeps its old one meanwhile', async (t) => {
    const scene = await registered(t);
    const { service, clock, phone, device_id, ears } = scene;
    clock.advance(60);
    const next = service.makePhone('fcm');

    const answer = await scene.register(service.tokenFields(next, clock.now()));

    assert.deepEqual(answer, fine);
    await settled(scene);
    const update = { type: 'device', op: 'update', device_id };
    assert.deepEqual(await ears.heard(), {
      alice: [
        {
          ...update,
          pending_push_token_id: next.token_id,
          push_token_last_updated_timestamp: clock.now(),
          push_registration_error_code: null,
        },
        { ...update, push_token_id: next.token_id, pending_push_token_id: null },
      ],
    });
    assert.notEqual(next.token_id, phone.token_id);
    assert.equal(((await scene.shown()) as Values).push_key_id, phone.push_key_id);
  });

  it('has no token to rotate before the first registration', async (t) => {
    const scene = await setScene(t);

    const answer = await scene.register(scene.service.tokenFields(scene.phone, scene.clock.now()));

    assert.deepEqual(answer, refused('No push registration exists to rotate token for.'));
  });

  it('changes nothing where key or token is the present one', async (t) => {
    const scene = await registered(t);
    const { service, phone, clock, ears } = scene;
    const before = await scene.shown();
    clock.advance(60);

    for (const values of [service.keyFields(phone), service.tokenFields(phone, clock.now()), allFields(scene)]) {
      assert.deepEqual(await scene.register(values), fine);
    }

    assert.deepEqual(await ears.heard(), {});
    assert.deepEqual(await scene.shown(), before);
    assert.deepEqual(service.registered, []);
  });

  it('registers anew with another key and token: nothing is sent until the push service has them', async (t) => {
    const scene = await registered(t);
    const { service, clock, device_id, ears } = scene;
    const next = service.makePhone('apns');

    await scene.register(allFields({ ...scene, phone: next }));
    await settled(scene);

    const update = { type: 'device', op: 'update', device_id };
    assert.deepEqual(await ears.heard(), {
      alice: [
        {
          ...update,
          push_key_id: next.push_key_id,
          push_token_id: null,
          pending_push_token_id: next.token_id,
          push_token_last_updated_timestamp: clock.now(),
          push_registration_error_code: null,
        },
        { ...update, push_token_id: next.token_id, pending_push_token_id: null },
      ],
    });
  });

  it('is refused while an earlier one is on its way, except for the key', async (t) => {
    const scene = await setScene(t);
    nameDeadService(scene);
    await scene.register(allFields(scene));
    await postponed(scene);
    const { service, clock } = scene;
    const other = service.makePhone('fcm');

    const msg = 'A registration for the device already in progress.';
    assert.deepEqual(await scene.register(service.tokenFields(other, clock.now())), refused(msg));
    assert.deepEqual(await scene.register(allFields({ ...scene, phone: other })), refused(msg));
    assert.deepEqual(await scene.register(service.keyFields(other)), fine);
  });

  const refusals: [string, (scene: Scene) => Values, string][] = [
    [
      'a key that is not its own',
      (scene) => ({ ...allFields(scene), bouncer_public_key: randomBytes(32).toString('base64') }),
      'INVALID_BOUNCER_PUBLIC_KEY',
    ],
    [
      'a box it cannot open',
      (scene) => ({ ...allFields(scene), encrypted_push_registration: randomBytes(100).toString('base64') }),
      'BAD_REQUEST',
    ],
  ];
  for (const [what, values, code] of refusals) {
    it(`tells the user that the push service refused ${what}, and takes another attempt`, async (t) => {
      const scene = await setScene(t);
      const { ears, device_id, phone, clock } = scene;

      assert.deepEqual(await scene.register(values(scene)), fine);
      await settled(scene);

      const failed = { type: 'device', op: 'update', device_id, push_registration_error_code: code };
      assert.deepEqual((await ears.heard()).alice?.slice(1), [failed]);
      assert.deepEqual(await scene.shown(), {
        push_key_id: phone.push_key_id,
        push_token_id: null,
        pending_push_token_id: phone.token_id,
        push_token_last_updated_timestamp: clock.now(),
        push_registration_error_code: code,
      });
      assert.deepEqual(await scene.register(allFields(scene)), fine);
      await settled(scene);
      assert.equal(((await scene.shown()) as Values).push_token_id, phone.token_id);
    });
  }

  it('tells the user that the push service found it too old', async (t) => {
    const scene = await setScene(t);
    scene.service.fail(400, { code: 'REQUEST_EXPIRED' });

    await scene.register(allFields(scene));
    await settled(scene);

    assert.equal(((await scene.shown()) as Values).push_registration_error_code, 'REQUEST_EXPIRED');
  });

  const failures: [string, (scene: Scene) => void][] = [
    ['is not there', nameDeadService],
    ['fails', ({ service }) => service.fail(503)],
    ['does not answer', (scene) => silence(scene)],
    ['does not know the organization', ({ service }) => service.fail(403, { code: 'MISSING_REMOTE_REALM' })],
    ['does not know the server', ({ app }) => Object.assign(app.config.push_service ?? {}, { key: 'another' })],
    ['does not serve the organization', ({ service }) => service.fail(400, { code: 'PUSH_NOTIFICATIONS_DISALLOWED' })],
    [
      'answers with what is no answer',
      ({ service }) => {
        service.answer = (response) => response.end('<html>');
      },
    ],
    [
      'leads elsewhere',
      ({ service }) => {
        service.answer = (response) => response.writeHead(302, { Location: service.url }).end();
      },
    ],
  ];
  for (const [what, breakService] of failures) {
    it(`waits while the push service ${what}, at most a day`, async (t) => {
      const scene = await setScene(t);
      const { clock, app, db, phone } = scene;
      breakService(scene);

      await scene.register(allFields(scene));
      await postponed(scene);

      assert.equal(((await scene.shown()) as Values).pending_push_token_id, phone.token_id);
      assert.equal(((await scene.shown()) as Values).push_registration_error_code, null);
      const waits = [];
      while (db.value('SELECT count(*) FROM push_tasks') === 1) {
        const due = db.value<number>('SELECT due_at FROM push_tasks') as number;
        waits.push(due - clock.now());
        clock.seconds = due;
        app.push.wake();
        await postponed(scene);
      }
      assert.deepEqual(waits.slice(0, 6), [5, 30, 120, 600, 3600, 3600]);
      assert.ok(waits.length > 24);
      assert.equal(((await scene.shown()) as Values).push_registration_error_code, 'REQUEST_EXPIRED');
    });
  }

  it('goes on after a restart where it was', async (t) => {
    const scene = await setScene(t);
    const { app, service, clock, phone } = scene;
    const { push_service } = app.config;
    nameDeadService(scene);
    await scene.register(allFields(scene));
    await postponed(scene);
    await app.push.stop();
    app.config.push_service = push_service as NonNullable<typeof push_service>;
    clock.advance(5);

    app.push.start(app);
    await settled(scene);

    assert.equal(service.registered.length, 1);
    assert.equal(((await scene.shown()) as Values).push_token_id, phone.token_id);
  });

  it('goes on although the clock was set back', async (t) => {
    const scene = await setScene(t);
    const { app, service, clock } = scene;
    const { push_service } = app.config;
    nameDeadService(scene);
    await scene.register(allFields(scene));
    await postponed(scene);
    app.config.push_service = push_service as NonNullable<typeof push_service>;
    clock.advance(-2 * 24 * 3600);

    app.push.wake();
    await settled(scene);

    assert.equal(service.registered.length, 1);
  });
});

describe('a new API key that makes all others useless', () => {
  it('takes notifications from the devices that were logged in', async (t) => {
    const scene = await registered(t);
    await scene.as('alice').post('/users/me/android_gcm_reg_id', { token: 'old' });

    await scene.as('alice').post('/users/me/api_key/regenerate');

    for (const table of ['devices', 'plaintext_tokens'] as const) {
      assert.equal(scene.db.value(`SELECT count(*) FROM ${table}`), 0);
    }
  });
});
