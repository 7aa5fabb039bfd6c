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
  /** The address for answers; by default the sender of all mails. */
  reply_to?: string;
  /** The address of a page that ends mails of this kind, at once when a mail program posts to it (RFC 8058). */
  unsubscribe_url?: string;
  /** Mails of one thread have the same name, of letters, digits and dots. */
  thread?: string;
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

/** Whether an address may have a mailbox. Imports make up addresses of the domain `.invalid`, which nobody has (RFC 2606). */
export function canReceiveMail(email: string): boolean {
  return !/[@.]invalid\.?$/i.test(email);
}

/** What a mail server says to these concerns all mails. */
const beforeMail = /^(CONN|EHLO|HELO|STARTTLS|AUTH|MAIL FROM)/;

/** The code by which the mail server did not take one mail; undefined if it takes none now. */
export function answerTo(failure: unknown): number | undefined {
  if (!(failure instanceof Error) || !('responseCode' in failure)) return undefined;
  return 'command' in failure && beforeMail.test(String(failure.command)) ? undefined : Number(failure.responseCode);
}

/** Whether the mail server will never take the mail. */
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
      .catch((error: unknown) => log.error('nobody was told of a mail that was not sent', { error }));
  });
}
