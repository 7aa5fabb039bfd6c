import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { escapeHtml } from '../../ground/text.ts';
import { contextOf } from '../context.ts';
import { textToken } from '../text-pieces.ts';
import { closingOf, hrefOf, listShown, type Preview, presentPicture, presentSound, titleOf } from './preview.ts';

/**
 * Shows the uploaded picture or sound of `![text](url)` in its place, in quotations too. Other media stay links, which
 * are previewed like any.
 */
export function imageRule(markdown: MarkdownIt): void {
  markdown.core.ruler.push('upload', replaceLinks);
  markdown.renderer.rules.upload = (tokens, index) => present(tokens[index]?.meta as unknown as Preview);
}

function replaceLinks(state: StateCore): void {
  const urls = listShown(state);
  if (urls.size === 0) return;
  for (const token of state.tokens) {
    if (token.children) token.children = withUploads(state, token.children, urls);
  }
}

function withUploads(state: StateCore, tokens: readonly Token[], urls: ReadonlySet<string>): Token[] {
  const shown: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    const upload = isImage(shown.at(-1), token) ? uploadAt(state, tokens, index, urls) : undefined;
    if (upload) {
      const before = (shown.pop() as Token).content.slice(0, -1);
      shown.push(textToken(state, before), upload);
      index = closingOf(tokens, index);
    } else {
      shown.push(token);
    }
  }
  return shown;
}

/** Whether a link written in brackets follows an exclamation mark. */
function isImage(before: Token | undefined, { type, markup }: Token): boolean {
  return type === 'link_open' && markup === '' && before?.type === 'text' && before.content.endsWith('!');
}

function uploadAt(state: StateCore, tokens: readonly Token[], open: number, urls: ReadonlySet<string>) {
  const url = hrefOf(tokens[open] as Token);
  const media = urls.has(url) ? contextOf(state.env).lookups?.findMedia(url) : undefined;
  if (!media || !/^(image|audio)\//.test(media.content_type)) return undefined;
  const upload = new state.Token('upload', 'img', 0);
  upload.meta = { url, title: titleOf(tokens, open), ...media };
  return upload;
}

// Clients parse this class and these attributes.
function present(preview: Preview): string {
  if (preview.content_type.startsWith('audio/'))
    return presentSound({ ...preview, title: preview.title || preview.url });
  const original = `alt="${escapeHtml(preview.title)}" data-original-src="${escapeHtml(preview.url)}" `;
  return presentPicture(preview, 'inline-image', original);
}
