import type { IncomingMessage } from 'node:http';
import type { Database } from '../db/database.ts';
import { type Texts, textsIn } from '../ground/texts.ts';
import { browserLanguage } from '../http/accepted-languages.ts';
import { findLanguage, type Language } from '../languages/list.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { findUserSetting } from './settings.ts';
import type { User } from './user.ts';

/** What the server says to many people at once, or to people without an account. */
export function organizationTexts(db: Database): Texts {
  return textsIn(organizationLanguage(db));
}

/** What the server says to a user. */
export function textsFor(db: Database, { id }: Pick<User, 'id'>): Texts {
  return textsIn(languageOf(db, id));
}

/** The language of the organization, in which notices for many people are written. */
function organizationLanguage(db: Database): Language {
  return findLanguage([findRealmSetting(db, 'default_language')]) ?? 'en';
}

/** The language that a user has chosen, or if it has no catalogue, that of the organization. */
function languageOf(db: Database, user_id: number): Language {
  return findLanguage([findUserSetting(db, user_id, 'default_language')]) ?? organizationLanguage(db);
}

/** The language of an answer: that of the user, for others that of the browser, or that of the organization. */
export function readersLanguage(db: Database, user: Pick<User, 'id'> | undefined, request: IncomingMessage): Language {
  if (user) return languageOf(db, user.id);
  return browserLanguage(request) ?? organizationLanguage(db);
}
