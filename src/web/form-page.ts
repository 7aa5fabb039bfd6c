import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AttemptLimit } from '../http/attempts.ts';
import { readBody } from '../http/body.ts';
import { countedAddress } from '../http/client-address.ts';
import { ApiError } from '../http/errors.ts';
import { asApiError } from '../http/failure.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { renderMessage } from './message.ts';
import { type Reply, sendReply } from './page-reply.ts';
import type { Site } from './site.ts';

export interface Visit {
  app: Site;
  request: IncomingMessage;
  /** The key in the URL; undefined if it has none. */
  key: string | undefined;
}

/** The text in a field of the form; empty if the field is missing. */
export type Form = (field: string) => string;

/** A page that GET shows; POST submits its form. */
export interface FormPage {
  show(visit: Visit): Reply | Promise<Reply>;
  /** Missing if the page has no form. */
  submit?: (visit: Visit, form: Form) => Reply | Promise<Reply>;
}

export async function answerForm(page: FormPage, visit: Visit, response: ServerResponse): Promise<void> {
  try {
    await sendReply(response, await reply(page, visit, response));
  } catch (error) {
    if (response.headersSent || response.destroyed) return;
    await sendReply(response, failure(visit, error));
  }
}

function reply(page: FormPage, visit: Visit, response: ServerResponse): Reply | Promise<Reply> {
  const { method } = visit.request;
  if (method === 'GET' || method === 'HEAD') return page.show(visit);
  if (method !== 'POST' || !page.submit) return refuseMethod(page);
  return submit(page.submit, visit, response);
}

async function submit(take: NonNullable<FormPage['submit']>, visit: Visit, response: ServerResponse): Promise<Reply> {
  const { app, request } = visit;
  if (!isSameOrigin(app, request)) return foreign;
  const visits = app.attempts.of(visitLimit);
  const visitor = countedAddress(app.addresses.of(request));
  const seconds = visits.wait(visitor);
  if (seconds > 0) return tooMany(seconds);
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

const foreign: Reply = {
  status: 403,
  html: renderMessage(
    'This form comes from another site',
    'Please open the page again, by its link or its address, and fill in the form there.',
  ),
};

/** A page that asks to try again later, after too many attempts. */
export function tooMany(seconds: number): Reply {
  return {
    status: 429,
    html: renderMessage('Too many attempts', 'Please wait some minutes and try again.'),
    headers: { 'Retry-After': String(Math.ceil(seconds)) },
  };
}

function refuseMethod({ submit }: FormPage): Reply {
  return {
    status: 405,
    html: renderMessage('This request is not possible', 'This page has no form.'),
    headers: { Allow: submit ? 'GET, HEAD, POST' : 'GET, HEAD' },
  };
}

function failure({ app, request }: Visit, error: unknown): Reply {
  const { kind, message } = asApiError(app, error, request);
  const title = error instanceof ApiError ? 'This form cannot be read' : 'That did not work';
  return { status: kind.status, html: renderMessage(title, message) };
}

export function redirect(Location: string, headers: Reply['headers'] = {}): Reply {
  return { status: 303, html: '', headers: { Location, ...headers } };
}
