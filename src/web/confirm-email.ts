import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  doConfirmEmail,
  type EmailChange,
  emailChangeClosed,
  findEmailChange,
} from '../accounts/email-confirmation.ts';
import { escapeHtml } from '../ground/text.ts';
import { isKind } from '../http/errors.ts';
import { asApiError } from '../http/failure.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { findRealm } from '../realm/realm.ts';
import { renderPage } from './page.ts';
import { type Reply, sendReply } from './reply.ts';
import { renderMessage } from './sign-up-page.ts';
import type { Site } from './site.ts';

/** Whether a path, in parts, is that of the page which a mail to a new address leads to. */
export function isConfirmEmailPath([first, token, ...more]: readonly string[]): boolean {
  return first === 'confirm-email' && token !== undefined && more.length === 0;
}

/** Answers a request for that page: GET asks whether to change the address, POST changes it. */
export async function answerConfirmEmail(
  app: Site,
  [, token = '']: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    sendReply(response, await reply(app, token, request));
  } catch (error) {
    const { kind, message: text } = asApiError(app, error, request, 'changing an address failed');
    sendReply(response, message(kind.status, 'That did not work', text));
  }
}

async function reply(app: Site, token: string, request: IncomingMessage): Promise<Reply> {
  if (request.method === 'POST') return submit(app, token, request);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const refused = message(405, 'This cannot be done', 'This page asks one question, and waits for the answer.');
    return { ...refused, headers: { Allow: 'GET, HEAD, POST' } };
  }
  const change = findEmailChange(app, token);
  return change ? { status: 200, html: renderQuestion(app, change) } : closed;
}

async function submit(app: Site, token: string, request: IncomingMessage): Promise<Reply> {
  request.resume();
  if (!isSameOrigin(request, app.config.public_url)) {
    return message(403, 'This form comes from another site', 'Please open the link of the mail again.');
  }
  try {
    const { email } = await app.writes.submit(() => doConfirmEmail(app, token));
    return message(200, 'Your address has changed', `From now on you log in with ${email}.`);
  } catch (error) {
    if (isKind(error, emailChangeClosed)) return closed;
    throw error;
  }
}

function renderQuestion(app: Site, { user, email }: EmailChange): string {
  const { name } = findRealm(app.db);
  return renderPage({
    title: 'Change your address?',
    main: `<h1>Change your address?</h1>
<div class="about"><p>${escapeHtml(user.full_name)} will log in to ${escapeHtml(name)} with
<strong>${escapeHtml(email)}</strong>.</p></div>
<form method="post" class="card">
<button>Change it</button>
</form>`,
  });
}

function message(status: number, title: string, text: string): Reply {
  return { status, html: renderMessage(title, text) };
}

const closed = message(404, 'This link cannot be used any more', 'Ask for a new one in your settings.');
