import type { Mail, Mailer } from '../../src/mail/mail.ts';
import type { TestServer } from './server.ts';
import { until } from './until.ts';

/** A mail server that takes everything, or nothing, and keeps what it was given. */
export interface Mailbox {
  mails: (Mail & { from_name: string })[];
  /** The address of the page that the newest mail leads to. */
  link(): string;
  /** Waits until this many mails have arrived. */
  receive(count: number): Promise<void>;
}

/** Why a mail server takes no mail, or the codes by which it refuses those for some addresses. */
export type Problem = string | Readonly<Record<string, number>>;

/** Gives a server a way to send mails, which may have a problem. */
export function giveMailServer({ app }: TestServer, problem: Problem = {}): Mailbox {
  const mails: Mailbox['mails'] = [];
  app.mailer = {
    async send(mail) {
      mails.push(mail);
      if (typeof problem === 'string') throw new Error(problem);
      const responseCode = problem[mail.to];
      if (responseCode !== undefined) throw Object.assign(new Error('refused'), { responseCode, command: 'RCPT TO' });
    },
    async close() {},
  };
  return {
    mails,
    link: () => /^http\S+$/m.exec(mails.at(-1)?.text ?? '')?.[0] ?? '',
    receive: (count) => until(() => mails.length >= count),
  };
}

/** The server's way to send mails; after each, nothing can be written any more. */
export function failingAfterwards({ app, db }: TestServer): Mailer {
  const { mailer } = app;
  return {
    async send(mail) {
      await mailer?.send(mail);
      db.connection.pragma('query_only = 1');
    },
    async close() {},
  };
}
