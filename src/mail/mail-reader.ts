import { workerFiles } from '../assets.ts';
import { OnDemandThread } from '../ground/on-demand-thread.ts';
import type { MailQuestion, MailReply, ParsedMail } from './parsed-mail.ts';

/** The mail can never be read: it is broken, or crafted to exhaust its reader. */
export class UnreadableMail extends Error {}

/** Reading the mail took too long or broke the thread. The cause may be the mail or a busy machine. */
export class UnfinishedMail extends Error {}

/**
 * In MiB: the objects of the thread, without the bytes of the mail. With more, a list of all lines could grow by more
 * than the 16 MiB beyond it that Node.js allows, and V8 would end the process.
 */
const room = { maxOldGenerationSizeMb: 128 };

/** Reads mails one at a time, in a thread that is started on demand. */
export class MailReader {
  #thread = new OnDemandThread<MailQuestion, MailReply>(workerFiles.mails, room);
  #last: Promise<unknown> = Promise.resolve();
  /** Time limit for a mail, in milliseconds. */
  patience = 20_000;

  /** Reads a mail and writes its files. Rejects with UnreadableMail or UnfinishedMail, or if the disk fails. */
  read(question: MailQuestion): Promise<ParsedMail> {
    const read = this.#last.then(() => this.#ask(question));
    this.#last = read.catch(() => {});
    return read;
  }

  /** Ends the thread, which frees its memory. */
  end(): Promise<void> {
    return this.#thread.end();
  }

  async #ask(question: MailQuestion): Promise<ParsedMail> {
    const reply = await this.#thread.ask(question, this.patience).catch((error: Error) => {
      throw new UnfinishedMail(error.message);
    });
    if ('mail' in reply) return reply.mail;
    throw errorOf(reply.failure);
  }
}

function errorOf({ message, code }: Extract<MailReply, { failure: unknown }>['failure']): Error {
  return code === undefined ? new UnreadableMail(message) : Object.assign(new Error(message), { code });
}
