import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import Sqlite from 'better-sqlite3';
import { type Answer, Client } from '../support/client.ts';
import { postFile } from '../support/files.ts';
import { createAccount, startProcess } from './server-process.ts';

const skip = spawnSync('prlimit', ['--version']).status !== 0 && 'prlimit is not installed';
const unavailable = {
  result: 'error',
  msg: 'The server cannot write to its disk at the moment. Please try again.',
  code: 'DATABASE_UNAVAILABLE',
};

describe('A server that can write no more', () => {
  it('says so, goes on reading, and is whole once there is room', { skip }, async (t) => {
    const folder = temporaryFolder(t);
    const login = await createAccount(folder, 'sender@example.com');
    const server = await startProcess(folder);
    t.after(() => server.kill());
    const client = new Client(server.url, login);
    const kept = ['before'];
    const first = await post(client, 'before');
    limitFiles(folder, largestFile(folder) + 100_000);

    const refused = await postUntilRefused(client, kept);
    const upload = await postFile(client, new Uint8Array(4_000_000));
    const page = await client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    limitFiles(folder, undefined);
    const after = await post(client, 'after');
    await server.stop();

    assert.deepEqual([refused.status, refused.body], [503, unavailable]);
    assert.deepEqual([upload.status, upload.body], [503, unavailable]);
    assert.deepEqual([page.status, page.body.messages[0].id], [200, first.body.id + kept.length - 1]);
    assert.equal(after.status, 200);
    assert.deepEqual(contentsIn(folder), { contents: [...kept, 'after'], integrity: 'ok' });
    assert.deepEqual(uploadedFiles(folder), []);
  });
});

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-full-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

function post(client: Client, content: string): Promise<Answer> {
  return client.post('/messages', { type: 'channel', to: 'general', topic: 'space', content });
}

/** Sends long messages, and notes in `kept` what was acknowledged, until one is not. */
async function postUntilRefused(client: Client, kept: string[]): Promise<Answer> {
  for (let number = 0; number < 1000; number++) {
    const content = `${number} ${'x'.repeat(9000)}`;
    const answer = await post(client, content);
    if (answer.status !== 200) return answer;
    kept.push(content);
  }
  throw new Error('nothing was refused');
}

/** No file that the server writes may become larger, in bytes. */
function limitFiles(folder: string, most: number | undefined): void {
  const [pid = ''] = readFileSync(join(folder, 'chatd.pid'), 'utf8').split('\n');
  execFileSync('prlimit', ['--pid', pid, `--fsize=${most ?? 'unlimited'}:unlimited`]);
}

function largestFile(folder: string): number {
  return Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).size));
}

function contentsIn(folder: string) {
  const db = new Sqlite(join(folder, 'chatd.db'));
  try {
    const sql = "SELECT content FROM messages WHERE content NOT LIKE '%**%' ORDER BY id";
    const contents = db.prepare(sql).pluck().all() as string[];
    return { contents, integrity: db.pragma('integrity_check', { simple: true }) };
  } finally {
    db.close();
  }
}

function uploadedFiles(folder: string): string[] {
  const entries = readdirSync(join(folder, 'uploads'), { recursive: true, withFileTypes: true });
  return entries.filter((one) => one.isFile()).map(({ name }) => name);
}
