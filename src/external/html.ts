import { htmlToMarkdown } from '../mail/html-to-markdown.ts';
import { Markdown, quoteMarkdown, shorten } from './markdown.ts';

/** A quotation of HTML, in which text remains text: it mentions nobody. */
export function quoteHtml(html: string): Markdown {
  const keeping = { include_quotes: true, include_footer: true };
  return quoteMarkdown(new Markdown(shorten(htmlToMarkdown(html, keeping), longestQuote)));
}

/** In characters of Markdown. */
const longestQuote = 2000;
