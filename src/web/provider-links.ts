import { escapeHtml } from '../ground/text.ts';
import { listProviders, loginPath } from '../sso/methods.ts';
import type { Site } from './site.ts';

/** Links to all providers. HTML; empty without any. */
export function renderProviders(app: Site, invitation_key?: string): string {
  const query = invitation_key === undefined ? '' : `?invitation=${encodeURIComponent(invitation_key)}`;
  const links = listProviders(app).map(
    (one) => `<p><a class="button" href="${loginPath(one)}${query}">Go on with ${escapeHtml(one.display_name)}</a></p>`,
  );
  return links.length === 0 ? '' : `<div class="providers">\n${links.join('\n')}\n</div>`;
}
