import { isEmail } from '../accounts/email.ts';
import { checkFieldData } from '../accounts/profile-field-data.ts';
import { isBookmarkUrl } from '../channels/bookmark.ts';
import { endOfTime } from '../ground/clock.ts';
import { findInvalidCharacter, foldName } from '../ground/text.ts';
import { ApiError } from '../http/errors.ts';
import { isPlainObject, type Kind } from '../http/params.ts';
import { checkLinkifier, type LinkifierSettings } from '../organization/linkifier-check.ts';
import { realmPermissions, realmSettings } from '../realm/setting-table.ts';
import { weeklyHours } from '../users/availability-record.ts';
import { userSettings } from '../users/setting-table.ts';
import { largestId } from './fields.ts';
import type { Source } from './unusable-archive.ts';

// Checks for values that satisfy the schema but that the program could not read.

export type Row = Record<string, unknown>;

/** Throws UnusableArchive if the program could not read a row. */
export function checkRow(from: Source, table: string, row: Row): void {
  for (const [column, value] of Object.entries(row)) checkNumber(from, column, value);
  for (const [column, key] of Object.entries(folded[table] ?? {})) {
    if (typeof row[column] === 'string' && foldName(row[column]) !== row[key])
      from.fail(`"${key}" is not that of "${column}"`);
  }
  checks[table]?.(row, from);
}

function checkNumber(from: Source, column: string, value: unknown): void {
  if (typeof value !== 'number') return;
  if (column.endsWith('_at') && !(value >= 0 && value < endOfTime)) from.fail(`"${column}" is no time in UNIX seconds`);
  if (column === 'id' && Math.abs(value) >= largestId) from.fail('"id" is too large');
}

/** Columns that contain the folded form of another one, by table. */
const folded: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  profile_fields: { name: 'name_key' },
  groups: { name: 'name_key' },
  channel_folders: { name: 'name_key' },
  channels: { name: 'name_key' },
  conversations: { topic: 'topic_key' },
  user_topics: { topic: 'topic_key' },
  alert_words: { word: 'word_key' },
};

const checks: Readonly<Record<string, (row: Row, from: Source) => void>> = {
  users: checkUser,
  realm_settings(row, from) {
    const name = String(row.name);
    if (Object.hasOwn(realmSettings, name)) {
      checkSetting(from, row, realmSettings[name as keyof typeof realmSettings].kind);
    } else if (Object.hasOwn(realmPermissions, name) && !isId(parse(from, row, 'value'))) {
      from.fail(`"value" is no group for ${name}`);
    }
  },
  user_settings: checkUserSetting,
  new_user_settings: checkUserSetting,
  linkifiers: checkRowOfLinkifiers,
  profile_fields(row, from) {
    if (row.field_data !== '')
      allowed(from, 'field_data', () => checkFieldData(row.field_type as 1, parse(from, row, 'field_data')));
  },
  drafts: (row, from) => checkIds(from, row, 'recipient'),
  scheduled_messages(row, from) {
    if (row.user_ids !== null) checkIds(from, row, 'user_ids');
  },
  availability: checkAvailability,
  bot_scopes(row, from) {
    if (row.channel_ids !== null) checkIds(from, row, 'channel_ids');
  },
  own_sections: (row, from) => checkIds(from, row, 'channel_ids'),
  channel_bookmarks(row, from) {
    if (!isBookmarkUrl(String(row.url))) from.fail('"url" is no address of the web or of this server');
  },
  message_buttons(row, from) {
    if (!Array.isArray(parse(from, row, 'buttons'))) from.fail('"buttons" is no JSON list');
  },
  submessages: (row, from) => void parse(from, row, 'content'),
  audit_entries(row, from) {
    if (!isPlainObject(parse(from, row, 'about'))) from.fail('"about" is no JSON object');
    if (!Array.isArray(parse(from, row, 'changes'))) from.fail('"changes" is no JSON list');
  },
};

function checkUser({ email, email_key, full_name, is_system_bot }: Row, from: Source): void {
  if (typeof email !== 'string' || typeof full_name !== 'string') return;
  if (email.toLowerCase() !== email_key) from.fail('"email_key" is not that of "email"');
  if (is_system_bot !== 1 && !isEmail(email)) from.fail('"email" is no e-mail address');
  if (full_name.trim() === '' || findInvalidCharacter(full_name) > 0) from.fail('"full_name" is no name');
}

function checkAvailability(row: Row, from: Source): void {
  if (row.hours !== null && !readAs(weeklyHours().read, parse(from, row, 'hours'), 'hours')) {
    from.fail('"hours" is no JSON list of hours');
  }
}

function checkUserSetting(row: Row, from: Source): void {
  const name = String(row.name);
  const value = parse(from, row, 'value');
  if (!Object.hasOwn(userSettings, name)) return;
  const stored = readAs(userSettings[name as keyof typeof userSettings].kind.read, value, name);
  if (typeof stored !== typeof value) from.fail(`"value" is none of ${name}`);
  // An older export may hold a former name.
  row.value = JSON.stringify(stored);
}

/** Words of the API that stand for null. */
const wordsForNull = ['unlimited', 'default'];

/** Throws unless the API could have stored the value. */
function checkSetting(from: Source, row: Row, { read }: Kind<unknown>): void {
  const value = parse(from, row, 'value');
  const given = value === null ? wordsForNull : [value];
  if (!given.some((one) => readAs(read, one, String(row.name)) === value)) from.fail(`"value" is none of ${row.name}`);
}

/** The value that the API would store; undefined if it would refuse it. */
function readAs(read: Kind<unknown>['read'], value: unknown, name: string): unknown {
  try {
    return read(value, name);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function checkRowOfLinkifiers(row: Row, from: Source): void {
  const templates = parse(from, row, 'alternative_url_templates');
  const isList = Array.isArray(templates) && templates.every((one) => typeof one === 'string');
  if (!isList) from.fail('"alternative_url_templates" is no JSON list of texts');
  allowed(from, 'pattern', () =>
    checkLinkifier({ ...linkifierIn(row), alternative_url_templates: templates as string[] }),
  );
}

function linkifierIn({ pattern, url_template, ...row }: Row): Omit<LinkifierSettings, 'alternative_url_templates'> {
  const [example_input, reverse_template] = [row.example_input, row.reverse_template];
  return {
    pattern: String(pattern),
    url_template: String(url_template),
    example_input: typeof example_input === 'string' ? example_input : null,
    reverse_template: typeof reverse_template === 'string' ? reverse_template : null,
  };
}

function checkIds(from: Source, row: Row, column: string): void {
  const ids = parse(from, row, column);
  if (!Array.isArray(ids) || !ids.every(isId)) from.fail(`"${column}" is no JSON list of ids`);
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function parse(from: Source, row: Row, column: string): unknown {
  try {
    return JSON.parse(String(row[column])) as unknown;
  } catch {
    return from.fail(`"${column}" is no JSON`);
  }
}

/** Throws UnusableArchive if the API would refuse the value. */
function allowed(from: Source, column: string, check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    from.fail(`"${column}" is refused: ${error.message.replace(/\.$/, '')}`);
  }
}
