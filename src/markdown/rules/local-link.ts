import type { MarkdownIt, StateCore } from 'markdown-it';
import { contextOf } from '../context.ts';

/** Converts links to this server to relative ones, so that they work under every address of the server. */
export function localLinkRule(markdown: MarkdownIt): void {
  markdown.core.ruler.push('local_links', shortenLinks);
}

function shortenLinks({ env }: StateCore): void {
  const { lookups, findings } = contextOf(env);
  if (!lookups) return;
  for (const link of findings.links) {
    const href = String(link.attrGet('href'));
    const path = pathOn(lookups.site_url, href);
    if (path !== undefined) link.attrSet('href', path);
  }
}

function pathOn(site_url: string, href: string): string | undefined {
  if (!href.startsWith(site_url)) return undefined;
  const path = href.slice(site_url.length);
  if (path.startsWith('/#')) return path.slice(1);
  return path.startsWith('/user_uploads/') ? path : undefined;
}
