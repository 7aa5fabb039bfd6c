import type { Attachment, Email } from 'postal-mime';
import { htmlToMarkdown } from './html-to-markdown.ts';

/** In characters. Longer plain texts are the text itself. */
const longestPlaceholder = 500;
/** In characters: enough HTML to find the words of a placeholder. */
const longestCompared = 100_000;

/**
 * Whether the plain text of a mail only says that its words are in the HTML. In every language it names HTML or has a
 * link, and few of its words are in the HTML.
 */
export function isPlaceholder(text: string, html: string): boolean {
  if (text.trim() === '') return true;
  if (text.length > longestPlaceholder || !/html|https?:\/\//i.test(text)) return false;
  const words = text.replace(/https?:\/\/\S+/g, ' ').match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? [];
  const shown = lettersOf(
    htmlToMarkdown(html.slice(0, longestCompared), { include_quotes: true, include_footer: true }),
  );
  const shared = words.filter((word) => shown.includes(lettersOf(word)));
  return shown !== '' && shared.length * 2 < words.length;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * A mail whose texts come once: where forms of a text are within each other, as `multipart/alternative` in another,
 * postal-mime reads the plain text of both.
 */
export function withoutRepetition(email: Email, source: Buffer): Email {
  const isNested = source.includes(alternatives, source.indexOf(alternatives) + alternatives.length);
  return isNested ? { ...email, text: firstOfTwo(email.text ?? ''), html: firstOfTwo(email.html ?? '') } : email;
}

const alternatives = 'multipart/alternative';

/** The first half of a text or HTML whose second half has the same words. */
function firstOfTwo(text: string): string {
  const words = [...text.matchAll(/<[^<>]*>|[^\s<]+/g)].filter(([word]) => !word.startsWith('<'));
  const half = words.length / 2;
  const isTwice = words.every(([word], index) => index >= half || word === words[index + half]?.[0]);
  return isTwice ? text.slice(0, words[half]?.index) : text;
}

/** A mail without text, with the text of a part whose type postal-mime does not read: Markdown, or a type like `text`. */
export function withUnusualText(email: Email): Email {
  const part = email.text || email.html ? undefined : email.attachments.find(isUnusualText);
  if (!part) return email;
  const text = typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content);
  return { ...email, text, attachments: email.attachments.filter((one) => one !== part) };
}

function isUnusualText({ mimeType, filename, disposition }: Attachment): boolean {
  const isText = /^(?:text|plain|text\/(?:(?:x-)?(?:web-)?markdown|unknown|ascii|plain\W.*)?)$/.test(mimeType);
  return isText && !filename && disposition !== 'attachment';
}
