import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { escapeHtml } from '../../ground/text.ts';
import { contextOf, type Media } from '../context.ts';
import { isUpload, mediaType } from '../media.ts';

/** An upload that is previewed below the text. */
interface Preview extends Media {
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
  const { lookups, findings } = contextOf(state.env);
  const urls = new Set(findings.links.map(hrefOf).filter((url) => isUpload(url) && mediaType(url)));
  if (urls.size === 0 || urls.size > maxPreviews || !lookups?.shows_previews()) return;
  const find = (url: string) => lookups.findMedia(url);
  const waiting: Token[] = [];
  let quoteDepth = 0;
  state.tokens = state.tokens.flatMap((token) => {
    if (token.type === 'blockquote_open') quoteDepth++;
    else if (token.type === 'blockquote_close') quoteDepth--;
    if (token.children && quoteDepth === 0) waiting.push(...previewsOf(state, token.children, urls, find));
    return /^(paragraph|heading|table)_close$/.test(token.type) ? [token, ...waiting.splice(0)] : token;
  });
  state.tokens.push(...waiting);
}

/** The previews of the links to `urls` among some tokens; removes each URL found, so that it is previewed once. */
function previewsOf(
  state: StateCore,
  tokens: readonly Token[],
  urls: Set<string>,
  find: (url: string) => Media | undefined,
): Token[] {
  return tokens.flatMap((token, index) => {
    const url = token.type === 'link_open' ? hrefOf(token) : '';
    const media = urls.delete(url) ? find(url) : undefined;
    if (!media) return [];
    const preview = new state.Token('preview', 'div', 0);
    preview.block = true;
    preview.meta = { url, title: titleOf(tokens, index) || url, ...media };
    return preview;
  });
}

function titleOf(tokens: readonly Token[], open: number): string {
  const close = tokens.findIndex(({ type }, index) => index > open && type === 'link_close');
  return tokens
    .slice(open, close)
    .map(({ content }) => content)
    .join('');
}

function hrefOf(link: Token): string {
  return String(link.attrGet('href'));
}

// Clients parse these classes and attributes, and a sound only within a paragraph.
function present(preview: Preview): string {
  const { url, title, content_type } = preview;
  const href = escapeHtml(url);
  const name = escapeHtml(title);
  if (content_type.startsWith('audio/')) {
    return `<p><audio controls="" preload="metadata" src="${href}" title="${name}"></audio></p>\n`;
  }
  const [classes, picture] = content_type.startsWith('video/')
    ? ['message_inline_image message_inline_video', `<video preload="metadata" src="${href}"></video>`]
    : ['message_inline_image', presentPicture(preview)];
  return `<div class="${classes}"><a href="${href}" title="${name}">${picture}</a></div>\n`;
}

/** Shown until the thumbnail is ready. */
const placeholderUrl = '/loading.png';

function presentPicture({ url, content_type, picture }: Preview): string {
  const type = `data-original-content-type="${content_type}"`;
  if (!picture) return `<img ${type} src="${escapeHtml(url)}">`;
  const facts = `${type} data-original-dimensions="${picture.width}x${picture.height}"`;
  if (picture.is_waiting) return `<img class="image-loading-placeholder" ${facts} src="${placeholderUrl}">`;
  const transcoded = picture.transcoded === undefined ? '' : ` data-transcoded-image="${picture.transcoded}"`;
  return `<img ${facts}${transcoded} src="${escapeHtml(picture.thumbnail_url ?? url)}">`;
}
