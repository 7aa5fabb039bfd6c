import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CastName, TestServer } from '../../support/server.ts';
import { addMany, listFull, type Provocation, type Provocations, type Provoke, type ValidCalls } from '../call.ts';

const notConfigured = 'Server is not configured to use push notification service.';
const noDevice = 'No active registered push device';
const misconfigured =
  'Push notification configuration issue on server, contact the server administrator or retry later.';
const unreachable = 'Network error while connecting to Zulip push notification service.';
const serviceFailed = 'Internal server error on Zulip push notification service, retry later.';
const plaintextRefused = 'This server sends encrypted notifications only; please update the app.';

const key = { push_key_id: 7, push_key: Buffer.alloc(33, 0x31).toString('base64') };
const token = {
  token_kind: 'fcm',
  token_id: 'AAAAAAAAAAA=',
  bouncer_public_key: 'AAAA',
  encrypted_push_registration: 'AAAA',
};
const browser = {
  endpoint: 'https://push.example.com/1',
  p256dh: 'BAeBDql0zqV3PmO4l_N-O-mgnnpf6blxpE0QZawqOpMRY35HpPmUZKD9zkSojsfXA6kYPB0GVS2eLWt2BpSBxXc',
  auth: randomBytes(16).toString('base64url'),
};

function fillTokens(server: TestServer, values: Record<string, unknown>): Provocation {
  addMany(server, 1000, "INSERT INTO plaintext_tokens (user_id, kind, token) SELECT ?, 'fcm', n FROM n");
  return { as: 'alice', values, msg: 'You have too many tokens of devices (limit: 1000).' };
}

/** Calls about notifications that succeed. */
export const validCalls: ValidCalls = {
  registerClientDevice: () => ({ as: 'alice' }),
  removeClientDevice: (server) => ({ as: 'alice', values: { device_id: addDevice(server) } }),
  registerPushDevice: (server) => {
    nameService(server);
    return { as: 'alice', values: { device_id: addDevice(server), ...key, ...token } };
  },
  sendTestNotification: async (server) => {
    await answerAll(server, 200, { result: 'success', msg: '' });
    return { as: 'alice', values: { device_id: addRegistered(server) } };
  },
  sendPlaintextTestNotification: async (server) => {
    await answerAll(server, 200, { result: 'success', msg: '' });
    addRegistered(server);
    return { as: 'alice' };
  },
  addApnsToken: () => ({ as: 'alice', values: { token: 'c0ffee', appid: 'com.example.Chat' } }),
  removeApnsToken: async ({ as }) => {
    await as('alice').post('/users/me/apns_device_token', { token: 'c0ffee', appid: 'com.example.Chat' });
    return { as: 'alice', values: { token: 'c0ffee' } };
  },
  addFcmToken: () => ({ as: 'alice', values: { token: 'one' } }),
  removeFcmToken: async ({ as }) => {
    await as('alice').post('/users/me/android_gcm_reg_id', { token: 'one' });
    return { as: 'alice', values: { token: 'one' } };
  },
  getWebPushKey: () => ({ as: 'alice' }),
  addWebPushSubscription: () => ({ as: 'alice', values: browser }),
  testWebPushSubscription: async ({ as }) => {
    await as('alice').post('/users/me/web_push_subscription', browser);
    return { as: 'alice', values: { endpoint: browser.endpoint } };
  },
  removeWebPushSubscription: async ({ as }) => {
    await as('alice').post('/users/me/web_push_subscription', browser);
    return { as: 'alice', values: { endpoint: browser.endpoint } };
  },
};

/** What can come of asking for a notification. */
const sending: Record<string, Provoke> = {
  [noDevice]: () => ({ as: 'alice', msg: noDevice, code: 'NO_ACTIVE_PUSH_DEVICE' }),
  [misconfigured]: (server) => {
    addRegistered(server);
    return { as: 'alice', msg: misconfigured, code: 'ADMIN_ACTION_REQUIRED', status: 403 };
  },
  [unreachable]: (server) => {
    nameService(server);
    addRegistered(server);
    return { as: 'alice', msg: unreachable, code: 'FAILED_TO_CONNECT_BOUNCER', status: 502 };
  },
  [serviceFailed]: async (server) => {
    await answerAll(server, 500, {});
    addRegistered(server);
    return { as: 'alice', msg: serviceFailed, code: 'INTERNAL_SERVER_ERROR_ON_BOUNCER', status: 502 };
  },
};

const tokenInvalid = (values: object = {}): Record<string, Provoke> => ({
  'Empty or invalid length token': () => ({
    as: 'alice',
    values: { ...values, token: '' },
    msg: 'Empty or invalid length token',
  }),
});

const appleTokenInvalid = (values: object = {}): Record<string, Provoke> => ({
  ...tokenInvalid(values),
  'Invalid APNS token': () => ({ as: 'alice', values: { ...values, token: 'xyz' }, msg: 'Invalid APNS token' }),
});

const unknownToken: Record<string, Provoke> = {
  'Token does not exist': () => ({ as: 'alice', values: { token: 'c0ffee' }, msg: 'Token does not exist' }),
};

/** Calls about notifications that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  registerClientDevice: {
    [listFull]: (server) => {
      addMany(server, 1000, 'INSERT INTO devices (user_id) SELECT ? FROM n');
      return { as: 'alice', msg: 'You have too many devices (limit: 1000).' };
    },
  },
  removeClientDevice: {
    'Invalid `device_id`': (server) => ({
      as: 'bob',
      values: { device_id: addDevice(server) },
      msg: 'Invalid `device_id`',
    }),
  },
  registerPushDevice: {
    [notConfigured]: () => ({
      as: 'alice',
      values: { device_id: 1 },
      msg: notConfigured,
      code: 'PUSH_SERVICE_NOT_CONFIGURED',
    }),
    ...registering({
      'Invalid `device_id`': { device_id: 99 },
      'Missing parameters: must provide either all push key fields, all token fields, or both.': {},
      'Invalid `push_key`': { ...key, push_key: 'AAAA' },
      '`token_id` is not Base64 encoded': { ...token, token_id: '?' },
      'No push registration exists to rotate key for.': key,
      'No push registration exists to rotate token for.': token,
    }),
    'A registration for the device already in progress.': (server) => {
      nameService(server);
      const device_id = addDevice(server);
      server.db.run(
        `UPDATE devices SET pending_push_token_id = 'AAAA', pending_token_kind = 'fcm', bouncer_public_key = '',
           encrypted_push_registration = ''`,
      );
      const msg = 'A registration for the device already in progress.';
      return { as: 'alice', values: { device_id, ...token }, msg };
    },
  },
  sendTestNotification: sending,
  sendPlaintextTestNotification: {
    ...sending,
    'Device not recognized': () => ({
      as: 'alice',
      values: { token: 'c0ffee' },
      msg: 'Device not recognized',
      code: 'INVALID_PUSH_DEVICE_TOKEN',
    }),
    [plaintextRefused]: async ({ as }) => {
      await as('alice').post('/users/me/android_gcm_reg_id', { token: 'one' });
      return { as: 'alice', values: { token: 'one' }, msg: plaintextRefused };
    },
  },
  addApnsToken: {
    ...appleTokenInvalid({ appid: 'com.example.Chat' }),
    'Invalid app ID': () => ({ as: 'alice', values: { token: 'c0ffee', appid: 'a b' }, msg: 'Invalid app ID' }),
    [listFull]: (server) => fillTokens(server, { token: 'c0ffee', appid: 'com.example.Chat' }),
  },
  removeApnsToken: { ...appleTokenInvalid(), ...unknownToken },
  addFcmToken: { ...tokenInvalid(), [listFull]: (server) => fillTokens(server, { token: 'one' }) },
  removeFcmToken: { ...tokenInvalid(), ...unknownToken },
  addWebPushSubscription: {
    'The endpoint must be an https address outside of private networks.': () => ({
      as: 'alice',
      values: { ...browser, endpoint: 'https://192.168.0.1/' },
      msg: 'The endpoint must be an https address outside of private networks.',
    }),
    'Notifications can go to at most 20 browsers.': async ({ as }) => {
      for (let count = 0; count < 20; count++) {
        await as('alice').post('/users/me/web_push_subscription', {
          ...browser,
          endpoint: `https://example.com/${count}`,
        });
      }
      return { as: 'alice', values: browser, msg: 'Notifications can go to at most 20 browsers.' };
    },
  },
  testWebPushSubscription: {
    'No such web push subscription': async ({ as }) => {
      await as('bob').post('/users/me/web_push_subscription', browser);
      return { as: 'alice', values: { endpoint: browser.endpoint }, msg: 'No such web push subscription' };
    },
  },
  removeWebPushSubscription: {
    'No such web push subscription': async ({ as }) => {
      await as('bob').post('/users/me/web_push_subscription', browser);
      return { as: 'alice', values: { endpoint: browser.endpoint }, msg: 'No such web push subscription' };
    },
  },
};

function registering(tries: Record<string, object>): Record<string, Provoke> {
  const provoke =
    (msg: string, values: object) =>
    (server: TestServer): Provocation => {
      nameService(server);
      return { as: 'alice', values: { device_id: addDevice(server), ...values }, msg };
    };
  return Object.fromEntries(Object.entries(tries).map(([msg, values]) => [msg, provoke(msg, values)]));
}

function addDevice({ db, users }: TestServer, name: CastName = 'alice'): number {
  return db.run('INSERT INTO devices (user_id) VALUES (?)', users[name].id).id;
}

/** A device that notifications can be sent to. */
function addRegistered(server: TestServer): number {
  const id = addDevice(server);
  server.db.run(
    `UPDATE devices SET push_key_id = 7, push_key = ?, push_token_id = 'AAAA', token_kind = 'fcm' WHERE id = ?`,
    Buffer.alloc(32),
    id,
  );
  return id;
}

/** Names a push service that nobody runs. */
function nameService({ app }: TestServer, port = 1): void {
  app.config.push_service = { url: `http://127.0.0.1:${port}`, org: 'o', key: 'k' };
}

/** Names a push service that has one answer. It ends with the process. */
async function answerAll(server: TestServer, status: number, fields: object): Promise<void> {
  const service = createServer((_request, response) => response.writeHead(status).end(JSON.stringify(fields)));
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  service.unref();
  nameService(server, (service.address() as AddressInfo).port);
}
