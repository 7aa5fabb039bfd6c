import type { IncomingMessage, ServerResponse } from 'node:http';
import { findNetworkRoot } from '../acme/network-certificate.ts';
import { escapeHtml } from '../ground/text.ts';
import type { Texts } from '../ground/texts.ts';
import { nameReader } from '../http/reader.ts';
import { sameAt } from '../http/redirect.ts';
import { readersLanguage } from '../users/language.ts';
import { answerForm, type FormPage } from './form-page.ts';
import { nearbyPage, renderFingerprint } from './nearby.ts';
import { renderPage, securityHeaders } from './page.ts';
import type { Site } from './site.ts';

const rootPath = '/chatd-root.crt';

/**
 * Answers by plain HTTP what people need before they trust the certificate of this machine: its root, the page with the
 * way in, and for all other pages one that says what to do with the root. Returns false for programs, which follow to
 * HTTPS by themselves.
 */
export function answerBeforeTrust(app: Site, request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '', url = '/', headers } = request;
  if (!/^(GET|HEAD)$/.test(method)) return false;
  if (url === rootPath) return sendRoot(app, response);
  if (!headers.accept?.includes('text/html')) return false;
  nameReader(request, () => readersLanguage(app.db, undefined, request));
  const [, key] = /^\/nearby\/([\w-]+)\/$/.exec(url) ?? [];
  void answerForm(key === undefined ? trustPage : nearbyPage, { app, request, key }, response);
  return true;
}

function sendRoot({ config }: Site, response: ServerResponse): boolean {
  const root = findNetworkRoot(config.data_dir);
  if (root === undefined) return false;
  const headers = { ...securityHeaders, 'Content-Type': 'application/x-x509-ca-cert', 'Cache-Control': 'no-store' };
  response
    .writeHead(200, { ...headers, 'Content-Disposition': 'attachment; filename="chatd-root.crt"' })
    .end(root.toString());
  return true;
}

const trustPage: FormPage = {
  show({ app, request, texts }) {
    return { status: 200, html: renderTrust(app, texts, sameAt(app.config.public_url, request.url ?? '/')) };
  },
};

const devices = ['trust.iphone', 'trust.android', 'trust.computer'] as const;

function renderTrust(app: Site, texts: Texts, next: string): string {
  const say = (key: 'trust.title' | 'trust.about' | 'trust.get' | 'trust.go' | 'trust.without') =>
    escapeHtml(texts.t(key));
  return renderPage(texts, {
    title: texts.t('trust.title'),
    main: `<h1>${say('trust.title')}</h1>
<div class="about"><p>${say('trust.about')}</p></div>
<p class="way"><a class="button" href="${rootPath}" download>${say('trust.get')}</a></p>
<ul>${devices.map((device) => `<li>${escapeHtml(texts.t(device))}</li>`).join('')}</ul>
${renderFingerprint(app, texts.t('trust.compare'))}
<p class="way"><a class="button other" href="${escapeHtml(next)}">${say('trust.go')}</a></p>
<p class="hint">${say('trust.without')}</p>`,
  });
}
