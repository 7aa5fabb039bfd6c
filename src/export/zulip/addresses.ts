import { domainToASCII } from 'node:url';
import type { Database } from '../../db/database.ts';

/**
 * The addresses that an archive has instead of those that Zulip refuses, by user id. One refused address makes its
 * import fail as a whole. An organization without a domain name has bots with such addresses: `x-bot@127.0.0.1`.
 */
export function listReplacedAddresses(db: Database): Map<number, string> {
  const users = db.tuples<[id: number, email: string]>(
    'SELECT id, email FROM users WHERE is_system_bot = 0 ORDER BY id',
  );
  const taken = new Set(users.map(([, email]) => email.toLowerCase()));
  const replaced = new Map<number, string>();
  for (const [id, email] of users) {
    if (isAccepted(email)) continue;
    const isFree = (address: string) => isAccepted(address) && !taken.has(address.toLowerCase());
    const address = listNear(email).find(isFree) ?? inventAddress(id, isFree);
    taken.add(address.toLowerCase());
    replaced.set(id, address);
  }
  return replaced;
}

/** The same domain in ASCII; the same name in a domain that never receives mail. */
function listNear(email: string): string[] {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at);
  const host = domainToASCII(email.slice(at + 1)) || email.slice(at + 1);
  const plain = host.replace(/[^a-z\d.-]+/gi, '-').replace(/^[-.]+|[-.]+$/g, '');
  return [`${name}@${host}`, `${name}@${plain}.invalid`];
}

function inventAddress(id: number, isFree: (address: string) => boolean): string {
  let name = `user${id}`;
  while (!isFree(`${name}@chatd.invalid`)) name += '-';
  return `${name}@chatd.invalid`;
}

/** In characters. */
const maxLength = 254;

const namePattern = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const domainPattern = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d-]{2,63}(?<!-)$/i;

/** Whether Zulip takes an address: a name as in RFC 5322 before a domain name of two parts or more, or `localhost`. */
function isAccepted(email: string): boolean {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  return (
    email.length <= maxLength &&
    namePattern.test(email.slice(0, at)) &&
    (domain === 'localhost' || domainPattern.test(domain))
  );
}
