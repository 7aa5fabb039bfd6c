import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { createServer } from '../../src/app.ts';
import { prepareDrain } from '../../src/cli/drain.ts';
import { exitCodes } from '../../src/cli/failure.ts';
import { readTls } from '../../src/cli/tls-options.ts';
import { type LogLevel, logLevels } from '../../src/ground/log.ts';
import { readCertificate } from '../../src/http/certificate.ts';
import { certificates } from '../support/certificates.ts';
import { startServer } from '../support/server.ts';

const [first, second] = certificates;

function makeFiles(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = { cert_file: join(folder, 'cert.pem'), key_file: join(folder, 'key.pem') };
  const write = ({ cert, key }: { cert: string; key: string }) => {
    writeFileSync(files.cert_file, cert);
    writeFileSync(files.key_file, key);
  };
  write(first);
  return { files, write };
}

/** A server with TLS; `ask` resolves to its certificate and what it answers. */
async function startSecure(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { files, write } = makeFiles(t);
  const { app } = await startServer(t);
  const lines: [LogLevel, string][] = [];
  for (const level of logLevels) t.mock.method(app.log, level, (event: string) => lines.push([level, event]));
  app.config.tls = files;
  const server = createServer(app, 3);
  const drain = prepareDrain(server, app.queues);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.closeAllConnections();
    if (server.listening) await once(server.close(), 'close');
  });
  const { port } = server.address() as AddressInfo;
  const ask = async (path = '/api/v1/server_settings') => {
    const sending = httpsRequest({
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path,
      agent: false,
      ca: [first.cert, second.cert],
    });
    const [response] = await once(sending.end(), 'response');
    const { fingerprint256 } = (response.socket as TLSSocket).getPeerX509Certificate() ?? {};
    const { httpVersion: version, statusCode: status, headers } = response;
    return { fingerprint256, version, status, headers, body: await text(response) };
  };
  return { ask, drain, files, lines, port, write };
}

describe('a server with a certificate', () => {
  it('answers by TLS in HTTP/1.1', async (t) => {
    const { ask } = await startSecure(t);

    const { status, version, body } = await ask();

    assert.deepEqual([status, version, JSON.parse(body).result], [200, '1.1', 'success']);
  });

  it('tells browsers to use TLS from now on, in answers of every kind', async (t) => {
    const { ask } = await startSecure(t);

    for (const path of ['/api/v1/server_settings', '/api/v1/users/me', '/login', '/nowhere', '/user_uploads/1/x']) {
      const { headers } = await ask(path);
      assert.equal(headers['strict-transport-security'], 'max-age=31536000', path);
    }
  });

  it('shows a new certificate once its files were replaced', async (t) => {
    const { ask, write, lines } = await startSecure(t);
    const before = await ask();

    write(second);
    t.mock.timers.tick(10_000);
    const after = await ask();

    assert.equal(after.status, 200);
    assert.notEqual(after.fingerprint256, before.fingerprint256);
    assert.deepEqual(lines, [['info', 'the certificate was reloaded']]);
  });

  it('keeps the one it has while its files do not belong together', async (t) => {
    const { ask, write, lines } = await startSecure(t);
    const before = await ask();

    write({ cert: second.cert, key: first.key });
    t.mock.timers.tick(10_000);
    const after = await ask();

    assert.equal(after.fingerprint256, before.fingerprint256);
    assert.deepEqual(lines, [['error', 'the new certificate cannot be used; the old one stays in use']]);
  });

  it('takes the new one as soon as it can be used, also if nobody touches the files again, and complains once', async (t) => {
    const { ask, files, write, lines } = await startSecure(t);
    const before = await ask();
    write({ cert: second.cert, key: second.key.replace(/\n/, '!') });
    utimesSync(files.key_file, 1, 1);
    t.mock.timers.tick(20_000);

    writeFileSync(files.key_file, second.key);
    utimesSync(files.key_file, 1, 1);
    t.mock.timers.tick(10_000);

    assert.notEqual((await ask()).fingerprint256, before.fingerprint256);
    assert.deepEqual(lines, [
      ['error', 'the new certificate cannot be used; the old one stays in use'],
      ['info', 'the certificate was reloaded'],
    ]);
  });

  it('refuses connections above the limit with 503', async (t) => {
    const { ask, port } = await startSecure(t);
    const sockets = await Promise.all(
      [0, 1, 2].map(async () => {
        const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', ca: first.cert });
        await once(socket, 'secureConnect');
        return socket;
      }),
    );

    assert.equal((await ask()).status, 503);
    for (const socket of sockets) socket.destroy();
  });

  it('ends with connections open on which nobody asks', async (t) => {
    const { drain, port } = await startSecure(t);
    const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', ca: first.cert });
    await once(socket, 'secureConnect');
    socket.on('error', () => {});
    socket.resume();
    t.mock.timers.reset();

    await Promise.all([drain(), once(socket, 'close')]);
  });
});

describe('files of a certificate', () => {
  it('are refused where they are not there, or do not belong together', (t) => {
    const { files, write } = makeFiles(t);
    assert.deepEqual(Object.keys(readCertificate(files)), ['cert', 'key']);

    assert.throws(() => readCertificate({ ...files, cert_file: '/nowhere/cert.pem' }), /ENOENT/);
    write({ cert: first.cert, key: second.key });
    assert.throws(() => readCertificate(files), /key values mismatch/);
    write({ cert: 'none', key: first.key });
    assert.throws(() => readCertificate(files));
  });

  it('are named together, and usable, or the server does not start', (t) => {
    const { files, write } = makeFiles(t);
    assert.deepEqual(readTls({}), {});
    assert.deepEqual(readTls({ tls_cert: files.cert_file, tls_key: files.key_file }), { tls: files });

    const alone = { exitCode: exitCodes.unusable, message: '--tls-cert and --tls-key belong together.' };
    assert.throws(() => readTls({ tls_cert: files.cert_file }), alone);
    assert.throws(() => readTls({ tls_key: files.key_file }), alone);
    const swapped = { tls_cert: files.key_file, tls_key: files.cert_file };
    assert.throws(() => readTls(swapped), /--tls-cert \S+ and --tls-key \S+ cannot be used: they must be PEM files/);
    write({ cert: first.cert, key: second.key });
    const strange = { tls_cert: files.cert_file, tls_key: files.key_file };
    assert.throws(() => readTls(strange), /cannot be used: the key is not that of the certificate\./);
  });
});

describe('a server without one', () => {
  it('says nothing of TLS', async (t) => {
    const { url } = await startServer(t);

    for (const path of ['/api/v1/server_settings', '/login']) {
      assert.equal((await fetch(url + path)).headers.get('strict-transport-security'), null);
    }
  });
});
