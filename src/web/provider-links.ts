import { escapeHtml } from '../ground/text.ts';
import { listProviders, loginPath } from '../sso/methods.ts';
import type { Site } from './site.ts';

/**
 * Passes on a URL's fragment, which servers never receive, through the provider and back, so that a link into a
 * conversation leads there after the login. Without scripts, a login leads to the start page.
 */
export const carryFragment = `
for (const link of document.querySelectorAll('.providers a')) {
  link.addEventListener('click', () => {
    const url = new URL(link.href);
    if (location.hash.length > 1) url.searchParams.set('fragment', location.hash.slice(1));
    link.href = url.href;
  });
}
`;

/** Links to all providers. HTML; empty without any. */
export function renderProviders(app: Site, invitation_key?: string): string {
  const query = invitation_key === undefined ? '' : `?invitation=${encodeURIComponent(invitation_key)}`;
  const links = listProviders(app).map(
    (one) =>
      `<p><a class="button" href="${loginPath(one)}${query}">Continue with ${escapeHtml(one.display_name)}</a></p>`,
  );
  return links.length === 0 ? '' : `<div class="providers">\n${links.join('\n')}\n</div>`;
}
