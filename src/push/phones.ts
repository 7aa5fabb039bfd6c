import type { Context } from '../context.ts';
import { isPlainObject } from '../http/params.ts';
import { findRealm } from '../realm/realm.ts';
import { doForgetTokens, type ReachableDevice } from './device.ts';
import { loadEncryption } from './encryption.ts';
import type { Content } from './notification.ts';
import { type PushRequest, requestNotification, type ServiceReply } from './service.ts';
import { doSetServiceStatus } from './service-status.ts';

/** Sends a notification to devices of a user, encrypted for each. Never rejects. */
export async function notifyPhones(
  app: Context,
  devices: readonly ReachableDevice[],
  content: Content,
  signal: AbortSignal,
): Promise<ServiceReply> {
  const { push_service } = app.config;
  if (!push_service) return { outcome: 'refused', code: '' };
  const encrypt = await loadEncryption();
  const push_requests = devices.map((device) => createRequest(device, content, encrypt(content, device.push_key)));
  return requestNotification(push_service, { realm_uuid: findRealm(app.db).uuid, push_requests }, signal);
}

function createRequest(device: ReachableDevice, { type }: Content, encrypted_data: string): PushRequest {
  const { push_key_id, push_token_id: token_id, token_kind } = device;
  const isQuiet = type === 'remove';
  if (token_kind === 'fcm') {
    const payload = { push_key_id: String(push_key_id), encrypted_data };
    return { token_id, fcm_priority: isQuiet ? 'normal' : 'high', payload };
  }
  return {
    token_id,
    http_headers: isQuiet
      ? { apns_priority: 5, apns_push_type: 'background' }
      : { apns_priority: 10, apns_push_type: 'alert' },
    payload: { push_key_id, encrypted_data, aps: isQuiet ? background : alert },
  };
}

// Shown by Apple devices until the content is decrypted.
const alert = { 'mutable-content': 1, alert: { title: 'New notification' } };
const background = { 'content-available': 1 };

/** Applies the push service's reply: its status for the organization, and dead devices. Returns the dead token ids. */
export function doFollowReply(
  app: Context,
  devices: readonly ReachableDevice[],
  reply: ServiceReply,
): readonly string[] {
  doFollowRefusal(app, reply);
  if (reply.outcome !== 'done') return [];
  const { realm_push_status: status } = reply.fields;
  if (isPlainObject(status) && typeof status.can_push === 'boolean') {
    const end = status.expected_end_timestamp;
    doSetServiceStatus(app, { can_push: status.can_push, ends_at: Number.isSafeInteger(end) ? Number(end) : null });
  }
  const dead = listDead(devices, reply.fields);
  doForgetTokens(app, dead);
  return dead;
}

/** Records that the push service does not serve the organization, if the reply says so. */
export function doFollowRefusal(app: Context, reply: ServiceReply): void {
  if (reply.outcome !== 'refused' || !disserving.includes(reply.code)) return;
  doSetServiceStatus(app, { can_push: false, ends_at: null });
}

/** Error codes for an organization that the push service does not know or serve. */
const disserving = ['MISSING_REMOTE_REALM', 'PUSH_NOTIFICATIONS_DISALLOWED'];

// The list has had several names. Token ids that were not part of this request are ignored.
function listDead(devices: readonly ReachableDevice[], fields: Record<string, unknown>): string[] {
  const named = [fields.delete_token_ids, fields.delete_device_ids].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  return devices.map(({ push_token_id }) => push_token_id).filter((token_id) => named.includes(token_id));
}
