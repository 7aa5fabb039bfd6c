import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { linkSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const launch = join(import.meta.dirname, '../../bin/executable/launch.ts');

describe('the first code of the executable', () => {
  it('goes on where the file of the executable is gone', (t) => {
    const folder = mkdtempSync(join(import.meta.dirname, '../../node_modules/.launch-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'executable');
    linkSync(process.execPath, file);
    // A shell holds the file open, deletes it, and becomes it.
    const script = 'exec 9<"$0"; rm "$0"; exec /proc/self/fd/9 "$1" serve';

    const { status, signal, stderr } = spawnSync('sh', ['-c', script, file, launch], { encoding: 'utf8' });

    assert.deepEqual([status, signal, stderr], [0, null, '']);
  });
});
