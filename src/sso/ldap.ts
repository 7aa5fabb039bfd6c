import { workerFiles } from '../assets.ts';
import type { LdapDirectory } from '../ground/config.ts';
import type { Log } from '../ground/log.ts';
import { OnDemandThread } from '../ground/on-demand-thread.ts';
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

/** Asks directories, in a thread that is started on demand and ended with all its questions when it hangs or breaks. */
export class LdapClient {
  #log: Log;
  #thread = new OnDemandThread<LdapTask, LdapReply>(workerFiles.ldap, room);
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
    const { patience } = this;
    try {
      // The thread itself gives up in time, unless it hangs.
      const reply = await this.#thread.ask({ question, patience }, patience * 1.2);
      if ('problem' in reply) throw new Error(reply.problem);
      return reply.person;
    } catch (error) {
      this.#log.warn('a directory did not answer', { url: question.ldap.url, error });
      throw directoryUnreachable();
    }
  }
}
