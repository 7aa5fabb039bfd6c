import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Browser } from '../support/browser.ts';
import { makePlace, mode, readZuliprc, type Serving } from './place.ts';

const folder = 'chatd-data/demo/zuliprc';

const noCurl = spawnSync('curl', ['--version']).error !== undefined && 'curl is not installed';

describe('chatd serve --demo', () => {
  // Filling one takes longer than looking at it, and none of these changes what another looks at.
  it('fills a demo, and says how to get in', async (t) => {
    const place = makePlace(t);
    const server = await place.serve(['--demo']);

    await t.test('apart from real data, with a zuliprc file for each person', async () => {
      const files = readdirSync(place.path(folder)).map((name) => place.path(`${folder}/${name}`));
      const statuses = await Promise.all(files.map((file) => logIn(server, file)));
      const { stdout } = await place.ask(['list-users', '--json', '--data-dir', 'chatd-data/demo']);
      const people = (JSON.parse(stdout) as { email: string; is_bot: boolean }[]).filter(({ is_bot }) => !is_bot);

      assert.deepEqual(readdirSync(place.path('chatd-data')), ['demo']);
      assert.deepEqual(files.map((file) => readZuliprc(file).email).sort(), people.map(({ email }) => email).sort());
      assert.deepEqual(
        files.map((file, index) => [mode(file), statuses[index]]),
        files.map(() => ['600', 200]),
      );
    });

    await t.test('names a command to try, which works', { skip: noCurl }, async () => {
      const [, command = ''] = /^ {2}or {10}(curl .*)$/m.exec(server.said()) ?? [];
      const [, email] = / -d username=(\S+) /.exec(command) ?? [];
      const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent`]);

      assert.equal(JSON.parse(stdout).email, email);
    });

    await t.test('names people, the password, and a file to try that works', async () => {
      const [, file = ''] = /^ {2}next {8}zulip-send --config-file (\S+) --stream general /m.exec(server.said()) ?? [];

      assert.equal(await logIn(server, place.path(file)), 200);
      assert.match(server.said(), /^ {2}log in {6}as one of these, with the password \w+:$/m);
      assert.equal(server.said().match(/, (owner|admin|moderator|member|guest)\)$/gm)?.length, 5);
    });

    await t.test('prints a link by which one is logged in as its owner, or as anybody else', async () => {
      const link = /^ {2}open {8}(\S+) /m.exec(server.said())?.[1] ?? '';
      const browser = new Browser(server);

      const { html } = await browser.open(link);
      const user_id = /name="user_id" value="(\d+)"/.exec(html)?.[1] ?? '';
      await browser.submit(link, { user_id });

      const { body } = await browser.call('GET', '/users/me');
      assert.deepEqual([String(body.user_id), body.is_owner], [user_id, true]);
    });
  });

  it('refuses the published password where others can reach it, and prints one of its own', async (t) => {
    const place = makePlace(t);
    const listen = (address: string) => place.serve(['--demo', '--listen', address]);
    const passwords: string[] = [];
    const answers: number[][] = [];

    // Too many wrong passwords of one of them would be refused as such.
    const starts = { ada: '127.0.0.1:0', tomasz: '0.0.0.0:0', priya: '0.0.0.0:0', noor: '127.0.0.1:0' };
    for (const [name, address] of Object.entries(starts)) {
      const server = await listen(address);
      passwords.push(/ with the password (\w+)(?: until the next start)?:$/m.exec(server.said())?.[1] ?? '');
      const logins = ['riverbank', ...passwords].map(async (password) => {
        const { status } = await server.as().post('/fetch_api_key', { username: `${name}@demo.example`, password });
        return status;
      });
      answers.push(await Promise.all(logins));
      await server.end('SIGTERM');
    }

    assert.deepEqual(answers, [
      [200, 200],
      [401, 401, 200],
      [401, 401, 401, 200],
      [200, 200, 401, 401, 200],
    ]);
  });

  it('is the same demo at the next start, with the same keys where they still log in', async (t) => {
    const place = makePlace(t);
    const first = await place.serve(['--demo']);
    await first.end('SIGTERM');
    const files = readdirSync(place.path(folder)).map((name) => place.path(`${folder}/${name}`));
    const before = files.map(readZuliprc);
    await place.ask(['api-key', before[0]?.email ?? '', '--rotate', '--data-dir', 'chatd-data/demo']);

    const second = await place.serve(['--demo']);

    const after = files.map(readZuliprc);
    assert.deepEqual(
      await Promise.all(files.map((file) => logIn(second, file))),
      files.map(() => 200),
    );
    assert.deepEqual(
      after.map(({ email, site }, index) => [email, site, index === 0 || after[index]?.key === before[index]?.key]),
      before.map(({ email }) => [email, second.url, true]),
    );
  });

  it('is refused on a real organization', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');

    const run = await place.run(['serve', '--demo', '--data-dir', 'chatd-data', '--listen', '127.0.0.1:0']);

    const { stdout } = await place.ask(['list-users', '--json']);
    assert.deepEqual(run, {
      exitCode: 3,
      stdout: '',
      stderr:
        `chatd: ${place.path('chatd-data')} holds a real organization; ` +
        '--demo needs a directory of its own (--data-dir).\n',
    });
    assert.equal(JSON.parse(stdout).length, 1);
  });
});

async function logIn(server: Serving, file: string): Promise<number> {
  const { email = '', key: api_key = '' } = readZuliprc(file);
  return (await server.as({ email, api_key }).get('/users/me')).status;
}
