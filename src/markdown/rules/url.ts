import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import topLevelDomains from 'tlds' with { type: 'json' };
import { textToken } from '../text-pieces.ts';

type Link = NonNullable<ReturnType<MarkdownIt['linkify']['match']>>[number];

/** How deep brackets in a URL may be nested. */
const deepestPair = 6;

/** The only schemes that links may have. */
const allowedSchemes = ['http', 'https', 'ftp', 'mailto', 'tel', 'sms', 'bitcoin'];

/** Recognizes links: bare URLs and email addresses, and the destination of `[text](url)`. */
export function urlRule(markdown: MarkdownIt): void {
  const { re } = markdown.linkify;
  const nestedPair = re.nestedPairRE.bind(re);
  re.nestedPairRE = (open, close) => nestedPair(open, close, deepestPair);
  const getAuth = re.get_auth.bind(re);
  // Most URLs have no user. To look for the `@` first takes a fraction of the time.
  re.get_auth = () => new RegExp(`(?:(?=[^/@]{1,50}@)${getAuth().source})?`);
  markdown.linkify.set({ fuzzyLink: true, urlAuth: true }).tlds(topLevelDomains).add('//', null).add('ftp:', null);
  const match = markdown.linkify.match.bind(markdown.linkify);
  markdown.linkify.match = (text) => {
    const links = match(withoutLabels(text))?.filter((link) => !isNoLink(link, text)) ?? [];
    return links.map((link) => withoutScheme(withoutColon(link)));
  };
  const matchAtStart = markdown.linkify.matchAtStart.bind(markdown.linkify);
  markdown.linkify.matchAtStart = (text) => {
    const link = matchAtStart(text);
    return link && withoutColon(link);
  };
  // A stricter test would take as long as the search for links that follows.
  markdown.linkify.test = (text) => /[.@]\S|:\/\//.test(text);
  markdown.normalizeLink = (url) => withScheme(url).replace(/[\s<>]/g, encodeURIComponent);
  markdown.normalizeLinkText = (text) => text;
  markdown.validateLink = isSafeUrl;
  markdown.core.ruler.push('mend_links', mendLinks);
}

/** Whether a link may have this URL: one with an allowed scheme, or a path on this server. */
export function isSafeUrl(url: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1];
  if (scheme === undefined) return /^(#|\/(?![/\\]))/.test(url);
  return allowedSchemes.includes(scheme.toLowerCase());
}

/** The text with spaces for the colons between a word and a host: in `see:example.com` the host alone is a link. */
function withoutLabels(text: string): string {
  return text.replace(/:(?<=(?:^|[\s'"(,<])[a-z]{1,30}:)(?=[\p{L}\p{N}-]+\.)/giu, ' ');
}

// A trailing colon belongs to the sentence.
function withoutColon(link: Link): Link {
  if (!link.raw.endsWith(':')) return link;
  const { raw, text, url, lastIndex } = link;
  const shorter = { raw: raw.slice(0, -1), text: text.slice(0, -1), url: url.slice(0, -1), lastIndex: lastIndex - 1 };
  return Object.assign(link, shorter);
}

/**
 * Whether people would not see a link here: the name of a file, a call such as `foo.bar()`, or a path on another
 * machine such as `git@example.com:x` and `me@example.com/x`.
 */
function isNoLink({ schema, raw, lastIndex }: Link, text: string): boolean {
  if (schema === 'mailto:') return /^[:/]\S/.test(text.slice(lastIndex, lastIndex + 2));
  return schema === '' && (isFileName(raw) || isCall(text.slice(lastIndex)));
}

// An address is a link; the scheme before it is not.
function withoutScheme(link: Link): Link {
  const { raw, text, index } = link;
  if (!/^mailto:/i.test(raw)) return link;
  return Object.assign(link, { raw: raw.slice(7), text: text.slice(7), index: index + 7 });
}

function isCall(rest: string): boolean {
  return rest.startsWith('(');
}

// Such names are far more often files than hosts.
function isFileName(host: string): boolean {
  return /^[^/]*\.(md|py|java|mov|zip)$/i.test(host);
}

const host = '[\\p{L}\\p{N}_-]+(?:\\.[\\p{L}\\p{N}_-]+)*';
const hostWithPort = new RegExp(`^(?:localhost|${host}\\.[\\p{L}\\p{N}-]+):\\d+(?:[/?#]|$)`, 'u');
const hostAlone = new RegExp(`^${host}(?:[/?#]|$)`, 'u');

// Adds the scheme that people omit from hosts and addresses.
function withScheme(url: string): string {
  const trimmed = url.trim();
  if (trimmed.startsWith('user_uploads/')) return `/${trimmed}`;
  if (/^[^\s@/?#:]+@[^\s@/?#:]+$/.test(trimmed)) return `mailto:${trimmed}`;
  if (/^\/\/[\p{L}\p{N}]/u.test(trimmed)) return `http:${trimmed}`;
  return hostAlone.test(trimmed) || hostWithPort.test(trimmed) ? `http://${trimmed}` : trimmed;
}

/** A link without a text shows its URL; one without a URL is shown as text. */
function mendLinks(state: StateCore): void {
  if (!state.src.includes('](')) return;
  for (const token of state.tokens) {
    if (token.children) token.children = mended(state, token.children);
  }
}

function mended(state: StateCore, tokens: readonly Token[]): Token[] {
  let leadsNowhere = false;
  return tokens.flatMap((token, index) => {
    if (token.type === 'link_open') {
      const href = String(token.attrGet('href'));
      leadsNowhere = href === '';
      if (leadsNowhere) return textToken(state, '[');
      return tokens[index + 1]?.type === 'link_close' ? [token, textToken(state, href)] : token;
    }
    if (isBlank(token) && tokens[index - 1]?.type === 'link_open' && tokens[index + 1]?.type === 'link_close') {
      return textToken(state, String(tokens[index - 1]?.attrGet('href')));
    }
    return token.type === 'link_close' && leadsNowhere ? textToken(state, ']()') : token;
  });
}

function isBlank(token: Token): boolean {
  return token.type === 'text' && token.content.trim() === '';
}
