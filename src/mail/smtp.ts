import { randomUUID } from 'node:crypto';
import { isThisMachine } from '../ground/addresses.ts';
import type { MailSettings } from '../ground/config.ts';
import type { Log } from '../ground/log.ts';
import { ownIdEnd } from './automatic.ts';
import { canReceiveMail, type Mail, type Mailer } from './mail.ts';

/** Timeouts of the mail server, in milliseconds. */
const patience = { connect: 10_000, answer: 30_000, close: 5000 };

/** Settings for sending mails, and the domain of their ids, by which this server recognizes its own mails. */
interface SmtpSettings extends MailSettings {
  domain: string;
}

/** Creates a mailer that sends mails one by one to an SMTP server. */
export function createSmtpMailer(settings: SmtpSettings, log: Log): Mailer {
  let transport: Promise<Transporter> | undefined;
  const waiting = new Set<Promise<void>>();
  let last = Promise.resolve();
  const deliver = async (mail: Mail) => {
    if (!canReceiveMail(mail.to)) throw noMailbox();
    transport ??= openTransport(settings);
    await (await transport).sendMail(envelope(mail, settings));
  };
  return {
    send(mail) {
      const sent = last.then(() => deliver(mail));
      last = sent.catch(() => {});
      const settled = last.finally(() => waiting.delete(settled));
      waiting.add(settled);
      return sent;
    },
    async close() {
      await Promise.race([Promise.all(waiting), pause(patience.close)]);
      if (waiting.size > 0) log.warn('stopped before all mails were sent', { mails: waiting.size });
      (await transport)?.close();
    },
  };
}

/** The error of a mail server for an unknown mailbox. */
function noMailbox(): Error {
  return Object.assign(new Error('the domain .invalid has no mailboxes'), { responseCode: 550, command: 'RCPT TO' });
}

async function openTransport(settings: MailSettings): Promise<Transporter> {
  // Imported on demand: most servers send no mail, and loading the library takes longer than the rest of the start.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: settings.smtp_url,
    ...(mustEncrypt(settings.smtp_url) ? { requireTLS: true } : {}),
    connectionTimeout: patience.connect,
    greetingTimeout: patience.connect,
    socketTimeout: patience.answer,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

type Transporter = ReturnType<typeof import('nodemailer').createTransport>;

function envelope(mail: Mail, { from, domain }: SmtpSettings) {
  const { to, subject, text, html, from_name, reply_to, unsubscribe_url, thread } = mail;
  return {
    from: from.includes('<') ? from : { name: from_name, address: from },
    // An object is used as a single address; a string would be parsed as a list.
    to: { name: '', address: to },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    ...(reply_to === undefined ? {} : { replyTo: { name: from_name, address: reply_to } }),
    ...(thread === undefined ? {} : { references: `<${thread}${ownIdEnd(domain)}>` }),
    messageId: `<${randomUUID()}${ownIdEnd(domain)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Loop': domain, ...unsubscribeHeaders(unsubscribe_url) },
  };
}

function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

// A password is sent to another host only over TLS.
function mustEncrypt(smtp_url: string): boolean {
  const { password, hostname } = new URL(smtp_url);
  return password !== '' && !isThisMachine(hostname);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
