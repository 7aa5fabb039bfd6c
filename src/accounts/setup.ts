import { announce, announcement, type Context } from '../context.ts';
import { errorKind } from '../http/errors.ts';
import { has24Hours } from '../languages/clock.ts';
import type { Language } from '../languages/list.ts';
import { doChangeRealmSetting, doRenameRealm } from '../organization/setting-change.ts';
import { findRealm } from '../realm/realm.ts';
import { isKeyOf, type Sealed, sealKey } from '../users/sealed-key.ts';
import { hasOwner, roles, type User } from '../users/user.ts';
import { doCreateUser } from './new-user.ts';
import { doChangeNewUserSettings } from './setting-change.ts';

/** The values of the setup page. */
interface Setup {
  organization: string;
  email: string;
  full_name: string;
  password_hash: string;
  language: Language | undefined;
}

export const setupClosed = errorKind('This link cannot be used any more.');

const lifetime = 30 * 60;

/** The URL where the first owner creates their account, valid for half an hour. */
export function setupUrl(app: Context): string {
  return `${app.config.public_url}/setup/${sealKey(app, sealOf(app), lifetime)}/`;
}

/** Whether a key opens the setup page: never once there is an owner. */
export function canSetUp(app: Context, key: string): boolean {
  return !hasOwner(app.db) && isKeyOf(app, sealOf(app), key);
}

/** The organization has its name and language, and no owner yet. */
export const realmSetUp = announcement<void>('realmSetUp');

/**
 * Creates the first owner, and gives the organization its name, and the language and clock of the owner. Throws
 * setupClosed or one of newUserErrors.
 */
export function doSetUp(app: Context, key: string, { organization, ...person }: Setup): User {
  if (!canSetUp(app, key)) throw setupClosed();
  doRenameRealm(app, organization);
  if (person.language) doChooseLanguage(app, person.language);
  announce(app, realmSetUp);
  return doCreateUser(app, { ...person, role: roles.owner });
}

/** Gives the organization a language, and its people the clock that is usual there. */
function doChooseLanguage(app: Context, language: Language): void {
  doChangeRealmSetting(app, 'default_language', language);
  doChangeNewUserSettings(app, { twenty_four_hour_time: has24Hours(language) });
}

function sealOf({ db }: Context): Sealed {
  return { purpose: 'setup', subject: 'owner', state: findRealm(db).uuid };
}
