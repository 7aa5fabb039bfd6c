import type { Database } from '../db/database.ts';
import { findRealm } from '../realm/realm.ts';
import { isKeyOf, type Sealed, type Seals, sealKey } from '../users/sealed-key.ts';

/** The header of a request by the operator, who can read the key file. */
export const operatorHeader = 'x-chatd-operator';

/** In seconds. */
const lifetime = 60;

type SealsHere = Seals & { db: Database };

export function operatorKey(app: SealsHere): string {
  return sealKey(app, sealOf(app), lifetime);
}

export function isOperatorKey(app: SealsHere, key: string): boolean {
  return isKeyOf(app, sealOf(app), key);
}

function sealOf({ db }: SealsHere): Sealed {
  return { purpose: 'operator', subject: 'operator', state: findRealm(db).uuid };
}
