import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Sqlite from 'better-sqlite3';
import { freeMemory } from '../../src/db/free-memory.ts';

const mebibyte = 1024 * 1024;
const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
const skip = header.glibcVersionRuntime === undefined && 'only glibc keeps free memory between blocks';

describe('Free memory of the process', () => {
  it('between blocks in use is returned to the system', { skip }, async () => {
    const connection = new Sqlite(':memory:');
    const kept = await keepSomeOfMany(100);
    const before = process.memoryUsage.rss();

    freeMemory([connection]);

    assert.equal(kept.length, 4096);
    assert.ok(before - process.memoryUsage.rss() > 50 * mebibyte);
    connection.close();
  });
});

/** Allocates blocks of so many mebibytes, and frees most of them. */
async function keepSomeOfMany(mebibytes: number): Promise<Buffer[]> {
  const size = 2560;
  const blocks = Array.from({ length: (mebibytes * mebibyte) / size }, () => Buffer.allocUnsafeSlow(size).fill(1));
  const kept = blocks.filter((_, index) => index % 10 === 0);
  blocks.length = 0;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // Another thread frees the blocks after the collection.
  while (process.memoryUsage().arrayBuffers > (mebibytes * mebibyte) / 2)
    await collect({ type: 'major', execution: 'async' });
  return kept;
}
