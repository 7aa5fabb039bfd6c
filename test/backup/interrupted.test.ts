import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { makePlace, type Place } from '../cli/place.ts';
import { launcher } from '../support/program.ts';
import { until } from '../support/until.ts';

const megabytes = 400;

/** A data directory that takes SQLite more than a moment to read. */
async function makeLarge(t: TestContext): Promise<Place> {
  const place = makePlace(t);
  await place.addAccount('ada@example.com');
  const db = new Sqlite(place.path('chatd-data/chatd.db'));
  db.exec('CREATE TABLE large (content)');
  const insert = db.prepare('INSERT INTO large VALUES (zeroblob(1048576))');
  db.transaction(() => {
    for (let count = 0; count < megabytes; count++) insert.run();
  })();
  db.close();
  return place;
}

function begin(t: TestContext, { folder }: Place, ...args: string[]): ChildProcess {
  const child = spawn(launcher, args, { cwd: folder, stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

/** Waits for a file in a folder whose name begins so. */
async function find(child: ChildProcess, folder: string, prefix: string, name: string): Promise<string> {
  while (child.exitCode === null) {
    const parent = existsSync(folder) && readdirSync(folder).find((one) => one.startsWith(prefix));
    if (parent && existsSync(join(folder, parent, name))) return join(folder, parent, name);
    await setTimeout(1);
  }
  throw new Error('the command ended');
}

/** Waits for the process that a process starts. */
async function findChild({ pid }: ChildProcess): Promise<number> {
  let found = 0;
  await until(() => {
    found = Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10);
    return found > 0;
  });
  return found;
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}

describe('a backup that is interrupted', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`ends by ${signal} before its database is copied, and leaves nothing`, async (t) => {
      const place = await makeLarge(t);
      const before = readdirSync(place.folder).sort();
      const child = begin(t, place, 'backup', 'chat.tar');
      const ended = once(child, 'exit');
      const copy = openSync(await find(child, place.folder, 'chatd-backup-', 'chatd.db'), 'r');
      t.after(() => closeSync(copy));

      child.kill(signal);

      assert.deepEqual(await ended, [null, signal]);
      assert.ok(fstatSync(copy).size < megabytes * 1024 * 1024, `${fstatSync(copy).size} bytes were copied`);
      assert.deepEqual(readdirSync(place.folder).sort(), before);
    });
  }
});

describe('a restoration that is interrupted', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`ends by ${signal} and leaves no data, and can be tried again`, async (t) => {
      const place = makePlace(t);
      await place.addAccount('ada@example.com');
      await place.ask(['backup', 'chat.tar']);
      const child = begin(t, place, 'restore', 'chat.tar', '--data-dir', 'new');
      const ended = once(child, 'exit');
      await find(child, place.path('new'), 'restore-', 'chatd.db');

      child.kill(signal);

      assert.deepEqual(await ended, [null, signal]);
      const left = readdirSync(place.path('new')).filter((name) => !name.startsWith('chatd.lock'));
      assert.deepEqual(left, []);
      assert.equal((await place.ask(['restore', 'chat.tar', '--data-dir', 'new'])).exitCode, 0);
    });
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const skip = process.platform !== 'linux' && 'needs Linux';
    it(`ends by ${signal} while its database is checked, and the check ends too`, { skip }, async (t) => {
      const place = makePlace(t);
      await place.addAccount('ada@example.com');
      await place.ask(['backup', 'chat.tar']);
      const child = begin(t, place, 'restore', 'chat.tar', '--data-dir', 'new');
      const ended = once(child, 'exit');
      await find(child, place.path('new'), 'restore-', 'chatd.db');
      const check = await findChild(child);

      child.kill(signal);

      assert.deepEqual(await ended, [null, signal]);
      await until(() => !isRunning(check));
      const left = readdirSync(place.path('new')).filter((name) => !name.startsWith('chatd.lock'));
      assert.deepEqual(left, []);
    });
  }
});
