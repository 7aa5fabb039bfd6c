import type { Database } from '../../db/database.ts';
import { errorKind, parameterInvalid } from '../../http/errors.ts';
import { problems } from '../../http/parameter-problems.ts';
import { isPlainObject, json, type Kind, list, optional, required, text } from '../../http/params.ts';
import type { User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

/** Maximum total of one user's keys and values, in Unicode code points. */
const maxSize = 10_000_000;

const mostKeys = 10_000;

const keyMissing = errorKind('Key does not exist.');
const storageFull = errorKind<{ excess: number }>(
  `Request exceeds storage limit by {excess} characters. The limit is ${maxSize} characters.`,
);

const tooManyKeys = errorKind(`The storage has room for ${mostKeys} keys.`);

export const getBotStorage: Endpoint = endpoint({
  method: 'GET',
  path: '/bot_storage',
  summary: 'Get the values that a bot stores on the server',
  access: 'user',
  scoped: 'reads',
  params: { keys: optional(list(text()), 'The keys; by default all.') },
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
  summary: 'Store values under keys; other keys stay unchanged',
  access: 'user',
  scoped: 'reads',
  params: { storage: required(textByKey(), 'The values by key; each is a string.') },
  errors: [storageFull, tooManyKeys],
  handler({ db, user }, { storage }) {
    const sql = `INSERT OR REPLACE INTO bot_storage (user_id, key, value)
      SELECT ?, value ->> 0, value ->> 1 FROM json_each(?)`;
    db.run(sql, user.id, JSON.stringify(storage));
    const { keys, size } = measure(db, user);
    if (keys > mostKeys) throw tooManyKeys();
    if (size > maxSize) throw storageFull({ excess: size - maxSize });
    return {};
  },
});

export const removeBotStorage: Endpoint = endpoint({
  method: 'DELETE',
  path: '/bot_storage',
  summary: 'Delete keys and their values',
  access: 'user',
  scoped: 'reads',
  params: { keys: optional(list(text()), 'The keys; by default all.') },
  errors: [keyMissing],
  handler({ db, user }, { keys }) {
    const stored = listStored(db, user);
    for (const key of keys ?? []) textUnder(stored, key);
    const sql = 'DELETE FROM bot_storage WHERE user_id = ? AND key IN (SELECT value FROM json_each(?))';
    db.run(sql, user.id, JSON.stringify(keys ?? [...stored.keys()]));
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

function measure(db: Database, user: User): { keys: number; size: number } {
  const sql = `SELECT count(*) AS keys, coalesce(sum(length(key) + length(value)), 0) AS size
    FROM bot_storage WHERE user_id = ?`;
  return db.get<{ keys: number; size: number }>(sql, user.id) ?? { keys: 0, size: 0 };
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
      if (!isPlainObject(given)) throw parameterInvalid({ name, problem: problems.notDict });
      const entries = Object.entries(given);
      if (entries.length > mostKeys) throw parameterInvalid({ name, problem: problems.long });
      return entries.map(([key, one]) => [value.read(key, name), value.read(one, `${name}["${key}"]`)]);
    },
  };
}
