import type { Message } from '../api/types.ts';
import { parseHtml } from '../text/trusted.ts';
import { decorateText } from './decorate.ts';

/**
 * A message in one line, for lists and notifications: without what spoilers hide, each formula once, emoji and times as
 * readers see them. In the third person it begins with its sender.
 */
export function textOf({ content, is_me_message, sender_full_name }: Message): string {
  const body = parseHtml(content);
  for (const hidden of body.querySelectorAll('.spoiler-content')) hidden.replaceWith(' (…) ');
  for (const repeated of body.querySelectorAll('.katex-html')) repeated.remove();
  for (const picture of body.querySelectorAll('img.emoji')) picture.replaceWith(picture.getAttribute('alt') ?? '');
  decorateText(body);
  const text = (body.textContent ?? '').replace(/\s+/g, ' ').trim();
  return is_me_message ? text.replace(/^\/me/, sender_full_name) : text;
}
