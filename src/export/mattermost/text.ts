import { convertText, type Names, type Writes } from '../chat-text.ts';
import type { PlainNames } from '../names.ts';

interface Called {
  users: PlainNames;
  channels: PlainNames;
}

/** A text as Mattermost's Markdown, which is nearly the same. */
export function toMattermost(text: string, names: Names, { users, channels }: Called): string {
  const writes: Writes = {
    user: (id, name) => (users.find(id) === undefined ? `@${name}` : `@${users.get(id)}`),
    everybody: '@all',
    channel: (id, name) => (channels.find(id) === undefined ? `#${name}` : `~${channels.get(id)}`),
    // Words that nobody meant as a mention of everybody stay words.
    styled: (plain) => plain.replace(/@(?=(?:all|channel|here)\b)/g, '@\u2060'),
    link: (url, label) => `[${label}](${url})`,
    code: (code) => code,
    block: ({ code, language, marks }) => `${marks}${language === 'math' ? 'latex' : language}\n${code}${marks}`,
    lines: (whole) => whole,
  };
  return convertText(text, names, writes);
}
