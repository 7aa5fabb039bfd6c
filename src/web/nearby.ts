import { renderSVG } from 'uqr';
import { findNetworkRoot, localName } from '../acme/network-certificate.ts';
import { urlOf } from '../ground/addresses.ts';
import { isSameSecret } from '../ground/same-secret.ts';
import { escapeHtml } from '../ground/text.ts';
import type { Texts } from '../ground/texts.ts';
import { isFromHere } from '../http/client-address.ts';
import { findRealm } from '../realm/realm.ts';
import { code } from './apps.ts';
import type { FormPage } from './form-page.ts';
import { renderMessage } from './message.ts';
import { renderPage } from './page.ts';
import type { Site } from './site.ts';
import { wayIn, wayInForAll, wayInForPhones } from './way-in.ts';

/** The page that shows the way in to the people of a room, for the person who started the server. */
export const nearbyPage: FormPage = {
  show({ app, request, key = '', texts }) {
    // A room sees the address of the page, but not its first owner's link.
    if (isNearbyKey(app, key)) return { status: 200, html: renderNearby(app, texts, isFromHere(request)) };
    return { status: 404, html: renderMessage(texts, texts.t('page.linkFails'), texts.t('nearby.closed')) };
  },
};

function isNearbyKey({ config }: Site, key: string): boolean {
  return config.lan !== undefined && isSameSecret(key, config.lan.key);
}

function renderNearby(app: Site, texts: Texts, isForOwner: boolean): string {
  const url = wayInForPhones(app.config);
  const title = texts.t('nearby.title', { organization: findRealm(app.db).name });
  const say = (key: 'nearby.scan' | 'nearby.code' | 'nearby.open') => escapeHtml(texts.t(key));
  return renderPage(texts, {
    title,
    main: `<h1 dir="auto">${escapeHtml(title)}</h1>
<div class="about"><p>${say('nearby.scan')}</p></div>
<div class="qr" role="img" aria-label="${say('nearby.code')}">${renderSVG(url, { border: 4 })}</div>
<p class="address" dir="ltr">${escapeHtml(url)}</p>
<p class="hint">${texts.html('nearby.name', { code, address: localUrl(url) })}</p>
${renderProtection(app, texts)}
${app.config.demo_key === undefined ? `<p class="hint">${escapeHtml(texts.t('nearby.account'))}</p>` : ''}
<p class="way"><a class="button" href="${escapeHtml(isForOwner ? wayIn(app) : wayInForAll(app.config))}" target="_blank">${say('nearby.open')}</a></p>`,
  });
}

function renderProtection(app: Site, texts: Texts): string {
  if (!app.config.lan?.has_own_root) return `<p class="hint">${escapeHtml(texts.t('nearby.withoutHttps'))}</p>`;
  return `<p class="hint">${escapeHtml(texts.t('nearby.certificate'))}</p>
${renderFingerprint(app, texts.t('nearby.fingerprint'))}`;
}

/** The fingerprint of the root of this machine in the form that devices show, below a text. */
export function renderFingerprint({ config }: Site, text: string): string {
  const root = findNetworkRoot(config.data_dir);
  if (root === undefined) return '';
  return `<p class="hint">${escapeHtml(text)}</p>
<p dir="ltr"><code>${root.fingerprint256}</code></p>`;
}

/** The URL with the name that many devices find by themselves. */
export function localUrl(url: string): string {
  const { protocol, port } = new URL(url);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  return urlOf({ host: localName, port: Number(port) || (scheme === 'https' ? 443 : 80) }, scheme);
}
