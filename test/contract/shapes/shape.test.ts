import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mismatch, type Shape } from './shape.ts';

const named = { User: { id: 'integer', 'nick?': 'string' } };

interface Example {
  shape: Shape;
  value: unknown;
  complaint: string;
}

const fitting: readonly Omit<Example, 'complaint'>[] = [
  { shape: 'string', value: '' },
  { shape: 'integer', value: -1 },
  { shape: 'number', value: 1.5 },
  { shape: 'boolean', value: false },
  { shape: 'null', value: null },
  { shape: 'any', value: { free: true } },
  { shape: '=', value: '' },
  { shape: '=stream', value: 'stream' },
  { shape: 200, value: 200 },
  { shape: ['integer', 'null'], value: null },
  { shape: { '[]': 'integer' }, value: [] },
  { shape: { '[]': '#User' }, value: [{ id: 1 }, { id: 2, nick: 'bo' }] },
  { shape: { '*': '#User' }, value: { '7': { id: 7 } } },
  { shape: { id: 'integer', '*': 'any' }, value: { id: 1, further: null } },
];

const unfitting: readonly Example[] = [
  { shape: 'string', value: 1, complaint: 'it: expected string, got 1' },
  { shape: 'integer', value: 1.5, complaint: 'it: expected integer, got 1.5' },
  { shape: 'integer', value: '1', complaint: 'it: expected integer, got "1"' },
  { shape: 'number', value: null, complaint: 'it: expected number, got null' },
  { shape: 'any', value: undefined, complaint: 'it: expected any, got nothing' },
  { shape: '=stream', value: 'private', complaint: 'it: expected =stream, got "private"' },
  { shape: 200, value: 300, complaint: 'it: expected 200, got 300' },
  { shape: ['integer', 'null'], value: 'x', complaint: 'it: expected ["integer","null"], got "x"' },
  { shape: ['integer', '#User'], value: {}, complaint: 'it: lacks id' },
  { shape: { '[]': 'integer' }, value: {}, complaint: 'it: expected a list, got {}' },
  { shape: { '[]': 'integer' }, value: [1, null], complaint: 'it[1]: expected integer, got null' },
  { shape: '#User', value: [], complaint: 'it: expected an object, got []' },
  { shape: '#User', value: null, complaint: 'it: expected an object, got null' },
  { shape: '#User', value: { nick: 'bo' }, complaint: 'it: lacks id' },
  { shape: '#User', value: { id: 1, age: 9 }, complaint: 'it: has age, which is not described: 9' },
  { shape: '#User', value: { id: 1, nick: 2 }, complaint: 'it.nick: expected string, got 2' },
  { shape: '#User', value: { id: 1, constructor: 2 }, complaint: 'it: has constructor, which is not described: 2' },
  { shape: { '*': 'string' }, value: { a: 1 }, complaint: 'it.a: expected string, got 1' },
];

describe('a shape', () => {
  for (const { shape, value } of fitting) {
    it(`${JSON.stringify(shape)} fits ${JSON.stringify(value)}`, () => {
      assert.equal(mismatch(named, shape, value, 'it'), undefined);
    });
  }

  for (const { shape, value, complaint } of unfitting) {
    it(`${JSON.stringify(shape)} does not fit ${JSON.stringify(value)}`, () => {
      assert.equal(mismatch(named, shape, value, 'it'), complaint);
    });
  }

  it('that nobody described is a mistake of the tests', () => {
    assert.throws(() => mismatch(named, '#Nobody', 1, 'it'), /no shape is named #Nobody/);
  });
});
