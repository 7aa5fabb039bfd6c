import type { IncomingMessage, ServerResponse } from 'node:http';
import { brandOf } from '../accent.ts';
import { registration } from '../client/api/registration.ts';
import { escapeHtml } from '../ground/text.ts';
import { type Texts, textsIn } from '../ground/texts.ts';
import { ApiError } from '../http/errors.ts';
import type { Values } from '../http/params.ts';
import { presentSuccess, type Recipient, sendPieces } from '../http/respond.ts';
import { directionOf, type Language } from '../languages/list.ts';
import { findRealm } from '../realm/realm.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { doRegister, registrationParams, registrationWeight } from '../registration/registration.ts';
import { spectatorState } from '../registration/spectator-state.ts';
import { readersLanguage } from '../users/language.ts';
import type { User } from '../users/user.ts';
import { type ClientBundle, findBundle, versionOf } from './bundle.ts';
import { nameTexts } from './client-texts.ts';
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
    const language = readersLanguage(app.db, user, request);
    const page = await renderFor(app, user, language, isWhole ? target : undefined);
    // Not awaited here: what this function holds would stay in memory until the client has taken the page.
    return sendPieces({ response, ...target }, [page], appHeaders);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return sendReply(response, refusal(textsIn(readersLanguage(app.db, user, request)), error));
  }
}

/** The page as UTF-8; without a target it has no state. */
async function renderFor(
  app: Site,
  user: User | undefined,
  language: Language,
  target: Target | undefined,
): Promise<Buffer> {
  const bundle = await findBundle();
  const state = target ? await registerFor(app, user, target) : '';
  return Buffer.from(renderApp(app, bundle, { language, state }));
}

function refusal(texts: Texts, error: ApiError): Reply {
  const html = renderMessage(texts, texts.t('page.tooManyRequests'), error.messageIn(texts.language));
  return { status: error.kind.status, html, headers: error.headers };
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

interface Shown {
  language: Language;
  /** Of the page's user, as JSON, or without a user's. */
  state: string;
}

/** The page with the initial state of one user, or without one. */
export function renderApp(app: Site, bundle: ClientBundle, { language, state }: Shown): string {
  const { script, style, formulaStyle, parts, texts } = bundle;
  const messages = bundle.files.get(nameTexts('first', language, texts.version))?.body.toString() ?? '{}';
  const partList = Object.entries(parts).map(
    ([source, files]) => `${source}=${[...files, ...(texts.groups[source] ?? [])]}`,
  );
  const organization = findRealm(app.db).name;
  const brand = brandOf(findRealmSetting(app.db, 'accent_color'));
  const title = escapeHtml(organization);
  const noScript = escapeHtml(textsIn(language).t('page.needsScripts', { organization }));
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}" data-version="${versionOf(bundle)}" data-texts="${texts.version}" data-formula-style="/assets/${formulaStyle}" data-parts="${partList.join(' ')}"${brand ? ` style="--brand:${brand}"` : ''}>
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
<noscript><p>${noScript}</p></noscript>
<div id="app"></div>
<script type="application/json" id="messages">${inScript(messages)}</script>
<script type="application/json" id="state">${inScript(state)}</script>
</body>
</html>
`;
}

function inScript(json: string): string {
  return json.replaceAll('<', '\\u003c');
}
