import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { render } from './lookups.ts';

/** Which of the large libraries were read, and which grammars. */
function loaded(): string[] {
  const found = Object.keys(createRequire(import.meta.url).cache).flatMap((path) => {
    return /\/node_modules\/(katex)\/|\/highlight\.js\/lib\/(core|languages\/\w+)\.js$/.exec(path)?.slice(1) ?? [];
  });
  return found.filter((name) => name !== undefined);
}

describe('libraries', () => {
  it('are read when a text needs them, and no sooner: they take longer than the rest of the start', () => {
    render('* a `b`\n\n```\nc\n```\n```klingon\nd\n```\n```text\ne\n```');
    assert.deepEqual(loaded(), []);

    render('```py\na = 1\n```');
    assert.deepEqual(loaded(), ['core', 'languages/python']);

    render('$$a$$');
    assert.deepEqual(loaded(), ['core', 'languages/python', 'katex']);

    render('```html\n<b>\n```');
    const embedded = ['languages/xml', 'languages/css', 'languages/javascript', 'languages/graphql'];
    assert.deepEqual(loaded(), ['core', 'languages/python', 'katex', ...embedded]);
  });
});
