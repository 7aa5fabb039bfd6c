import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { readLimits } from '../../src/cli/server-config.ts';
import { parseRateLimits } from '../../src/ground/setting-forms.ts';
import { ClientAddresses } from '../../src/http/client-address.ts';
import { RateLimits } from '../../src/http/rate-limits.ts';
import { type CastName, startServer } from '../support/server.ts';

const settings = { user_minute: 20, user_hour: 60, address_minute: 5 };

/** A server with limits that takes tests for clients of other machines. */
async function startLimited(t: TestContext) {
  const server = await startServer(t);
  server.app.addresses = new ClientAddresses(['127.0.0.1/32']);
  server.app.rateLimits = new RateLimits(server.clock, settings);
  const from = (address: string, name?: CastName) => {
    const client = name ? server.as(name) : server.anonymous;
    return (method: string, path: string, body?: RequestInit['body']) =>
      client.send(method, path, { headers: { 'X-Forwarded-For': address }, ...(body ? { body } : {}) });
  };
  return { ...server, from };
}

const far = '192.0.2.1';

describe('limits of requests', () => {
  it('tell what is left, and refuse what is too much with the time to wait', async (t) => {
    const { from, clock } = await startLimited(t);
    const ask = () => from(far, 'alice')('GET', '/users/me');

    const first = await ask();
    for (let n = 0; n < 19; n++) assert.equal((await ask()).status, 200);
    const refused = await ask();

    const { headers } = first;
    assert.deepEqual([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], ['20', '19']);
    assert.equal(headers['x-ratelimit-reset'], String(clock.now() + 120));
    const msg = 'API usage exceeded rate limit';
    assert.deepEqual(
      [refused.status, refused.body],
      [429, { result: 'error', msg, code: 'RATE_LIMIT_HIT', 'retry-after': 63 }],
    );
    assert.deepEqual([refused.headers['retry-after'], refused.headers['x-ratelimit-remaining']], ['63', '0']);
  });

  it('count a refused request, though one that succeeds is free', async (t) => {
    const { from } = await startLimited(t);
    const signal = () => {
      const body = new URLSearchParams({ session: 'a tab of mine', to: '1', to_session: 'a tab of hers', data: '{}' });
      return from(far, 'guest')('POST', '/calls/1/signals', body);
    };

    for (let n = 0; n < 20; n++) assert.equal((await signal()).body.code, 'CALL_ENDED');

    assert.equal((await signal()).status, 429);
  });

  it('let a user in again when the time told is over', async (t) => {
    const { from, clock } = await startLimited(t);
    const ask = () => from(far, 'alice')('GET', '/users/me');
    for (let n = 0; n < 20; n++) await ask();

    clock.advance(62);
    const early = await ask();
    clock.advance(1);
    const then = await ask();

    assert.deepEqual([early.status, then.status], [429, 200]);
  });

  it('allow no more within an hour, however slowly one asks', async (t) => {
    const { from, clock } = await startLimited(t);
    const statuses = [];
    for (let n = 0; n < 61; n++) {
      statuses.push((await from(far, 'alice')('GET', '/users/me')).status);
      clock.advance(30);
    }

    assert.deepEqual(
      statuses.map((status) => status === 200),
      statuses.map((_, n) => n < 60),
    );
  });

  it('are of each user, wherever they ask from', async (t) => {
    const { from } = await startLimited(t);
    for (let n = 0; n < 20; n++) await from(`192.0.2.${n}`, 'alice')('GET', '/users/me');

    assert.equal((await from('192.0.2.99', 'alice')('GET', '/users/me')).status, 429);
    assert.equal((await from('192.0.2.1', 'bob')('GET', '/users/me')).status, 200);
  });

  it('are of each address where nobody has logged in, or fails to', async (t) => {
    const { from, as } = await startLimited(t);
    const wrong = () =>
      as('alice').send('GET', '/users/me', { headers: { 'X-Forwarded-For': far, Authorization: 'x' } });
    for (let n = 0; n < 3; n++) assert.equal((await from(far)('GET', '/server_settings')).status, 200);
    for (let n = 0; n < 2; n++) assert.equal((await wrong()).status, 400);

    assert.equal((await wrong()).status, 429);
    assert.equal((await from(far)('GET', '/server_settings')).status, 429);
    assert.equal((await from('192.0.2.2')('GET', '/server_settings')).status, 200);
    assert.equal((await from(far, 'alice')('GET', '/users/me')).status, 200);
  });

  it('count heavy requests as several and polls as less than one', async (t) => {
    const { from } = await startLimited(t);
    const alice = from(far, 'alice');
    const left = ({ headers }: { headers: Record<string, unknown> }) => Number(headers['x-ratelimit-remaining']);
    const form = (values: Record<string, string>) => new URLSearchParams(values);

    const render = left(await alice('POST', '/messages/render', form({ content: 'x'.repeat(3000) })));
    const page = left(await alice('GET', '/messages?anchor=newest&num_before=1000&num_after=0'));
    const search = left(
      await from(far, 'bob')('GET', `/messages?anchor=newest&num_before=1&num_after=0&narrow=[["search","x"]]`),
    );
    const polls = [];
    for (let n = 0; n < 10; n++)
      polls.push(left(await from(far, 'guest')('GET', '/events?dont_block=true&event_types=[]')));

    assert.deepEqual([20 - render, render - page, 20 - search], [4, 5, 5]);
    assert.equal(polls.at(-1), 19);
  });

  it('count the page of the web client as a registration, and refuse it with a page', async (t) => {
    const { from, url, as } = await startLimited(t);
    const headers = { 'X-Forwarded-For': far, Authorization: as('alice').authorization };
    const load = (method = 'GET') => fetch(url, { method, headers });

    const statuses = [];
    for (const method of ['GET', 'GET', 'GET', 'HEAD', 'GET']) statuses.push((await load(method)).status);
    const refused = await load();

    assert.deepEqual(statuses, [200, 200, 200, 200, 429]);
    assert.deepEqual(
      [refused.status, refused.headers.get('content-type'), refused.headers.get('retry-after') !== null],
      [429, 'text/html; charset=utf-8', true],
    );
    assert.match(await refused.text(), /API usage exceeded rate limit/);
    assert.equal((await from(far, 'alice')('GET', '/users/me')).status, 200);
  });

  it('do not begin what is too heavy', async (t) => {
    const { from } = await startLimited(t);
    for (let n = 0; n < 18; n++) await from(far, 'alice')('GET', '/users/me');

    const page = await from(far, 'alice')('GET', '/messages?anchor=newest&num_before=1000&num_after=0');

    assert.equal(page.status, 429);
  });

  it('leave out this machine', async (t) => {
    const { as } = await startLimited(t);

    const answers = await Promise.all(Array.from({ length: 30 }, () => as('alice').get('/users/me')));

    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(answers[0]?.headers['x-ratelimit-limit'], undefined);
  });
});

describe('the setting of limits', () => {
  it('has three numbers', () => {
    const limits = { user_minute: 1, user_hour: 20, address_minute: 300 };
    assert.deepEqual(parseRateLimits('1,20,300'), limits);
    for (const text of ['', '1', '1,2', '1,2,3,4', '0,1,1', '-1,1,1', '1.5,1,1', 'none']) {
      assert.equal(parseRateLimits(text), undefined, text);
    }
  });

  it('is on unless switched off, and off in the demo unless switched on', () => {
    const usual = { user_minute: 200, user_hour: 2000, address_minute: 100 };
    assert.deepEqual(readLimits({}, false), { rate_limits: usual, trusted_proxies: [] });
    assert.deepEqual(readLimits({ rate_limits: 'none' }, false), { trusted_proxies: [] });
    assert.deepEqual(readLimits({}, true), { trusted_proxies: [] });
    assert.deepEqual(readLimits({ rate_limits: usual }, true), { rate_limits: usual, trusted_proxies: [] });
  });
});
