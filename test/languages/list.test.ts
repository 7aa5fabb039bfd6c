import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { acceptedLanguages } from '../../src/http/accepted-languages.ts';
import { findLanguage } from '../../src/languages/list.ts';

describe('the language of a reader', () => {
  it('is the first wanted one with a catalogue, in any region', () => {
    assert.equal(findLanguage(['tlh', 'en-GB', 'en-xa']), 'en');
    assert.equal(findLanguage(['EN-XA']), 'en-xa');
    assert.equal(findLanguage(['tlh', '', 'x', '!', 'en_US']), undefined);
    assert.equal(findLanguage([]), undefined);
  });

  it('never is the pseudo-language unless it is wanted by name', () => {
    assert.equal(findLanguage(['en-xb']), 'en');
  });
});

describe('Accept-Language', () => {
  const accepted = (header?: string) =>
    acceptedLanguages({ headers: { 'accept-language': header } } as IncomingMessage);

  it('lists languages by their quality', () => {
    assert.deepEqual(accepted('en;q=0.5, de , fr-CH; q=0.9, *;q=0.1, it;q=0'), ['de', 'fr-CH', 'en']);
  });

  it('may be missing or nonsense', () => {
    assert.deepEqual(accepted(), []);
    assert.deepEqual(accepted(',;q=1,, de;q=x'), []);
    assert.equal(accepted('de,'.repeat(10_000)).length, 20);
  });
});
