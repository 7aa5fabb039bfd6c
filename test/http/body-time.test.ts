import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const length = 200_000;
const end = '\r\n--b--\r\n';
const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';

/** Begins an upload. `bring` sends this many bytes of it and waits until they have arrived. */
async function beginUpload(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const server = await startServer(t);
  const isBegun = t.mock.method(globalThis, 'setInterval');
  const accepted = acceptedSocket(t);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  const received = await accepted;
  const bring = async (bytes: string) => {
    await new Promise((resolve) => socket.write(bytes, resolve));
    await until(() => received.bytesRead === socket.bytesWritten || received.destroyed);
  };
  const type = `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\nConnection: close\r\n`;
  const head = `POST /api/v1/user_uploads HTTP/1.1\r\nHost: x\r\nAuthorization: ${server.as('alice').authorization}\r\n`;
  await bring(`${head}${type}\r\n${start}`);
  await until(() => isBegun.mock.callCount() > 0);
  return { socket, bring };
}

/** The server's end of the next connection. */
function acceptedSocket(t: TestContext): Promise<Socket> {
  return new Promise((resolve) => {
    const take = (message: unknown) => resolve((message as { socket: Socket }).socket);
    subscribe('net.server.socket', take);
    t.after(() => unsubscribe('net.server.socket', take));
  });
}

describe('an upload', () => {
  it('is cut when it brings less than a kilobyte a second', async (t) => {
    const { socket, bring } = await beginUpload(t);
    await bring('x'.repeat(35_000));
    t.mock.timers.tick(30_000);
    assert.equal(socket.destroyed, false);

    await bring('x'.repeat(29_000));
    t.mock.timers.tick(30_000);

    assert.equal(await text(socket), '');
  });

  it('may take long as long as it brings more', async (t) => {
    const { socket, bring } = await beginUpload(t);
    const rest = length - start.length - end.length;
    for (let left = rest; left > 0; left -= 31_000) {
      await bring('x'.repeat(Math.min(left, 31_000)));
      if (left > 31_000) t.mock.timers.tick(30_000);
    }
    await bring(end);

    assert.match(await text(socket), /^HTTP\/1.1 200 /);
  });
});
