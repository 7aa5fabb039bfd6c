import type { IncomingMessage, ServerResponse } from 'node:http';
import { registration } from '../client/api/registration.ts';
import { escapeHtml } from '../ground/text.ts';
import { ApiError } from '../http/errors.ts';
import type { Values } from '../http/params.ts';
import { presentSuccess, type Recipient, sendPieces } from '../http/respond.ts';
import { findRealm } from '../realm/realm.ts';
import { doRegister, registrationParams, registrationWeight } from '../registration/registration.ts';
import { spectatorState } from '../registration/spectator-state.ts';
import type { User } from '../users/user.ts';
import { type ClientBundle, findBundle, versionOf } from './bundle.ts';
import { renderMessage } from './message.ts';
import { securityHeaders } from './page.ts';
import { type Reply, sendReply } from './page-reply.ts';
import type { Site } from './site.ts';

/** Only the client's own scripts may run, and only its one policy may turn text into HTML. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Formulas are laid out by style attributes.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types chatd',
].join('; ');

/** Headers of the page. */
export const appHeaders = {
  ...securityHeaders,
  'Content-Security-Policy': policy,
  'Content-Type': 'text/html; charset=utf-8',
  // The page contains a user's state and an event queue for a single tab.
  'Cache-Control': 'no-store',
  Vary: 'Accept-Encoding',
};

/**
 * Answers with a page that contains the web client and the state of its user, or the state for people without an
 * account. The page registers a queue, so it counts and is limited like a registration.
 */
export async function answerApp(app: Site, user: User | undefined, request: IncomingMessage, response: ServerResponse) {
  const address = app.addresses.of(request);
  const target = { outflow: app.outflow, owner: user?.id ?? address };
  try {
    const isWhole = request.method !== 'HEAD';
    app.rateLimits.count({ address, user_id: user?.id }, isWhole ? registrationWeight : 1, response);
    const page = await renderFor(app, user, isWhole ? target : undefined);
    // Not awaited here: what this function holds would stay in memory until the client has taken the page.
    return sendPieces({ response, ...target }, [page], appHeaders);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return sendReply(response, refusal(error));
  }
}

/** The page as UTF-8; without a target it has no state. */
async function renderFor(app: Site, user: User | undefined, target: Target | undefined): Promise<Buffer> {
  const bundle = await findBundle();
  return Buffer.from(renderApp(app, bundle, target ? await registerFor(app, user, target) : ''));
}

function refusal({ kind: { status }, message, headers }: ApiError): Reply {
  return { status, html: renderMessage('Too many requests', message), headers };
}

type Target = Pick<Recipient, 'outflow' | 'owner'>;

const defaults = Object.fromEntries(
  Object.entries(registrationParams).map(([name, { fallback }]) => [name, fallback]),
) as Values<typeof registrationParams>;

/** Registers an event queue for the page of a user. Returns the answer of POST /register, as JSON. */
async function registerFor(app: Site, user: User | undefined, { outflow, owner }: Target): Promise<string> {
  const fields = await app.reads.submit(() => {
    outflow.ensureRoomFor(owner);
    outflow.ensureRoom();
    return user ? doRegister(app, user, { ...defaults, ...registration }) : spectatorState(app);
  });
  return presentSuccess(fields);
}

/** The page with the initial state of one user, or without one. */
export function renderApp(app: Site, bundle: ClientBundle, state: string): string {
  const { script, style, formulaStyle, parts } = bundle;
  const partList = Object.entries(parts).map(([source, files]) => `${source}=${files}`);
  const title = escapeHtml(findRealm(app.db).name);
  return `<!doctype html>
<html lang="en" data-version="${versionOf(bundle)}" data-formula-style="/assets/${formulaStyle}" data-parts="${partList.join(' ')}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f8f6f1">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14191a">
<meta name="robots" content="noindex">
<link rel="icon" type="image/png" href="/favicon.ico">
<link rel="apple-touch-icon" href="/icon-192.png">
<link rel="manifest" href="/app.webmanifest">
<link rel="stylesheet" href="/assets/${style}">
<script type="module" src="/assets/${script}"></script>
</head>
<body>
<noscript><p>${title} needs scripts: allow them for this address, and load the page again.</p></noscript>
<div id="app"></div>
<script type="application/json" id="state">${state.replaceAll('<', '\\u003c')}</script>
</body>
</html>
`;
}
