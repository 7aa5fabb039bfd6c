import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { findCheck } from '../../src/db/check-record.ts';
import { Client } from '../support/client.ts';
import { launcher } from '../support/program.ts';
import { damageInTurn } from './damage.ts';
import { createAccount, type ServerProcess, startProcess } from './server-process.ts';

const refused = {
  result: 'error',
  msg: 'The database of the server is damaged. The server refuses all changes until its operator decides what to do.',
  code: 'DATABASE_DAMAGED',
};

/** Between two of the 55 damages that are tried. */
const stride = Number(process.env.DAMAGE_STRIDE ?? 18);

interface Scene {
  folder: string;
  /** Starts a server, which is gone after the test in every case. */
  start(): Promise<ServerProcess>;
  client(url: string): Client;
}

async function setScene(t: TestContext): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-damage-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const login = await createAccount(folder, 'ada@example.com');
  const start = async () => {
    const server = await startProcess(folder);
    t.after(() => server.kill());
    return server;
  };
  return { folder, start, client: (url) => new Client(url, login) };
}

/** Waits until something holds, looking ten times a second; throws after a minute. */
async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await condition()) return;
    await wait(100);
  }
  throw new Error(`it never came: ${condition}`);
}

function send(client: Client) {
  return client.post('/messages', { type: 'channel', to: 'general', topic: 'damage', content: 'hello' });
}

/** Overwrites the first page of an index that no start of a server reads. */
function damage(folder: string): void {
  const file = join(folder, 'chatd.db');
  const db = new Sqlite(file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  const page = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'messages_by_time'").pluck().get() as number;
  db.close();
  writeSync(openSync(file, 'r+'), Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096);
}

describe('Damage in the database', () => {
  it('is found after a crash; writes stop until the operator decides, and reading goes on', async (t) => {
    const { folder, client, start } = await setScene(t);
    const first = await start();
    await send(client(first.url));
    await first.kill();
    damage(folder);

    const second = await start();
    const ada = client(second.url);
    await eventually(() => findCheck(folder).problems.length > 0);
    await eventually(async () => (await send(ada)).status !== 200);
    const answer = await send(ada);
    const page = await ada.get('/users/me');
    execFileSync(launcher, ['verify', '--accept-damage', '--data-dir', folder], { stdio: 'ignore' });
    await eventually(async () => (await ada.post('/users/me/presence', { status: 'active' })).status === 200);

    assert.deepEqual([answer.status, answer.body, page.status], [503, refused, 200]);
    assert.equal(findCheck(folder).is_accepted, true);
  });

  it('keeps the next server from writing too, until the database is sound again', async (t) => {
    const { folder, client, start } = await setScene(t);
    await (await start()).stop();
    const sound = readFileSync(join(folder, 'chatd.db'));
    damage(folder);
    const first = await start();
    await first.kill();
    const second = await start();
    await eventually(() => findCheck(folder).problems.length > 0);
    await second.stop();

    const third = await start();
    const answer = await send(client(third.url));
    await third.stop();
    rmSync(join(folder, 'chatd.db-wal'), { force: true });
    writeFileSync(join(folder, 'chatd.db'), sound);
    const fourth = await start();

    assert.deepEqual([answer.status, answer.body], [503, refused]);
    await eventually(async () => (await send(client(fourth.url))).status === 200);
    assert.deepEqual(findCheck(folder).problems, []);
  });

  it('is not looked for again before a week has passed', async (t) => {
    const { folder, start } = await setScene(t);
    await (await start()).kill();
    const second = await start();
    await eventually(() => findCheck(folder).checked_at !== null);
    await second.stop();
    const before = findCheck(folder);

    await (await start()).stop();

    assert.deepEqual(findCheck(folder), before);
  });

  it('is reported by the next server wherever quick_check sees it', async (t) => {
    const outcome = await damageInTurn(stride, (line) => t.diagnostic(line));

    assert.deepEqual([outcome.reported, outcome.problems], [outcome.visible, []]);
    assert.ok(outcome.visible > 0);
  });
});
