import { version } from '../assets.ts';
import type { PushServiceSettings } from '../ground/config.ts';
import { isPlainObject } from '../http/params.ts';
import { readText } from '../http/read-limited.ts';

/** The result of a request to the push service. */
export type ServiceReply =
  | { outcome: 'done'; fields: Record<string, unknown> }
  /** Refused permanently; `code` is the service's own, or empty. */
  | { outcome: 'refused'; code: string }
  /** Failed; a retry may succeed. */
  | { outcome: 'failed' }
  | { outcome: 'unreachable' };

/** In bytes. */
const maxReply = 1024 * 1024;

/** Registers the token of a device. Never rejects. */
export function requestRegistration(
  settings: PushServiceSettings,
  fields: Record<'realm_uuid' | 'token_id' | 'encrypted_push_registration' | 'bouncer_public_key', string>,
  signal: AbortSignal,
): Promise<ServiceReply> {
  return ask(settings, 'push/e2ee/register', new URLSearchParams(fields), signal);
}

/** A notification for one device, in the format of its platform. */
export type PushRequest = { token_id: string; payload: object } & (
  | { fcm_priority: 'high' | 'normal' }
  | { http_headers: { apns_priority: 10 | 5; apns_push_type: 'alert' | 'background' } }
);

/** Sends notifications to devices. Never rejects. */
export function requestNotification(
  settings: PushServiceSettings,
  body: { realm_uuid: string; push_requests: readonly PushRequest[] },
  signal: AbortSignal,
): Promise<ServiceReply> {
  return ask(settings, 'push/e2ee/notify', JSON.stringify(body), signal);
}

async function ask(
  { url, org, key }: PushServiceSettings,
  path: string,
  body: string | URLSearchParams,
  signal: AbortSignal,
): Promise<ServiceReply> {
  try {
    const response = await fetch(`${url}/api/v1/remotes/${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`${org}:${key}`).toString('base64')}`,
        'User-Agent': `chatd/${version}`,
        ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
      },
      body,
      // The credentials must not be sent to another URL.
      redirect: 'manual',
      signal,
    });
    return await readReply(response);
  } catch {
    return { outcome: 'unreachable' };
  }
}

async function readReply(response: Response): Promise<ServiceReply> {
  const text = await readText(response, maxReply);
  if (response.status >= 500 || response.status === 429) return { outcome: 'failed' };
  const fields = parse(text ?? '');
  if (response.ok && fields.result === 'success') return { outcome: 'done', fields };
  return { outcome: 'refused', code: typeof fields.code === 'string' ? fields.code : '' };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : {};
  } catch {
    return {};
  }
}
