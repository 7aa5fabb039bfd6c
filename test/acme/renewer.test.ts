import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { connect, type TLSSocket } from 'node:tls';
import { Challenges } from '../../src/acme/challenges.ts';
import { findAcmeRecord, writeAcmeRecord } from '../../src/acme/record.ts';
import { createServer } from '../../src/app.ts';
import { pathsIn } from '../../src/ground/data-paths.ts';
import { logLevels } from '../../src/ground/log.ts';
import { createRedirect } from '../../src/http/redirect.ts';
import { warnOfEndingCertificate } from '../../src/jobs/ending-certificate.ts';
import { mode } from '../cli/place.ts';
import { startServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { freePort, startPebble, whyNoPebble } from './pebble.ts';

const day = 86_400;

interface Site {
  names?: string[];
  refused?: string[];
  /** A firewall lets nobody reach this port. */
  closed?: 'http' | 'tls';
}

/** A server with an authority that sees it at all names. */
async function startSite(t: TestContext, { names = ['chat.example.com'], refused = [], closed }: Site = {}) {
  const { app, clock } = await startServer(t);
  const [http, tls, nobody] = [await freePort(), await freePort(), await freePort()];
  const seen = { httpPort: closed === 'http' ? nobody : http, tlsPort: closed === 'tls' ? nobody : tls };
  const authority = await startPebble(t, { ...seen, refused });
  const { certificate } = pathsIn(app.config.data_dir);
  mkdirSync(app.config.data_dir, { recursive: true });
  clock.seconds = Math.floor(Date.now() / 1000);
  Object.assign(app.config, {
    public_url: `https://${names[0]}`,
    tls: { cert_file: certificate, key_file: certificate },
    http_listen: { host: '127.0.0.1', port: http },
    acme: { email: 'you@example.com', names, directory: authority.directory, ca_file: authority.ca_file },
  });
  const lines: string[] = [];
  for (const level of logLevels)
    t.mock.method(app.log, level, (event: string) => {
      // The files are looked at in real time.
      if (event !== 'the certificate was reloaded') lines.push(`${level} ${event}`);
    });
  const redirect = createRedirect(
    () => app.config.public_url,
    (request, response) => app.certificates.challenges.answer(request, response),
  );
  const servers = [createServer(app).listen(tls, '127.0.0.1'), redirect.listen(http, '127.0.0.1')];
  t.after(async () => {
    await app.certificates.stop();
    for (const server of servers) server.close().closeAllConnections();
  });
  await Promise.all(servers.map((server) => once(server, 'listening')));
  /** Resolves when what was due has been done. */
  const look = async () => {
    await app.certificates.stop();
    app.certificates.start(app);
    await app.certificates.settled();
  };
  return {
    ...{ app, clock, authority, lines, look, http, tls, certificate },
    record: () => findAcmeRecord(app.config.data_dir),
    shown: () => new X509Certificate(readFileSync(certificate)),
  };
}

/** The certificate that a server shows, checked against the root of its authority. */
async function connectTo(port: number, servername: string, ca: string): Promise<X509Certificate> {
  const socket: TLSSocket = connect({ port, host: '127.0.0.1', servername, ca });
  await once(socket, 'secureConnect');
  const shown = socket.getPeerX509Certificate();
  socket.destroy();
  assert.ok(shown);
  return shown;
}

describe('the certificate from an authority', { skip: whyNoPebble, timeout: 300_000 }, () => {
  it('is there after the start, and kept where only its user can read it', async (t) => {
    const { app, authority, certificate, lines, look, record, shown } = await startSite(t);

    await look();

    const { data_dir } = app.config;
    const [root, { acmeAccount, acmeRecord }] = [await authority.readRoot(), pathsIn(data_dir)];
    assert.ok(shown().checkHost('chat.example.com'));
    assert.deepEqual([certificate, acmeAccount, acmeRecord].map(mode), ['600', '600', '600']);
    assert.equal(mode(join(data_dir, 'acme')), '700');
    assert.deepEqual([record().failures, record().problem], [0, null]);
    assert.deepEqual(lines, ['info a certificate is requested', 'info a certificate was obtained']);
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const { port } = server.address() as { port: number };
    assert.equal((await connectTo(port, 'chat.example.com', root)).fingerprint256, shown().fingerprint256);
  });

  it('is for all its names', async (t) => {
    const names = ['chat.example.com', 'talk.example.org'];
    const { look, shown } = await startSite(t, { names });

    await look();

    assert.deepEqual(
      names.map((name) => shown().checkHost(name)),
      names,
    );
  });

  it('comes by the TLS port where a firewall closes the other, at the second attempt', async (t) => {
    const { clock, look, record, shown } = await startSite(t, { closed: 'http' });

    await look();
    assert.equal(record().failures, 1);
    assert.match(record().problem ?? '', /chat\.example\.com/);
    clock.advance(60);
    await look();

    assert.deepEqual([record().failures, record().problem], [0, null]);
    assert.ok(shown().checkHost('chat.example.com'));
  });

  it('comes by the TLS port alone where there is no other', async (t) => {
    const { app, look, record, shown } = await startSite(t, { closed: 'http' });
    delete app.config.http_listen;

    await look();

    assert.equal(record().problem, null);
    assert.ok(shown().checkHost('chat.example.com'));
  });

  it('is renewed when a third of its time is left, not before, and not twice', async (t) => {
    const { clock, look, shown } = await startSite(t);
    await look();
    const first = shown().serialNumber;

    clock.advance(59 * day);
    await look();
    assert.equal(shown().serialNumber, first);
    clock.advance(2 * day);
    await look();
    const second = shown().serialNumber;
    assert.notEqual(second, first);
    // The clock of the authority says that it is new; that of this server is ahead.
    await look();
    assert.equal(shown().serialNumber, second);
  });

  it('is replaced within hours once it was revoked', async (t) => {
    const { app, authority, certificate, clock, look, shown } = await startSite(t);
    await look();
    await look();
    const first = shown().serialNumber;

    const account = readFileSync(pathsIn(app.config.data_dir).acmeAccount, 'utf8');
    await authority.revoke(account, readFileSync(certificate, 'utf8'));
    clock.advance(day);
    await look();

    assert.notEqual(shown().serialNumber, first);
  });

  it('stays in use while its renewal fails, which is logged and told', async (t) => {
    const { app, authority, clock, lines, look, record, shown } = await startSite(t);
    await look();
    const first = shown().serialNumber;
    await authority.kill();
    lines.length = 0;

    clock.advance(77 * day);
    await look();
    warnOfEndingCertificate(app);

    assert.equal(shown().serialNumber, first);
    assert.equal(record().failures, 1);
    assert.deepEqual(lines, [
      'debug the authority did not say when to renew the certificate',
      'info a certificate is requested',
      'error no certificate was obtained',
      'warn the certificate ends soon',
    ]);
  });

  it('is asked for later and later while the authority refuses, across restarts', async (t) => {
    const { clock, lines, look, record } = await startSite(t, { refused: ['example.com'] });
    const attempts = () => lines.filter((line) => line.endsWith('requested')).length;

    await look();
    assert.match(record().problem ?? '', /policy|blocked|forbidden/i);
    for (const [pause, before] of [
      [60, 1],
      [300, 2],
      [900, 3],
    ] as const) {
      clock.advance(pause - 1);
      await look();
      assert.equal(attempts(), before);
      clock.advance(1);
      await look();
      assert.equal(attempts(), before + 1);
    }
  });

  it('is asked for at once when the names change', async (t) => {
    const { app, look, record, shown } = await startSite(t, { refused: ['example.com'] });
    await look();
    assert.equal(record().failures, 1);

    Object.assign(app.config.acme ?? {}, { names: ['chat.example.org'] });
    await look();

    assert.equal(record().failures, 0);
    assert.ok(shown().checkHost('chat.example.org'));
  });

  it('is asked for although a clock that was wrong put the last failure into the future', async (t) => {
    const { app, clock, look, record, shown } = await startSite(t);
    const about = `${app.config.acme?.directory} chat.example.com`;
    const failed_at = clock.now() + 900 * day;
    writeAcmeRecord(app.config.data_dir, { about, failures: 9, failed_at, retry_at: failed_at + day });

    await look();

    assert.equal(record().failures, 0);
    assert.ok(shown().checkHost('chat.example.com'));
  });

  it('is replaced if its file is damaged, and so is the record', async (t) => {
    const { certificate, look, shown } = await startSite(t);
    mkdirSync(dirname(certificate));
    writeFileSync(certificate, 'no certificate');
    writeFileSync(join(dirname(certificate), 'record.json'), '{');

    await look();

    assert.ok(shown().checkHost('chat.example.com'));
  });

  it('keeps nobody waiting when the server ends meanwhile', async (t) => {
    const { app, authority, look, lines, record } = await startSite(t);
    await authority.pause();

    const looking = look();
    await until(() => lines.includes('info a certificate is requested'));
    await app.certificates.stop();
    await looking;

    assert.deepEqual([record().failures, lines], [0, ['info a certificate is requested']]);
  });

  it('shows nobody but an authority the certificate of a challenge', async (t) => {
    const { app, look, tls, certificate } = await startSite(t);
    await look();
    const [challenge, own] = [readFileSync(certificate, 'utf8'), readFileSync(certificate, 'utf8')];
    app.certificates.challenges.add({ type: 'tls-alpn-01', name: 'chat.example.com', key: challenge, cert: own });
    rmSync(certificate);

    const socket = connect({ port: tls, host: '127.0.0.1', servername: 'chat.example.com', rejectUnauthorized: false });
    const [error] = await once(socket, 'error');
    assert.match(String(error), /alert|handshake/);
    const options = { ALPNProtocols: ['acme-tls/1'], rejectUnauthorized: false };
    const other = connect({ port: tls, host: '127.0.0.1', servername: 'chat.example.com', ...options });
    await once(other, 'secureConnect');
    assert.equal(other.alpnProtocol, 'acme-tls/1');
    other.destroy();
  });
});

describe('a server that leads from HTTP to HTTPS', () => {
  const ask = async (port: number, method: string, path: string, host = 'evil.example') => {
    const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers: { Host: host }, agent: false }).end();
    const [response] = await once(sent, 'response');
    return [response.statusCode, response.headers.location, await text(response)];
  };

  it('keeps path and method, and believes no host', async (t) => {
    const proof = '/.well-known/acme-challenge/token';
    const challenges = new Challenges();
    challenges.add({ type: 'http-01', token: 'token', proof: 'it is me' });
    const server = createRedirect(
      () => 'https://chat.example.com',
      (request, response) => challenges.answer(request, response),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => server.close());
    const { port } = server.address() as { port: number };

    assert.deepEqual(await ask(port, 'GET', '/a?b=c'), [301, 'https://chat.example.com/a?b=c', '']);
    assert.deepEqual(await ask(port, 'POST', '/api/v1/messages'), [
      308,
      'https://chat.example.com/api/v1/messages',
      '',
    ]);
    for (const path of ['//evil.example/x', 'http://evil.example/x', '/\\evil.example', '/%0d%0aa:b'])
      assert.match(String((await ask(port, 'GET', path))[1]), /^https:\/\/chat\.example\.com\/(?!\/)/);
    assert.deepEqual(await ask(port, 'GET', proof), [200, undefined, 'it is me']);
    assert.deepEqual((await ask(port, 'POST', proof))[0], 308);
  });
});
