import { version } from '../assets.ts';
import { isThisMachine } from '../ground/addresses.ts';
import { escapeHtml } from '../ground/text.ts';
import type { Texts } from '../ground/texts.ts';
import type { UnvaryingKey } from '../languages/keys.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { realmImageUrl } from '../organization/realm-image.ts';
import { findRealm } from '../realm/realm.ts';
import { linkTo } from './message.ts';
import { renderPage } from './page.ts';
import { renderWayIn } from './sign-up-page.ts';
import type { Site } from './site.ts';

export function renderApps(app: Site, texts: Texts): string {
  const { name, description } = findRealm(app.db);
  const url = escapeHtml(app.config.public_url);
  const say = (key: UnvaryingKey) => escapeHtml(texts.t(key));
  return renderPage(texts, {
    title: texts.t('apps.title', { organization: name }),
    main: `<header>
<img src="${realmImageUrl(app.db, 'icon')}" alt="" width="64" height="64">
<h1 dir="auto">${escapeHtml(name)}</h1>
${description === '' ? '' : `<div class="about" dir="auto">${renderMarkdown(description)}</div>`}
<p class="status">${say('apps.up')}</p>
</header>
<section aria-labelledby="apps">
<h2 id="apps">${say('apps.connect')}</h2>
<p>${say('apps.address')}</p>
<p class="address" dir="ltr">${url}</p>
<p>${say('apps.logIn')} ${renderWayIn(app, texts)}</p>
<p class="hint">${texts.html('apps.desktop', { link: linkTo('/') })}</p>
${isReachedFromHereOnly(app.config.public_url) ? `<p class="hint">${texts.html('apps.local', { code })}</p>` : ''}
</section>
<section aria-labelledby="scripts">
<h2 id="scripts">${say('apps.scripts')}</h2>
<p>${texts.html('apps.file', { code })}</p>
${pre(`[api]
email=you@example.com
key=YOUR_API_KEY
site=${url}`)}
<p>${say('apps.operatorWrites')}</p>
${pre('chatd api-key you@example.com --zuliprc zuliprc')}
<p>${say('apps.byPassword')}</p>
${pre(`curl ${url}/api/v1/fetch_api_key \\
  -d username=you@example.com --data-urlencode password=YOUR_PASSWORD`)}
<p>${say('apps.curl')}</p>
${pre(`curl --user you@example.com ${url}/api/v1/users/me`)}
<p>${texts.html('apps.description', { link: linkTo('/api/v1/openapi.json') })}</p>
</section>`,
    footer: `<footer><p>${escapeHtml(texts.t('apps.servedBy', { version }))}</p></footer>`,
  });
}

export function renderNotFound(texts: Texts): string {
  const title = texts.t('shell.nothingHere');
  return renderPage(texts, {
    title,
    main: `<h1>${escapeHtml(title)}</h1>
<div class="about"><p>${escapeHtml(texts.t('page.nothingHere'))}</p></div>
<p class="way"><a href="/">${escapeHtml(texts.t('page.seeWhatIsHere'))}</a></p>`,
  });
}

/** What is typed into programs. HTML. */
export function code(html: string): string {
  return `<code dir="ltr">${html}</code>`;
}

function pre(html: string): string {
  return `<pre tabindex="0" dir="ltr"><code>${html}</code></pre>`;
}

function isReachedFromHereOnly(public_url: string): boolean {
  return URL.canParse(public_url) && isThisMachine(new URL(public_url).hostname);
}
