import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render, renderLine } from './lookups.ts';

const others = { findFileSize: (url: string) => (url.includes('secret') ? undefined : 2048) };

describe('a link to a file', () => {
  it('has the size of the file, also if it has the address of this server', () => {
    const link = '<a href="/user_uploads/1/a.pdf" data-file-size="2048">plan</a>';

    assert.equal(renderLine('[plan](/user_uploads/1/a.pdf)', others), link);
    assert.equal(renderLine('[plan](http://chat.example.com/user_uploads/1/a.pdf)', others), link);
  });

  it('has none if the writer may not open the file, or if it leads elsewhere', () => {
    const text = '[a](/user_uploads/1/secret.pdf) [b](https://example.com/user_uploads/1/b.pdf)';

    assert.doesNotMatch(renderLine(text, others), /data-file-size/);
  });

  it('has none in a message with links to more than 24 files, none of which is looked up', () => {
    const linksTo = (count: number) =>
      Array.from({ length: count }, (_, n) => `[a](/user_uploads/1/${n}.pdf)`).join(' ');
    let count = 0;
    const counting = {
      findFileSize: () => {
        count += 1;
        return 1;
      },
    };

    assert.equal(render(linksTo(24), counting).html.match(/data-file-size/g)?.length, 24);
    assert.deepEqual([count, /data-file-size/.test(render(linksTo(25), counting).html), count], [24, false, 24]);
  });
});
