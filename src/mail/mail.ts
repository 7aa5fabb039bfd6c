import type { App } from '../app.ts';
import { findRealm } from '../realm/realm.ts';

/** A mail from the organization to one person. */
export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
}

/** Takes mails to where they are delivered. */
export interface Mailer {
  /** Resolves once a mail is taken; rejects with why it was not. `from_name` is shown as its sender. */
  send(mail: Mail & { from_name: string }): Promise<void>;
  /** Lets mails under way arrive, for a few seconds at most. */
  close(): Promise<void>;
}

/** Whether this server can send mails. */
export function canSendMail({ mailer }: App): boolean {
  return mailer !== undefined;
}

/**
 * Sends a mail once the running transaction is on disk, and holds nothing up. What cannot be sent is logged, and then
 * `onFailure` runs in a transaction of its own.
 */
export function doSendMail(app: App, mail: Mail, onFailure: () => void = () => {}): void {
  const { mailer, log } = app;
  if (!mailer) throw new Error('no mail server is configured');
  const from_name = findRealm(app.db).name;
  app.db.afterCommit(() => {
    mailer
      .send({ ...mail, from_name })
      .catch((error: unknown) => {
        log.error('a mail was not sent', { error: error instanceof Error ? error.message : error });
        return app.writes.submit(onFailure);
      })
      .catch((error: unknown) => log.error('nobody was told of a mail that was not sent', { error }));
  });
}
