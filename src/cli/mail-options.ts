import { InvalidArgumentError, Option } from 'commander';
import { type Config, parseMailDomain, parseMailIn } from '../ground/config.ts';

export interface MailInOptions {
  mailIn?: NonNullable<Config['mail_in']>;
  mailDomain?: string;
}

export function mailInOption(): Option {
  const description = 'local address and port that receives mail from a mail server, by smtp:// or lmtp://';
  return new Option('--mail-in <address>', description).env('CHATD_MAIL_IN').argParser((text: string) => {
    const settings = parseMailIn(text);
    if (settings) return settings;
    throw new InvalidArgumentError('It must look like 127.0.0.1:2525 or lmtp://127.0.0.1:2424, on this machine.');
  });
}

export function mailDomainOption(): Option {
  const description = 'domain of the addresses that receive mail; by default the host of the public URL';
  return new Option('--mail-domain <domain>', description).env('CHATD_MAIL_DOMAIN').argParser((text: string) => {
    const domain = parseMailDomain(text);
    if (domain !== undefined) return domain;
    throw new InvalidArgumentError('It must look like chat.example.com.');
  });
}

export function readMailIn({ mailIn, mailDomain }: MailInOptions): Pick<Config, 'mail_in' | 'mail_domain'> {
  return {
    ...(mailIn ? { mail_in: mailIn } : {}),
    ...(mailDomain === undefined ? {} : { mail_domain: mailDomain }),
  };
}
