import type { Job } from './job.ts';
import { resolveReferences } from './references.ts';

/**
 * A text of the archive in which changed ids of users, channels, messages and files are replaced. Links to the old
 * server become links to this one.
 */
export function rewriteText(job: Job, text: string): string {
  // Most texts have none of these characters.
  if (!/[@#/\0]/.test(text)) return text;
  const rewritten = rewriteMentions(job, rewriteLinks(job, rewriteFiles(job, rewriteUrls(job, text))));
  return resolveReferences(job, rewritten);
}

function rewriteUrls({ old_urls, app }: Job, text: string): string {
  return old_urls.reduce((rest, url) => rest.replaceAll(`${url}/`, `${app.config.public_url}/`), text);
}

// The name of a file stays; only the path before it contains ids of the old server.
function rewriteFiles({ filePaths }: Job, text: string): string {
  if (filePaths.size === 0 || !text.includes('/user_uploads/')) return text;
  return text.replace(
    /(?<=\/user_uploads\/)(?:thumbnail\/)?([\w-]+(?:\/[\w-]+)+)(?=\/[^/\s])/g,
    (whole, path: string) => {
      const own = filePaths.get(path);
      return own === undefined ? whole : whole.replace(path, own);
    },
  );
}

/** `@**Name|12**`, `@_**Name|12**` and `@**|12**`. */
function rewriteMentions({ ids: { users } }: Job, text: string): string {
  if (users.isSame || !text.includes('@')) return text;
  return text.replace(/(@_?\*\*[^*|\n]*\|)(\d{1,15})(?=\*\*)/g, (whole, start: string, id: string) => {
    const own = users.find(Number(id));
    return own === undefined ? whole : `${start}${own}`;
  });
}

/** `#narrow/channel/12-name/topic/x/near/34`, `#narrow/dm/12,13-group` and `#**channel>topic@34**`. */
function rewriteLinks(job: Job, text: string): string {
  if (!text.includes('#')) return text;
  return text
    .replace(/#narrow\/[^\s)\]>"'`]+/g, (link) => rewriteNarrow(job, link))
    .replace(
      /(#\*\*[^*\n]+@)(\d{1,15})(?=\*\*)/g,
      (_, start: string, id: string) => `${start}${job.messages.here(Number(id))}`,
    );
}

function rewriteNarrow({ ids: { users, channels }, messages }: Job, link: string): string {
  return link
    .replace(/(?<=\/(?:near|with|id)\/)\d{1,15}/, (id) => String(messages.here(Number(id))))
    .replace(/(?<=\/(?:channel|stream)\/)\d{1,15}(?=-|\/|$)/, (id) => String(channels.find(Number(id)) ?? id))
    .replace(/(?<=\/(?:dm|pm-with|sender|dm-including)\/)\d{1,15}(?:,\d{1,15})*/, (list) =>
      list
        .split(',')
        .map((id) => users.find(Number(id)) ?? id)
        .join(','),
    );
}
