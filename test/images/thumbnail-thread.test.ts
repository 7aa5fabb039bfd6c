import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ThumbnailThread } from '../../src/images/thumbnail-thread.ts';
import { png } from '../support/pictures.ts';

describe('ThumbnailThread', () => {
  it('makes one thumbnail after another', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'chatd-thumbnails-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const thread = new ThumbnailThread();
    const source = join(folder, 'picture');
    writeFileSync(source, png());
    const targets = ['a', 'b', 'c'].map((name) => join(folder, name));

    for (const target of targets) {
      await thread.make({ source, target, orientation: 1, max_width: 8, max_height: 8, format: 'png' }, 100);
    }
    await thread.end();

    assert.deepEqual(targets.map(existsSync), [true, true, true]);
  });
});
