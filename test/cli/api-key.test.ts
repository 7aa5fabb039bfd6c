import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Browser } from '../support/browser.ts';
import { makePlace, mode, readZuliprc } from './place.ts';

describe('chatd api-key', () => {
  it('makes one more key, beside those that are there', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com');
    const server = await place.serve();

    const { exitCode, stdout } = await place.run(['api-key', ada.email, '--json']);

    const { api_key, ...rest } = JSON.parse(stdout);
    assert.deepEqual([exitCode, rest], [0, { user_id: ada.user_id, email: ada.email }]);
    assert.deepEqual(
      [(await server.as(ada).get('/users/me')).status, (await server.as({ ...ada, api_key }).get('/users/me')).status],
      [200, 200],
    );
  });

  it('prints nothing but the key to people', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');

    const { stdout } = await place.ask(['api-key', 'ada@example.com']);

    assert.match(stdout, /^\w{32}\n$/);
  });

  it('makes all older keys useless with --rotate', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com');
    const server = await place.answer();

    const { stdout } = await place.ask(['api-key', ada.email, '--rotate']);

    const rotated = { ...ada, api_key: stdout.trim() };
    assert.deepEqual(
      [(await server.as(ada).get('/users/me')).status, (await server.as(rotated).get('/users/me')).status],
      [401, 200],
    );
  });

  it('logs all browsers out with --rotate, while the server runs', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com', { randomPassword: true });
    const server = await place.serve();
    const browser = new Browser(server);
    await browser.submit('/login', { email: ada.email, password: ada.password ?? '' });
    const before = await browser.call('GET', '/users/me');

    await place.ask(['api-key', ada.email]);
    const between = await browser.call('GET', '/users/me');
    await place.ask(['api-key', ada.email, '--rotate']);
    const after = await browser.call('GET', '/users/me');

    assert.deepEqual(
      [before, between, after].map(({ status }) => status),
      [200, 200, 401],
    );
  });

  it('writes the key to a zuliprc file instead of the screen', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com');
    const server = await place.serve();

    const run = await place.run(['api-key', ada.email, '--zuliprc', 'ada.zuliprc']);

    const { key: api_key = '', ...rest } = readZuliprc(place.path('ada.zuliprc'));
    assert.deepEqual(run, { exitCode: 0, stdout: '', stderr: 'Wrote ada.zuliprc for existing clients.\n' });
    assert.deepEqual([mode(place.path('ada.zuliprc')), rest], ['600', { email: ada.email, site: server.url }]);
    assert.equal((await server.as({ ...ada, api_key }).get('/users/me')).status, 200);
  });

  it('leaves the keys as they are when the file must not be written', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com');

    const { exitCode } = await place.ask(['api-key', ada.email, '--rotate', '--zuliprc', 'missing/zuliprc']);

    const server = await place.answer();
    assert.deepEqual([exitCode, (await server.as(ada).get('/users/me')).status], [1, 200]);
  });

  it('ends with 5 for an address that nobody has', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');

    const { exitCode, stdout } = await place.ask(['api-key', 'bob@example.com']);

    assert.deepEqual({ exitCode, stdout }, { exitCode: 5, stdout: '' });
  });
});
