import { type Command, Option } from 'commander';
import { type Config, parseMailDomain, parseMailIn, parseSender, parseSmtpUrl } from '../ground/config.ts';
import { exitCodes, Failure, InvalidSetting } from './failure.ts';
import { pathOption } from './options.ts';
import { readSecretFile } from './secret-file.ts';

export interface MailOptions {
  smtpUrl?: string;
  smtpUrlFile?: string;
  mailFrom?: string;
}

export interface MailInOptions {
  mailIn?: NonNullable<Config['mail_in']>;
  mailDomain?: string;
}

export function smtpUrlOption(): Option {
  const description = 'mail server; a password only in the variable or the file. Without it, no mail is sent';
  return new Option('--smtp-url <url>', description).env('CHATD_SMTP_URL');
}

export function smtpUrlFileOption(): Option {
  const description = 'file with that URL, which other users of the machine cannot read';
  return pathOption('--smtp-url-file <file>', description).env('CHATD_SMTP_URL_FILE').conflicts('smtpUrl');
}

export function mailFromOption(): Option {
  const description = 'sender of mails; by default noreply@ the host of the public URL';
  return new Option('--mail-from <address>', description).env('CHATD_MAIL_FROM').argParser((text: string) => {
    const sender = parseSender(text);
    if (sender !== undefined) return sender;
    throw new InvalidSetting('It must look like chat@example.com.');
  });
}

export function mailInOption(): Option {
  const description = 'local address and port that receives mail from a mail server, by smtp:// or lmtp://';
  return new Option('--mail-in <address>', description).env('CHATD_MAIL_IN').argParser((text: string) => {
    const settings = parseMailIn(text);
    if (settings) return settings;
    throw new InvalidSetting('It must look like 127.0.0.1:2525 or lmtp://127.0.0.1:2424, on this machine.');
  });
}

export function mailDomainOption(): Option {
  const description = 'domain of the addresses that receive mail; by default the host of the public URL';
  return new Option('--mail-domain <domain>', description).env('CHATD_MAIL_DOMAIN').argParser((text: string) => {
    const domain = parseMailDomain(text);
    if (domain !== undefined) return domain;
    throw new InvalidSetting('It must look like chat.example.com.');
  });
}

export function readMailIn({ mailIn, mailDomain }: MailInOptions): Pick<Config, 'mail_in' | 'mail_domain'> {
  return {
    ...(mailIn ? { mail_in: mailIn } : {}),
    ...(mailDomain === undefined ? {} : { mail_domain: mailDomain }),
  };
}

/** Throws Failure if an argument contains a password, which everyone on this machine can read. */
export function refusePasswordInArgument({ smtpUrl = '' }: MailOptions, command: Command): void {
  if (command.getOptionValueSource('smtpUrl') !== 'cli') return;
  if (!URL.canParse(smtpUrl) || new URL(smtpUrl).password === '') return;
  const advice = 'put the password into CHATD_SMTP_URL or a file for --smtp-url-file';
  throw new Failure(exitCodes.usage, `Everyone on this machine can read arguments: ${advice}.`);
}

/** Reads the settings of sent mail; `host` is that of the public URL. Throws Failure. */
export function readMail(options: MailOptions, host: string): Pick<Config, 'mail'> {
  const { smtpUrl, smtpUrlFile, mailFrom: from = `noreply@${host}` } = options;
  if (smtpUrlFile !== undefined) {
    const text = readSecretFile(smtpUrlFile, 'the URL of the mail server');
    return { mail: { smtp_url: readSmtpUrl(text), from } };
  }
  return smtpUrl === undefined ? {} : { mail: { smtp_url: readSmtpUrl(smtpUrl), from } };
}

// The message does not repeat the URL, which may contain a password.
function readSmtpUrl(text: string): string {
  const url = parseSmtpUrl(text);
  if (url !== undefined) return url;
  throw new Failure(exitCodes.unusable, 'The URL of the mail server must look like smtp://mail.example.com:587.');
}
