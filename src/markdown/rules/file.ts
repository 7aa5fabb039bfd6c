import type { MarkdownIt, StateCore } from 'markdown-it';
import { contextOf } from '../context.ts';
import { isUpload } from '../media.ts';
import { hrefOf } from './preview.ts';

/** Links to more files than this have no sizes: each takes a look at who may open the file. */
const maxFiles = 24;

/** Adds the size of the file, in bytes, to links to uploads. Clients ignore attributes that they do not know. */
export function fileRule(markdown: MarkdownIt): void {
  markdown.core.ruler.push('file', addSizes);
}

function addSizes({ env }: StateCore): void {
  const { lookups, findings } = contextOf(env);
  const links = findings.links.filter((link) => isUpload(hrefOf(link)));
  const urls = new Set(links.map(hrefOf));
  if (urls.size > maxFiles) return;
  const sizes = new Map([...urls].map((url) => [url, lookups?.findFileSize(url)]));
  for (const link of links) {
    const size = sizes.get(hrefOf(link));
    if (size !== undefined) link.attrSet('data-file-size', String(size));
  }
}
