import type { IncomingMessage, ServerResponse } from 'node:http';
import { methodNotAllowed } from '../http/errors.ts';
import { sendError } from '../http/respond.ts';
import { findLanguage, type Language } from '../languages/list.ts';
import { findRealm } from '../realm/realm.ts';
import { appHeaders, renderApp } from './app-page.ts';
import { type ClientBundle, findBundle, versionOf } from './bundle.ts';
import { securityHeaders } from './page.ts';
import { sendBody } from './send-body.ts';
import type { Site } from './site.ts';

interface Part {
  headers: Record<string, string>;
  make(app: Site, bundle: ClientBundle, language: Language): string | Promise<string>;
}

const shellPage = '/app-shell';

/** The files that make the client installable, by the only segment of their path. */
const parts: Readonly<Record<string, Part>> = {
  'app.webmanifest': {
    headers: { ...securityHeaders, 'Content-Type': 'application/manifest+json; charset=utf-8' },
    make: (app) => JSON.stringify(presentManifest(app)),
  },
  'sw.js': {
    headers: {
      ...securityHeaders,
      // The worker only fetches.
      'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
      'Content-Type': 'text/javascript; charset=utf-8',
    },
    make: (_app, bundle, language) =>
      `self.shell=${JSON.stringify(presentShell(bundle, language))};\n${workerOf(bundle)}`,
  },
  [shellPage.slice(1)]: {
    headers: appHeaders,
    make: (app, bundle, language) => renderApp(app, bundle, { language, state: '' }),
  },
};

/** Whether a URL's path is that of a file for installed clients. */
export function isInstallationPath([name = '', ...rest]: readonly string[]): boolean {
  return rest.length === 0 && Object.hasOwn(parts, name);
}

/** Answers with the app's manifest, its service worker, or its page for use without a network. */
export async function answerInstallation(
  app: Site,
  [name = '']: readonly string[],
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const part = parts[name];
  if (!part || (method !== 'GET' && method !== 'HEAD')) {
    sendError(response, methodNotAllowed({ allowed: ['GET', 'HEAD'] }));
    return;
  }
  const body = await part.make(app, await findBundle(), languageIn(url));
  await sendBody(response, 200, { ...part.headers, 'Cache-Control': 'no-cache' }, body);
}

/** The language that a client names in the query of these files. */
function languageIn(url = ''): Language {
  return findLanguage(new URLSearchParams(url.slice(url.indexOf('?') + 1)).getAll('language')) ?? 'en';
}

/** The app as devices list it (W3C Web Application Manifest). */
function presentManifest({ db }: Site) {
  const { name } = findRealm(db);
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name,
    short_name: name,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // The service worker answers this address, so that nothing is sent before the user chose where to.
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: ['*/*'] }] },
    },
    background_color: '#f8f6f1',
    theme_color: '#f8f6f1',
    // The drawing fills its square and its subject is in the middle, so that masks of any shape keep it whole.
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  };
}

/** The files that the worker caches, of messages only those in one language. Fonts of formulas are loaded on demand. */
function presentShell(bundle: ClientBundle, language: Language) {
  const isNeeded = (name: string) =>
    /\.(js|css)$/.test(name) ? name !== bundle.worker : name.endsWith('.json') && name.startsWith(`${language}-`);
  const files = [...bundle.files.keys()].filter(isNeeded).map((name) => `/assets/${name}`);
  const version = versionOf(bundle);
  return { name: `${version} ${language}`, version, page: `${shellPage}?language=${language}`, files };
}

function workerOf({ files, worker }: ClientBundle): string {
  return files.get(worker)?.body.toString() ?? '';
}
