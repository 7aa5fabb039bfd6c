import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { makeFolder } from '../import/scene.ts';

describe('RecordWriter', () => {
  it('fails when the file system takes only a part of what it writes', (t) => {
    const module = JSON.stringify(join(import.meta.dirname, '../../src/export/zulip/record-writer.ts'));
    const file = JSON.stringify(join(makeFolder(t), 'records.json'));
    const script = `import(${module}).then(({ RecordWriter }) =>
      new RecordWriter(${file}).writeList([{ text: 'x'.repeat(100_000) }]))`;

    // No file may have more than eight blocks of 512 bytes.
    const limited = ['-c', 'ulimit -f 8; exec "$@"', 'sh', process.execPath, '--eval', script];
    const { status, stderr } = spawnSync('sh', limited, { encoding: 'utf8' });

    assert.match(stderr, /EFBIG/);
    assert.equal(status, 1);
  });
});
