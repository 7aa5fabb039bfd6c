import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import Sqlite from 'better-sqlite3';
import type { Database } from '../../src/db/database.ts';
import { cookieName } from '../../src/http/cookie.ts';
import { uploadFile } from '../support/files.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('a request that meets an unforeseen error', () => {
  it('answers 500 with an id under which the log has the cause', async (t) => {
    const server = await startServer(t);
    const lines = watchLog(t, server);
    const error = new TypeError('secret detail');
    failReading(t, server.db, error);

    const { status, body } = await server.anonymous.get('/server_settings');

    const { request_id } = body;
    assert.match(request_id, /^[0-9a-f]{16}$/);
    const msg = `Something went wrong on the server. The cause is in its log, under ${request_id}.`;
    assert.deepEqual([status, body], [500, { result: 'error', msg, code: 'INTERNAL_ERROR', request_id }]);
    assert.deepEqual(lines, [
      ['request failed', { request_id, method: 'GET', path: '/api/v1/server_settings', error }],
    ]);
  });

  it('has an id of its own', async (t) => {
    const server = await startServer(t);
    failReading(t, server.db, new Error());

    const answers = [await server.anonymous.get('/server_settings'), await server.anonymous.get('/server_settings')];

    assert.equal(new Set(answers.map(({ body }) => body.request_id)).size, 2);
  });

  it('logs no key of an address', async (t) => {
    const server = await startServer(t);
    const lines = watchLog(t, server);
    const file = (await server.as('alice').get(await uploadFile(server.as('alice'), 'x'))).body.url;
    failReading(t, server.db, new Error());

    for (const path of [file, '/join/key/', '/confirm-email/1.2.3.key', '/avatar/12']) {
      assert.equal((await fetch(new URL(`${path}?api_key=key`, server.url))).status, 500, path);
    }

    assert.deepEqual(
      lines.map(([event, details]) => [event, details?.path]),
      [
        ['request failed', '/user_uploads/…'],
        ['request failed', '/join/…'],
        ['request failed', '/confirm-email/…'],
        ['request failed', '/avatar/…'],
      ],
    );
  });
});

describe('an error of the database or the file system', () => {
  const outages = [
    ...['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_IOERR_WRITE', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_READONLY'],
    ...['SQLITE_READONLY_DBMOVED', 'SQLITE_CANTOPEN', 'SQLITE_CORRUPT', 'SQLITE_CORRUPT_VTAB', 'SQLITE_NOTADB'],
    ...['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'],
  ];
  const faults = [
    ...['SQLITE_ERROR', 'SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_MISUSE', 'SQLITE_RANGE'],
    ...['SQLITE_TOOBIG', 'SQLITE_MISMATCH', 'ENOENT', 'EISDIR', 'ERR_INVALID_ARG_TYPE'],
  ];
  const unavailable = {
    result: 'error',
    msg: 'The server cannot write to its disk at the moment. Please try again.',
    code: 'DATABASE_UNAVAILABLE',
  };

  it('answers 503 to the API and on the web when it cannot be read or written', async (t) => {
    const server = await startServer(t);
    const failure = failReading(t, server.db);
    for (const code of outages) {
      failure.error = errorOf(code);

      const { status, body } = await server.anonymous.get('/server_settings');
      const page = await fetch(`${server.url}/avatar/12`);

      assert.deepEqual([status, body], [503, unavailable], code);
      assert.deepEqual([page.status, await page.json()], [503, unavailable], code);
    }
  });

  it('answers 503 to a browser with a session, too', async (t) => {
    const server = await startServer(t);
    watchLog(t, server);
    failReading(t, server.db, errorOf('SQLITE_CORRUPT'));

    const headers = { Cookie: `${cookieName(server.app.config, 'chatd')}=x` };
    const answer = await fetch(`${server.url}/api/v1/server_settings`, { headers });

    assert.deepEqual([answer.status, await answer.text()], [503, JSON.stringify(unavailable)]);
  });

  it('answers 500 when it is a fault of the server', async (t) => {
    const server = await startServer(t);
    const failure = failReading(t, server.db);
    for (const code of faults) {
      failure.error = errorOf(code);

      const { status, body } = await server.anonymous.get('/server_settings');
      const page = await fetch(`${server.url}/avatar/12`);

      assert.deepEqual([status, body.code, page.status], [500, 'INTERNAL_ERROR', 500], code);
    }
  });
});

function errorOf(code: string): Error {
  if (code.startsWith('SQLITE_')) return new Sqlite.SqliteError(code, code);
  return Object.assign(new Error(code), { code });
}

/** From now on reading from the database throws `error`. */
function failReading(t: TestContext, db: Database, error = new Error()): { error: Error } {
  const failure = { error };
  const fail = () => {
    throw failure.error;
  };
  for (const name of ['get', 'all', 'value', 'values'] as const) t.mock.method(db, name, fail);
  return failure;
}

/** The errors that the server logs. */
function watchLog(
  t: TestContext,
  { app }: TestServer,
): [event: string, details: Record<string, unknown> | undefined][] {
  const lines: [string, Record<string, unknown> | undefined][] = [];
  t.mock.method(app.log, 'error', (event: string, details?: Record<string, unknown>) => lines.push([event, details]));
  return lines;
}
