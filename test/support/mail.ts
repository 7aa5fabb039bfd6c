import type { Mail } from '../../src/mail/mail.ts';
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

/** Gives a server a way to send mails; `problem` is why it fails, if it is to fail. */
export function giveMailServer({ app }: TestServer, problem?: string): Mailbox {
  const mails: Mailbox['mails'] = [];
  app.mailer = {
    async send(mail) {
      mails.push(mail);
      if (problem !== undefined) throw new Error(problem);
    },
    async close() {},
  };
  return {
    mails,
    link: () => /^http\S+$/m.exec(mails.at(-1)?.text ?? '')?.[0] ?? '',
    receive: (count) => until(() => mails.length >= count),
  };
}
