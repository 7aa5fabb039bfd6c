import MarkdownIt from 'markdown-it';

/** Grows whenever the same text comes out as other HTML. */
export const rendererVersion = 1;

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });
// Nothing but these may be opened from a message.
const allowedScheme = /^(https?|mailto|tel):/i;
markdown.validateLink = (url) => allowedScheme.test(url.trim()) || /^[/#]/.test(url.trim());
// Images would make every reader's client fetch from wherever the writer says; they stay links.
markdown.disable('image');

/** The HTML of a message or description written in Markdown. Safe to show whatever was written. */
export function renderMarkdown(text: string): string {
  return markdown.render(text).trimEnd();
}
