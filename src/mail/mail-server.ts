import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { MailInSettings } from '../ground/setting-forms.ts';
import { isForever, isTaken, type Verdict, verdicts } from './verdict.ts';

/** A mail as it arrived. */
export interface ArrivedMail {
  /** The sender of the envelope; empty for reports of mail servers. */
  from: string;
  recipients: readonly string[];
  /** The file with headers and text. */
  path: string;
}

/** Decides about mails. Its functions never throw. */
export interface MailReceiver {
  /** The folder for arriving mails. */
  folder: string;
  /** Whether there is space for this many bytes. */
  hasSpace(bytes: number): boolean;
  checkAddress(address: string): Verdict;
  /** Returns a verdict for each recipient. */
  receive(arrived: ArrivedMail): Promise<Verdict[]>;
}

/** In bytes: the limit of most mail servers. */
const maxMailSize = 25 * 1024 * 1024;

const most = { clients: 20, recipients: 50, unknown: 10 };

/** In milliseconds. */
const patience = { silence: 60_000, close: 2000 };

/** Receives mails by SMTP or LMTP from the mail server of this machine. */
export class MailServer {
  #server: SMTPServer | undefined;
  /** Number of unknown addresses by connection. */
  #unknownCounts = new Map<string, number>();

  /** Resolves to the port when the server listens; rejects if that fails. */
  async listen({ listen, protocol }: MailInSettings, name: string, receiver: MailReceiver): Promise<number> {
    // Imported on demand: most servers receive no mail.
    const { SMTPServer } = await import('smtp-server');
    const server = new SMTPServer({
      lmtp: protocol === 'lmtp',
      name,
      banner: 'chatd',
      size: maxMailSize,
      // The local mail server needs no login: it is recognized by its address.
      disabledCommands: ['AUTH', 'STARTTLS'],
      authOptional: true,
      maxAllowedUnauthenticatedCommands: false,
      disableReverseLookup: true,
      logger: false,
      maxClients: most.clients,
      maxRecipients: most.recipients,
      socketTimeout: patience.silence,
      closeTimeout: patience.close,
      onRcptTo: ({ address }, session, done) => done(this.#check(receiver, address, session)),
      onData: (stream, session, done) => {
        void receive(receiver, stream, session).then((results) => {
          const single = combined(results);
          if (protocol === 'lmtp') done(null, results.map(replyOf));
          else if (isTaken(single)) done(null, single.text);
          else done(refusal(single));
        });
      },
      onClose: ({ id }) => void this.#unknownCounts.delete(id),
    });
    this.#server = server;
    // Errors of connections are handled by the other side.
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(listen.port, listen.host, resolve);
    });
    server.removeAllListeners('error').on('error', () => {});
    return (server.server.address() as AddressInfo).port;
  }

  /** Accepts no more mails; waits briefly for arriving ones. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(resolve));
  }

  #check(receiver: MailReceiver, address: string, { id, envelope, transmissionType }: SMTPServerSession): Error | null {
    // The library drops duplicates, but LMTP requires an answer for each.
    if (transmissionType.startsWith('LMTP') && hasRecipient(envelope, address)) return refusal(verdicts.named);
    const count = this.#unknownCounts.get(id) ?? 0;
    if (count >= most.unknown) return refusal(verdicts.tooManyUnknown);
    const verdict = receiver.checkAddress(address);
    if (isForever(verdict)) this.#unknownCounts.set(id, count + 1);
    return isTaken(verdict) ? null : refusal(verdict);
  }
}

/** Whether a mail already has a recipient, ignoring case. */
function hasRecipient({ rcptTo }: SMTPServerSession['envelope'], address: string): boolean {
  return rcptTo.some((one) => one.address.toLowerCase() === address.toLowerCase());
}

function refusal({ code, text }: Verdict): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

function replyOf(verdict: Verdict): string | Error {
  return isTaken(verdict) ? verdict.text : refusal(verdict);
}

/**
 * The single answer of SMTP for all recipients. After a temporary failure the mail is sent again, and recipients that
 * got it are skipped.
 */
function combined(results: readonly Verdict[]): Verdict {
  const again = results.find((one) => !isTaken(one) && !isForever(one));
  return again ?? results.find(isTaken) ?? results[0] ?? verdicts.failed;
}

async function receive(
  receiver: MailReceiver,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
): Promise<Verdict[]> {
  const recipients = envelope.rcptTo.map(({ address }) => address);
  const from = envelope.mailFrom ? envelope.mailFrom.address : '';
  const path = join(receiver.folder, randomUUID());
  const all = (verdict: Verdict) => recipients.map(() => verdict);
  try {
    if (!receiver.hasSpace(maxMailSize)) return all(verdicts.full);
    await spool(receiver.folder, path, stream);
    if (stream.sizeExceeded) return all(verdicts.tooLarge);
    return await receiver.receive({ from, recipients, path });
  } catch {
    return all(verdicts.failed);
  } finally {
    stream.resume();
    await rm(path, { force: true });
  }
}

/** Writes a mail to disk, up to the largest size. */
async function spool(folder: string, path: string, stream: SMTPServerDataStream): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handle = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= maxMailSize) await handle.appendFile(chunk);
    }
  } finally {
    await handle.close();
  }
}
