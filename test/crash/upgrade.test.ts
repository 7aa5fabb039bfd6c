import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openReadOnly } from '../../src/db/connection.ts';
import { openDatabase } from '../../src/db/open.ts';
import { verifyDataDir } from '../../src/verify/verify.ts';
import { writeOldDataDir } from '../db/old-data-dir.ts';
import { contentsOf, migrations, pragma } from '../db/old-database.ts';
import { temporaryFile } from '../support/search.ts';

const upgrading = fileURLToPath(new URL('upgrading.ts', import.meta.url));
const newest = migrations.at(-1)?.version;

/** Between two steps that are tried: 1 tries each of about sixty. */
const stride = Number(process.env.UPGRADE_STRIDE ?? 6);

describe('An upgrade that is killed', () => {
  it('is resumed, whatever step it was killed at', async (t) => {
    const wanted = upgraded(oldDatabase(t));
    const seen = new Set<unknown>();
    let kills = 0;
    for (let step = 1, isKilled = true; isKilled; step += stride) {
      const file = oldDatabase(t);
      isKilled = await upgradeUntil(file, step);
      if (isKilled) kills++;
      const left = openReadOnly(file);
      seen.add(pragma(left, 'user_version'));
      left.close();

      assert.deepEqual(upgraded(file), wanted, `killed at step ${step}`);
      const { checks } = await verifyDataDir(dirname(file));
      assert.deepEqual(
        checks.flatMap(({ problems }) => problems),
        [],
      );
    }

    t.diagnostic(`killed at ${kills} steps`);
    assert.deepEqual([...seen], [1, newest]);
  });
});

describe('A data directory of a released version', () => {
  for (const version of [1, ...migrations.map((migration) => migration.version)]) {
    it(`with schema ${version} is upgraded and sound`, async (t) => {
      const file = oldDatabase(t, version);
      openDatabase(file).db.close();

      const { checks } = await verifyDataDir(dirname(file));

      assert.deepEqual(
        checks.flatMap(({ problems }) => problems),
        [],
      );
    });
  }
});

function oldDatabase(t: TestContext, version = 1): string {
  const file = temporaryFile(t);
  writeOldDataDir(file, version);
  return file;
}

/** All that a database holds once it is upgraded here. */
function upgraded(file: string) {
  const { db } = openDatabase(file);
  try {
    assert.equal(pragma(db, 'user_version'), newest);
    return contentsOf(db);
  } finally {
    db.close();
  }
}

/** Upgrades a database in another process; returns whether that was killed before it was done. */
function upgradeUntil(file: string, step: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [upgrading, file, String(step)], (error, _stdout, stderr) => {
      if (error && error.signal !== 'SIGKILL') reject(new Error(stderr));
      else resolve(error !== null);
    });
  });
}
