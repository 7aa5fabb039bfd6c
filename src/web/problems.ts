import { emailInvalid } from '../accounts/email.ts';
import {
  nameCharacters,
  nameFormat,
  nameNotUnique,
  nameReserved,
  nameTooLong,
  nameTooShort,
} from '../accounts/full-name.ts';
import { emailInUse } from '../accounts/new-user.ts';
import { passwordLimits, passwordTooLong, passwordTooWeak } from '../accounts/password.ts';
import { ApiError, type ErrorKind } from '../http/errors.ts';
import { emailDisposable, emailNotAllowed, emailWithPlus } from '../organization/email-policy.ts';
import type { Field } from './field.ts';

/** Problems by field name; those of the whole form are under ''. */
export type Problems = Readonly<Record<string, string>>;

/** The sentence for an error, and the field that it belongs to. */
const sentences: readonly [kind: ErrorKind<never>, field: string, sentence: string][] = [
  [nameTooShort, 'full_name', 'Please type your name, of at least two characters.'],
  [nameTooLong, 'full_name', 'This name is too long.'],
  [nameCharacters, 'full_name', 'A name cannot have these characters: * ` \\ > < " @'],
  [nameFormat, 'full_name', 'A name cannot end with a number after a vertical line.'],
  [nameReserved, 'full_name', 'This is the name of a bot of the server.'],
  [nameNotUnique, 'full_name', 'Somebody has this name already, and names must be unique here.'],
  [emailNotAllowed, 'email', 'Addresses of this domain cannot join this organization.'],
  [emailDisposable, 'email', 'Please use a permanent address: disposable ones cannot join.'],
  [emailWithPlus, 'email', 'Addresses with a plus sign cannot join this organization.'],
  [emailInvalid, 'email', 'This does not look like an e-mail address.'],
  [emailInUse, 'email', 'This address has an account already: log in with it.'],
  [passwordTooWeak, 'password', `The password must have at least ${passwordLimits.min} characters.`],
  [passwordTooLong, 'password', `The password can have at most ${passwordLimits.max} characters.`],
];

/** The problem that an error describes. `field` is used for errors that belong to no field. */
export function problemOf(error: ApiError, field = ''): Problems {
  const known = sentences.find(([kind]) => kind === error.kind);
  return known ? { [known[1]]: known[2] } : { [field]: error.message };
}

/** The problem that a check throws; none if it passes. */
export function problemWith(check: () => void, field?: string): Problems {
  try {
    check();
    return {};
  } catch (error) {
    if (error instanceof ApiError) return problemOf(error, field);
    throw error;
  }
}

export function hasProblems(problems: Problems): boolean {
  return Object.keys(problems).length > 0;
}

/** Adds problems to their fields, and focuses the first of these. */
export function mark(fields: readonly Field[], problems: Problems): Field[] {
  const first = fields.find(({ name }) => name in problems);
  return fields.map((field) => ({ ...field, error: problems[field.name], isFocused: field === first }));
}
