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
import type { Texts } from '../ground/texts.ts';
import { ApiError, type ErrorKind } from '../http/errors.ts';
import type { UnvaryingKey } from '../languages/keys.ts';
import { emailDisposable, emailNotAllowed, emailWithPlus } from '../organization/email-policy.ts';
import type { Field } from './field.ts';

/** Problems by field name; those of the whole form are under ''. */
export type Problems = Readonly<Record<string, string>>;

/** The field that an error belongs to, and its sentence there. */
const sentences: readonly [kind: ErrorKind<never>, field: string, say: (texts: Texts) => string][] = [
  [nameTooShort, 'full_name', saying('problem.nameTooShort')],
  [nameTooLong, 'full_name', saying('problem.nameTooLong')],
  [nameCharacters, 'full_name', saying('problem.nameCharacters')],
  [nameFormat, 'full_name', saying('problem.nameFormat')],
  [nameReserved, 'full_name', saying('problem.nameReserved')],
  [nameNotUnique, 'full_name', saying('problem.nameNotUnique')],
  [emailNotAllowed, 'email', saying('problem.addressNotAllowed')],
  [emailDisposable, 'email', saying('problem.addressDisposable')],
  [emailWithPlus, 'email', saying('problem.addressWithPlus')],
  [emailInvalid, 'email', saying('problem.addressInvalid')],
  [emailInUse, 'email', saying('problem.addressInUse')],
  [passwordTooWeak, 'password', (texts) => texts.t('problem.passwordTooWeak', { min: passwordLimits.min })],
  [passwordTooLong, 'password', (texts) => texts.t('problem.passwordTooLong', { max: passwordLimits.max })],
];

function saying(key: UnvaryingKey): (texts: Texts) => string {
  return (texts) => texts.t(key);
}

/** The problem that an error describes. `field` is used for errors that belong to no field. */
export function problemOf(texts: Texts, error: ApiError, field = ''): Problems {
  const known = sentences.find(([kind]) => kind === error.kind);
  return known ? { [known[1]]: known[2](texts) } : { [field]: error.messageIn(texts.language) };
}

/** The problem that a check throws; none if it passes. */
export function problemWith(texts: Texts, check: () => void, field?: string): Problems {
  try {
    check();
    return {};
  } catch (error) {
    if (error instanceof ApiError) return problemOf(texts, error, field);
    throw error;
  }
}

export function hasProblems(problems: Problems): boolean {
  return Object.keys(problems).length > 0;
}

/** Adds problems to their fields, and focuses the first of these, if there is one. */
export function mark(fields: readonly Field[], problems: Problems): Field[] {
  const first = fields.find(({ name }) => name in problems);
  return fields.map((field) => ({
    ...field,
    error: problems[field.name],
    isFocused: first ? field === first : field.isFocused === true,
  }));
}
