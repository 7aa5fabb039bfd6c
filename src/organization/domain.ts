import { domainToASCII } from 'node:url';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { type Phrase, phrase } from '../http/phrase.ts';
import { ensureRealmListFits, type RealmList } from '../realm/realm-list.ts';
import { doChangeRealmSetting } from './setting-change.ts';

/** A domain that e-mail addresses may have if the organization restricts them to domains. */
interface Domain {
  /** In lower case and ASCII. */
  domain: string;
  allow_subdomains: boolean;
}

export const domainInvalid = errorKind<{ problem: Phrase }>('Invalid domain: {problem}');
export const domainKnown = errorKind<{ domain: string }>('The domain {domain} is already a part of your organization.');
export const domainUnknown = errorKind<{ domain: string }>('No entry found for domain {domain}.');

export function listDomains(db: Database): Domain[] {
  const rows = db.tuples<[string, 0 | 1]>('SELECT domain, allow_subdomains FROM realm_domains ORDER BY domain');
  return rows.map(([domain, allowed]) => ({ domain, allow_subdomains: allowed === 1 }));
}

/** Normalizes and checks an internet domain. Throws domainInvalid. */
export function checkDomain(text: string): string {
  const domain = foldDomain(text.trim());
  const problem = findProblem(domain);
  if (problem !== undefined) throw domainInvalid({ problem });
  return domain;
}

/** In words that clients know, as far as those name the problem. */
const problems = {
  empty: phrase("Domain can't be empty."),
  noDot: phrase('Domain must have at least one dot (.)'),
  long: phrase('Domain is too long'),
  outerDot: phrase('Domain cannot start or end with a dot (.)'),
  dots: phrase("Consecutive '.' are not allowed."),
  outerDash: phrase("Subdomains cannot start or end with a '-'."),
  characters: phrase("Domain can only have letters, numbers, '.' and '-'s."),
  address: phrase('it is an address, not a name'),
};

function findProblem(domain: string): Phrase | undefined {
  const labels = domain.split('.');
  if (domain === '') return problems.empty;
  if (labels.length < 2) return problems.noDot;
  if (domain.length > 253) return problems.long;
  if (labels.at(0) === '' || labels.at(-1) === '') return problems.outerDot;
  if (labels.includes('')) return problems.dots;
  if (labels.some((label) => /^-|-$/.test(label))) return problems.outerDash;
  if (!labels.every(isLabel)) return problems.characters;
  return labels.every((label) => /^\d+$/.test(label)) ? problems.address : undefined;
}

/** A domain in the form for storage and comparison; empty if it is invalid. */
export function foldDomain(domain: string): string {
  // domainToASCII cuts the text at a slash and similar characters.
  return /^[\w.\P{ASCII}-]+$/u.test(domain) ? domainToASCII(domain).toLowerCase() : domain.toLowerCase();
}

function isLabel(label: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(label);
}

/** A domain of the organization. Throws domainUnknown. */
export function accessDomain(db: Database, text: string): Domain {
  const folded = foldDomain(text);
  const found = listDomains(db).find(({ domain }) => domain === folded);
  if (!found) throw domainUnknown({ domain: text });
  return found;
}

const domains: RealmList = { name: phrase('domains'), max: 1000, count: 'SELECT count(*) FROM realm_domains' };

/** Adds a domain returned by checkDomain. Throws domainKnown. */
export function doAddDomain(app: Context, { domain, allow_subdomains }: Domain): void {
  if (listDomains(app.db).some((one) => one.domain === domain)) throw domainKnown({ domain });
  app.db.run('INSERT INTO realm_domains (domain, allow_subdomains) VALUES (?, ?)', domain, Number(allow_subdomains));
  ensureRealmListFits(app.db, domains);
  publish(app, { type: 'realm_domains', op: 'add', realm_domain: { domain, allow_subdomains } }, 'everyone');
}

/** Sets whether a domain includes its subdomains. */
export function doChangeDomain(
  app: Context,
  { domain, allow_subdomains: previous }: Domain,
  allow_subdomains: boolean,
): void {
  if (previous === allow_subdomains) return;
  app.db.run('UPDATE realm_domains SET allow_subdomains = ? WHERE domain = ?', Number(allow_subdomains), domain);
  publish(app, { type: 'realm_domains', op: 'change', realm_domain: { domain, allow_subdomains } }, 'everyone');
}

/** Removes a domain. Removing the last one lifts the restriction to domains: otherwise nobody could join. */
export function doRemoveDomain(app: Context, { domain }: Domain): void {
  app.db.run('DELETE FROM realm_domains WHERE domain = ?', domain);
  if (listDomains(app.db).length === 0) doChangeRealmSetting(app, 'emails_restricted_to_domains', false);
  publish(app, { type: 'realm_domains', op: 'remove', domain }, 'everyone');
}
