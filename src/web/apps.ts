import { version } from '../assets.ts';
import { isThisMachine } from '../ground/addresses.ts';
import { escapeHtml } from '../ground/text.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { realmImageUrl } from '../organization/realm-image.ts';
import { findRealm } from '../realm/realm.ts';
import { renderPage } from './page.ts';
import { renderWayIn } from './sign-up-page.ts';
import type { Site } from './site.ts';

export function renderApps(app: Site): string {
  const { name, description } = findRealm(app.db);
  const url = escapeHtml(app.config.public_url);
  return renderPage({
    title: `Apps for ${name}`,
    main: `<header>
<img src="${realmImageUrl(app.db, 'icon')}" alt="" width="64" height="64">
<h1 dir="auto">${escapeHtml(name)}</h1>
${description === '' ? '' : `<div class="about" dir="auto">${renderMarkdown(description)}</div>`}
<p class="status">This chat server is up and ready for you.</p>
</header>
<section aria-labelledby="apps">
<h2 id="apps">Connect an app</h2>
<p>Talk here with the app you like: chatd works with Zulip clients for phones and terminals. When the app asks for the
address of your organization, type:</p>
<p class="address">${url}</p>
<p>Then log in with your e-mail address and password. ${renderWayIn(app)}</p>
${desktopHint}
${isReachedFromHereOnly(app.config.public_url) ? localHint : ''}
</section>
<section aria-labelledby="scripts">
<h2 id="scripts">Terminals, bots and scripts</h2>
<p>Many programs read the address and an API key from a file named <code>zuliprc</code>:</p>
<pre tabindex="0"><code>[api]
email=you@example.com
key=YOUR_API_KEY
site=${url}</code></pre>
<p>Whoever runs this server writes it for you:</p>
<pre tabindex="0"><code>chatd api-key you@example.com --zuliprc zuliprc</code></pre>
<p>To write it yourself, get a key by your password:</p>
<pre tabindex="0"><code>curl ${url}/api/v1/fetch_api_key \\
  -d username=you@example.com --data-urlencode password=YOUR_PASSWORD</code></pre>
<p>With nothing but curl, give it your API key when it asks for a password:</p>
<pre tabindex="0"><code>curl --user you@example.com ${url}/api/v1/users/me</code></pre>
<p>Everything else the server understands is in its <a href="/api/v1/openapi.json">API description</a>.</p>
</section>`,
    footer: `<footer><p>Served by chatd ${escapeHtml(version)}.</p></footer>`,
  });
}

export function renderNotFound(): string {
  return renderPage({
    title: 'Nothing here',
    main: `<h1>Nothing here</h1>
<div class="about"><p>This server has no page at that address. It may have been mistyped, or the page may be gone.</p></div>
<p class="way"><a href="/">See what is here</a></p>`,
  });
}

const desktopHint = `<p class="hint">On a computer you need no app: <a href="/">open chatd in your browser</a>. The Zulip
desktop app shows the same.</p>`;

const localHint = `<p class="hint">This address leads here from this computer only. To let phones and other computers in,
start the server with <code>--listen 0.0.0.0:9991</code> and a <code>--public-url</code> that they can reach.</p>`;

function isReachedFromHereOnly(public_url: string): boolean {
  return URL.canParse(public_url) && isThisMachine(new URL(public_url).hostname);
}
