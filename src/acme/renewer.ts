import { readFileSync } from 'node:fs';
import type { Clock } from '../ground/clock.ts';
import type { AcmeSettings, Config } from '../ground/config.ts';
import { pathsIn } from '../ground/data-paths.ts';
import type { Log } from '../ground/log.ts';
import type { Service } from '../ground/service.ts';
import { isUsable } from '../http/certificate.ts';
import { AuthorityFailed, askAuthority } from './authority-thread.ts';
import { Challenges, type ChallengeType } from './challenges.ts';
import {
  type AcmeRecord,
  type CertificateFacts,
  emptyRecord,
  findAccountKey,
  findAcmeRecord,
  findCertificate,
  writeAcmeFile,
  writeAcmeRecord,
} from './record.ts';
import { isAttemptDue, isQuestionDue, pauseAfter } from './schedule.ts';
import type { Task } from './worker.ts';

interface Parts {
  config: Config;
  clock: Clock;
  log: Log;
}

/**
 * Gets the certificate of a server from an authority, and renews it in time. While that fails, the old one stays in use.
 * The server reads the new file by itself.
 */
export class CertificateRenewer implements Service<Parts> {
  readonly challenges = new Challenges();
  #parts: Parts | undefined;
  #end = new AbortController();
  #running: Promise<void> | undefined;

  start(parts: Parts): void {
    this.#parts = parts;
    this.#end = new AbortController();
    this.wake();
  }

  /** Looks whether something is due. */
  wake(): void {
    const acme = this.#parts?.config.acme;
    if (!this.#parts || !acme || this.#running) return;
    this.#running = this.#look(this.#parts, acme).finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when what was due has been done. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#running;
    this.#parts = undefined;
  }

  async #look(parts: Parts, acme: AcmeSettings): Promise<void> {
    const { config, clock, log } = parts;
    try {
      const known = recordAbout(acme, findAcmeRecord(config.data_dir));
      const certificate = findUsable(config.data_dir, acme);
      const record = certificate ? await this.#ask(parts, acme, known) : known;
      if (isAttemptDue(record, certificate, clock.now())) await this.#attempt(parts, acme, record);
    } catch (error) {
      log.error('the certificate could not be looked after', { error });
    }
  }

  /** Asks the authority when the certificate is to be renewed, unless it did so lately. */
  async #ask({ config, clock, log }: Parts, settings: AcmeSettings, record: AcmeRecord): Promise<AcmeRecord> {
    const now = clock.now();
    if (!isQuestionDue(record, now)) return record;
    let renew_at: number | null = null;
    try {
      const chain = readFileSync(pathsIn(config.data_dir).certificate, 'utf8');
      const result = await this.#do({ settings, chain }, config.data_dir);
      if ('renew_at' in result) renew_at = result.renew_at ?? null;
    } catch (error) {
      // The end of the certificate alone decides then.
      log.debug('the authority did not say when to renew the certificate', { error });
    }
    const asked = { ...record, renew_at, asked_at: now };
    if (!this.#end.signal.aborted) writeAcmeRecord(config.data_dir, asked);
    return asked;
  }

  async #attempt({ config, clock, log }: Parts, settings: AcmeSettings, record: AcmeRecord): Promise<void> {
    const { data_dir } = config;
    const { about } = record;
    log.info('a certificate is requested', { names: settings.names.join(), directory: settings.directory });
    try {
      const account_key = findAccountKey(data_dir);
      const challenges = challengesOf(config, record.failures);
      // Until there is a better one, so that this machine can ask how the server is.
      const needs_own = !isThere(data_dir);
      const result = await this.#do({ order: { settings, account_key, challenges }, needs_own }, data_dir);
      if (!('certificate' in result)) return;
      writeAcmeFile(pathsIn(data_dir).certificate, result.certificate);
      writeAcmeRecord(data_dir, { about, obtained_at: clock.now() });
      log.info('a certificate was obtained', { names: settings.names.join() });
    } catch (error) {
      if (this.#end.signal.aborted) return;
      const failures = record.failures + 1;
      const pause = pauseAfter(failures, error instanceof AuthorityFailed ? error.wait : undefined);
      const failed_at = clock.now();
      const problem = (error instanceof Error ? error.message : String(error)).slice(0, maxProblem);
      writeAcmeRecord(data_dir, { ...record, failures, problem, failed_at, retry_at: failed_at + pause });
      log.error('no certificate was obtained', { problem, next_attempt_in_seconds: pause });
    } finally {
      this.challenges.clear();
    }
  }

  #do(task: Task, data_dir: string): ReturnType<typeof askAuthority> {
    return askAuthority(task, {
      onChallenge: (challenge) => this.challenges.add(challenge),
      onAccountKey: (key) => writeAcmeFile(pathsIn(data_dir).acmeAccount, key),
      onOwnCertificate: (pem) => writeAcmeFile(pathsIn(data_dir).certificate, pem),
      signal: this.#end.signal,
    });
  }
}

/** In UTF-16 units: the authority chooses the words. */
const maxProblem = 1000;

/** The record, unless it is about other names or another authority: then nothing was tried yet. */
function recordAbout({ directory, names }: AcmeSettings, record: AcmeRecord): AcmeRecord {
  const about = [directory, ...names].join(' ');
  if (record.about === about) return record;
  return { ...emptyRecord, about };
}

/** The certificate of an authority, if it is for all names and its key is there. */
function findUsable(data_dir: string, { names }: AcmeSettings): CertificateFacts | undefined {
  const found = isThere(data_dir) ? findCertificate(pathsIn(data_dir).certificate) : undefined;
  return found && !found.is_own && names.every((name) => found.isFor(name)) ? found : undefined;
}

function isThere(data_dir: string): boolean {
  const { certificate } = pathsIn(data_dir);
  return isUsable({ cert_file: certificate, key_file: certificate });
}

/** The ways to prove the names. After a failure the other comes first: a firewall may close one port only. */
function challengesOf({ http_listen }: Config, failures: number): ChallengeType[] {
  if (!http_listen) return ['tls-alpn-01'];
  return failures % 2 === 0 ? ['http-01', 'tls-alpn-01'] : ['tls-alpn-01', 'http-01'];
}
