import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { limitConnections } from '../../src/http/connection-limit.ts';
import { until } from '../support/until.ts';

const request = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
const lastRequest = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';

/** Starts a server with this limit of connections. The result opens one. */
async function startLimited(t: TestContext, most: number) {
  const server = createServer((request, response) => {
    if (!isRefused(request, response)) response.end('welcome');
  });
  const isRefused = limitConnections(server, most);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  let count = 0;
  server.on('connection', (socket) => {
    count++;
    socket.on('close', () => count--);
  });
  const open = async (): Promise<Socket> => {
    const before = count;
    const socket = connect(port, '127.0.0.1');
    await until(() => count > before);
    return socket;
  };
  return { open, port, count: () => count };
}

async function openMany(open: () => Promise<Socket>, count: number): Promise<void> {
  for (let opened = 0; opened < count; opened++) await open();
}

describe('a limited number of connections', () => {
  it('answers those above it with 503 and goes on with the others', async (t) => {
    const { open } = await startLimited(t, 10);
    const first = await open();
    await openMany(open, 9);
    const surplus = await open();

    surplus.write(request);
    const refusal = await text(surplus);
    first.write(lastRequest);
    const welcome = await text(first);

    const [head = '', body = ''] = refusal.split('\r\n\r\n');
    assert.match(head, /^HTTP\/1\.1 503 /);
    assert.match(head, /^Retry-After: 10$/m);
    assert.match(head, /^Connection: close$/m);
    assert.deepEqual(JSON.parse(body), {
      result: 'error',
      msg: 'The server has too many connections at the moment. Please try again later.',
      code: 'TOO_MANY_CONNECTIONS',
    });
    assert.match(welcome, /^HTTP\/1\.1 200 .*welcome$/s);
  });

  it('lets a connection in that came too early, once there is room', async (t) => {
    const { open, count } = await startLimited(t, 10);
    const first = await open();
    await openMany(open, 9);
    const early = await open();

    first.destroy();
    await until(() => count() === 10);
    early.write(lastRequest);

    assert.match(await text(early), /^HTTP\/1\.1 200 .*welcome$/s);
  });

  it('closes at once what is far above it', async (t) => {
    const { open, port, count } = await startLimited(t, 10);
    await openMany(open, 11);

    const twelfth = connect(port, '127.0.0.1');
    // Whether it ends or is reset is the system's choice.
    twelfth.on('error', () => {});
    twelfth.resume();
    await once(twelfth, 'close');

    assert.equal(count(), 11);
  });
});
