import { escapeHtml } from '../ground/text.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { presentRealmImage, realmImageUrl } from '../organization/realm-image.ts';
import { findRealm } from '../realm/realm.ts';
import type { Site } from './site.ts';

/**
 * The header for visitors who may not know the organization yet: its description, and a sentence about the page. HTML.
 */
export function renderRealmHeader(app: Site, title: string, sentence = ''): string {
  const { description } = findRealm(app.db);
  const about = description === '' ? '' : `<div class="about" dir="auto">${renderMarkdown(description)}</div>`;
  return renderHeader(app, title, sentence, about);
}

/** The header for members: the organization's picture, and a sentence about the page. HTML. */
export function renderHeader(app: Site, title: string, sentence = '', about = ''): string {
  return `<header>
${renderPicture(app)}
<h1 dir="auto">${escapeHtml(title)}</h1>
${about}
${sentence === '' ? '' : `<p class="status" dir="auto">${escapeHtml(sentence)}</p>`}
</header>`;
}

/** The wide logo of the organization, for light and dark pages, or its icon. HTML. */
function renderPicture({ db }: Site): string {
  const { logo_url, logo_source } = presentRealmImage(db, 'logo');
  const { night_logo_url, night_logo_source } = presentRealmImage(db, 'night_logo');
  if (logo_source !== 'U') return `<img src="${realmImageUrl(db, 'icon')}" alt="" width="64" height="64">`;
  const dark =
    night_logo_source === 'U' ? `<source media="(prefers-color-scheme: dark)" srcset="${night_logo_url}">` : '';
  return `<picture>${dark}<img class="wide-logo" src="${logo_url}" alt=""></picture>`;
}
