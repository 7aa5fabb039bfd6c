import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from '../../src/endpoints.ts';
import { parseWho } from './matrix/actors.ts';
import { matrix as granted } from './matrix/granted.ts';
import type { Row } from './matrix/row.ts';
import { matrix } from './matrix.ts';

// The rows are played in permissions-channels.test.ts, permissions-messages.test.ts and permissions-rest.test.ts.
describe('the permission matrix', () => {
  it('is about every endpoint', () => {
    const left = Object.keys(endpoints).filter((id) => !matrix[id]?.length);

    assert.deepEqual(left, [], 'add rows in test/contract/matrix/');
  });

  it('is about endpoints that exist', () => {
    const stray = [...Object.keys(matrix), ...Object.keys(granted)].filter(
      (id) => !Object.hasOwn(endpoints, id) || !Object.hasOwn(matrix, id),
    );

    assert.deepEqual(stray, []);
  });

  it('says for each actor one thing', () => {
    const ambiguous = Object.entries(matrix).flatMap(([id, rows]) =>
      rows.filter(isAmbiguous).map(({ when }) => `${id}: ${when}`),
    );

    assert.deepEqual(ambiguous, []);
  });

  it('names each situation of an endpoint once', () => {
    const twice = Object.entries(matrix).flatMap(([id, rows]) => {
      const names = rows.map(({ when }) => when);
      return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${id}: ${name}`);
    });

    assert.deepEqual(twice, []);
  });
});

function isAmbiguous({ ok, hidden = '', refused = {} }: Row): boolean {
  const texts = typeof refused === 'string' ? [] : Object.values(refused);
  const named = [ok, hidden, ...texts].flatMap(parseWho);
  return new Set(named).size < named.length;
}
