import { keepShared } from '../device/shared.ts';
import { follow, open, type Push } from './notifications.ts';
import { findPicture } from './pictures.ts';
import { scope } from './scope.ts';
import { dropOldShells, findFile, findPage, keepShell } from './shell.ts';

/** The install event with static routes for requests that need no worker. Type libraries lack it so far. */
interface RoutedInstall extends ExtendableEvent {
  addRoutes?: (
    routes: { condition: { urlPattern: { pathname: string } }; source: 'cache' | 'network' }[],
  ) => Promise<void>;
}

scope.addEventListener('install', (event: RoutedInstall) => {
  const routed = event.addRoutes?.([
    { condition: { urlPattern: { pathname: '/assets/*' } }, source: 'cache' },
    { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
  ]);
  event.waitUntil(Promise.all([keepShell(), routed]).then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

scope.addEventListener('fetch', (event) => {
  const answer = find(event);
  if (answer) event.respondWith(answer);
});

scope.addEventListener('push', (event) => {
  const push = event.data?.json() as Push | undefined;
  if (push) event.waitUntil(follow(push));
});

scope.addEventListener('notificationclick', (event) => {
  event.waitUntil(open(event.notification));
});

async function activate(): Promise<void> {
  await dropOldShells();
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
  const { version } = scope.shell;
  for (const tab of await scope.clients.matchAll({ type: 'window' })) tab.postMessage({ type: 'version', version });
}

const pictures = /^\/(avatar|emoji|realm)\/|^\/(icon|icon-\d+|loading)\.png$/;

/** Keeps what another app shares, which the page takes. Without space for it, nothing is shared. */
async function share(request: Request): Promise<Response> {
  await keepShared(await request.formData()).catch(() => {});
  return Response.redirect('/', 303);
}

/** The requests that this worker answers itself; never those of the API. */
function find(event: FetchEvent): Promise<Response> | undefined {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method === 'POST' && origin === scope.location.origin && pathname === '/share') return share(event.request);
  if (method !== 'GET' || origin !== scope.location.origin) return undefined;
  if (mode === 'navigate') return pathname === '/' ? findPage(event) : undefined;
  if (pathname.startsWith('/assets/')) return findFile(event.request);
  return pictures.test(pathname) ? findPicture(event) : undefined;
}
