import assert from 'node:assert/strict';
import { get } from 'node:http';
import { describe, it } from 'node:test';
import { storePasswordHash } from '../../src/accounts/password.ts';
import { ClientAddresses } from '../../src/http/client-address.ts';
import { givePassword } from '../contract/call.ts';
import { Browser, browserOf, fetchedByPage, firefox } from '../support/browser.ts';
import { fetchFile, uploadFile } from '../support/files.ts';
import { type CastName, castPassword, startServer, type TestServer } from '../support/server.ts';

const notLoggedIn = {
  result: 'error',
  msg: 'Not logged in: API authentication or user session required',
  code: 'UNAUTHORIZED',
};

const day = 86_400;

/** The address of the user as whom a browser is logged in. */
async function userOf(browser: Browser): Promise<string | undefined> {
  const { status, body } = await browser.call('GET', '/users/me');
  if (status === 401) assert.deepEqual(body, notLoggedIn);
  return body.email;
}

describe('the cookie of a session', () => {
  it('acts for nobody but the user whom a page names, and does not end for another page', async (t) => {
    const server = await startServer(t);
    const browser = browserOf(server, 'bob');
    const named = (name: CastName) => ({ 'X-Chatd-User': `${server.users[name].id}` });
    const ask = async (name: CastName) => {
      const { status, body } = await browser.call('GET', '/users/me', {}, { ...fetchedByPage, ...named(name) });
      return [status, body.code];
    };

    assert.deepEqual(
      [await ask('bob'), await ask('alice')],
      [
        [200, undefined],
        [401, 'OTHER_USER'],
      ],
    );
    const kept = await browser.submit('/logout', {}, named('alice'));
    assert.deepEqual([kept.status, kept.headers.get('location'), await userOf(browser)], [303, '/', 'bob@example.com']);
    const ended = await browser.submit('/logout', {}, named('bob'));
    assert.deepEqual([ended.status, ended.headers.get('location'), await userOf(browser)], [303, '/login', undefined]);
  });

  it('logs in to the API from our own pages, as far as the browser says where a request comes from', async (t) => {
    const server = await startServer(t);
    const { url } = server;
    const browser = browserOf(server, 'alice');
    const sources: [Record<string, string>, getting: number, posting: number][] = [
      [{ 'Sec-Fetch-Site': 'same-origin' }, 200, 200],
      [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'https://elsewhere.example.com' }, 200, 200],
      [{ 'Sec-Fetch-Site': 'none' }, 401, 401],
      [{ 'Sec-Fetch-Site': 'same-site', Origin: url }, 401, 401],
      [{ 'Sec-Fetch-Site': 'cross-site' }, 401, 401],
      [{ Origin: url }, 200, 200],
      [{ Referer: `${url}/` }, 200, 200],
      [{ Origin: 'null', Referer: `${url}/` }, 401, 401],
      [{ Origin: 'https://elsewhere.example.com' }, 401, 401],
      [{ Origin: url.replace(/\d+$/, '1') }, 401, 401],
      [{ Referer: 'https://elsewhere.example.com/' }, 401, 401],
      [{}, 401, 401],
    ];

    for (const [headers, getting, posting] of sources) {
      const got = await browser.call('GET', '/users/me', {}, headers);
      const posted = await browser.call('POST', '/users/me/status', { status_text: 'here' }, headers);
      assert.deepEqual([got.status, posted.status], [getting, posting], JSON.stringify(headers));
    }
  });

  it('counts for a public URL that a reverse proxy stands for, under a name that only that host can set', async (t) => {
    const server = await startServer(t);
    server.app.config.public_url = 'https://chat.example.com';
    const browser = browserOf(server, 'alice');

    const { status } = await browser.call('GET', '/users/me', {}, { Origin: 'https://chat.example.com' });

    assert.match(browser.cookie ?? '', /^__Host-chatd=[\w-]{43}$/);
    assert.equal(status, 200);
  });

  it('counts for no page of HTTP where the public URL is one of HTTPS', async (t) => {
    const server = await startServer(t);
    const { host } = new URL(server.url);
    server.app.config.public_url = `https://${host}`;
    const browser = browserOf(server, 'alice');

    for (const [headers, expected] of [
      [{ Origin: `https://${host}` }, 200],
      [{ Referer: `https://${host}/` }, 200],
      [{ Origin: `http://${host}` }, 401],
      [{ Referer: `http://${host}/` }, 401],
    ] as const) {
      const { status } = await browser.call('GET', '/users/me', {}, headers);
      assert.equal(status, expected, JSON.stringify(headers));
    }
    const form = (Origin: string) => fetch(`${server.url}/forgot`, { method: 'POST', headers: { Origin } });
    assert.equal((await form(`http://${host}`)).status, 403);
    assert.equal((await form(`https://${host}`)).status, 200);
  });

  it('counts for pages of the scheme of the request, which a trusted proxy names', async (t) => {
    const server = await startServer(t);
    const { host } = new URL(server.url);
    server.app.config.public_url = 'https://chat.example.com';
    const browser = browserOf(server, 'alice');
    const status = async (scheme: string, proto: string) => {
      const headers = { Origin: `${scheme}://${host}`, 'X-Forwarded-Proto': proto };
      return (await browser.call('GET', '/users/me', {}, headers)).status;
    };

    const untrusted = [await status('http', 'https'), await status('https', 'https')];
    server.app.addresses = new ClientAddresses(['127.0.0.1/32']);
    const trusted = [await status('http', 'https'), await status('https', 'https'), await status('https', 'x, https')];
    const plain = [await status('http', 'http'), await status('https', 'http'), await status('http', 'nonsense')];

    assert.deepEqual(untrusted, [200, 401]);
    assert.deepEqual(trusted, [401, 200, 200]);
    assert.deepEqual(plain, [200, 401, 200]);
  });

  it('has a name of its own for each port, which all share the cookies of their host', async (t) => {
    const server = await startServer(t);

    const { cookie } = browserOf(server, 'alice');

    assert.match(cookie ?? '', new RegExp(`^chatd-${new URL(server.url).port}=[\\w-]{43}$`));
  });

  it('counts less than an API key, even one that is wrong', async (t) => {
    const server = await startServer(t);
    const browser = browserOf(server, 'alice');
    const key = (text: string) => ({ ...fetchedByPage, Authorization: text });
    const wrong = `Basic ${Buffer.from(`bob@example.com:${'x'.repeat(32)}`).toString('base64')}`;

    const bob = await browser.call('GET', '/users/me', {}, key(server.as('bob').authorization));
    const nobody = await browser.call('GET', '/users/me', {}, key(wrong));

    assert.equal(bob.body.email, 'bob@example.com');
    assert.deepEqual([nobody.status, nobody.body.msg], [401, 'Invalid API key']);
  });

  it('is not enough for a GET that changes something, which any link of our own pages could send', async (t) => {
    const server = await startServer(t);
    const path = `/bots/${server.users.bot.id}/api_key`;

    const byCookie = await browserOf(server, 'alice').call('GET', path);
    const byKey = await server.as('alice').get(path);

    assert.deepEqual([byCookie.status, byCookie.body, byKey.status], [401, notLoggedIn, 200]);
  });

  it('is worth nothing once it was changed, and neither is another or none', async (t) => {
    const server = await startServer(t);
    const real = browserOf(server, 'alice').cookie ?? '';
    const name = real.split('=', 1)[0];

    for (const cookie of [`${real}x`, real.slice(0, -1), `${name}=`, `${name}`, `x${real}`, 'a=b', '']) {
      const browser = new Browser(server);
      const { status } = await browser.call('GET', '/users/me', {}, { ...fetchedByPage, Cookie: cookie });
      assert.equal(status, 401, cookie);
    }
    const among = await new Browser(server).call(
      'GET',
      '/users/me',
      {},
      {
        ...fetchedByPage,
        Cookie: `a=b; ${real}; c=d`,
      },
    );
    assert.equal(among.status, 200);
  });

  it('shows files to our own pages and to people who type their address', async (t) => {
    const server = await startServer(t);
    const path = await uploadFile(server.as('alice'), '0123456789', 'digits.txt');
    const cookie = browserOf(server, 'alice').cookie ?? '';
    const sources: [Record<string, string>, number][] = [
      [{ 'Sec-Fetch-Site': 'same-origin' }, 200],
      [{ 'Sec-Fetch-Site': 'none' }, 200],
      [{}, 200],
      [{ Referer: `${server.url}/` }, 200],
      [{ 'Sec-Fetch-Site': 'same-site' }, 401],
      [{ 'Sec-Fetch-Site': 'cross-site' }, 401],
      [{ Referer: 'https://elsewhere.example.com/' }, 401],
    ];

    for (const [headers, expected] of sources) {
      const { status } = await fetchFile(server, path, undefined, { headers: { Cookie: cookie, ...headers } });
      assert.equal(status, expected, JSON.stringify(headers));
    }
    const { status } = await fetchFile(server, path, undefined, {
      headers: { Cookie: browserOf(server, 'bob').cookie ?? '' },
    });
    assert.equal(status, 404);
  });

  it('lives for thirty days from its last use, which is recorded once an hour', async (t) => {
    const server = await startServer(t);
    const { clock, db } = server;
    const browser = browserOf(server, 'alice');
    const began = clock.now();
    const seenAt = () => db.value<number>('SELECT seen_at FROM sessions');

    clock.advance(3599);
    const early = await browser.call('GET', '/users/me');
    assert.deepEqual([early.headers['set-cookie'], seenAt()], [undefined, began]);

    clock.advance(29 * day);
    const late = await browser.call('GET', '/users/me');
    assert.deepEqual(late.headers['set-cookie'], [
      `${browser.cookie}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    ]);
    assert.equal(seenAt(), clock.now());

    clock.advance(30 * day - 1);
    assert.equal(await userOf(browser), 'alice@example.com');
    clock.advance(30 * day);
    assert.equal(await userOf(browser), undefined);
  });

  it('is secure where the public URL is', async (t) => {
    const server = await startServer(t);
    server.app.config.public_url = 'https://chat.example.com';
    const browser = browserOf(server, 'alice');
    server.clock.advance(3600);

    const { headers } = await browser.call('GET', '/users/me');

    assert.deepEqual(headers['set-cookie'], [
      `${browser.cookie}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure`,
    ]);
  });
});

/** The challenge of an answer 401, to a request without the headers that `fetch` adds. */
function challengeOf(url: string, headers: Record<string, string>): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume();
      assert.equal(response.statusCode, 401);
      resolve(response.headers['www-authenticate']);
    }).on('error', reject);
  });
}

describe('401', () => {
  it('challenges programs, but no browser, which would ask for a password over the page', async (t) => {
    const server = await startServer(t);
    const path = await uploadFile(server.as('alice'), '0123456789', 'digits.txt');
    const api = `${server.url}/api/v1/users/me`;
    const senders: [Record<string, string>, string | undefined][] = [
      [{}, 'Basic realm="chatd"'],
      [{ 'User-Agent': 'curl/8.9.1' }, 'Basic realm="chatd"'],
      [{ 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'no-cors' }, undefined],
      [{ 'User-Agent': firefox }, undefined],
    ];

    for (const [headers, challenge] of senders) {
      const found = [await challengeOf(`${server.url}${path}`, headers), await challengeOf(api, headers)];
      assert.deepEqual(found, [challenge, challenge], JSON.stringify(headers));
    }
  });
});

describe('GET /sessions', () => {
  it("lists one's own browsers, the one used last first, and says which one asks", async (t) => {
    const server = await startServer(t);
    const { clock, as } = server;
    const began = clock.now();
    const browser = browserOf(server, 'alice');
    browserOf(
      server,
      'alice',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit Version/18.0 Safari/6',
    );
    browserOf(server, 'bob');
    clock.advance(7200);
    await browser.call('GET', '/users/me');

    const { body } = await browser.call('GET', '/sessions');
    const byKey = await as('alice').get('/sessions');

    const phone = { browser: 'Safari on iPhone', created: began, last_seen: began, is_current: false };
    const desk = { browser: 'Firefox on Linux', created: began, last_seen: began + 7200, is_current: true };
    const [first, second] = body.sessions;
    assert.deepEqual(body.sessions, [
      { id: first.id, ...desk },
      { id: second.id, ...phone },
    ]);
    assert.deepEqual(
      byKey.body.sessions.map((one: { is_current: boolean }) => one.is_current),
      [false, false],
    );
  });

  it('leaves out what was not used for too long, which the next login deletes', async (t) => {
    const server = await startServer(t);
    browserOf(server, 'alice');
    server.clock.advance(30 * day);

    const { body } = await server.as('alice').get('/sessions');
    browserOf(server, 'bob');

    assert.deepEqual(body.sessions, []);
    assert.deepEqual(server.db.values('SELECT user_id FROM sessions'), [server.users.bob.id]);
  });
});

describe('DELETE /sessions/{session_id}', () => {
  it('logs out one browser at once, even one that waits for events, and no other', async (t) => {
    const server = await startServer(t);
    const [gone, stays] = [browserOf(server, 'alice'), browserOf(server, 'alice')];
    const { queue_id } = (await gone.call('POST', '/register', { event_types: [] })).body;
    const poll = gone.call('GET', '/events', { queue_id, last_event_id: -1 });
    const { body } = await gone.call('GET', '/sessions');
    const { id } = body.sessions.find((one: { is_current: boolean }) => one.is_current);

    const { status } = await stays.call('DELETE', `/sessions/${id}`);

    assert.equal(status, 200);
    assert.equal((await poll).status, 200);
    assert.deepEqual([await userOf(gone), await userOf(stays)], [undefined, 'alice@example.com']);
  });

  it("knows nobody else's", async (t) => {
    const server = await startServer(t);
    const browser = browserOf(server, 'alice');
    const { body } = await browser.call('GET', '/sessions');

    const refused = await server.as('owner').delete(`/sessions/${body.sessions[0].id}`);

    assert.deepEqual([refused.status, refused.body.msg], [400, 'No such session']);
    assert.equal(await userOf(browser), 'alice@example.com');
  });
});

describe('every session of a user', () => {
  const ends: [string, (server: TestServer) => Promise<unknown>][] = [
    [
      'a new password',
      async (server) => {
        const browser = browserOf(server, 'alice');
        await browser.call('PATCH', '/settings', { old_password: castPassword, new_password: 'another one, this' });
      },
    ],
    ['deactivation', ({ as, users }) => as('admin').delete(`/users/${users.alice.id}`)],
    [
      'removing the password',
      async ({ app, db, users }) => db.transaction(() => storePasswordHash(app, users.alice, null)),
    ],
  ];
  for (const [what, end] of ends) {
    it(`ends with ${what}, and nobody else's`, async (t) => {
      const server = await startServer(t);
      await givePassword(server, 'alice');
      const browsers = [browserOf(server, 'alice'), browserOf(server, 'alice'), browserOf(server, 'bob')];

      await end(server);

      const found = await Promise.all(browsers.map(userOf));
      assert.deepEqual(found, [undefined, undefined, 'bob@example.com']);
    });
  }
});
