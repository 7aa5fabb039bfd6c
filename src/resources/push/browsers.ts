import { findSessionOf } from '../../accounts/session-cookie.ts';
import { required, text } from '../../http/params.ts';
import { accessBrowser, deleteBrowser, noSuchBrowser, storeBrowser, tooManyBrowsers } from '../../push/browser.ts';
import { browserKey, browserSecret, endpointRefused, ensurePublicEndpoint } from '../../push/browser-params.ts';
import { enqueueTask, toBrowser } from '../../push/task.ts';
import { deriveVapidKeys } from '../../push/vapid.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const path = '/users/me/web_push_subscription';

export const getWebPushKey: Endpoint = endpoint({
  method: 'GET',
  path,
  summary: 'Get the public key that browsers authenticate notifications of this server with (RFC 8292)',
  access: 'user',
  params: {},
  errors: [],
  handler: ({ app }) => ({ application_server_key: deriveVapidKeys(app).publicKey }),
});

export const addWebPushSubscription: Endpoint = endpoint({
  method: 'POST',
  path,
  summary: 'Register a browser for notifications (RFC 8030)',
  access: 'user',
  onlyPeople: true,
  params: {
    endpoint: required(text({ max: 2048 }), 'The push endpoint of the browser: an https URL.'),
    p256dh: required(browserKey(), "The browser's public key, base64url."),
    auth: required(browserSecret(), "The browser's secret, base64url."),
  },
  errors: [endpointRefused, tooManyBrowsers],
  handler({ app, user, request }, params) {
    ensurePublicEndpoint(app, params.endpoint);
    storeBrowser(app, user, params, findSessionOf(app, request));
    return {};
  },
});

export const removeWebPushSubscription: Endpoint = endpoint({
  method: 'DELETE',
  path,
  summary: 'Unregister a browser from notifications',
  access: 'user',
  params: { endpoint: required(text({ max: 2048 }), 'The push endpoint of the browser.') },
  errors: [noSuchBrowser],
  handler({ db, user }, params) {
    deleteBrowser(db, accessBrowser(db, user, params.endpoint));
    return {};
  },
});

export const testWebPushSubscription: Endpoint = endpoint({
  method: 'POST',
  path: `${path}/test`,
  summary: 'Send a test notification to a browser',
  access: 'user',
  params: { endpoint: required(text({ max: 2048 }), 'The push endpoint of the browser.') },
  errors: [noSuchBrowser],
  handler({ app, db, user }, params) {
    const browser = accessBrowser(db, user, params.endpoint);
    enqueueTask(app, toBrowser(user.id, browser.id), { kind: 'test', user_id: user.id });
    return {};
  },
});
