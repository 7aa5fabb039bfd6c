import type { Context } from '../context.ts';
import { errorKind } from '../http/errors.ts';
import { doRenameRealm } from '../organization/setting-change.ts';
import { findRealm } from '../realm/realm.ts';
import { hasOwner, roles, type User } from '../users/user.ts';
import { doCreateUser } from './new-user.ts';
import { isKeyOf, type Sealed, sealKey } from './sealed-key.ts';

/** What makes an organization somebody's. */
export interface Beginning {
  organization: string;
  email: string;
  full_name: string;
  password_hash: string;
}

export const setupClosed = errorKind('This link cannot be used any more.');

const lifetime = 30 * 60;

/** The address where the first owner makes their account, for half an hour. */
export function setupUrl(app: Context): string {
  return `${app.config.public_url}/setup/${sealKey(app, sealOf(app), lifetime)}/`;
}

/** Whether a key opens the page of the first owner, which nothing does once there is one. */
export function canSetUp(app: Context, key: string): boolean {
  return !hasOwner(app.db) && isKeyOf(app, sealOf(app), key);
}

/** Makes the first owner and names the organization. Throws setupClosed or one of newUserErrors. */
export function doSetUp(app: Context, key: string, { organization, ...person }: Beginning): User {
  if (!canSetUp(app, key)) throw setupClosed();
  doRenameRealm(app, organization);
  return doCreateUser(app, { ...person, role: roles.owner });
}

function sealOf({ db }: Context): Sealed {
  return { purpose: 'setup', subject: 'owner', state: findRealm(db).uuid };
}
