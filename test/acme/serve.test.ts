import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { connect } from 'node:tls';
import { exitCodes } from '../../src/cli/failure.ts';
import { makePlace, mode } from '../cli/place.ts';
import { launcher } from '../support/program.ts';
import { untilEqual } from '../support/until.ts';
import { freePort, startPebble, whyNoPebble } from './pebble.ts';

async function startSite(t: TestContext) {
  const place = makePlace(t);
  const [http, tls] = [await freePort(), await freePort()];
  const authority = await startPebble(t, { httpPort: http, tlsPort: tls });
  const flags = ['--public-url', 'chat.example.com', '--acme', 'you@example.com'];
  const where = ['--acme-directory', authority.directory, '--acme-ca-file', authority.ca_file];
  const ports = ['--listen', `127.0.0.1:${tls}`, '--http-listen', `127.0.0.1:${http}`];
  return { place, authority, tls, args: [...flags, ...where, ...ports] };
}

describe('chatd serve --acme', { skip: whyNoPebble, timeout: 120_000 }, () => {
  it('answers by HTTPS with a certificate that it got by itself, also after a restart without the authority', async (t) => {
    const { place, authority, tls, args } = await startSite(t);
    const ca = await authority.readRoot();
    const ask = async () => {
      const options = { port: tls, host: '127.0.0.1', servername: 'chat.example.com', ca, agent: false as const };
      const [response] = await once(request({ ...options, path: '/health' }).end(), 'response');
      return [
        response.statusCode,
        response.headers['strict-transport-security'],
        JSON.parse(await text(response)).status,
      ];
    };

    const first = await place.serve(args);
    const early = connect({ port: tls, host: '127.0.0.1', servername: 'chat.example.com', ca });
    await once(early, 'error');
    await first.hear('a certificate was obtained');
    // The server looks at its files every ten seconds, and may have read the one of its own meanwhile.
    await untilEqual(() => ask().then(() => 'trusted', String), 'trusted');
    assert.deepEqual(await ask(), [200, 'max-age=31536000', 'ok']);
    assert.equal((await first.end('SIGTERM')).exitCode, 0);
    await authority.kill();

    const second = await place.serve(args);
    assert.deepEqual(await ask(), [200, 'max-age=31536000', 'ok']);
    const status = JSON.parse((await place.ask(['status', '--json'])).stdout);
    assert.deepEqual([status.certificate.problem, status.certificate.retry_at], [null, null]);
    assert.ok(status.certificate.expires_at > Date.now() / 1000 + 80 * 86_400);
    assert.equal(mode(place.path('chatd-data/acme/certificate.pem')), '600');
    assert.doesNotMatch(first.said() + second.said(), / (warn|error) |PRIVATE/);
    assert.match(readFileSync(place.path('chatd-data/acme/certificate.pem'), 'utf8'), /PRIVATE KEY/);
  });

  it('says what failed, in the log, the status and the metrics, and goes on', async (t) => {
    const { place, authority, args } = await startSite(t);
    await authority.kill();
    const metrics = await freePort();

    const server = await place.serve([...args, '--metrics-listen', `127.0.0.1:${metrics}`]);
    await server.hear('no certificate was obtained');
    await server.hear('the certificate was reloaded');

    const { stdout, exitCode } = await place.ask(['status']);
    assert.match(stdout, /certificate +none yet; no new one: .*ECONNREFUSED.*, next attempt 20/);
    assert.equal(exitCode, 0, stdout);
    const measured = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    assert.match(measured, /^chatd_certificate_failures 1$/m);
    assert.doesNotMatch(measured, /^chatd_certificate_end_time_seconds \d/m);
    assert.equal((await server.end('SIGTERM')).exitCode, 0);
  });
});

describe('the settings of a certificate from an authority', () => {
  const cases = {
    'an address': [['--acme', 'you@example.com', '--public-url', 'https://192.0.2.1'], /with a name/],
    'plain HTTP': [['--acme', 'you@example.com', '--public-url', 'http://chat.example.com'], /with a name/],
    'a certificate of their own': [['--acme', 'you@example.com', '--tls-cert', 'x'], /cannot be used with option/],
    'no root': [['--acme', 'a@b.example', '--public-url', 'a.example', '--acme-ca-file', '/nowhere'], /no such file/],
  } as const;

  for (const [name, [args, said]] of Object.entries(cases)) {
    it(`are refused with ${name}`, async (t) => {
      const { exitCode, stderr } = await makePlace(t).ask(['serve', ...args]);

      assert.match(stderr, said);
      assert.ok(exitCode === exitCodes.unusable || exitCode === exitCodes.usage);
    });
  }

  it('say what to do where low ports need a right', {
    skip: process.getuid?.() !== 0 && 'only root can drop it',
  }, async (t) => {
    const place = makePlace(t, 'setpriv');
    const drop = ['--reuid=65534', '--clear-groups', '--inh-caps=-all', '--bounding-set=-all', launcher, 'serve'];
    chmodSync(place.folder, 0o777);

    const { exitCode, stderr } = await place.run([...drop, '--listen', '127.0.0.1:443']);

    assert.equal(exitCode, exitCodes.unusable, stderr);
    assert.match(stderr, /AmbientCapabilities=CAP_NET_BIND_SERVICE/);
  });
});
