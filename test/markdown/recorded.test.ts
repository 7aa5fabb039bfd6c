import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readRecordings, renderRecorded } from './recorded.ts';

const pictures = 'a picture or video of another server would be fetched by every reader';
const links = 'a reader expects a link there, or none';
const blocks = 'a quotation or an item holds blocks of its own';
const spaces = 'what was written is shown';
const safety = 'such a link leads nowhere safe';

/** Texts whose HTML differs by decision, with the reason. */
const differences: Readonly<Record<string, string>> = {
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ': pictures,
  'https://example.com/image.png': pictures,
  'https://example.com/image.jpg https://example.com/b.gif': pictures,
  'https://en.wikipedia.org/wiki/File:X.png': pictures,
  '![alt](https://e.com/a.png)': pictures,
  '@**alice@example.com** @all @everyone @Alice a@**Alice Four**b (@**Alice Four**)': links,
  'https://e.com **https://e.com** *https://e.com/x*': links,
  '[**b**](https://e.com) **[x](https://e.com)** `[x](https://e.com)`': links,
  'HTTP://EXAMPLE.COM Http://Example.com': links,
  'https://e.com<b> https://e.com> https://e.com" https://e.com\' https://e.com` https://e.com|': links,
  '[a](https://e.com)(b) [a] (https://e.com) [a](<https://e.com/x y>) [a](https://e.com/x y)': links,
  '[a](https://e.com/a(b)c) [a](https://e.com/\\)) [a](https://e.com/**b**)': links,
  '[a\nb](https://e.com) [a](https://e.com\n)': links,
  '[t](https://e.com) [t](https://e.com "title") [t]( https://e.com )': 'a title is kept',
  '[t](javascript:alert(1)) [t](data:text/html,x) [t](file:///x)': safety,
  '[a [b] c](https://e.com) [](https://e.com) [x]()': safety,
  '* a\n  para\n* b': blocks,
  '* item\n  ```py\n  code\n  ```': blocks,
  '* \n* x': blocks,
  '> ```\n> code\n> ```': blocks,
  '```quote\n```py\nx=1\n```\n```': blocks,
  '````quote\n```quote\ndeep\n```\n````': blocks,
  '```spoiler\n```': blocks,
  'text\n| a | b |\n|---|---|\n| 1 | 2 |': blocks,
  '`@**Alice Four**` **@**Alice Four**** > @**Alice Four**': 'a mention may be strong',
  '[f.png](/user_uploads/1/ab/f.png) [f.txt](/user_uploads/1/ab/f.txt)': 'the upload that is recorded did not exist',
  'a\tb': spaces,
  '```\n\ttab\n  space\n```': spaces,
  '```makefile\nall:\n\techo\n```': spaces,
  '<time:2024-01-01T10:00:00Z> <time:2024-01-01> <time:1704103200> <time:x> <time:Jan 1 2024 10:00 UTC> <time:>':
    'since level 451, a time that cannot be read is text',
  '$$x$$ and $$y^2$$': 'KaTeX rounds margins to four digits',
};

describe('recorded messages', () => {
  for (const { input, html } of readRecordings()) {
    const reason = differences[input];
    it(`${JSON.stringify(input)} ${reason === undefined ? 'is rendered as clients know it' : `differs: ${reason}`}`, () => {
      if (reason === undefined) assert.equal(renderRecorded(input), html);
      else assert.notEqual(renderRecorded(input), html);
    });
  }

  it('differ for reasons that the decisions give', () => {
    const text = readFileSync(new URL('../../src/markdown/README.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');

    assert.deepEqual(
      [...new Set(Object.values(differences))].filter((reason) => !text.includes(reason)),
      [],
    );
  });

  it('include every text that differs', () => {
    const known = new Set(readRecordings().map(({ input }) => input));

    assert.deepEqual(
      Object.keys(differences).filter((input) => !known.has(input)),
      [],
    );
  });
});
