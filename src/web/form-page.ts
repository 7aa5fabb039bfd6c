import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Texts, textsIn } from '../ground/texts.ts';
import { languageCookie } from '../http/accepted-languages.ts';
import type { AttemptLimit } from '../http/attempts.ts';
import { readBody } from '../http/body.ts';
import { countedAddress } from '../http/client-address.ts';
import { ApiError } from '../http/errors.ts';
import { asApiError } from '../http/failure.ts';
import { languageOfReader } from '../http/reader.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { findLanguage } from '../languages/list.ts';
import { renderMessage } from './message.ts';
import { type Reply, sendReply } from './page-reply.ts';
import type { Site } from './site.ts';

export interface Visit {
  app: Site;
  request: IncomingMessage;
  /** The key in the URL; undefined if it has none. */
  key: string | undefined;
  /** What is said to the visitor. */
  texts: Texts;
}

/** The text in a field of the form; empty if the field is missing. */
export type Form = (field: string) => string;

/** A page that GET shows; POST submits its form. */
export interface FormPage {
  show(visit: Visit): Reply | Promise<Reply>;
  /** Missing if the page has no form. */
  submit?: (visit: Visit, form: Form) => Reply | Promise<Reply>;
}

export async function answerForm(
  page: FormPage,
  called: Omit<Visit, 'texts'>,
  response: ServerResponse,
): Promise<void> {
  const visit = { ...called, texts: textsIn(languageOfReader(called.request)) };
  try {
    await sendReply(response, await reply(page, visit, response));
  } catch (error) {
    if (response.headersSent || response.destroyed) return;
    await sendReply(response, failure(visit, error));
  }
}

function reply(page: FormPage, visit: Visit, response: ServerResponse): Reply | Promise<Reply> {
  const { method } = visit.request;
  if (method === 'GET' || method === 'HEAD') return chooseLanguage(visit) ?? page.show(visit);
  if (method !== 'POST' || !page.submit) return refuseMethod(visit.texts, page);
  return submit(page.submit, visit, response);
}

/** Remembers the language that a visitor chose in the list on a page, and shows the page in it. */
function chooseLanguage({ app, request: { url = '/' } }: Visit): Reply | undefined {
  // The path stays as it came: taken apart as a URL, `/join/..\\\\host` would become another host.
  const [path = '', query] = url.replace(/^\/+/, '/').split('?', 2);
  const params = new URLSearchParams(query);
  const language = findLanguage(params.getAll('language'));
  if (language === undefined) return undefined;
  params.delete('language');
  const secure = app.config.public_url.startsWith('https:') ? '; Secure' : '';
  const cookie = `${languageCookie}=${language}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax${secure}`;
  return redirect(params.size === 0 ? path : `${path}?${params}`, { 'Set-Cookie': cookie });
}

/** In seconds. */
const year = 31_536_000;

async function submit(take: NonNullable<FormPage['submit']>, visit: Visit, response: ServerResponse): Promise<Reply> {
  const { app, request } = visit;
  if (!isSameOrigin(app, request)) return foreign(visit.texts);
  const visits = app.attempts.of(visitLimit);
  const visitor = countedAddress(app.addresses.of(request));
  const seconds = visits.wait(visitor);
  if (seconds > 0) return tooMany(visit.texts, seconds);
  visits.count(visitor);
  return take(visit, await readForm(request, response));
}

async function readForm(request: IncomingMessage, response: ServerResponse): Promise<Form> {
  const { fields } = await readBody(request, response, 'anyone');
  return (name) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
}

/** Submitted forms, by client address. */
const visitLimit: AttemptLimit = { max: 60, windowSeconds: 600 };

function foreign(texts: Texts): Reply {
  return { status: 403, html: renderMessage(texts, texts.t('page.otherSite'), texts.t('page.otherSiteHint')) };
}

/** A page that asks to try again later, after too many attempts. */
export function tooMany(texts: Texts, seconds: number): Reply {
  return {
    status: 429,
    html: renderMessage(texts, texts.t('page.tooManyAttempts'), texts.t('page.tooManyAttemptsHint')),
    headers: { 'Retry-After': String(Math.ceil(seconds)) },
  };
}

function refuseMethod(texts: Texts, { submit }: FormPage): Reply {
  return {
    status: 405,
    html: renderMessage(texts, texts.t('page.notPossible'), texts.t('page.hasNoForm')),
    headers: { Allow: submit ? 'GET, HEAD, POST' : 'GET, HEAD' },
  };
}

function failure({ app, request, texts }: Visit, error: unknown): Reply {
  const failed = asApiError(app, error, request);
  const title = texts.t(error instanceof ApiError ? 'page.cannotBeRead' : 'page.didNotWork');
  return { status: failed.kind.status, html: renderMessage(texts, title, failed.messageIn(texts.language)) };
}

export function redirect(Location: string, headers: Reply['headers'] = {}): Reply {
  return { status: 303, html: '', headers: { Location, ...headers } };
}
