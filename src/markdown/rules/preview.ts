import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { escapeHtml } from '../../ground/text.ts';
import { contextOf, type Media } from '../context.ts';
import { isUpload, mediaType } from '../media.ts';

/** An upload that is shown. */
export interface Preview extends Media {
  url: string;
  title: string;
}

/** A message with more links shows no previews. */
const maxPreviews = 24;

/**
 * Shows previews of linked uploads below their paragraph: images, videos and sounds, by name and content, except in
 * quotations. Media on other servers stay links: a preview would make every reader's client fetch from a server chosen by the writer.
 */
export function previewRule(markdown: MarkdownIt): void {
  markdown.core.ruler.push('preview', addPreviews);
  markdown.renderer.rules.preview = (tokens, index) => present(tokens[index]?.meta as unknown as Preview);
}

function addPreviews(state: StateCore): void {
  const urls = listShown(state);
  if (urls.size === 0) return;
  const waiting: Token[] = [];
  let quoteDepth = 0;
  state.tokens = state.tokens.flatMap((token) => {
    if (token.type === 'blockquote_open') quoteDepth++;
    else if (token.type === 'blockquote_close') quoteDepth--;
    if (token.children && quoteDepth === 0) waiting.push(...previewsOf(state, token.children, urls));
    return /^(paragraph|heading|table)_close$/.test(token.type) ? [token, ...waiting.splice(0)] : token;
  });
  state.tokens.push(...waiting);
}

/** The URLs of linked uploads that a message may show, by their names. */
export function listShown(state: StateCore): Set<string> {
  const { lookups, findings } = contextOf(state.env);
  const urls = new Set(findings.links.map(hrefOf).filter((url) => isUpload(url) && mediaType(url)));
  return urls.size <= maxPreviews && lookups?.shows_previews() ? urls : new Set();
}

/** The previews of the links to `urls` among some tokens; removes each URL found, so that it is previewed once. */
function previewsOf(state: StateCore, tokens: readonly Token[], urls: Set<string>): Token[] {
  return tokens.flatMap((token, index) => {
    const url = token.type === 'link_open' ? hrefOf(token) : '';
    const media = urls.delete(url) ? contextOf(state.env).lookups?.findMedia(url) : undefined;
    if (!media) return [];
    const preview = new state.Token('preview', 'div', 0);
    preview.block = true;
    preview.meta = { url, title: titleOf(tokens, index) || url, ...media };
    return preview;
  });
}

/** The text of the link that opens at an index. */
export function titleOf(tokens: readonly Token[], open: number): string {
  return tokens
    .slice(open, closingOf(tokens, open))
    .map(({ content }) => content)
    .join('');
}

/** The index of the end of the link that opens at an index. */
export function closingOf(tokens: readonly Token[], open: number): number {
  return tokens.findIndex(({ type }, index) => index > open && type === 'link_close');
}

export function hrefOf(link: Token): string {
  return String(link.attrGet('href'));
}

// Clients parse these classes and attributes, and a sound only within a paragraph.
function present(preview: Preview): string {
  const { url, title, content_type } = preview;
  const href = escapeHtml(url);
  const name = escapeHtml(title);
  if (content_type.startsWith('audio/')) return `<p>${presentSound(preview)}</p>\n`;
  const [classes, picture] = content_type.startsWith('video/')
    ? ['message_inline_image message_inline_video', `<video preload="metadata" src="${href}"></video>`]
    : ['message_inline_image', presentPicture(preview)];
  return `<div class="${classes}"><a href="${href}" title="${name}">${picture}</a></div>\n`;
}

export function presentSound({ url, title }: Preview): string {
  return `<audio controls="" preload="metadata" src="${escapeHtml(url)}" title="${escapeHtml(title)}"></audio>`;
}

/** Shown until the thumbnail is ready. */
const placeholderUrl = '/loading.png';

/** The tag of a picture, with these classes and attributes besides its own. */
export function presentPicture({ url, content_type, picture }: Preview, classes = '', attributes = ''): string {
  const type = `data-original-content-type="${content_type}"`;
  if (!picture) return pictureTag(classes, `${attributes}${type}`, url);
  const facts = `${attributes}${type} data-original-dimensions="${picture.width}x${picture.height}"`;
  if (picture.is_waiting) return pictureTag(`${classes} image-loading-placeholder`, facts, placeholderUrl);
  const transcoded = picture.transcoded === undefined ? '' : ` data-transcoded-image="${picture.transcoded}"`;
  return pictureTag(classes, facts + transcoded, picture.thumbnail_url ?? url);
}

function pictureTag(classes: string, attributes: string, src: string): string {
  const named = classes === '' ? '' : `class="${classes.trim()}" `;
  return `<img ${named}${attributes} src="${escapeHtml(src)}">`;
}
