import { escapeHtml } from '../ground/text.ts';
import type { Texts } from '../ground/texts.ts';
import { listProviders, loginPath } from '../sso/methods.ts';
import type { Site } from './site.ts';

/**
 * Passes on a URL's fragment, which servers never receive, through the provider and back, or to the page in another
 * language, so that a link into a conversation leads there after the login. Without scripts, a login leads to the start page.
 */
export const carryFragment = `
for (const link of document.querySelectorAll('.providers a')) {
  link.addEventListener('click', () => {
    const url = new URL(link.href);
    if (location.hash.length > 1) url.searchParams.set('fragment', location.hash.slice(1));
    link.href = url.href;
  });
}
for (const link of document.querySelectorAll('.languages a')) {
  link.addEventListener('click', () => {
    link.hash = location.hash;
  });
}
`;

/** Links to all providers, with a query. HTML; empty without any. */
export function renderProviders(app: Site, texts: Texts, query: Readonly<Record<string, string>> = {}): string {
  const params = new URLSearchParams(query);
  const search = params.size === 0 ? '' : `?${params}`;
  const links = listProviders(app).map(
    (one) =>
      `<p><a class="button" href="${loginPath(one)}${search}">${escapeHtml(texts.t('page.continueWith', { provider: one.display_name }))}</a></p>`,
  );
  return links.length === 0 ? '' : `<div class="providers">\n${links.join('\n')}\n</div>`;
}
