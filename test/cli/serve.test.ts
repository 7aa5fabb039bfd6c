import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { isExposed } from '../../src/cli/banner.ts';
import { openConnection } from '../../src/db/connection.ts';
import { isOpen } from '../../src/ground/addresses.ts';
import { Receiver } from '../bots/receiver.ts';
import { launcher } from '../support/program.ts';
import { EventStream } from '../support/stream.ts';
import { until } from '../support/until.ts';
import { type Account, makePlace, mode, type Serving } from './place.ts';

describe('chatd serve', { concurrency: 2 }, () => {
  it('makes its data directory, which only its owner can read', async (t) => {
    const place = makePlace(t);

    await place.serve();

    const files = ['chatd.db', 'chatd.lock', 'chatd.pid', 'secret.key'].map((name) => `chatd-data/${name}`);
    assert.deepEqual(
      ['chatd-data', ...files].map((name) => [name, mode(place.path(name))]),
      [['chatd-data', '700'], ...files.map((name) => [name, '600'])],
    );
  });

  it('tells its address, its data directory and, while nobody owns it, two ways to make an owner', async (t) => {
    const place = makePlace(t);
    const server = await place.serve();

    const command = /^ {2}or {10}(.*)$/m.exec(server.said())?.[1] ?? '';
    const link = /^ {2}open {8}(.*)$/m.exec(server.said())?.[1] ?? '';
    const shown = await fetch(link);
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --json`], { cwd: place.folder });

    const owner = JSON.parse(stdout);
    const { body } = await server.as(owner).get('/users/me');
    assert.deepEqual([body.email, body.is_owner], ['you@example.com', true]);
    assert.deepEqual([shown.status, (await fetch(link)).status], [200, 404]);
    assert.equal(
      server.said().replace(/^(chatd) \S+/, '$1 VERSION'),
      `chatd VERSION is running on ${server.url}\n` +
        '  for         My organization\n' +
        '  data        chatd-data\n' +
        '  log in      nobody yet: create your own account first, in a browser within half an hour\n' +
        `  open        ${link}\n` +
        `  or          ${launcher} create-user you@example.com --name "Your Name" --role owner\n`,
    );
  });

  it('names the data directory in that command when it is another one', async (t) => {
    const place = makePlace(t);

    const server = await place.serve(['--data-dir', 'my data']);

    assert.match(server.said(), / --role owner --data-dir "my data"\n/);
  });

  it('tells who can log in once there is an owner', async (t) => {
    const place = makePlace(t);
    await place.addAccount('olive@example.com', { role: 'owner', randomPassword: true });
    await place.addAccount('bob@example.com');

    const server = await place.serve();

    assert.match(
      server.said(),
      /^ {2}log in {6}one person with e-mail address and password; to see all: \S+ list-users$/m,
    );
    assert.match(server.said(), /^ {2}name it {5}\S+ settings set name "Your Team"$/m);
  });

  it('opens a browser where one begins with --open, and does without where there is none', async (t) => {
    const place = makePlace(t);
    mkdirSync(place.path('bin'));
    writeFileSync(place.path('bin/xdg-open'), '#!/bin/sh\necho "$1" >opened', { mode: 0o755 });
    const path = `${place.path('bin')}:${process.env.PATH}`;

    const first = await place.serve(['--open'], { env: { PATH: path } });
    await until(() => existsSync(place.path('opened')) && readFileSync(place.path('opened')).length > 0);
    const link = readFileSync(place.path('opened'), 'utf8').trim();
    assert.equal((await fetch(link)).status, 200);
    await first.end('SIGTERM');
    writeFileSync(place.path('bin/xdg-open'), 'no program', { mode: 0o644 });
    const second = await place.serve(['--open'], { env: { PATH: path } });
    const { status } = await second.as().get('/server_settings');

    assert.match(link, new RegExp(`^${first.url}/setup/`));
    assert.equal(status, 200);
  });

  it('says whose server it is once somebody has named the organization', async (t) => {
    const place = makePlace(t);
    const olive = await place.addAccount('olive@example.com', { role: 'owner', randomPassword: true });
    const first = await place.serve();
    const { status } = await first.as(olive).patch('/realm', { name: 'Tea House' });
    assert.equal(status, 200);
    await first.end('SIGTERM');

    const server = await place.serve();

    assert.match(server.said(), /^ {2}for {9}Tea House$/m);
    assert.doesNotMatch(server.said(), /name it/);
  });

  it('takes a flag before a variable, and a variable before the default', async (t) => {
    const place = makePlace(t);
    const env = { CHATD_DATA_DIR: 'of-variable', CHATD_PUBLIC_URL: 'https://variable.example.com' };

    const server = await place.serve(['--data-dir', 'of-flag'], { env });

    const { body } = await server.as().get('/server_settings');
    assert.deepEqual(
      [existsSync(place.path('of-flag')), existsSync(place.path('of-variable')), body.realm_url],
      [true, false, 'https://variable.example.com'],
    );
  });

  it('gives the address it listens on as its public one unless another is named', async (t) => {
    const place = makePlace(t);

    const server = await place.serve();

    const { body } = await server.as().get('/server_settings');
    assert.equal(body.realm_url, server.url);
  });

  it('writes a line for each answer with --log-level debug, and no key in it', async (t) => {
    const place = makePlace(t);
    const server = await place.serve(['--log-format', 'json', '--log-level', 'debug']);

    await server.as().get('/users/me', { api_key: 'KEY' });
    for (const path of ['/join/KEY/', '//join//KEY?key=KEY', '/avatar']) await fetch(server.url + path);
    const { stderr } = await server.end('SIGTERM');

    const entries = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const answers = entries
      .filter(({ level }) => level === 'debug')
      .map(({ time: _time, ms, request_id, ...rest }) => [typeof ms, /^[0-9a-f]{16}$/.test(String(request_id)), rest]);
    assert.deepEqual(
      answers,
      [
        { path: '/api/v1/users/me', status: 401 },
        { path: '/join/…', status: 404 },
        { path: '//join//…', status: 404 },
        { path: '/avatar', status: 404 },
      ].map((rest) => [
        'number',
        true,
        { level: 'debug', event: 'answered', address: '127.0.0.1', method: 'GET', ...rest },
      ]),
    );
  });

  it('writes only lines of JSON with --log-format json', async (t) => {
    const place = makePlace(t);

    const server = await place.serve(['--log-format', 'json']);
    const { stdout, stderr } = await server.end('SIGTERM');

    const lines = stderr.trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const url = String(entries[1]?.url);
    assert.equal(stdout, '');
    assert.ok(url.startsWith(`${server.url}/setup/`));
    assert.deepEqual(
      entries.map(({ time, version, ...entry }) => [typeof time, typeof version, entry]),
      [
        [
          'string',
          'string',
          {
            level: 'info',
            event: 'listening',
            address: server.url,
            public_url: server.url,
            data_dir: place.path('chatd-data'),
            pid: server.pid,
          },
        ],
        ['string', 'undefined', { level: 'info', event: 'open this address to log in', url }],
        ['string', 'undefined', { level: 'info', event: 'stopping', signal: 'SIGTERM' }],
      ],
    );
  });

  it('ends with 3 when another program has the port', async (t) => {
    const place = makePlace(t);
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const address = `127.0.0.1:${(other.address() as { port: number }).port}`;

    const run = await place.run(['serve', '--listen', address]);

    assert.deepEqual(run, {
      exitCode: 3,
      stdout: '',
      stderr: `chatd: http://${address} cannot be served: another program listens there; choose another port with --listen.\n`,
    });
  });

  it('ends with 3 when another server has the directory, and names that one', async (t) => {
    const place = makePlace(t);
    const first = await place.serve();

    const second = await place.run(['serve', '--listen', '127.0.0.1:0']);

    const { status } = await first.as().get('/server_settings');
    assert.deepEqual(
      [second, status],
      [
        {
          exitCode: 3,
          stdout: '',
          stderr:
            `chatd: ${place.path('chatd-data')} is in use by process ${first.pid}, which listens on ${first.url}. ` +
            'Stop it first, or choose another --data-dir.\n',
        },
        200,
      ],
    );
  });

  it('starts again on the directory of a server that was killed', async (t) => {
    const place = makePlace(t);
    const killed = await place.serve();
    await killed.end('SIGKILL');

    const next = await place.serve();

    const [pid, address] = readFileSync(place.path('chatd-data/chatd.pid'), 'utf8').split('\n');
    assert.deepEqual([pid, address], [String(next.pid), next.url]);
  });

  it('writes no secret to its log', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com', { randomPassword: true });
    const server = await place.serve(['--log-level', 'debug']);
    const username = ada.email;

    await server.as().post('/fetch_api_key', { username, password: ada.password });
    await server.as().post('/fetch_api_key', { username, password: 'not that one' });
    await server.as(ada).get('/users/me', { api_key: ada.api_key });
    await server.as(ada).get('/nothing', { api_key: ada.api_key });
    const { stdout, stderr } = await server.end('SIGTERM');

    for (const secret of [ada.password as string, ada.api_key, 'not that one']) {
      assert.ok(!`${stdout}${stderr}`.includes(secret));
    }
  });
});

describe('chatd serve, when it is told to stop', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`ends waiting polls on ${signal}, tidies up and ends with 0`, async (t) => {
      const place = makePlace(t);
      const ada = await place.addAccount('ada@example.com');
      const server = await place.serve();
      const client = server.as(ada);
      const { body: queue } = await client.post('/register');
      const first = client.get('/events', { queue_id: queue.queue_id, last_event_id: -1 });
      const second = client.get('/events', { queue_id: queue.queue_id, last_event_id: -1 });
      // A poll is ended by the next one of its queue, so the second one waits now.
      await first;

      const { exitCode } = await server.end(signal);

      const { status, body } = await second;
      assert.deepEqual([exitCode, status, body], [0, 200, { result: 'success', msg: '', events: [] }]);
      await assert.rejects(client.get('/users/me'));
      assert.deepEqual(
        ['chatd.db', 'chatd.db-wal', 'chatd.pid'].map((name) => existsSync(place.path(`chatd-data/${name}`))),
        [true, false, false],
      );
    });
  }

  it('ends streams at once', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com');
    const server = await place.serve();
    const client = server.as(ada);
    const stream = await EventStream.open(client, await openQueue(server, ada, ['message']));
    await say(server, ada, 'one');
    await stream.untilEvents(1);

    const began = performance.now();
    const { exitCode } = await server.end('SIGTERM');

    assert.equal(exitCode, 0);
    // Others are cut off after eight seconds.
    assert.ok(performance.now() - began < 6000);
    await stream.untilEnd();
  });

  it('goes on when somebody closes a terminal, which it does not have', async (t) => {
    const place = makePlace(t);
    const server = await place.serve();

    server.signal('SIGHUP');
    const { exitCode, stderr } = await server.end('SIGTERM');

    assert.equal(exitCode, 0);
    assert.match(stderr, /stopping signal=SIGTERM/);
  });

  it('stops by Ctrl-Break of Windows as by Ctrl-C', async (t) => {
    const place = makePlace(t);
    // Only Windows sends this signal.
    writeFileSync(place.path('break.mjs'), "process.on('SIGUSR2', () => process.emit('SIGBREAK', 'SIGBREAK'));");
    const server = await place.serve([], { env: { NODE_OPTIONS: `--import=${place.path('break.mjs')}` } });

    const { exitCode, stderr } = await server.end('SIGUSR2');

    assert.equal(exitCode, 0);
    assert.match(stderr, /stopping signal=SIGBREAK/);
  });

  it('finishes what is under way', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com');
    const server = await place.serve();
    const request = await beginMessage(server, ada);

    server.signal('SIGTERM');
    await server.hear('stopping');
    request.finish();

    const answer = await request.answer;
    const { exitCode } = await server.ended;
    assert.equal(exitCode, 0);
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(answer, /\r\nConnection: close\r\n/);
    const next = await place.serve();
    const { body } = await next.as(ada).get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    assert.deepEqual(
      body.messages.map(({ content }: { content: string }) => content),
      ['<p>Half a word</p>'],
    );
  });

  it('gives back the pages that its database no longer needs', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    const file = place.path('chatd-data/chatd.db');
    const db = openConnection(file);
    db.connection.exec(
      'CREATE TABLE large (bytes BLOB); INSERT INTO large VALUES (zeroblob(20000000)); DROP TABLE large',
    );
    db.close();
    const before = statSync(file).size;

    await (await place.serve()).end('SIGTERM');

    assert.ok(statSync(file).size < before / 4);
  });

  it('closes connections that ask nothing while others are still answered', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com');
    const server = await place.serve();
    const silent = connect(Number(new URL(server.url).port), '127.0.0.1').resume();
    await once(silent, 'connect');
    const request = await beginMessage(server, ada);

    server.signal('SIGTERM');
    await once(silent, 'close');
    request.finish();

    assert.match(await request.answer, /^HTTP\/1\.1 200 OK\r\n/);
    assert.equal((await server.ended).exitCode, 0);
  });

  it('quits at once when it is told a second time', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com');
    const server = await place.serve();
    const request = await beginMessage(server, ada);
    server.signal('SIGTERM');
    await server.hear('stopping');

    const { exitCode } = await server.end('SIGINT');

    assert.deepEqual([exitCode, await request.answer], [1, '']);
  });
});

describe('chatd serve, after a server that stopped', () => {
  it('has nothing to tell receivers again that they were being told', async (t) => {
    const place = makePlace(t);
    const receiver = await new Receiver().start(t);
    receiver.answer = (response) => setTimeout(() => response.end('{"content":"Done."}'), 300);
    const ada = await place.addAccount('ada@example.com', { role: 'owner' });
    const first = await place.serve();
    const bot = { full_name: 'Helper', short_name: 'helper', bot_type: 3, payload_url: receiver.url };
    const { body: helper } = await first.as(ada).post('/bots', bot);
    const message = { type: 'direct', to: [helper.user_id], content: 'Now?' };
    await first.as(ada).post('/messages', message);
    await until(() => receiver.received.length === 1);
    await first.end('SIGTERM');

    const next = await place.serve();

    const { body } = await next.as(ada).get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    assert.deepEqual([body.messages[0].content, receiver.received.length], ['<p>Done.</p>', 1]);
  });

  it('goes on with its queues, and tells them what commands did meanwhile', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com');
    const first = await place.serve();
    const queue_id = await openQueue(first, ada, ['message', 'realm_user']);
    await say(first, ada, 'one');
    const before = await hear(first, ada, queue_id, -1);
    await first.end('SIGTERM');
    await place.create('bob@example.com');

    const next = await place.serve();

    const after = await hear(next, ada, queue_id, -1);
    await say(next, ada, 'two');
    const last = await hear(next, ada, queue_id, 1);
    assert.deepEqual([before, after, last], [['0: <p>one</p>'], ['0: <p>one</p>', '1: The bob'], ['2: <p>two</p>']]);
  });

  it('tells them who became a full member by waiting, before it stopped or meanwhile, once', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com', { role: 'owner' });
    const bob = await place.addAccount('bob@example.com');
    const carol = await place.addAccount('carol@example.com');
    const first = await place.serve();
    const { status } = await first.as(ada).patch('/realm', { waiting_period_threshold: 1 });
    const queue_id = await openQueue(first, ada, ['user_group']);
    const db = openConnection(place.path('chatd-data/chatd.db'));
    t.after(() => db.close());
    const letWait = (user_id: number, seconds: number) =>
      db.run('UPDATE users SET joined_at = unixepoch() - 86400 - ? WHERE id = ?', seconds, user_id);
    letWait(bob.user_id, 5);
    await first.end('SIGTERM');
    const second = await place.serve();
    const before = await fullMembers(second, ada, queue_id);
    await second.end('SIGTERM');
    // It stopped an hour ago, and half an hour ago Carol had been here for a day.
    db.run('UPDATE saved_queues SET saved_at = saved_at - 3600, seconds_left = 7200');
    letWait(bob.user_id, 86_400);
    letWait(carol.user_id, 1800);

    const third = await place.serve();

    const after = await fullMembers(third, ada, queue_id);
    assert.equal(status, 200);
    assert.deepEqual(
      [before, after],
      [
        [['add_members', [bob.user_id]]],
        [
          ['add_members', [bob.user_id]],
          ['add_members', [carol.user_id]],
        ],
      ],
    );
  });

  it('leaves them to the next one when it cannot listen', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com');
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const first = await place.serve();
    const queue_id = await openQueue(first, ada, ['message']);
    await say(first, ada, 'one');
    await first.end('SIGTERM');

    const failed = await place.run(['serve', '--listen', `127.0.0.1:${(other.address() as { port: number }).port}`]);
    const next = await place.serve();

    assert.equal(failed.exitCode, 3);
    assert.deepEqual(await hear(next, ada, queue_id, -1), ['0: <p>one</p>']);
  });

  it('knows no queues of a server that was killed, not even those that it had been left', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com');
    const first = await place.serve();
    const left = await openQueue(first, ada, ['message']);
    await first.end('SIGTERM');
    const killed = await place.serve();
    const own = await openQueue(killed, ada, ['message']);
    assert.deepEqual(await hear(killed, ada, left, -1), []);
    await killed.end('SIGKILL');

    const next = await place.serve();

    const polls = [left, own].map((queue_id) =>
      next.as(ada).get('/events', { queue_id, last_event_id: -1, dont_block: true }),
    );
    const codes = (await Promise.all(polls)).map(({ body }) => body.code);
    assert.deepEqual(codes, ['BAD_EVENT_QUEUE_ID', 'BAD_EVENT_QUEUE_ID']);
  });
});

async function openQueue(server: Serving, account: Account, event_types: string[]): Promise<string> {
  const { body } = await server.as(account).post('/register', { event_types, apply_markdown: true });
  return body.queue_id;
}

/** What a queue has to tell of the groups of people. */
async function fullMembers(server: Serving, account: Account, queue_id: string): Promise<[string, number[]][]> {
  const { body } = await server.as(account).get('/events', { queue_id, last_event_id: -1, dont_block: true });
  return body.events.map(({ op, user_ids }: { op: string; user_ids: number[] }) => [op, user_ids]);
}

async function say(server: Serving, account: Account, content: string): Promise<void> {
  const { status } = await server
    .as(account)
    .post('/messages', { type: 'channel', to: 'general', topic: 't', content });
  assert.equal(status, 200);
}

/** What a queue has to tell of messages and people, each with its id. */
async function hear(server: Serving, account: Account, queue_id: string, last_event_id: number): Promise<string[]> {
  const { status, body } = await server.as(account).get('/events', { queue_id, last_event_id, dont_block: true });
  assert.equal(status, 200);
  type Heard = { id: number; message?: { content: string }; person?: { full_name: string } };
  return body.events.map(({ id, message, person }: Heard) => `${id}: ${message?.content ?? person?.full_name}`);
}

/** Sends half a request to send a message; `finish` sends the rest, and `answer` is all that came back. */
async function beginMessage(server: Serving, { email, api_key }: { email: string; api_key: string }) {
  const body = 'type=stream&to=general&topic=stop&content=Half+a+word';
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.setEncoding('utf8');
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  const closed = once(socket, 'close').then(
    () => answer,
    () => answer,
  );
  const head = [
    'POST /api/v1/messages HTTP/1.1',
    'Host: localhost',
    `Authorization: Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    // The server answers this when it has read the head.
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  answer = '';
  socket.write(body.slice(0, 20));
  return { answer: closed, finish: () => socket.write(body.slice(20)) };
}

describe('a server that compares passwords', { skip: process.platform !== 'linux' && 'needs Linux' }, () => {
  it('gives the memory back that it takes', async (t) => {
    const server = await makePlace(t).serve();
    const guess = (n: number) =>
      server.as().post('/fetch_api_key', { username: `${n}@example.com`, password: 'guessed' });
    await server.as().get('/server_settings');
    const before = residentMegabytes(server);

    for (let round = 0; round < 5; round++) await Promise.all([0, 1, 2, 3].map(guess));

    const growth = residentMegabytes(server) - before;
    assert.ok(growth < 50, `${growth} MB`);
  });
});

function residentMegabytes({ pid }: Serving): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

describe('a server that others can reach', () => {
  it('listens on more than this machine, or has a URL elsewhere', () => {
    const at = (host: string, public_url: string) => isOpen({ listen: { host, port: 9991 }, public_url });

    assert.deepEqual(
      {
        loopback: at('127.0.0.1', 'http://127.0.0.1:9991'),
        loopback6: at('::1', 'http://[::1]:9991'),
        localhost: at('localhost', 'http://localhost:9991'),
        everywhere: at('0.0.0.0', 'http://localhost:9991'),
        everywhere6: at('::', 'http://localhost:9991'),
        address: at('192.168.1.5', 'http://192.168.1.5:9991'),
        behindProxy: at('127.0.0.1', 'https://chat.example.com'),
      },
      {
        loopback: false,
        loopback6: false,
        localhost: false,
        everywhere: true,
        everywhere6: true,
        address: true,
        behindProxy: true,
      },
    );
  });

  it('is warned of unless TLS stands before it', () => {
    const at = (host: string, public_url: string) => isExposed({ listen: { host, port: 9991 }, public_url });

    assert.deepEqual(
      {
        loopback: at('127.0.0.1', 'http://127.0.0.1:9991'),
        loopback6: at('::1', 'http://[::1]:9991'),
        localhost: at('localhost', 'http://localhost:9991'),
        everywhere: at('0.0.0.0', 'http://localhost:9991'),
        address: at('192.168.1.5', 'http://192.168.1.5:9991'),
        behindProxy: at('0.0.0.0', 'https://chat.example.com'),
      },
      { loopback: false, loopback6: false, localhost: false, everywhere: true, address: true, behindProxy: false },
    );
  });
});
