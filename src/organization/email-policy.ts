import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { foldDomain } from './domain.ts';

export const emailNotAllowed = errorKind<{ email: string }>("Email '{email}' not allowed in this organization");
export const emailDisposable = errorKind('Disposable email addresses are not allowed in this organization');
export const emailWithPlus = errorKind('Email addresses containing + are not allowed.');
export const emailPolicyErrors = [emailNotAllowed, emailDisposable, emailWithPlus] as const;

/** Throws one of emailPolicyErrors unless the organization allows this address. */
export function ensureEmailAllowed({ db }: Context, email: string): void {
  const at = email.lastIndexOf('@');
  const domain = foldDomain(email.slice(at + 1));
  if (!findRealmSetting(db, 'emails_restricted_to_domains')) {
    if (findRealmSetting(db, 'disallow_disposable_email_addresses') && isDisposable(domain)) throw emailDisposable();
    return;
  }
  // With a plus sign, one mailbox would have any number of addresses.
  if (email.slice(0, at).includes('+')) throw emailWithPlus();
  if (!isOfDomain(db, domain)) throw emailNotAllowed({ email });
}

function isOfDomain(db: Database, domain: string): boolean {
  if (db.value<number>('SELECT 1 FROM realm_domains WHERE domain = ?', domain) !== undefined) return true;
  const wider = 'SELECT 1 FROM realm_domains WHERE domain = ? AND allow_subdomains = 1';
  return parentsOf(domain).some((parent) => db.value<number>(wider, parent) !== undefined);
}

function isDisposable(domain: string): boolean {
  return [domain, ...parentsOf(domain)].some((name) => disposableDomains.has(name));
}

/** The parent domains: for a.b.c, b.c and c. */
function parentsOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'));
}

// The best-known services for temporary mailboxes. There are thousands more; an organization that must exclude them all
// restricts addresses to domains.
const disposableDomains: ReadonlySet<string> = new Set([
  '10minutemail.com',
  '33mail.com',
  'discard.email',
  'dispostable.com',
  'emailondeck.com',
  'fakeinbox.com',
  'getnada.com',
  'guerrillamail.com',
  'guerrillamail.net',
  'guerrillamail.org',
  'mailcatch.com',
  'maildrop.cc',
  'mailinator.com',
  'mailnesia.com',
  'mintemail.com',
  'mohmal.com',
  'sharklasers.com',
  'spamgourmet.com',
  'temp-mail.org',
  'tempmail.com',
  'throwawaymail.com',
  'trashmail.com',
  'yopmail.com',
]);
