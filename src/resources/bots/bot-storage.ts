import type { Database } from '../../db/database.ts';
import { errorKind, parameterInvalid } from '../../http/errors.ts';
import { isPlainObject, json, type Kind, list, optional, required, text } from '../../http/params.ts';
import type { User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

/** Maximum total of one user's keys and values, in Unicode code points. */
const maxSize = 10_000_000;

const keyMissing = errorKind('Key does not exist.');
const storageFull = errorKind<{ excess: number }>(
  `Request exceeds storage limit by {excess} characters. The limit is ${maxSize} characters.`,
);

export const getBotStorage: Endpoint = endpoint({
  method: 'GET',
  path: '/bot_storage',
  summary: 'Get what a bot keeps here for itself',
  access: 'user',
  params: { keys: optional(list(text()), 'Which keys; by default all.') },
  errors: [keyMissing],
  handler({ db, user }, { keys }) {
    const stored = listStored(db, user);
    const entries = keys === undefined ? [...stored] : keys.map((key) => [key, textUnder(stored, key)]);
    return { storage: Object.fromEntries(entries) };
  },
});

export const updateBotStorage: Endpoint = endpoint({
  method: 'PUT',
  path: '/bot_storage',
  summary: 'Keep values under keys; other keys stay as they are',
  access: 'user',
  params: { storage: required(textByKey(), 'Texts by their keys.') },
  errors: [storageFull],
  handler({ db, user }, { storage }) {
    const sql = 'INSERT OR REPLACE INTO bot_storage (user_id, key, value) VALUES (?, ?, ?)';
    for (const [key, value] of storage) db.run(sql, user.id, key, value);
    const size = sizeOf(db, user);
    if (size > maxSize) throw storageFull({ excess: size - maxSize });
    return {};
  },
});

export const removeBotStorage: Endpoint = endpoint({
  method: 'DELETE',
  path: '/bot_storage',
  summary: 'Forget keys and their values',
  access: 'user',
  params: { keys: optional(list(text()), 'Which keys; by default all.') },
  errors: [keyMissing],
  handler({ db, user }, { keys }) {
    const stored = listStored(db, user);
    for (const key of new Set(keys ?? stored.keys())) {
      textUnder(stored, key);
      db.run('DELETE FROM bot_storage WHERE user_id = ? AND key = ?', user.id, key);
    }
    return {};
  },
});

function listStored(db: Database, user: User): Map<string, string> {
  const sql = 'SELECT key, value FROM bot_storage WHERE user_id = ? ORDER BY key';
  return new Map(db.tuples<[string, string]>(sql, user.id));
}

function textUnder(stored: ReadonlyMap<string, string>, key: string): string {
  const value = stored.get(key);
  if (value === undefined) throw keyMissing();
  return value;
}

function sizeOf(db: Database, user: User): number {
  const sql = 'SELECT coalesce(sum(length(key) + length(value)), 0) FROM bot_storage WHERE user_id = ?';
  return db.value<number>(sql, user.id) as number;
}

/** A JSON object with text values. */
function textByKey(): Kind<[key: string, value: string][]> {
  const object = json();
  const value = text();
  return {
    schema: { type: 'object', additionalProperties: value.schema },
    json: true,
    bad: ['x', '[]', '3', '{"a":1}', '{"a":null}', '{"a":"\\u0000"}'],
    read(raw, name) {
      const given = object.read(raw, name);
      if (!isPlainObject(given)) throw parameterInvalid({ name, problem: 'is not a dict' });
      return Object.entries(given).map(([key, one]) => [value.read(key, name), value.read(one, `${name}["${key}"]`)]);
    },
  };
}
