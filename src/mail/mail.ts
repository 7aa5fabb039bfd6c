import type { Database } from '../db/database.ts';
import type { SubmitsWrites } from '../db/turn-queue.ts';
import type { Log } from '../ground/log.ts';

/** A mail from the organization to one person. */
export interface Mail {
  to: string;
  /** Shown as its sender. */
  from_name: string;
  subject: string;
  /** Plain text. */
  text: string;
}

/** Takes mails to where they are delivered. */
export interface Mailer {
  /** Resolves once a mail is taken; rejects with why it was not. */
  send(mail: Mail): Promise<void>;
  /** Lets mails under way arrive, for a few seconds at most. */
  close(): Promise<void>;
}

/** A port for those who send mails. */
export interface SendsMail extends SubmitsWrites {
  /** Undefined where no mail server is configured. */
  mailer: Mailer | undefined;
  db: Database;
  log: Log;
}

/** Whether this server can send mails. */
export function canSendMail({ mailer }: Pick<SendsMail, 'mailer'>): boolean {
  return mailer !== undefined;
}

/**
 * Sends a mail once the running transaction is on disk, and holds nothing up. What cannot be sent is logged, and then
 * `onFailure` runs in a transaction of its own.
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
