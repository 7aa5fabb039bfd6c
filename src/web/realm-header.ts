import { escapeHtml } from '../ground/text.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { realmImageUrl } from '../organization/realm-image.ts';
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
<img src="${realmImageUrl(app.db, 'icon')}" alt="" width="64" height="64">
<h1 dir="auto">${escapeHtml(title)}</h1>
${about}
${sentence === '' ? '' : `<p class="status" dir="auto">${escapeHtml(sentence)}</p>`}
</header>`;
}
