// The thread that reads mails: the worst take seconds, and their authors are unknown.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { answerQuestions } from '../ground/thread-answers.ts';
import { type Origin, originHeaders } from './automatic.ts';
import { MailDecoder, withUtf7Named } from './charset.ts';
import { unflow } from './flowed.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { readInvitation } from './invitation.ts';
import { isForward, ownWords, withQuotesApart } from './own-words.ts';
import type { MailFailure, MailFile, MailQuestion, MailReply, ParsedMail, TextWish } from './parsed-mail.ts';
import { PartBlob } from './part-blob.ts';
import { isPlaceholder, withoutRepetition, withUnusualText } from './text-forms.ts';

// Only of this thread.
Object.assign(globalThis, { Blob: PartBlob, TextDecoder: MailDecoder });
// postal-mime's own joins quotations of different depths, and takes a line that began with `>` for one.
Object.assign(Object.getPrototypeOf(Object(new PostalMime()).root), { decodeFlowedText: unflow });

/** More than legitimate mails have. */
const limits = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 3 };
const mostFiles = 20;
const startLength = 4100;

/** In UTF-16 units: more than a message can contain, even after quotations are cut. */
const longestText = 200_000;
const longestField = 1000;

/** Parts for programs, which are no files of the writer: signatures, and other forms and headers of the mail. */
const technical = new Set([
  'application/pgp-encrypted',
  'application/pgp-signature',
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'text/rfc822-headers',
  'text/watch-html',
  'text/x-amp-html',
]);

/** Forms of a whole text: encrypted or signed in one piece, and Outlook's own. */
const sealed = /^application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted|(?:vnd\.)?ms-tnef)$/;

answerQuestions(async (question: MailQuestion): Promise<MailReply> => {
  try {
    const source = readFileSync(question.source);
    const email = await PostalMime.parse(withUtf7Named(source), limits);
    return { mail: present(withUnusualText(withoutRepetition(email, source)), question) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
});

function failureOf(error: unknown): MailFailure {
  if (!(error instanceof Error)) return { message: String(error), code: undefined };
  const code = 'syscall' in error && 'code' in error ? String(error.code) : undefined;
  return { message: error.message, code };
}

function present(email: Email, { folder, wishes, max_file }: MailQuestion): ParsedMail {
  const attachments = withoutTwin(email.attachments.filter(({ mimeType }) => !technical.has(mimeType)));
  const invitation = describeInvitation(attachments);
  const fitting = attachments.filter(({ content }) => bytesOf(content).length <= max_file).slice(0, mostFiles);
  return {
    subject: field(email.subject),
    from: presentSender(email.from),
    origin: originOf(email),
    texts: wishes.map((wish) => textFor(email, wish) || invitation),
    is_unreadable: email.attachments.some(hidesText),
    files: fitting.map((attachment) => keep(folder, attachment)),
    left_out: attachments.length - fitting.length,
  };
}

/** Without a nameless calendar that also comes as a file, as a form of the mail itself. */
function withoutTwin(attachments: readonly Attachment[]): Attachment[] {
  const hasName = attachments.some((one) => isCalendar(one) && one.filename);
  return attachments.filter((one) => !(hasName && isCalendar(one) && !one.filename));
}

/** The event of a mail that is nothing but a calendar, as Markdown; empty if there is none. */
function describeInvitation(attachments: readonly Attachment[]): string {
  const calendar = attachments.find(isCalendar);
  if (!calendar) return '';
  return readInvitation(plain(new TextDecoder().decode(bytesOf(calendar.content).subarray(0, longestText))));
}

function isCalendar({ mimeType }: Attachment): boolean {
  return mimeType === 'text/calendar' || mimeType === 'application/ics';
}

/** Whether a file can be the text in a form that is not read here. */
function hidesText({ mimeType, filename }: Attachment): boolean {
  return sealed.test(mimeType) || /^winmail\.dat$|\.p7m$/i.test(filename ?? '');
}

function presentSender(from: Address | undefined): ParsedMail['from'] {
  return { name: field(from?.name), address: field(from?.address) };
}

function originOf({ headers }: Email): Origin {
  const wanted: readonly string[] = originHeaders;
  const found = headers.filter(({ key }) => wanted.includes(key));
  return Object.fromEntries(found.map(({ key, value }) => [key, field(value)]));
}

/** A header in one line, of bounded length. */
function field(value: string | undefined): string {
  return plain((value ?? '').slice(0, longestField))
    .replace(/\s+/g, ' ')
    .trim();
}

function textFor(email: Email, wish: TextWish): string {
  if (!wish.include_forwarded) return wantedText(email, wish);
  // In a forwarded mail, the signature of the forwarder is above the quotation.
  if (isForward(email.subject ?? '')) return wantedText(email, { ...wish, include_quotes: true, include_footer: true });
  return wantedText(email, wish) || wantedText(email, { ...wish, include_quotes: true });
}

function wantedText({ text = '', html = '' }: Email, wish: TextWish): string {
  const isHtml = html.trim() !== '' && (wish.prefer_html || isPlaceholder(text, html));
  const markdown = isHtml ? htmlToMarkdown(html, wish) : plain(text.slice(0, longestText));
  return withQuotesApart(ownWords(markdown.slice(0, longestText), wish));
}

function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
  const shown = text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
  return shown.replaceAll('\u00a0', ' ').toWellFormed();
}

function keep(folder: string, { filename, mimeType, content }: Attachment): MailFile {
  const bytes = bytesOf(content);
  const path = join(folder, randomUUID());
  writeFileSync(path, bytes, { flag: 'wx', mode: 0o600, flush: true });
  return {
    name: field(filename || (mimeType === 'text/calendar' ? 'invite.ics' : '')),
    path,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    start: bytes.slice(0, startLength),
  };
}

function bytesOf(content: Attachment['content']): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}
