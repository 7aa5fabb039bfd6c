import type { Context } from '../../context.ts';
import type { Fields } from '../../http/endpoint.ts';
import { type ApiError, errorKind } from '../../http/errors.ts';
import { integer, optional, text } from '../../http/params.ts';
import { listReachableDevices, type ReachableDevice } from '../../push/device.ts';
import { testContent } from '../../push/notification.ts';
import { doFollowReply, notifyPhones } from '../../push/phones.ts';
import { deviceNotRecognized, hasToken, plaintextRefused } from '../../push/plaintext-token.ts';
import type { NotifiesAtOnce } from '../../push/sender.ts';
import type { ServiceReply } from '../../push/service.ts';
import type { User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const noActiveDevice = errorKind('No active registered push device', { code: 'NO_ACTIVE_PUSH_DEVICE' });
const adminActionRequired = errorKind(
  'Push notification configuration issue on server, contact the server administrator or retry later.',
  { code: 'ADMIN_ACTION_REQUIRED', status: 403 },
);
const failedToConnect = errorKind('Network error while connecting to Zulip push notification service.', {
  code: 'FAILED_TO_CONNECT_BOUNCER',
  status: 502,
});
const serviceFailed = errorKind('Internal server error on Zulip push notification service, retry later.', {
  code: 'INTERNAL_SERVER_ERROR_ON_BOUNCER',
  status: 502,
});

interface Attempt {
  devices: readonly ReachableDevice[];
  reply: ServiceReply;
}

const sendingErrors = [noActiveDevice, adminActionRequired, failedToConnect, serviceFailed] as const;

export const sendTestNotification: Endpoint<NotifiesAtOnce> = endpoint({
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  summary: 'Send an encrypted test notification to your devices',
  access: 'user',
  onlyPeople: true,
  params: { device_id: optional(integer(), 'The device; by default all registered devices.') },
  errors: sendingErrors,
  prepare: ({ app, user }, { device_id }) => attempt(app, user, device_id),
  handler: ({ app }, _params, made) => finish(app, made),
});

export const sendPlaintextTestNotification: Endpoint<NotifiesAtOnce> = endpoint({
  method: 'POST',
  path: '/mobile_push/test_notification',
  summary: 'Send an encrypted test notification to your devices; older form, which refuses devices without encryption',
  access: 'user',
  onlyPeople: true,
  params: {
    token: optional(text(), 'The token of the device; by default all devices registered for encrypted notifications.'),
  },
  errors: [...sendingErrors, deviceNotRecognized, plaintextRefused],
  prepare({ app, db, user }, { token }) {
    if (token === undefined) return attempt(app, user, undefined);
    throw hasToken(db, user, token) ? plaintextRefused() : deviceNotRecognized();
  },
  handler: ({ app }, _params, made) => finish(app, made),
});

async function attempt(app: Context & NotifiesAtOnce, user: User, device_id: number | undefined): Promise<Attempt> {
  const devices = listReachableDevices(app.db, user.id, device_id);
  if (devices.length === 0) throw noActiveDevice();
  return { devices, reply: await notifyPhones(app, devices, testContent(app, user), app.push.signal()) };
}

// The reply of the push service is stored even if it causes an error.
function finish(app: Context, { devices, reply }: Attempt): Fields | ApiError {
  return problemOf(devices, reply, doFollowReply(app, devices, reply)) ?? {};
}

function problemOf(
  devices: readonly ReachableDevice[],
  { outcome }: ServiceReply,
  dead: readonly string[],
): ApiError | undefined {
  if (outcome === 'unreachable') return failedToConnect();
  if (outcome === 'failed') return serviceFailed();
  if (outcome === 'refused') return adminActionRequired();
  return dead.length === devices.length ? noActiveDevice() : undefined;
}
