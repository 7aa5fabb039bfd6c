import { convertText, type Names, type Writes } from '../chat-text.ts';
import { slackId } from './ids.ts';

/** A text in Slack's markup: `*bold*`, `_italic_`, `~struck~`, `<url|text>`, and `&lt;` for what marks have. */
export function toSlack(text: string, names: Names, channelIds: ReadonlyMap<number, string>): string {
  const writes: Writes = {
    user: (id) => `<@${slackId('U', id)}>`,
    everybody: '<!channel>',
    channel: (id, name) => (channelIds.has(id) ? `<#${channelIds.get(id)}|${escaped(name)}>` : escaped(`#${name}`)),
    styled: (plain) => styled(escaped(plain)),
    link: (url, label) => `<${escaped(url)}|${escaped(label.replaceAll('|', '/'))}>`,
    code: escaped,
    // Three marks end a block there, wherever they are.
    block: ({ code }) => `\`\`\`\n${escaped(code.replaceAll('```', '\u02cb\u02cb\u02cb'))}\`\`\``,
    lines: (whole) => whole.replace(/^(?:>|&gt;) ?/gm, '&gt; '),
  };
  return convertText(text, names, writes);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function styled(text: string): string {
  return text
    .replace(/^#{1,6} (.+)$/gm, '**$1**')
    .replace(/(?<![*\w])\*(?=[^*\s])([^*\n]*[^*\s])\*(?![*\w])/g, '_$1_')
    .replace(/\*\*(?=\S)([^\n]*?\S)\*\*/g, '*$1*')
    .replace(/~~(?=\S)([^\n]*?\S)~~/g, '~$1~');
}
