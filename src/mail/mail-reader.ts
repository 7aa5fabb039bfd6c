import type { Worker } from 'node:worker_threads';
import { mailWorkerFile } from '../assets.ts';
import { startThread } from '../ground/thread.ts';
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

/** In milliseconds. A thread costs memory, and most servers receive few mails. */
const idlePatience = 30_000;

/** Reads mails one at a time, in a thread that is started on demand. */
export class MailReader {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  /** Time limit for a mail, in milliseconds. */
  patience = 20_000;

  /** Reads a mail and writes its files. Rejects with UnreadableMail or UnfinishedMail, or if the disk fails. */
  read(question: MailQuestion): Promise<ParsedMail> {
    const read = this.#last.then(() => this.#ask(question));
    this.#last = read.catch(() => {});
    return read;
  }

  /** Ends the thread, which frees its memory. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #ask(question: MailQuestion): Promise<ParsedMail> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const answered = (reply: MailReply) => {
        finish();
        if ('mail' in reply) resolve(reply.mail);
        else reject(errorOf(reply.failure));
      };
      const broken = ({ message }: Pick<Error, 'message'>) => {
        finish();
        void this.end();
        reject(new UnfinishedMail(message));
      };
      const ended = () => broken({ message: 'the thread ended' });
      const timer = setTimeout(() => broken({ message: 'it takes too long to read' }), this.patience);
      const finish = () => {
        clearTimeout(timer);
        worker.off('message', answered).off('error', broken).off('exit', ended);
        this.#idle = setTimeout(() => void this.end(), idlePatience).unref();
      };
      worker.on('message', answered).on('error', broken).on('exit', ended);
      worker.postMessage(question);
    });
  }

  #start(): Worker {
    // Without a listener, an error between two mails would end the process.
    return startThread(mailWorkerFile, { stderr: true, resourceLimits: room }).on('error', () => {});
  }
}

function errorOf({ message, code }: Extract<MailReply, { failure: unknown }>['failure']): Error {
  return code === undefined ? new UnreadableMail(message) : Object.assign(new Error(message), { code });
}
