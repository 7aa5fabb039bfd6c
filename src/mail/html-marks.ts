// The marks that mail programs put on parts of their HTML.
import type { Keeping } from './own-words.ts';

/** The attributes of an element, by their names in lower case. */
export type Attributes = Readonly<Record<string, string>>;

const omittedTags = new Set(['head', 'script', 'style', 'title', 'template', 'noscript', 'object', 'svg', 'select']);
/** Names of elements that hold a quotation or its introduction, as classes, ids and names of their own. */
const quoteName =
  /(?:^|\s)(?:gmail_attr|gmail_quote_attribution|moz-cite-prefix|\w*yahoo_quoted|protonmail_quote|zmail_extra|tutanota_quote|fairemail_quote|missive_quote|OM_quote|front-blockquote|history_container|xmail_mail_origin|ntes-mailmaster-quote|messageReplySection|isReplyContent)(?:\s|$)/;
const footerName =
  /(?:^|[\s_-]|ydp\w{1,12})signature(?:_prefix|_block)?(?:\s|$)|(?:^|\s)(?:messageSignatureSection|bloop_sign|xdivsig|sig\d+|Zm-\S{1,20}-Sgn|\w+_container_sign)(?:\s|$)/i;

/** Whether an element is hidden, or a quotation or signature that is not to be kept. */
export function isOmitted(tag: string, attributes: Attributes, keeping: Keeping): boolean {
  if (omittedTags.has(tag) || isHidden(attributes)) return true;
  if (!keeping.include_footer && isFooter(tag, attributes)) return true;
  return !keeping.include_quotes && isQuotation(tag, attributes);
}

function isHidden({ style = '' }: Attributes): boolean {
  return /(?:^|;)\s*display\s*:\s*none\b/i.test(style);
}

function isFooter(tag: string, attributes: Attributes): boolean {
  const isMarked = attributes.fairemail === 'signature' || attributes['data-signature-widget'] === 'container';
  return tag === 'signature' || isMarked || footerName.test(namesOf(attributes));
}

function isQuotation(tag: string, attributes: Attributes): boolean {
  const { type, class: names = '' } = attributes;
  if (tag === 'blockquote' && (type === 'cite' || /(?:^|\s)gmail_quote/.test(names))) return true;
  return attributes.fairemail === 'reference' || quoteName.test(namesOf(attributes));
}

function namesOf({ class: names = '', id = '', name = '' }: Attributes): string {
  return `${names} ${id} ${name}`;
}

/** Outlook marks the beginning of the original mail, but not its end. */
export function beginsOriginal({ id = '' }: Attributes): boolean {
  return /^(?:x_)*(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container)$/.test(id);
}

/** Whether an element is of Outlook's writer: those of the mail that is answered get names with `x_`. */
export function isOfWriter({ class: names = '' }: Attributes): boolean {
  return /(?:^|\s)elementToProof(?:\s|$)/.test(names);
}
