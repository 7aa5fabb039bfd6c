import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createMetricsServer } from '../../src/web/metrics.ts';
import { upload } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** The samples that a server of metrics answers with, by name and labels. */
async function readMetrics(t: TestContext, { app }: TestServer): Promise<Record<string, number>> {
  mkdirSync(app.config.data_dir, { recursive: true });
  const url = await serveMetrics(t, app);
  const answer = await fetch(`${url}/metrics`, { headers: { Connection: 'close' } });
  assert.deepEqual(
    [answer.status, answer.headers.get('content-type')],
    [200, 'text/plain; version=0.0.4; charset=utf-8'],
  );
  assert.equal((await fetch(`${url}/`, { headers: { Connection: 'close' } })).status, 404);
  const lines = (await answer.text()).trimEnd().split('\n');
  const samples = lines.filter((line) => !line.startsWith('#'));
  for (const line of samples) assert.match(line, /^[a-z_]+(\{([a-z]+="[^"]*",?)+\})? \d+(\.\d+)?(e-\d+)?$/);
  return Object.fromEntries(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

/** Returns the address of the metrics. */
async function serveMetrics(t: TestContext, app: TestServer['app']): Promise<string> {
  const server = createMetricsServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('GET /metrics', () => {
  it('answers 503 while the database cannot be read, and later again', async (t) => {
    const { app } = await startServer(t);
    mkdirSync(app.config.data_dir, { recursive: true });
    const url = await serveMetrics(t, app);
    const logged = t.mock.method(app.log, 'error', () => {});
    const reading = t.mock.method(app.db, 'value', () => {
      throw new Error('unreadable');
    });
    const ask = async () => (await fetch(`${url}/metrics`, { headers: { Connection: 'close' } })).status;

    const broken = await ask();
    reading.mock.restore();

    assert.deepEqual([broken, await ask(), logged.mock.callCount()], [503, 200, 1]);
  });

  it('counts failed logins', async (t) => {
    const server = await startServer(t);
    await server.anonymous.post('/fetch_api_key', { username: 'alice@example.com', password: 'wrong' });

    assert.equal((await readMetrics(t, server)).chatd_login_failures_total, 1);
  });

  it('tells how requests ended, by endpoint as declared and status', async (t) => {
    const server = await startServer(t);
    await server.as('alice').post('/messages', { type: 'direct', to: [server.users.bob.id], content: 'secret words' });
    await server.as('alice').get('/messages/1');
    await server.as('alice').get('/messages/999');
    await server.as('alice').get('/messages/998');
    await fetch(`${server.url}/robots.txt`);
    await server.as('alice').get('/users/me');

    const metrics = await readMetrics(t, server);

    const requests = Object.entries(metrics).filter(([name]) => name.startsWith('chatd_requests_total'));
    assert.deepEqual(requests.slice(0, 4), [
      ['chatd_requests_total{endpoint="POST /messages",status="200"}', 1],
      ['chatd_requests_total{endpoint="GET /messages/{message_id}",status="200"}', 1],
      ['chatd_requests_total{endpoint="GET /messages/{message_id}",status="400"}', 2],
      ['chatd_requests_total{endpoint="other",status="200"}', 1],
    ]);
    const endpoint = 'endpoint="GET /messages/{message_id}"';
    assert.equal(metrics[`chatd_request_seconds_bucket{${endpoint},le="+Inf"}`], 3);
    assert.equal(metrics[`chatd_request_seconds_bucket{${endpoint},le="90"}`], 3);
    assert.equal(metrics[`chatd_request_seconds_count{${endpoint}}`], 3);
    assert((metrics[`chatd_request_seconds_sum{${endpoint}}`] ?? 0) > 0);
    assert.doesNotMatch(JSON.stringify(metrics), /secret|alice/);
  });

  it('tells of queues, events and writes', async (t) => {
    const server = await startServer(t);
    await server.as('bob').post('/register', { event_types: ['message'] });
    await server.as('alice').post('/users/me/presence', { status: 'active' });
    const before = await readMetrics(t, server);

    await server.as('alice').post('/messages', { type: 'direct', to: [server.users.bob.id], content: 'hello' });

    const after = await readMetrics(t, server);
    const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
    assert.deepEqual([before.chatd_event_queues, before.chatd_event_bytes, before.chatd_online_users], [1, 0, 1]);
    assert((after.chatd_event_bytes ?? 0) > 0);
    assert(grown('chatd_events_total') >= 1);
    assert.deepEqual(['chatd_commits_total', 'chatd_writes_total'].map(grown), [1, 1]);
    assert.equal(after.chatd_writes_stopped, 0);
    assert((after.process_resident_memory_bytes ?? 0) > 10_000_000);
  });

  it('tells of work that waits, of sizes and of the newest backup', async (t) => {
    const server = await startServer(t);
    const { data_dir } = server.app.config;
    const at = server.clock.now() + 3600;
    for (const content of ['sent', 'failed', 'waits']) {
      const values = { type: 'direct', to: [server.users.bob.id], content, scheduled_delivery_timestamp: at };
      await server.as('alice').post('/scheduled_messages', values);
    }
    server.db.run("UPDATE scheduled_messages SET sent_at = ? WHERE content = 'sent'", at);
    server.db.run("UPDATE scheduled_messages SET failed = 1 WHERE content = 'failed'");
    server.app.config.backup = { folder: join(data_dir, 'backups'), keep: 7 };
    const before = await readMetrics(t, server);
    mkdirSync(join(data_dir, 'backups'), { recursive: true });
    for (const name of ['chatd-20260104T080000Z.tar', 'chatd-20260105T080000Z.tar', 'other.tar']) {
      writeFileSync(join(data_dir, 'backups', name), '');
    }
    await upload(server.as('alice'), '/user_uploads', [Buffer.from('twelve bytes')]);

    const after = await readMetrics(t, server);

    const beginning = (start: string) =>
      Object.fromEntries(Object.entries(after).filter(([name]) => name.startsWith(start)));
    assert.deepEqual(beginning('chatd_jobs_waiting'), {
      'chatd_jobs_waiting{job="mails"}': 0,
      'chatd_jobs_waiting{job="webhooks"}': 0,
      'chatd_jobs_waiting{job="scheduled_messages"}': 1,
      'chatd_jobs_waiting{job="reminders"}': 0,
      'chatd_jobs_waiting{job="thumbnails"}': 0,
    });
    assert.deepEqual(Object.keys(beginning('chatd_file_bytes')), [
      'chatd_file_bytes{file="database"}',
      'chatd_file_bytes{file="log"}',
      'chatd_file_bytes{file="search"}',
      'chatd_file_bytes{file="uploads"}',
    ]);
    assert.equal(after['chatd_file_bytes{file="uploads"}'], 12);
    assert((after.chatd_disk_free_bytes ?? 0) > 1_000_000);
    const backup = Date.UTC(2026, 0, 5, 8) / 1000;
    assert.deepEqual(
      [before, after].map((one) => one.chatd_backup_time_seconds),
      [undefined, backup],
    );
  });
});

describe('GET /health', () => {
  it('answers 200 while the server can serve', async (t) => {
    const { url } = await startServer(t);

    const answer = await fetch(`${url}/health`);

    assert.deepEqual([answer.status, await answer.json()], [200, { status: 'ok' }]);
    assert.equal((await fetch(`${url}/health`, { method: 'HEAD' })).status, 200);
  });

  it('answers 503 when nothing is written any more, or nothing can be read', async (t) => {
    const { url, db } = await startServer(t);

    db.stopWrites('damage');
    const stopped = await fetch(`${url}/health`);
    db.resumeWrites();
    t.mock.method(db, 'value', () => {
      throw new Error();
    });
    const unreadable = await fetch(`${url}/health`);

    assert.deepEqual([stopped.status, await stopped.json()], [503, { status: 'failing' }]);
    assert.equal(unreadable.status, 503);
  });
});
