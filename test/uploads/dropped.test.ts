import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { advanceDropped, returnFromTrash } from '../../src/uploads/dropped.ts';
import { fetchFile, storedFiles, uploadFile } from '../support/files.ts';
import { png } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const week = 7 * 86_400;
const content = 'Buy tea';
const sha256 = createHash('sha256').update(content).digest('hex');
const inPlace = join(sha256.slice(0, 2), sha256);
const inTrash = join('trash', sha256);

/** A server with a file of Alice's, written at the time of the test's clock. */
async function startWithFile(t: TestContext): Promise<TestServer> {
  const server = await startServer(t);
  await uploadFile(server.as('alice'), content);
  age(server);
  return server;
}

function age({ app, clock }: TestServer): void {
  utimesSync(join(app.config.data_dir, 'uploads', inPlace), clock.now(), clock.now());
}

function advance(server: TestServer, seconds: number): string[] {
  server.clock.advance(seconds);
  advanceDropped(server.app);
  return storedFiles(server);
}

function rows({ db }: TestServer) {
  return db.all('SELECT * FROM dropped_contents');
}

describe('a deleted file', () => {
  it('stays a week in its place and another one in the trash', async (t) => {
    const server = await startWithFile(t);
    await server.as('alice').delete('/attachments/1');

    const steps = [advance(server, week - 1), advance(server, 1), advance(server, week - 1)];
    advance(server, 1);

    assert.deepEqual(steps, [[inPlace], [inTrash], [inTrash]]);
    await until(() => storedFiles(server).length === 0);
    assert.deepEqual(rows(server), []);
  });

  it('takes its thumbnail with it', async (t) => {
    const server = await startServer(t);
    await uploadFile(server.as('alice'), png(), 'photo.png');
    await server.app.thumbnailer.finished();
    await server.as('alice').delete('/attachments/1');

    const files = advance(server, 365 * 86_400);

    assert.deepEqual(
      files.map((file) => file.replace(/[0-9a-f]{64}/, 'hash')),
      ['trash/hash', 'trash/hash.jpg'],
    );
  });

  it('stays where it is when it is uploaded again, and its copy in the trash goes', async (t) => {
    const server = await startWithFile(t);
    const { as } = server;
    await as('alice').delete('/attachments/1');
    advance(server, week);
    const url = await uploadFile(as('bob'), content);

    const files = advance(server, 10 * week);

    await until(() => storedFiles(server).length === 1);
    assert.ok(files.includes(inPlace));
    assert.deepEqual(rows(server), []);
    assert.equal(await (await fetchFile(server, url, 'bob')).text(), content);
  });

  it('stays while it is younger than a week, whatever the database says', async (t) => {
    const server = await startWithFile(t);
    await server.as('alice').delete('/attachments/1');
    server.clock.advance(week - 1);
    age(server);

    const steps = [advance(server, 1), advance(server, week - 2), advance(server, 1)];

    assert.deepEqual(steps, [[inPlace], [inPlace], [inTrash]]);
  });

  it('is in the trash after a crash between the move and the commit, and goes on from there', async (t) => {
    const server = await startWithFile(t);
    await server.as('alice').delete('/attachments/1');
    advance(server, week);
    server.db.run('UPDATE dropped_contents SET in_trash = 0');

    const files = advance(server, week);

    assert.deepEqual(files, [inTrash]);
    assert.deepEqual(rows(server), [{ sha256, in_trash: 1, due_at: server.clock.now() + week }]);
  });
});

describe('a file that the database does not name', () => {
  it('stays for ever', async (t) => {
    const server = await startWithFile(t);
    server.db.run('DELETE FROM attachments');

    const files = advance(server, 100 * week);

    assert.deepEqual(files, [inPlace]);
  });
});

describe('a file in the trash that the database names', () => {
  it('returns to its place, as after an older copy of the database was restored', async (t) => {
    const server = await startWithFile(t);
    const rowsBefore = server.db.all<Record<string, never>>('SELECT * FROM attachments');
    await server.as('alice').delete('/attachments/1');
    advance(server, week);
    for (const row of rowsBefore) {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join(', ');
      server.db.run(`INSERT INTO attachments (${columns.join(', ')}) VALUES (${places})`, ...Object.values(row));
    }

    const count = returnFromTrash(server.app);

    assert.equal(count, 1);
    assert.deepEqual(storedFiles(server), [inPlace]);
  });
});
