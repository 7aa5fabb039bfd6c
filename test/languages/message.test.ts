import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compile, compilePseudo } from '../../src/languages/compile.ts';
import { Grammar, partsOf } from '../../src/languages/message.ts';

type Parts = Parameters<typeof partsOf<string[]>>[1];

function say(source: string, values: Parts = {}, language = 'en'): string {
  return partsOf(compile(source), values, new Grammar(language)).flat().join('');
}

describe('a message', () => {
  it('of text alone stays a text', () => {
    assert.equal(compile("It''s '{'done'}'"), "It's {done}");
  });

  it('has parameters, and numbers in the form of the language', () => {
    assert.equal(say('{name} wrote {count, number}', { name: 'Ada', count: 12345 }), 'Ada wrote 12,345');
    assert.equal(say('{count, number}', { count: 12345 }, 'de'), '12.345');
  });

  it('has the plurals of its language, and exact numbers', () => {
    const russian = '{count, plural, =0 {нет} one {# файл} few {# файла} many {# файлов} other {# файла}}';

    const said = [0, 1, 2, 5, 21, 1000].map((count) => say(russian, { count }, 'ru'));

    assert.deepEqual(said, ['нет', '1 файл', '2 файла', '5 файлов', '21 файл', '1\u00a0000 файлов']);
    assert.equal(say('{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { n: 22 }), '22nd');
  });

  it('chooses by a text', () => {
    const source = '{kind, select, file {A file} other {{count, plural, one {# {kind}} other {# {kind}s}}}}';

    assert.equal(say(source, { kind: 'file', count: 2 }), 'A file');
    assert.equal(say(source, { kind: 'note', count: 2 }), '2 notes');
  });

  it('puts what is inside tags into what their functions make', () => {
    const link = (inside: (string | number | string[])[]) => ['<a>', ...inside.map(String), '</a>'];

    assert.equal(
      say('See <link>{count, number} of <b>all</b></link>.', { link, b: link, count: 3 }),
      'See <a>3 of <a>,all,</a></a>.',
    );
  });

  it('that is malformed, or formats what the client formats, is refused', () => {
    for (const source of [
      '{',
      '{a, plural, one {x}}',
      '<b>x',
      '{when, date}',
      '{n, plural, offset:1 other {x}}',
      '{n, number, percent}',
    ])
      assert.throws(() => compile(source), source);
  });
});

describe('the pseudo-language', () => {
  it('is 40 % longer, has no English letter, and keeps parameters', () => {
    const source = 'Delete {count, plural, one {this message} other {# messages}} of <b>{name}</b>';

    const said = partsOf(compilePseudo(source), { count: 2, name: '7', b: (inside) => inside }, new Grammar('en-xa'));

    const text = said.flat().join('');
    assert.doesNotMatch(text, /[A-Za-z]/);
    assert.ok(text.length >= 'Delete 2 messages of 7'.length * 1.4, text);
    assert.match(text, /^⟦.*2.*7.*⟧$/);
  });
});
