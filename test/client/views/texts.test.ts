import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rich } from '../../../src/client/language/rich.ts';
import { adopt, t } from '../../../src/client/language/texts.ts';
import type { Key } from '../../../src/languages/keys.ts';

describe('a message of the client', () => {
  it('keeps the order of its words around a name of the other direction', () => {
    adopt('en', { 'snippets.delete': ['Delete ', ['title']] });

    assert.equal(t('snippets.delete', { title: 'Greeting' }), 'Delete Greeting');
    assert.equal(t('snippets.delete', { title: 'שלום' }), 'Delete \u2068שלום\u2069');
  });

  it('becomes views where it has tags', () => {
    adopt('en', { help: ['See ', ['link', 'the help'], '.'] });

    const parts = rich('help' as Key, { link: (inside: unknown) => ({ inside }) } as never);

    assert.deepEqual(parts, ['See ', { inside: ['the help'] }, '.']);
  });

  it('that is unknown shows its name, which is better than nothing', () => {
    adopt('en', {});

    assert.equal(t('snippets.title'), 'snippets.title');
  });
});
