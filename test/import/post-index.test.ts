import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { PostIndex } from '../../src/import/post-index.ts';

describe('the index of messages of an archive', () => {
  // A statement takes two kilobytes outside the heap of JavaScript, which therefore collects it late.
  it('takes no statement for each file of the archive', (t) => {
    const scratch = mkdtempSync(join(tmpdir(), 'chatd-test-'));
    t.after(() => rmSync(scratch, { recursive: true }));
    const posts = new PostIndex(scratch);
    t.after(() => posts.close());
    const { mock } = t.mock.method(Sqlite.prototype, 'prepare');

    for (let day = 0; day < 100; day += 1) {
      const where = { file: `general/${day}.json`, start: 0, length: 10, part: 0 };
      posts.add({ place: 'C1', key: `${day}`, thread: null, sent_at: day, title: '', ...where, isMarked: false });
    }

    assert.equal(mock.callCount(), 0);
    posts.sort();
    assert.deepEqual([...posts.list()].map(({ file }) => file)[99], 'general/99.json');
  });
});
