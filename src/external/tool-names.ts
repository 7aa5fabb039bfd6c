import { errorKind } from '../http/errors.ts';
import { tools } from './tools.ts';

/** Names for services that now send other payloads, and the tool for those. */
const replaced: Readonly<Record<string, string>> = { stash: 'bitbucket3' };

/** Former names of services that send the same payloads now. */
const renamed: Readonly<Record<string, string>> = { clubhouse: 'shortcut', insping: 'freshping', woodpecker: 'drone' };

export const toolReplaced = errorKind<{ former: string; replaced_by: string }>(
  "The tool '{former}' was replaced by '{replaced_by}': post to /api/v1/external/{replaced_by}.",
  { code: 'NOT_FOUND', status: 404, extra: ({ replaced_by }) => ({ replaced_by }) },
);

/** The current name of a tool by its name in a URL, undefined if there is none. Throws toolReplaced. */
export function currentName(name: string): string | undefined {
  if (Object.hasOwn(replaced, name)) throw toolReplaced({ former: name, replaced_by: replaced[name] as string });
  const current = Object.hasOwn(renamed, name) ? (renamed[name] as string) : name;
  return Object.hasOwn(tools, current) ? current : undefined;
}
