import type { Context } from '../context.ts';
import { requestOf } from '../http/request-of.ts';
import type { Browser } from './browser.ts';
import type { BrowserContent } from './notification.ts';
import { isPrivateAddress, lookupPublic } from './public-address.ts';
import { deriveVapidKeys } from './vapid.ts';

/** The result of notifying a browser. `gone`: its subscription has ended. */
type BrowserReply = 'done' | 'gone' | 'refused' | 'failed';

/** Seconds for which a push service keeps a notification for a browser that is not running. */
const patience = 24 * 3600;

/** Sends a notification to a browser's endpoint, encrypted. Never rejects. */
export async function notifyBrowser(
  app: Context,
  browser: Browser,
  content: BrowserContent,
  signal: AbortSignal,
): Promise<BrowserReply> {
  try {
    const status = await post(app, browser.endpoint, await seal(app, browser, content), signal);
    return outcomeOf(status);
  } catch {
    return 'failed';
  }
}

interface Sealed {
  headers: Record<string, string | number>;
  body: Buffer;
}

async function seal(app: Context, { endpoint, p256dh, auth }: Browser, content: BrowserContent): Promise<Sealed> {
  // Loaded with the first notification for a browser; most servers send none.
  const { default: webPush } = await import('web-push');
  const { publicKey, privateKey } = deriveVapidKeys(app);
  const subject = `mailto:noreply@${app.config.host}`;
  const encoding = 'aes128gcm';
  // The library would parse the URL with a deprecated API of Node.js.
  const signed = webPush.getVapidHeaders(new URL(endpoint).origin, subject, publicKey, privateKey, encoding);
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(content),
    { TTL: patience, urgency: content.type === 'remove' ? 'low' : 'high', contentEncoding: encoding },
  );
  return { headers: { ...(headers as Sealed['headers']), Authorization: signed.Authorization }, body };
}

// Redirects are not followed: their target is unchecked.
async function post(
  { config }: Context,
  endpoint: string,
  { headers, body }: Sealed,
  signal: AbortSignal,
): Promise<number> {
  const url = new URL(endpoint);
  const isPrivateAllowed = config.private_web_push === true;
  if (!isPrivateAllowed && (url.protocol !== 'https:' || isPrivateAddress(url.hostname))) {
    throw new Error('the endpoint is not public');
  }
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, signal, ...(isPrivateAllowed ? {} : { lookup: lookupPublic }) };
    requestOf(url)(url, options, (response) => {
      response.resume();
      response.on('error', () => {});
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end(body);
  });
}

function outcomeOf(status: number): BrowserReply {
  if (status >= 200 && status < 300) return 'done';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'failed' : 'refused';
}
