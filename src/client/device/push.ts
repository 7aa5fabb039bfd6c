import type { Call } from '../api/call.ts';

/**
 * Whether the server can notify through this browser while no window is open: `on`, or the reason why not. `away`: only
 * after the client was added to the home screen.
 */
export type PushState = 'on' | 'off' | 'denied' | 'insecure' | 'away' | 'missing';

const path = '/users/me/web_push_subscription';

export async function findPushState(): Promise<PushState> {
  if (!isSecureContext) return 'insecure';
  if (!('PushManager' in globalThis)) return isAppleTouch() ? 'away' : 'missing';
  if (Notification.permission === 'denied') return 'denied';
  return (await findSubscription()) ? 'on' : 'off';
}

/** Apple's phones and tablets, whose browsers support Web Push only in apps of the home screen. */
function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** Asks the user for permission, after a click, and subscribes the browser. Returns the new state. */
export async function turnOnPush(call: Call): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return findPushState();
  const { application_server_key } = await call<{ application_server_key: string }>('GET', path);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: application_server_key };
  await store(call, await pushManager.subscribe(options));
  return findPushState();
}

export async function turnOffPush(call: Call): Promise<PushState> {
  const subscription = await findSubscription();
  if (subscription) {
    await subscription.unsubscribe();
    // The server may have deleted the subscription already.
    await call('DELETE', path, { endpoint: subscription.endpoint }).catch(() => {});
  }
  return findPushState();
}

/** Asks the server for a notification that shows the user that they arrive here. */
export async function testPush(call: Call): Promise<void> {
  const subscription = await findSubscription();
  if (subscription) await call('POST', `${path}/test`, { endpoint: subscription.endpoint });
}

/**
 * Registers the browser's subscription with the server again, because it ended there with the session in which it was
 * created.
 */
export async function renewPush(call: Call): Promise<void> {
  const subscription = await findSubscription();
  if (subscription) await store(call, subscription).catch(() => {});
}

function store(call: Call, subscription: PushSubscription): Promise<unknown> {
  const { endpoint, keys = {} } = subscription.toJSON();
  return call('POST', path, { endpoint, p256dh: keys.p256dh, auth: keys.auth });
}
