import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { SpooledFile } from '../http/endpoint.ts';
import { ApiError, isKind } from '../http/errors.ts';
import type { ParsedMail } from '../mail/parsed-mail.ts';
import { silenceMentions } from '../markdown/escape.ts';
import { ensureMentionsAllowed, mentionErrors } from '../messages/mentions.ts';
import { doSendMessage } from '../messages/message.ts';
import { type Rendering, renderMessage } from '../messages/rendering.ts';
import { type Attachment, doAddAttachment, type FileFacts, uploadQuotaExceeded } from '../uploads/attachment.ts';
import { organizationTexts } from '../users/language.ts';
import type { User } from '../users/user.ts';
import type { Destination } from './destination.ts';
import { writeMessage } from './mail-message.ts';

/** A file of a mail, with its detected properties. */
export interface FoundFile {
  file: SpooledFile;
  facts: FileFacts;
}

/** A mail for one recipient. */
export interface Post {
  mail: ParsedMail;
  /** The text that this recipient wants. */
  text: string;
  files: readonly FoundFile[];
}

/**
 * Posts a mail, unless it was posted already: a mail server that missed the response retries. Throws ApiError if the
 * sender may not write there.
 */
export function doPostMail(app: Context, destination: Destination, post: Post): void {
  const { sender } = destination;
  const hash = hashOf(destination, post);
  if (isPosted(app, hash)) return;
  const conversation = destination.access(post.mail.subject);
  const { attachments, lost } = doAddFiles(app, sender, post.files);
  const from = destination.options.show_sender ? post.mail.from : undefined;
  const { is_unreadable, left_out } = post.mail;
  const parts = { from, attachments, is_unreadable, left_out: left_out + lost };
  const texts = organizationTexts(app.db);
  // Silence mentions before truncation, because that adds characters.
  const written: Written = {
    loud: writeMessage(texts, { ...parts, text: post.text }),
    quiet: writeMessage(texts, { ...parts, text: silenceMentions(post.text) }),
  };
  const { content, rendering } = renderAllowed(app, destination, conversation, written);
  const draft = { sender, conversation, content, rendering, client: 'Internal', read_by_sender: isReply(destination) };
  doSendMessage(app, draft);
  storePosted(app, hash);
}

function isReply({ purpose }: Destination): boolean {
  return purpose === 'reply';
}

/** A hash that identifies a mail for a destination, however the address is spelled. */
function hashOf({ name, options }: Destination, { mail, text, files }: Post): Buffer {
  const { 'message-id': id = '', date = '' } = mail.origin;
  const content = [name, options, id, date, mail.subject, text, files.map(({ file }) => file.sha256)];
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

function doAddFiles(app: Context, owner: User, files: readonly FoundFile[]) {
  const attachments: Attachment[] = [];
  let lost = 0;
  for (const { file, facts } of files) {
    try {
      attachments.push(doAddAttachment(app, owner, file, facts));
    } catch (error) {
      if (!(error instanceof ApiError) || !isKind(error, uploadQuotaExceeded)) throw error;
      lost++;
    }
  }
  return { attachments, lost };
}

/** A message with mentions that notify, and with mentions that do not. */
interface Written {
  loud: string;
  quiet: string;
}

/** Only a user's own reply may notify people by mentions, and only if its author may use these mentions. */
function renderAllowed(
  app: Context,
  destination: Destination,
  conversation: Conversation,
  { loud, quiet }: Written,
): { content: string; rendering: Rendering } {
  const { sender } = destination;
  if (!isReply(destination)) return { content: quiet, rendering: renderMessage(app, sender, quiet) };
  try {
    const rendering = renderMessage(app, sender, loud);
    ensureMentionsAllowed(app, sender, conversation, rendering.mentions);
    return { content: loud, rendering };
  } catch (error) {
    if (!mentionErrors.some((kind) => isKind(error, kind))) throw error;
    return { content: quiet, rendering: renderMessage(app, sender, quiet) };
  }
}

/** Seconds for which posted mails are remembered: mail servers retry for five days. */
const memory = 6 * 86_400;
/** If there are more mails within that time, the oldest are forgotten. */
const mostMails = 100_000;

/** Whether the mail with this hash was posted within the last days. */
function isPosted({ db, clock }: Context, hash: Buffer): boolean {
  const sql = 'SELECT 1 FROM posted_mails WHERE name_hash = ? AND posted_at > ?';
  return db.value<number>(sql, hash, clock.now() - memory) !== undefined;
}

/** Stores the hash of a posted mail. */
function storePosted({ db, clock }: Context, hash: Buffer): void {
  const now = clock.now();
  db.run('DELETE FROM posted_mails WHERE posted_at <= ?', now - memory);
  const oldest = `SELECT name_hash FROM posted_mails ORDER BY posted_at LIMIT max(0,
    (SELECT count(*) FROM posted_mails) + 1 - ?)`;
  db.run(`DELETE FROM posted_mails WHERE name_hash IN (${oldest})`, mostMails);
  db.run('INSERT INTO posted_mails (name_hash, posted_at) VALUES (?, ?)', hash, now);
}
