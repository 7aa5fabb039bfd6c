import { createHmac } from 'node:crypto';
import type { BotSettings } from '../users/bot.ts';

interface Signed {
  /** In UNIX seconds. */
  time: number;
  body: string;
  /** The same in each attempt to deliver one message. */
  delivery: string;
}

/**
 * The headers that sign a call to a bot's URL: the time, the HMAC-SHA256 of time, full stop and body in hexadecimal, and
 * the id of the delivery. Their names are chatd's own; the form is that of other services, so that libraries can check it.
 */
export function signatureHeaders(
  { webhook_secret, service_token }: Pick<BotSettings, 'webhook_secret' | 'service_token'>,
  { time, body, delivery }: Signed,
): Record<string, string> {
  const secret = webhook_secret ?? service_token ?? '';
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { 'X-Chatd-Timestamp': String(time), 'X-Chatd-Signature': `v1=${mac}`, 'X-Chatd-Delivery': delivery };
}
