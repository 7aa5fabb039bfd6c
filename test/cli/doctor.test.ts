import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { describe, it } from 'node:test';
import type { Finding } from '../../src/cli/examination.ts';
import { changeCheck } from '../../src/db/check-record.ts';
import { certificates } from '../support/certificates.ts';
import { startSmtpServer } from '../support/smtp.ts';
import { makePlace, type Place } from './place.ts';

/** What the command finds, by name, and its exit code. */
async function examine(place: Place, ...args: string[]) {
  const { stdout, stderr, exitCode } = await place.ask(['doctor', '--json', ...args]);
  assert.notEqual(stdout, '', stderr);
  const found = Object.fromEntries((JSON.parse(stdout) as Finding[]).map((one) => [one.name, one]));
  return { found, exitCode };
}

describe('chatd doctor', () => {
  it('finds a running server good, except that nobody makes backups', async (t) => {
    const place = makePlace(t);
    const { url, pid } = await place.serve();

    const { found, exitCode } = await examine(place);

    const bad = Object.values(found).filter(({ mend }) => mend !== undefined);
    assert.deepEqual(found.server, { name: 'server', says: `version 0.1.0 runs as process ${pid}` });
    assert.deepEqual(found[`port ${new URL(url).port}`]?.says, 'the server answers there');
    assert.deepEqual(found.address?.says, `${url}/`);
    assert.deepEqual(found.DNS?.says, 'an address, which needs none');
    // Whether a machine sets its clock, and how many files it allows, is its own affair.
    assert.deepEqual(
      bad.map(({ name }) => name).filter((name) => name !== 'clock' && name !== 'open files'),
      ['backup'],
    );
    assert.match(found.backup?.mend ?? '', /chatd backup chat\.tar/);
    assert.equal(exitCode, 1);
  });

  it('has a line for each, and the command that mends it', async (t) => {
    const place = makePlace(t);
    await (await place.serve()).end('SIGTERM');

    const { stdout, stderr, exitCode } = await place.ask(['doctor']);

    assert.match(stdout, /^BAD {3}server {8}it does not run; systemctl start chatd, or .*chatd serve$/m);
    assert.match(stdout, /^BAD {3}port \d+ +nothing answers there \(ECONNREFUSED\); open port \d+ in the firewall/m);
    assert.match(stdout, /^good {2}mail {10}no mail server/m);
    assert.match(stderr, /^chatd: \d of \d+ need mending\.$/m);
    assert.equal(exitCode, 1);
  });

  it('ends with 6 for damaged data, and with 3 where there is none', async (t) => {
    const place = makePlace(t);
    assert.equal((await place.ask(['doctor'])).exitCode, 3);
    await place.addAccount('ada@example.com');
    changeCheck(place.path('chatd-data'), { problems: ['row 3 missing from index'] });

    const { found, exitCode } = await examine(place);

    assert.equal(exitCode, 6);
    assert.match(found.database?.says ?? '', /row 3 missing/);
    assert.match(found.database?.mend ?? '', /chatd verify/);
    assert.match(found.address?.mend ?? '', /chatd serve --public-url/);
  });

  it('tells the server from others at its address, and a certificate that nobody trusts', async (t) => {
    const place = makePlace(t);
    const server = await place.serve();
    const other = createPlainServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
    const secure = createServer(certificates[0], (_, response) => response.end()).listen(0, '127.0.0.1');
    await Promise.all([once(other, 'listening'), once(secure, 'listening')]);
    t.after(() => [other.close(), secure.close()]);
    const portOf = (server: Server) => (server.address() as AddressInfo).port;
    const [otherPort, securePort] = [portOf(other), portOf(secure)];

    const wrong = await examine(place, '--public-url', `http://127.0.0.1:${otherPort}`);
    const untrusted = await examine(place, '--public-url', `https://127.0.0.1:${securePort}`);
    const nowhere = await examine(place, '--public-url', 'https://chat.invalid');

    const moved = await examine(place, '--public-url', server.url.replace('127.0.0.1', 'localhost'));
    assert.match(
      moved.found[`port ${new URL(server.url).port}`]?.mend ?? '',
      /serve with --public-url http:\/\/localhost:/,
    );
    assert.equal(wrong.found[`port ${otherPort}`]?.says, 'somebody else answers there, with 200');
    assert.match(untrusted.found.certificate?.says ?? '', /self-signed/);
    assert.match(untrusted.found.certificate?.mend ?? '', /--acme/);
    assert.match(nowhere.found.DNS?.says ?? '', /chat\.invalid leads nowhere/);
    assert.match(nowhere.found.DNS?.mend ?? '', /A record for chat\.invalid/);
  });

  it('names a folder of backups that is not there', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    const { found } = await examine(place, '--backup-dir', 'nowhere');

    assert.equal(found.backup?.says, `${place.path('nowhere')} does not exist`);
    assert.equal(found.backup?.mend, 'create it, or mount its disk');
  });

  it('finds a proxy on this machine that the server does not trust', async (t) => {
    const place = makePlace(t);
    const { url } = await place.serve();

    assert.equal((await examine(place)).found.proxy?.mend, undefined);
    await fetch(`${url}/api/v1/server_settings`, { headers: { 'X-Forwarded-For': '192.0.2.1' } });

    assert.equal((await examine(place)).found.proxy?.mend, 'serve with --trusted-proxy 127.0.0.1');
  });

  it('sends a test mail if asked to, and says why none was taken', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    const { port, received } = await startSmtpServer(t, ['nobody@example.com']);
    const mail = (to: string) => examine(place, '--smtp-url', `smtp://127.0.0.1:${port}`, '--mail-to', to);

    const good = await mail('you@example.com');
    const refused = await mail('nobody@example.com');
    const unset = await examine(place, '--mail-to', 'you@example.com');

    assert.deepEqual(good.found.mail, { name: 'mail', says: 'a test was handed over for you@example.com' });
    assert.deepEqual(
      received.map(({ to }) => to),
      [['you@example.com']],
    );
    assert.match(refused.found.mail?.says ?? '', /does not take mail: .*550/);
    assert.match(unset.found.mail?.mend ?? '', /--smtp-url-file/);
  });
});
