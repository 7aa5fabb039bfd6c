import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { version } from '../../src/assets.ts';
import { makePlace } from './place.ts';

/** The URL of a file. */
async function publish(t: TestContext, content: string, status = 200): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(status).end(content)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest.json`;
}

describe('chatd upgrade --check', () => {
  for (const [newest, newer] of [
    ['99.0.0', true],
    ['0.10.0', true],
    [version, false],
    ['0.0.99', false],
  ] as const) {
    it(`tells ${newest} to be ${newer ? 'newer' : 'no newer'}`, async (t) => {
      const url = await publish(t, JSON.stringify({ version: newest }));

      const { exitCode, stdout } = await makePlace(t).ask(['upgrade', '--check', '--url', url, '--json']);

      assert.deepEqual([exitCode, JSON.parse(stdout)], [0, { version, newest, newer }]);
    });
  }

  it('takes the URL of a variable, and says it to people', async (t) => {
    const url = await publish(t, '{"version": "99.0.0"}');

    const { exitCode, stdout } = await makePlace(t).ask(['upgrade', '--check'], { CHATD_UPGRADE_URL: url });

    assert.deepEqual([exitCode, stdout], [0, `chatd 99.0.0 is out; this is ${version}.\n`]);
  });

  it('fails with 1 on anything else, and reads no more than 64 KiB', async (t) => {
    const urls = [
      await publish(t, '{"version": "newest"}'),
      await publish(t, '', 404),
      await publish(t, ' '.repeat(64 * 1024 + 1)),
      'http://127.0.0.1:9/',
    ];

    const place = makePlace(t);
    const reasons: string[] = [];
    for (const url of urls) {
      const { exitCode, stderr } = await place.ask(['upgrade', '--check', '--url', url]);
      assert.equal(exitCode, 1);
      reasons.push(stderr.replace(url, 'URL').trim());
    }

    assert.match(
      reasons.join('\n'),
      /^.*names no version.*\n.*the answer is 404\.\n.*larger than 64 KiB\.\n.*cannot be read: .+\.$/,
    );
  });

  it('asks nobody unless it is told whom', async (t) => {
    const place = makePlace(t);

    assert.equal((await place.ask(['upgrade', '--check'])).exitCode, 2);
    assert.equal((await place.ask(['upgrade', '--url', 'http://127.0.0.1:9/'])).exitCode, 2);
    assert.equal((await place.ask(['upgrade', '--check', '--url', 'file:///etc/passwd'])).exitCode, 2);
  });
});
