/** An invisible character that separates marks, so that they are text: the dialect knows no escapes. */
const joiner = '\u2060';

/**
 * Markdown that shows the text literally: without mentions, labeled links, styles, code and blocks. URLs still become
 * links to themselves.
 */
export function escapeText(text: string): string {
  const pieces = text.split(starredUrl);
  return pieces.map((piece, index) => (index % 2 === 1 ? urlLink(piece) : escapePiece(piece, index))).join('');
}

/** What follows a URL is not at the beginning of a line. */
function escapePiece(piece: string, index: number): string {
  return index === 0 ? escapeMarks(piece) : escapeMarks(`.${piece}`).slice(1);
}

/** A URL with marks that would end it, or change it if they were replaced. */
const starredUrl = /(\bhttps?:\/\/(?=[^\s<>*`]{0,1000}[*`])[^\s<>]{0,1000}[^\s<>.,;:!?'"`)\]])/gi;

/** A link to a URL. The URL itself is one, unless the dialect would end it earlier. */
function urlLink(url: string): string {
  if (plainUrl.test(url)) return url;
  // With an at sign, stars could be a mention.
  const marks = url.includes('@') ? /[()[\]`\\'"*]/g : /[()[\]`\\'"]/g;
  return `[${starredLabel(url)}](${url.replace(marks, encode)})`;
}

/** The text of a link with its stars, none of which begins emphasis that another could end. */
function starredLabel(url: string): string {
  const parts = url.split('*').map(escapeLabel);
  const end = parts.pop() as string;
  return parts.length === 0 ? end : `${parts.join(`*${noSpace}`)}*${end}`;
}

/** A URL without brackets, code and doubled marks, and with a letter or digit at its end. */
const plainUrl = /^https?:\/\/(?!.*(?:~~|\$\$))[\w*%/?#!$&+,;=:.~-]*[a-z0-9/]$/i;

/** An invisible space: a star before it begins no emphasis. */
const noSpace = '\ufeff';

/** The same without links: for the text of a link. */
export function escapeMarks(text: string): string {
  return text
    .replaceAll('*', '\u2217')
    .replaceAll('`', '\u02cb')
    .replace(/~(?=~)|\$(?=\$)|\](?=\()|<(?=time:)/gi, `$&${joiner}`)
    .replace(blockMark, `${joiner}$&`);
}

/**
 * What makes a line a block: a quotation, an item, a heading, a command of the dialect, a rule, or the second row of a
 * table. Nothing more, because who copies a line of a shell copies the separating character too.
 */
const blockMark =
  /^(?:>|[-+](?= |$)|#{1,6}(?= |$)|\/(?=(?:me|poll|todo)\b)|\d{1,9}[.)](?= |$)|(?=[-=_|: \t]*[-=_|])[-=_|: \t]+$)/gm;

/** The same within the brackets of a link. */
export function escapeLabel(text: string): string {
  return escapeMarks(text.replaceAll('[', '(').replaceAll(']', ')'));
}

/** A text in bold. */
export function bold(text: string): string {
  return `**${escapeText(text)}**`;
}

/** The same Markdown with silent mentions. */
export function silenceMentions(markdown: string): string {
  return markdown.replace(/@(?=\*)/g, '@_');
}

/** The URL for the target of a link in Markdown; undefined if it cannot be linked. */
export function linkTarget(url: string): string | undefined {
  if (!/^(?:https?:\/\/|mailto:)\S/i.test(url) || url.length > longestUrl) return undefined;
  return url.trim().replace(/[\s()<>[\]*`\\]/g, encode);
}

const longestUrl = 2000;

// encodeURIComponent() leaves some of these characters unchanged.
function encode(character: string): string {
  const code = character.charCodeAt(0);
  return code < 128 ? `%${code.toString(16).padStart(2, '0').toUpperCase()}` : encodeURIComponent(character);
}
