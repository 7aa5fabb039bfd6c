import type { Database } from '../db/database.ts';
import type { SubmitsWrites } from '../db/turn-queue.ts';
import type { Log } from '../ground/log.ts';

/** A mail from the organization to one person. */
export interface Mail {
  to: string;
  /** Display name of the sender. */
  from_name: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The same as HTML. */
  html?: string;
  /** The address for replies; by default the sender of all mails. */
  reply_to?: string;
  /** The URL of a page that stops mails of this kind, at once when a mail program posts to it (RFC 8058). */
  unsubscribe_url?: string;
  /** The name of the mail's thread, shared by all its mails: letters, digits and dots. */
  thread?: string;
}

/** Paragraphs as the text of a mail. */
export function paragraphs(texts: readonly string[]): string {
  return `${texts.join('\n\n')}\n`;
}

export interface Mailer {
  /** Resolves once a mail is accepted; rejects with the reason of a failure: see answerTo and isRefused. */
  send(mail: Mail): Promise<void>;
  /** Waits for mails in transit, a few seconds at most. */
  close(): Promise<void>;
}

/** A port for sending mails. */
export interface SendsMail extends SubmitsWrites {
  /** Undefined if no mail server is configured. */
  mailer: Mailer | undefined;
  db: Database;
  log: Log;
}

export function canSendMail({ mailer }: Pick<SendsMail, 'mailer'>): boolean {
  return mailer !== undefined;
}

/**
 * Whether an address may have a mailbox. Imports invent addresses in the domain `.invalid`, which never exists (RFC
 * 2606).
 */
export function canReceiveMail(email: string): boolean {
  return !/[@.]invalid\.?$/i.test(email);
}

/** Failures of these commands concern all mails. */
const beforeMail = /^(CONN|EHLO|HELO|STARTTLS|AUTH|MAIL FROM)/;

/** The error code of the mail server for this mail; undefined if it currently accepts no mails. */
export function answerTo(failure: unknown): number | undefined {
  if (!(failure instanceof Error) || !('responseCode' in failure)) return undefined;
  return 'command' in failure && beforeMail.test(String(failure.command)) ? undefined : Number(failure.responseCode);
}

/** Whether the mail server will never accept the mail. */
export function isRefused(failure: unknown): boolean {
  return (answerTo(failure) ?? 0) >= 500;
}

/**
 * Sends a mail after the commit of the running transaction, without blocking. A failure is logged, and `onFailure` runs
 * in its own transaction.
 */
export function doSendMail({ mailer, db, writes, log }: SendsMail, mail: Mail, onFailure: () => void = () => {}): void {
  if (!mailer) throw new Error('no mail server is configured');
  db.afterCommit(() => {
    mailer
      .send(mail)
      .catch((error: unknown) => {
        log.error('a mail was not sent', { error: error instanceof Error ? error.message : error });
        return writes.submit(onFailure);
      })
      .catch((error: unknown) => log.error('nobody was notified of a mail that was not sent', { error }));
  });
}
