import type { IncomingMessage, ServerResponse } from 'node:http';
import { brandOf } from '../accent.ts';
import { hasSpectators } from '../conversations/spectators.ts';
import { emojiData, emojiDataPath } from '../emoji/data.ts';
import { extraEmojiPath } from '../emoji/emoji.ts';
import { textsIn } from '../ground/texts.ts';
import { type ApiError, methodNotAllowed, unknownUrl } from '../http/errors.ts';
import { etagOf, isKnown } from '../http/etag.ts';
import { asApiError } from '../http/failure.ts';
import { languageOfReader, nameReader } from '../http/reader.ts';
import { sendError } from '../http/respond.ts';
import type { Image } from '../images/image.ts';
import { findEmojiImage } from '../organization/custom-emoji.ts';
import { findRealmImage, imagePurposes } from '../organization/realm-image.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { readersLanguage } from '../users/language.ts';
import { answerApp } from './app-page.ts';
import { renderApps, renderNotFound } from './apps.ts';
import { findAvatar } from './avatar.ts';
import { answerAsset, isAssetPath } from './client-assets.ts';
import { type Content, day, drawn, uploaded } from './content.ts';
import { answerExport, isExportPath } from './exports.ts';
import { answerFile, isFilePath } from './files.ts';
import { answerForm } from './form-page.ts';
import { findFormPage } from './forms.ts';
import { answerHealth } from './health.ts';
import { answerInstallation, isInstallationPath } from './installation.ts';
import { securityHeaders } from './page.ts';
import { drawIcon, drawLoading } from './pictures.ts';
import { sendBody } from './send-body.ts';
import type { Site } from './site.ts';
import { findViewer } from './viewer.ts';

/** Whether a URL belongs to the API rather than to pages and pictures. */
export function isApiUrl(url: string): boolean {
  return url.startsWith('/api/') || segmentsOf(url)[0] === 'api';
}

/** Answers all requests outside the API: pages, forms, and pictures. */
export async function answerWeb(app: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  nameReader(request, () => readersLanguage(app.db, findViewer(app, request), request));
  try {
    await answer(app, request, response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else refuse(response, asApiError(app, error, request));
  }
}

function answer(app: Site, request: IncomingMessage, response: ServerResponse): void | Promise<void> {
  const segments = segmentsOf(request.url ?? '/');
  const wing = wings.find(([isPath]) => isPath(segments, request));
  if (wing) return wing[1](app, segments, request, response);
  const viewer = isAppPath(segments, request) ? findViewer(app, request) : undefined;
  if (viewer || (isAppPath(segments, request) && hasSpectators(app.db))) {
    return answerApp(app, viewer, request, response);
  }
  const form = findFormPage(segments);
  if (form) return answerForm(form.page, { app, request, key: form.key }, response);
  const content = find(app, request, segments);
  if (!content) return sendNotFound(request, response);
  if (isRead(request)) return sendContent(content, request, response);
  refuse(response, methodNotAllowed({ allowed: ['GET', 'HEAD'] }));
}

/** Whether a request belongs to a part of the web, and what answers it there. */
type Wing = readonly [
  isPath: (segments: readonly string[], request: IncomingMessage) => boolean,
  answer: (
    app: Site,
    segments: readonly string[],
    request: IncomingMessage,
    response: ServerResponse,
  ) => void | Promise<void>,
];

const wings: readonly Wing[] = [
  [isHealthPath, (app, _, request, response) => answerHealth(app, request, response)],
  [isFilePath, (app, _, request, response) => answerFile(app, request, response)],
  [isExportPath, answerExport],
  [isAssetPath, (_, segments, request, response) => answerAsset(segments, request, response)],
  [isInstallationPath, answerInstallation],
];

function isHealthPath(segments: readonly string[], request: IncomingMessage): boolean {
  return segments.length === 1 && segments[0] === 'health' && isRead(request);
}

function isAppPath(segments: readonly string[], request: IncomingMessage): boolean {
  return segments.length === 0 && isRead(request);
}

function find(app: Site, request: IncomingMessage, segments: readonly string[]): Content | undefined {
  const [first, id = ''] = segments;
  if (first === 'avatar' && segments.length <= 3) return findAvatar(app, request, segments);
  if (first === 'realm' && segments.length === 2) return uploaded(findOrganizationPicture(app, id));
  if (first === 'emoji') return uploaded(findEmoji(app, segments.slice(1).join('/')));
  return pages.get(`/${segments.join('/')}`)?.(app, request);
}

/** The pages and pictures that everybody gets, by path. */
const pages = new Map<string, (app: Site, request: IncomingMessage) => Content>([
  [extraEmojiPath, () => drawn('emoji', () => drawIcon(64))],
  [emojiDataPath, () => ({ type: 'application/json', cache: day, body: emojiData })],
  ['/accent.css', (app) => accentStyle(findRealmSetting(app.db, 'accent_color'))],
  ['/apps', (app, request) => page(renderApps(app, textsIn(languageOfReader(request))))],
  ['/icon.png', () => drawn('icon', () => drawIcon(256))],
  ['/icon-192.png', () => drawn('icon 192', () => drawIcon(192))],
  ['/icon-512.png', () => drawn('icon 512', () => drawIcon(512))],
  ['/loading.png', () => drawn('loading', () => drawLoading(128))],
  ['/favicon.ico', () => drawn('favicon', () => drawIcon(64))],
  ['/robots.txt', () => ({ type: 'text/plain; charset=utf-8', cache: day, body: 'User-agent: *\nDisallow: /\n' })],
]);

function findOrganizationPicture(app: Site, name: string): Image | undefined {
  const purpose = imagePurposes.find((one) => one === name);
  return purpose && findRealmImage(app.db, purpose);
}

// The extension is ignored: the picture may have been replaced by a smaller one in another format.
function findEmoji(app: Site, path: string): Image | undefined {
  const [, id, variant] = /^([1-9]\d{0,14})(\/still)?(?:\.\w{1,10})?$/.exec(path) ?? [];
  return id === undefined ? undefined : findEmojiImage(app.db, Number(id), variant !== undefined);
}

/** A style sheet of its own, so that pages that know nothing of the organization have its color too. */
function accentStyle(accent: string): Content {
  const brand = brandOf(accent);
  return { type: 'text/css; charset=utf-8', cache: 'no-cache', body: brand ? `:root{--brand:${brand}}` : '' };
}

function page(body: string): Content {
  return { type: 'text/html; charset=utf-8', cache: 'no-cache', body };
}

function sendNotFound(request: IncomingMessage, response: ServerResponse): Promise<void> | void {
  if (prefersHtml(request.headers.accept ?? ''))
    return send(response, 404, page(renderNotFound(textsIn(languageOfReader(request)))));
  refuse(response, unknownUrl());
}

function refuse(response: ServerResponse, error: ApiError): void {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  sendError(response, error);
}

// 304 extends the browser's cached copy for another day.
function sendContent(content: Content, { headers }: IncomingMessage, response: ServerResponse): Promise<void> | void {
  const tag = etagOf(content.body);
  // Weak for texts, whose bytes depend on what the client accepts.
  if (content.vary) response.setHeader('Vary', content.vary);
  response.setHeader('ETag', typeof content.body === 'string' ? `W/${tag}` : tag);
  if (!isKnown(headers['if-none-match'], tag)) return send(response, 200, content);
  response.writeHead(304, { ...securityHeaders, 'Cache-Control': content.cache }).end();
}

function send(response: ServerResponse, status: number, { type, cache, body }: Content): Promise<void> {
  return sendBody(response, status, { ...securityHeaders, 'Content-Type': type, 'Cache-Control': cache }, body);
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The segments of a URL's path, not decoded because no path here needs it. Extra slashes are ignored. */
function segmentsOf(url: string): string[] {
  return (url.split('?', 1)[0] ?? '').split('/').filter(Boolean);
}

/** Whether an Accept header names HTML before JSON, as only browsers do. */
function prefersHtml(accept: string): boolean {
  return quality(accept, 'text/html') > quality(accept, 'application/json');
}

function quality(accept: string, type: string): number {
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
  const named = ranges.find(([name]) => name === type);
  if (!named) return 0;
  const weight = named.find((part) => part.startsWith('q='));
  return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
}
