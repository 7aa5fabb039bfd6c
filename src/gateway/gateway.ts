import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../context.ts';
import { WritesStopped } from '../db/fault.ts';
import type { SubmitsWrites } from '../db/turn-queue.ts';
import { mailDomain } from '../ground/config.ts';
import type { Service } from '../ground/service.ts';
import type { AttemptLimit, LimitsAttempts } from '../http/attempts.ts';
import { ApiError, isKind } from '../http/errors.ts';
import { isAutomatic, isAutomaticReply, isBounce, isOwn } from '../mail/automatic.ts';
import { MailReader, UnfinishedMail, UnreadableMail } from '../mail/mail-reader.ts';
import { type ArrivedMail, type MailReceiver, MailServer } from '../mail/mail-server.ts';
import type { MailFile, ParsedMail, TextWish } from '../mail/parsed-mail.ts';
import { isForever, isTaken, type Verdict, verdicts } from '../mail/verdict.ts';
import { detectType } from '../uploads/content-type.ts';
import { readPicture } from '../uploads/picture.ts';
import { diskNearlyFull, ensureSpace } from '../uploads/space.ts';
import { transitFolder } from '../uploads/store.ts';
import { type Destination, findDestination } from './destination.ts';
import { doPostMail, type FoundFile, type Post } from './posting.ts';

type GatewayApp = Context & SubmitsWrites & LimitsAttempts;

/** Mails to one address. */
const mailLimit: AttemptLimit = { max: 30, windowSeconds: 60 };

/** A mail that could not be read completely may be retried once, within the days in which mail servers retry. */
const unfinishedLimit: AttemptLimit = { max: 1, windowSeconds: 5 * 86_400 };

const mib = 1024 * 1024;

/** Results of received mails. */
export type Outcome = 'posted' | 'dropped' | 'refused' | 'deferred';

/** Receives mails, and posts them in the conversations of their addresses. */
export class MailGateway implements Service<GatewayApp> {
  readonly reader: MailReader = new MailReader();
  #server: MailServer = new MailServer();
  /** Resolves to the port once mails are accepted, or to undefined if none are; rejects if the server cannot listen. */
  listening: Promise<number | undefined> = Promise.resolve(undefined);
  /** Number of recipients so far, by outcome. */
  readonly counts: Record<Outcome, number> = { posted: 0, dropped: 0, refused: 0, deferred: 0 };

  start(app: GatewayApp): void {
    const { config } = app;
    if (!config.mail_in) return;
    this.listening = this.#server.listen(config.mail_in, mailDomain(config), this.#receiver(app));
    // Awaiting code gets the error too.
    this.listening.catch((error: unknown) => app.log.error('no mail is received', { error }));
  }

  async stop(): Promise<void> {
    await this.#server.close();
    await this.reader.end();
  }

  #receiver(app: GatewayApp): MailReceiver {
    return {
      folder: transitFolder(app),
      hasSpace: (bytes) => hasSpace(app, bytes),
      checkAddress: (address) => this.#count(checkAddress(app, address), (verdict) => !isTaken(verdict)),
      receive: async (arrived) => {
        const results = await this.#receive(app, arrived);
        return results.map((verdict) => this.#count(verdict, () => true));
      },
    };
  }

  #count(verdict: Verdict, isCounted: (verdict: Verdict) => boolean): Verdict {
    if (isCounted(verdict)) this.counts[outcomeOf(verdict)]++;
    return verdict;
  }

  async #receive(app: GatewayApp, arrived: ArrivedMail): Promise<Verdict[]> {
    const destinations = arrived.recipients.map((address) => findDestination(app, address));
    try {
      const mail = await this.reader.read({
        source: arrived.path,
        folder: transitFolder(app),
        wishes: destinations.map(wishOf),
        max_file: app.config.max_upload_mib * mib,
      });
      return await postAll(app, arrived, mail);
    } catch (error) {
      const verdict = await giveUp(app, arrived, error).catch((problem: unknown) => verdictOn(app, problem));
      return arrived.recipients.map(() => verdict);
    }
  }
}

/** A reply is the author's own text, so a reply with quotations only is empty. */
function wishOf(destination: Destination | undefined): TextWish {
  const { options = noWish, purpose = 'reply' } = destination ?? {};
  return { ...options, include_forwarded: purpose === 'channel' };
}

const noWish = { include_quotes: false, include_footer: false, prefer_html: false };

function outcomeOf(verdict: Verdict): Outcome {
  if (verdict === verdicts.dropped) return 'dropped';
  if (isTaken(verdict)) return 'posted';
  return isForever(verdict) ? 'refused' : 'deferred';
}

function hasSpace(app: Context, bytes: number): boolean {
  try {
    ensureSpace(app, bytes);
    return true;
  } catch (error) {
    if (isKind(error, diskNearlyFull)) return false;
    throw error;
  }
}

/** Whether mails to an address are accepted at the moment. The reason for refusing an address is not revealed. */
function checkAddress(app: GatewayApp, address: string): Verdict {
  try {
    if (app.db.stoppedBy) return verdicts.failed;
    const destination = findDestination(app, address);
    if (!destination) return verdicts.unknown;
    return app.attempts.of(mailLimit).wait(destination.name) > 0 ? verdicts.tooMany : verdicts.taken;
  } catch (error) {
    return verdictOn(app, error);
  }
}

/** Posts a mail for each recipient, in turn. */
async function postAll(app: GatewayApp, arrived: ArrivedMail, mail: ParsedMail): Promise<Verdict[]> {
  const results: Verdict[] = [];
  try {
    const files = await Promise.all(mail.files.map(inspect));
    for (const [index, recipient] of arrived.recipients.entries()) {
      const own = await Promise.all(files.map((file) => linked(file, index)));
      const post = { mail, text: mail.texts[index] ?? '', files: own };
      results.push(await postOne(app, arrived, recipient, post).catch((error: unknown) => verdictOn(app, error)));
      await Promise.all(own.map(({ file }) => rm(file.path, { force: true })));
    }
  } finally {
    await Promise.all(mail.files.map(({ path }) => rm(path, { force: true })));
  }
  return results;
}

async function inspect({ start, ...file }: MailFile): Promise<FoundFile> {
  const bytes = Buffer.from(start);
  const type = await detectType(bytes);
  const picture = await readPicture(file.path, type.content_type);
  return { file: { ...file, start: bytes, isTooLarge: false }, facts: { ...type, picture } };
}

/** A copy of a file for one recipient, because storing a file moves it. */
async function linked({ file, facts }: FoundFile, index: number): Promise<FoundFile> {
  const path = `${file.path}-${index}`;
  await link(file.path, path);
  return { file: { ...file, path }, facts };
}

async function postOne(app: GatewayApp, arrived: ArrivedMail, recipient: string, post: Post): Promise<Verdict> {
  const verdict = countMail(app, recipient);
  if (!isTaken(verdict)) return verdict;
  return app.writes.submit(() => {
    // Permissions may have changed since the mail began to arrive.
    const destination = findDestination(app, recipient);
    if (!destination) return verdicts.unknown;
    if (isUnwanted(app, arrived, post.mail, destination)) return verdicts.dropped;
    if (destination.purpose === 'reply' && isEmpty(post)) return verdicts.empty;
    doPostMail(app, destination, post);
    return verdicts.taken;
  });
}

function isEmpty({ mail, text, files }: Post): boolean {
  return text === '' && files.length === 0 && !mail.is_unreadable;
}

/** Whether another mail to an address is accepted at the moment. */
function countMail(app: GatewayApp, address: string): Verdict {
  const verdict = checkAddress(app, address);
  const destination = findDestination(app, address);
  if (isTaken(verdict) && destination) app.attempts.of(mailLimit).count(destination.name);
  return verdict;
}

/** Channels accept mails of programs, but no automatic replies. Reply addresses accept only mails written by people. */
function isUnwanted(app: Context, { from }: ArrivedMail, { origin }: ParsedMail, { purpose }: Destination): boolean {
  if (isOwn(origin, mailDomain(app.config)) || isBounce(origin, from)) return true;
  return purpose === 'reply' ? isAutomatic(origin) : isAutomaticReply(origin);
}

/** The verdict on a mail that was not read. Rethrows errors that are unrelated to reading. */
async function giveUp({ attempts, log }: GatewayApp, { path }: ArrivedMail, error: unknown): Promise<Verdict> {
  if (!(error instanceof UnfinishedMail)) throw error;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const name = hash.digest('hex');
  const limit = attempts.of(unfinishedLimit);
  const isFinal = limit.wait(name) > 0;
  limit.count(name);
  log.info('a mail was not received completely', { problem: error.message });
  return isFinal ? verdicts.unreadable : verdicts.failed;
}

function verdictOn({ log }: Context, error: unknown): Verdict {
  if (error instanceof UnreadableMail) {
    log.info('a mail cannot be read', { problem: error.message });
    return verdicts.unreadable;
  }
  if (error instanceof ApiError) return error.kind.status >= 500 ? verdicts.failed : verdicts.refused;
  // The cause was logged when it occurred.
  if (!(error instanceof WritesStopped)) log.error('a mail was refused', { error });
  return verdicts.failed;
}
