import type { Worker } from 'node:worker_threads';
import { ldapWorkerFile } from '../assets.ts';
import type { LdapDirectory } from '../ground/config.ts';
import type { Log } from '../ground/log.ts';
import { startThread } from '../ground/thread.ts';
import { errorKind } from '../http/errors.ts';
import type { LdapQuestion, LdapReply, LdapTask, Person } from './ldap-worker.ts';

const sentence = 'The directory that checks passwords cannot be used at the moment.';
export const directoryUnreachable = errorKind(sentence, { code: 'DIRECTORY_UNREACHABLE', status: 502 });

/** The port for code that asks an LDAP directory. */
export interface AsksDirectory {
  ldap: LdapClient;
}

/**
 * In MiB: the objects of the thread. With more, V8 may end the process instead of the thread: growing an array can
 * exceed this by half, and Node.js allows 16 MiB.
 */
const room = { maxOldGenerationSizeMb: 32 };

/** In milliseconds. A thread costs memory, and most people seldom log in. */
const idlePatience = 30_000;

interface Waiting {
  resolve: (person: Person | undefined) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

/** Asks directories, in a thread that is started on demand and ended with all its questions when it hangs or breaks. */
export class LdapClient {
  #log: Log;
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #asked = 0;
  #idle: NodeJS.Timeout | undefined;
  /** Timeout of a directory, in milliseconds. */
  patience = 10_000;

  constructor(log: Log) {
    this.#log = log;
  }

  /** The user with this name in a directory; undefined if there is none or several. Throws directoryUnreachable. */
  async findPerson(ldap: LdapDirectory, name: string): Promise<Person | undefined> {
    return name.trim() === '' ? undefined : this.#ask({ ldap, name: name.trim() });
  }

  /** Whether a directory accepts a password for a user. Throws directoryUnreachable. */
  async isPasswordOf(ldap: LdapDirectory, person: Person, password: string): Promise<boolean> {
    // A directory accepts a bind with a name and an empty password as anonymous (RFC 4513, 5.1.2).
    return password !== '' && (await this.#ask({ ldap, person, password })) !== undefined;
  }

  async #ask(question: LdapQuestion): Promise<Person | undefined> {
    try {
      return await this.#send(question);
    } catch (error) {
      this.#log.warn('a directory did not answer', { url: question.ldap.url, error });
      throw directoryUnreachable();
    }
  }

  #send(question: LdapQuestion): Promise<Person | undefined> {
    const { patience } = this;
    const id = ++this.#asked;
    this.#worker ??= this.#start();
    const worker = this.#worker;
    clearTimeout(this.#idle);
    return new Promise((resolve, reject) => {
      // The thread itself gives up in time, unless it hangs.
      const timer = setTimeout(() => this.#end(worker, new Error('the thread hangs')), patience * 1.2);
      this.#waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, question, patience } satisfies LdapTask);
    });
  }

  #start(): Worker {
    const worker = startThread(ldapWorkerFile, { stderr: true, resourceLimits: room });
    return worker
      .on('message', (reply: LdapReply) => this.#take(reply))
      .on('error', (error) => this.#end(worker, error))
      .on('exit', () => this.#end(worker, new Error('the thread ended')));
  }

  #take(reply: LdapReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    clearTimeout(waiting?.timer);
    if ('problem' in reply) waiting?.reject(new Error(reply.problem));
    else waiting?.resolve(reply.person);
    if (this.#waiting.size === 0) this.#rest();
  }

  #rest(): void {
    const worker = this.#worker;
    this.#idle = setTimeout(() => worker && this.#end(worker, new Error('the thread was idle')), idlePatience).unref();
  }

  /** Ends the thread; its open questions reject. */
  #end(worker: Worker, error: unknown): void {
    // A new thread may have replaced it.
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    void worker.terminate();
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#waiting.clear();
  }
}
