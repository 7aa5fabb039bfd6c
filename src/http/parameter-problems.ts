import { phrase, phraseWith } from './phrase.ts';

/** What is wrong with a parameter: each follows its name. */
export const problems = {
  blank: phrase('cannot be blank'),
  fieldMissing: phrase('field is missing'),
  fieldRequired: phrase('field is missing: Field required'),
  invalidCharacter: phraseWith<{ position: number }>('has an invalid character at position {position}'),
  long: phrase('is too long'),
  longCharacters: phraseWith<{ limit: number }>('is too long (limit: {limit} characters)'),
  longWords: phraseWith<{ limit: number }>('is too long (limit: {limit} words)'),
  notBoolean: phrase('is not a boolean'),
  notColor: phrase('is not a valid hex color code'),
  notDict: phrase('is not a dict'),
  notInteger: phrase('is not an integer'),
  notJson: phrase('is not valid JSON'),
  notKey: phrase('is not a public key'),
  notList: phrase('is not a list'),
  notSecret: phrase('is not a secret of 16 bytes'),
  notString: phrase('is not a string'),
  notStringOrList: phrase('is not a string or a list'),
  notUnicode: phrase('is not valid Unicode text'),
  notUrl: phrase('is not a URL'),
  nullBytes: phrase('must not contain null bytes'),
  short: phrase('is too short'),
  tooLarge: phrase('is too large'),
  tooSmall: phrase('is too small'),
  unexpected: phrase('is unexpected'),
} as const;
