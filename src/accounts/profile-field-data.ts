import { foldName } from '../ground/text.ts';
import { errorKind, parameterInvalid } from '../http/errors.ts';
import { problems } from '../http/parameter-problems.ts';
import { isPlainObject } from '../http/params.ts';
import { defaultExternalAccounts } from '../organization/external-accounts.ts';
import { type FieldType, fieldTypes } from './profile-field.ts';

const noChoice = errorKind('Field must have at least one choice.');
const choiceRepeated = errorKind('Field must not have duplicate choices.');
const accountTypeMissing = errorKind('subtype key is missing from field_data');
const accountTypeInvalid = errorKind('Invalid external account type');
const accountPatternMissing = errorKind('Custom external account must define URL pattern');
const accountPatternUnfit = errorKind("URL pattern must contain '%(username)s'.");
export const fieldDataErrors = [
  noChoice,
  choiceRepeated,
  accountTypeMissing,
  accountTypeInvalid,
  accountPatternMissing,
  accountPatternUnfit,
] as const;

/** An option of a list. */
interface Choice {
  text: string;
  /** A number as text, for sorting in clients. */
  order: string;
}

/**
 * Checks a field's data and returns its stored form: JSON for a list of options or an external account, empty for all
 * other types, which ignore data in either form. Throws parameterInvalid or one of fieldDataErrors.
 */
export function checkFieldData(field_type: FieldType, data: unknown): string {
  if (!isPlainObject(data)) throw parameterInvalid({ name: 'field_data', problem: problems.notDict });
  if (field_type === fieldTypes.SELECT.id) return JSON.stringify(checkChoices(data));
  if (field_type === fieldTypes.EXTERNAL_ACCOUNT.id) return JSON.stringify(checkAccount(data));
  for (const [key, value] of Object.entries(data)) {
    if (typeof value !== 'string' && !isPlainObject(value)) throw noDict(key);
  }
  return '';
}

function noDict(key: string): Error {
  return parameterInvalid({ name: `field_data["${key}"]`, problem: problems.notDict });
}

/** The keys of a list's options. */
export function choiceKeys(field_data: string): string[] {
  return Object.keys(JSON.parse(field_data) as object);
}

/** The fixed name and hint of a field for a well-known external account; they replace the requested ones. */
export function usualNaming(field_type: FieldType, field_data: string): { name: string; hint: string } | undefined {
  if (field_type !== fieldTypes.EXTERNAL_ACCOUNT.id) return undefined;
  const { subtype } = JSON.parse(field_data) as { subtype: string };
  if (!isUsualAccount(subtype)) return undefined;
  const { name, hint } = defaultExternalAccounts[subtype];
  return { name, hint };
}

function checkChoices(data: Record<string, unknown>): Record<string, Choice> {
  const choices = Object.entries(data).map(([key, choice]): [string, Choice] => [key, checkChoice(key, choice)]);
  if (choices.length === 0) throw noChoice();
  const texts = new Set(choices.map(([, { text }]) => foldName(text)));
  if (texts.size < choices.length) throw choiceRepeated();
  return Object.fromEntries(choices);
}

function checkChoice(key: string, choice: unknown): Choice {
  const name = `field_data["${key}"]`;
  if (key.trim() === '') throw parameterInvalid({ name, problem: problems.blank });
  if (!isPlainObject(choice)) throw noDict(key);
  return { text: checkPart(name, choice, 'text'), order: checkPart(name, choice, 'order') };
}

function checkPart(owner: string, choice: Record<string, unknown>, part: keyof Choice): string {
  const name = `${owner}["${part}"]`;
  const value = choice[part];
  if (value === undefined) throw parameterInvalid({ name, problem: problems.fieldMissing });
  if (typeof value !== 'string') throw parameterInvalid({ name, problem: problems.notString });
  if (value.trim() === '') throw parameterInvalid({ name, problem: problems.blank });
  return value.trim();
}

function checkAccount({ subtype, url_pattern }: Record<string, unknown>): object {
  if (subtype === undefined) throw accountTypeMissing();
  if (isUsualAccount(subtype)) return { subtype };
  if (subtype !== 'custom') throw accountTypeInvalid();
  if (typeof url_pattern !== 'string' || url_pattern === '') throw accountPatternMissing();
  if (url_pattern.split('%(username)s').length !== 2) throw accountPatternUnfit();
  if (!isWebUrl(url_pattern.replace('%(username)s', 'username'))) {
    throw parameterInvalid({ name: 'field_data["url_pattern"]', problem: problems.notUrl });
  }
  return { subtype, url_pattern };
}

function isUsualAccount(subtype: unknown): subtype is keyof typeof defaultExternalAccounts {
  return typeof subtype === 'string' && Object.hasOwn(defaultExternalAccounts, subtype);
}

/** Whether a text is a web URL that a browser accepts. */
export function isWebUrl(text: string): boolean {
  if (!/^(https?|ftps?):\/\/[^\s/]/i.test(text) || /[\s\p{Cc}]/u.test(text)) return false;
  return URL.canParse(text);
}
