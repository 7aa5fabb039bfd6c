import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { presentRealmUsers } from '../../src/accounts/realm-users.ts';
import { RawJson, type Rest } from '../../src/http/endpoint.ts';
import { jsonList, jsonObject } from '../../src/http/json-list.ts';
import { startServer, type TestServer } from '../support/server.ts';

const many = 600;

/** A server with so many more people that lists of them are written in parts. */
function insertPeople({ db }: TestServer): void {
  db.run(
    `INSERT INTO users (email, email_key, full_name, role, joined_at)
     WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     SELECT 'p' || n || '@example.com', 'p' || n || '@example.com', 'Person ' || n, 400, 0 FROM numbers`,
    many,
  );
}

describe('a JSON list', () => {
  it('is written at once if it is short, and otherwise in parts, each when it is wanted', () => {
    const written: number[] = [];
    const write = (n: number) => {
      written.push(n);
      return `${n}`;
    };

    const short = jsonList([1, 2, 3], write);
    const { pieces, rest } = jsonList([...Array(many).keys()], write);

    assert.deepEqual([short.pieces, short.rest, written], [['[1,2,3]'], undefined, [1, 2, 3]]);
    assert(rest);
    const first = rest.next().value ?? [];
    assert.equal(written.length, 3 + 250);
    const others = [...{ [Symbol.iterator]: () => rest }].flat();
    assert.deepEqual(JSON.parse([...pieces, ...first, ...others].join('')), [...Array(many).keys()]);
    assert.deepEqual(jsonList([], write).pieces, ['[]']);
  });

  it('is written in smaller parts if its elements are large, and an object in the same way as a list', () => {
    const large = 'x'.repeat(100_000);
    const textOf = ({ pieces, rest }: RawJson) =>
      [...pieces, ...[...{ [Symbol.iterator]: () => rest as Rest }].flat()].join('');

    const { rest } = jsonList(Array<string>(300).fill(large), (text) => JSON.stringify(text));
    const object = jsonObject([...Array(many).keys()], (n) => [`"${n}"`, { n }]);

    assert(rest);
    assert.equal(`${rest.next().value}`, `"${large}",`.repeat(3));
    const entries = Array.from({ length: many }, (_, n) => [`"${n}"`, { n }]);
    assert.equal(textOf(object), JSON.stringify(Object.fromEntries(entries)));
    assert.deepEqual(jsonObject([], () => ['', '']).pieces, ['{}']);
  });

  it('of all people arrives whole, in the answers of the API and in the page of the web client', async (t) => {
    const server = await startServer(t);
    insertPeople(server);
    const ids = server.db.values<number>('SELECT id FROM users WHERE is_system_bot = 0 ORDER BY id');
    const alice = server.as('alice');
    const idsOf = (people: { user_id: number }[]) => people.map(({ user_id }) => user_id);

    const { body: listed } = await alice.get('/users');
    const { body: registered } = await alice.post('/register', { fetch_event_types: ['realm_user'] });
    const { authorization } = alice;
    const page = await (await fetch(server.url, { headers: { authorization } })).text();

    const state = JSON.parse(/<script type="application\/json" id="state">(.*?)<\/script>/s.exec(page)?.[1] ?? '');
    assert.deepEqual([idsOf(listed.members), idsOf(registered.realm_users), idsOf(state.realm_users)], [ids, ids, ids]);
  });

  it('of people shows them as they were when it was asked for', async (t) => {
    const server = await startServer(t);
    insertPeople(server);
    const options = { user_list_incomplete: false, user_avatar_url_field_optional: false };
    const { realm_users } = presentRealmUsers(server.app, server.users.alice, options);
    assert(realm_users instanceof RawJson && realm_users.rest);

    server.db.run("UPDATE users SET full_name = 'Renamed'");

    const text = [...realm_users.pieces, ...[...{ [Symbol.iterator]: () => realm_users.rest as Rest }].flat()].join('');
    const names = JSON.parse(text).map(({ full_name }: { full_name: string }) => full_name);
    assert.deepEqual([names.length > many, names.includes('Renamed')], [true, false]);
  });
});
