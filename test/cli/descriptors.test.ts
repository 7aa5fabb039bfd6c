import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { type Agent, type AgentOptions, globalAgent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { launcher } from '../support/program.ts';
import { makePlace, type Place, type Serving } from './place.ts';

/** A program that may open as many files and connections as named. */
function limited(t: TestContext, most: number): Place {
  const file = makePlace(t).path('chatd');
  writeFileSync(file, `#!/bin/sh\nulimit -n ${most}\nexec '${launcher}' "$@"\n`);
  chmodSync(file, 0o755);
  return makePlace(t, file);
}

/** Lets clients keep a free connection for a minute instead of five seconds. */
function keepConnections(t: TestContext): void {
  const { options } = globalAgent as Agent & { options: AgentOptions };
  const { timeout } = options;
  options.timeout = 60_000;
  t.after(() => Object.assign(options, { timeout }));
}

/** Opens this many connections that send nothing, and waits until each is accepted or refused. */
async function crowd(t: TestContext, { url }: Serving, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(Number(new URL(url).port), '127.0.0.1'));
  t.after(() => sockets.forEach((socket) => void socket.destroy()));
  for (const socket of sockets) socket.on('error', () => {}).resume();
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  return sockets;
}

describe('a server at the limit of what it may open', { timeout: 60_000 }, () => {
  it('turns away newcomers, stores files, tells those who wait what happens, and lets people in again later', async (t) => {
    keepConnections(t);
    const place = limited(t, 128);
    const olive = await place.addAccount('olive@example.com', { role: 'owner', randomPassword: true });
    const server = await place.serve();
    const { body } = await server.as(olive).post('/register', { event_types: ['message'], fetch_event_types: [] });
    const poll = server.as(olive).get('/events', { queue_id: body.queue_id, last_event_id: -1 });
    // The connection that registered is there still and free for the next request.
    await server.as(olive).get('/users/me');

    const sockets = await crowd(t, server, 300);
    const refused = await askAnew(server);
    const file = new FormData();
    file.append('filename', new File(['notes'], 'notes.txt'));
    const stored = await server.as(olive).send('POST', '/user_uploads', { body: file });
    const sent = await server
      .as(olive)
      .post('/messages', { type: 'direct', to: [olive.user_id], content: 'still here' });
    const heard = await poll;
    for (const socket of sockets) socket.destroy();
    await untilAnswered(server);

    assert.match(refused, /^$|^HTTP\/1\.1 503 .*"code":"TOO_MANY_CONNECTIONS"/s);
    assert.deepEqual([stored.status, sent.status, heard.body.events[0].message.content], [200, 200, 'still here']);
    const { exitCode, stderr } = await server.end('SIGTERM');
    assert.equal(exitCode, 0, stderr);
    assert.doesNotMatch(stderr, /EMFILE|error/i);
  });
});

/** What a new connection gets to hear; nothing where it is closed at once. */
async function askAnew({ url }: Serving): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /api/v1/server_settings HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  return text(socket).catch(() => '');
}

async function untilAnswered(server: Serving): Promise<void> {
  while (!(await askAnew(server)).startsWith('HTTP/1.1 200 '));
}
