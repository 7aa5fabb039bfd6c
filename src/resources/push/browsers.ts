import { findSessionOf } from '../../accounts/session-cookie.ts';
import { botRefused } from '../../http/errors.ts';
import { required, text } from '../../http/params.ts';
import { accessBrowser, deleteBrowser, noSuchBrowser, storeBrowser, tooManyBrowsers } from '../../push/browser.ts';
import { browserKey, browserSecret, endpointRefused, ensurePublicEndpoint } from '../../push/browser-params.ts';
import { deriveVapidKeys } from '../../push/vapid.ts';
import { ensurePerson } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const path = '/users/me/web_push_subscription';

export const getWebPushKey: Endpoint = endpoint({
  method: 'GET',
  path,
  summary: 'Get the key by which browsers know the notifications of this server (RFC 8292)',
  access: 'user',
  params: {},
  errors: [],
  handler: ({ app }) => ({ application_server_key: deriveVapidKeys(app).publicKey }),
});

export const addWebPushSubscription: Endpoint = endpoint({
  method: 'POST',
  path,
  summary: 'Send notifications to a browser (RFC 8030)',
  access: 'user',
  params: {
    endpoint: required(text({ max: 2048 }), 'Where to send them: an https address that the browser gives.'),
    p256dh: required(browserKey(), "The browser's public key, base64url."),
    auth: required(browserSecret(), "The browser's secret, base64url."),
  },
  errors: [botRefused, endpointRefused, tooManyBrowsers],
  handler({ app, user, request }, params) {
    ensurePerson(user);
    ensurePublicEndpoint(app, params.endpoint);
    storeBrowser(app, user, params, findSessionOf(app, request));
    return {};
  },
});

export const removeWebPushSubscription: Endpoint = endpoint({
  method: 'DELETE',
  path,
  summary: 'Send no notifications to a browser any more',
  access: 'user',
  params: { endpoint: required(text({ max: 2048 }), 'The address that the browser gave.') },
  errors: [noSuchBrowser],
  handler({ db, user }, params) {
    deleteBrowser(db, accessBrowser(db, user, params.endpoint));
    return {};
  },
});
