import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const everyone = ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest', 'bot'] as const;
const others = ['admin', 'moderator', 'alice', 'guest', 'bot'] as const;
const success = { result: 'success', msg: '' };
const ownersOnly = badRequest('Must be an organization owner');

async function domains(server: TestServer) {
  const { body } = await server.as('guest').get('/realm/domains');
  const { body: state } = await server.as('guest').post('/register', { fetch_event_types: ['realm_domains'] });
  assert.deepEqual(state.realm_domains, body.domains);
  return body.domains;
}

async function add(server: TestServer, domain: string, allow_subdomains = false): Promise<void> {
  const { status } = await server.as('owner').post('/realm/domains', { domain, allow_subdomains });
  assert.equal(status, 200);
}

function change(domain: string, allow_subdomains: boolean) {
  return { type: 'realm_domains', op: 'change', realm_domain: { domain, allow_subdomains } };
}

describe('POST /realm/domains', () => {
  it('is for owners', async (t) => {
    const server = await startServer(t);

    for (const name of others) {
      const { status, body } = await server
        .as(name)
        .post('/realm/domains', { domain: 'example.com', allow_subdomains: false });

      assert.deepEqual([status, body], [400, ownersOnly], name);
    }
    assert.equal(
      (await server.anonymous.post('/realm/domains', { domain: 'example.com', allow_subdomains: false })).status,
      401,
    );
    assert.deepEqual(await domains(server), []);
  });

  it('adds a domain in lower case and ASCII, and tells everyone', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, everyone);

    const first = await server.as('owner').post('/realm/domains', { domain: ' Example.COM ', allow_subdomains: false });
    const second = await server
      .as('owner')
      .post('/realm/domains', { domain: 'bücher.example', allow_subdomains: true });

    const added = [
      { domain: 'example.com', allow_subdomains: false },
      { domain: 'xn--bcher-kva.example', allow_subdomains: true },
    ];
    assert.deepEqual(first.body, { ...success, new_domain: 'example.com' });
    assert.deepEqual(second.body, { ...success, new_domain: 'xn--bcher-kva.example' });
    assert.deepEqual(await domains(server), added);
    const heard = added.map((realm_domain) => ({ type: 'realm_domains', op: 'add', realm_domain }));
    assert.deepEqual(await ears.heard(), Object.fromEntries(everyone.map((name) => [name, heard])));
  });

  it('refuses what is no domain of addresses', async (t) => {
    const server = await startServer(t);
    const refused = [
      '',
      'localhost',
      '.example.com',
      'example.com.',
      'exa mple.com',
      'a..b',
      '-a.com',
      'a-.com',
      'a_b.com',
      'https://example.com',
      'me@example.com',
      'example.com/x',
      '127.0.0.1',
      `${'a'.repeat(64)}.com`,
      `${'abc.'.repeat(70)}com`,
      'a\tb.com',
    ];

    for (const domain of refused) {
      const { status, body } = await server.as('owner').post('/realm/domains', { domain, allow_subdomains: false });

      assert.equal(status, 400, domain);
      assert.match(body.msg, /^Invalid domain: /, domain);
    }
    assert.deepEqual(await domains(server), []);
  });
});

describe('PATCH /realm/domains/{domain}', () => {
  it('says whether domains below it count, and tells everyone', async (t) => {
    const server = await startServer(t);
    await add(server, 'example.com');
    const ears = await listen(server, everyone);

    const { body } = await server.as('owner').patch('/realm/domains/Example.com', { allow_subdomains: true });
    await server.as('owner').patch('/realm/domains/example.com', { allow_subdomains: true });

    assert.deepEqual(body, success);
    assert.deepEqual(await domains(server), [{ domain: 'example.com', allow_subdomains: true }]);
    const heard = [change('example.com', true)];
    assert.deepEqual(await ears.heard(), Object.fromEntries(everyone.map((name) => [name, heard])));
  });

  it('is for owners, and for domains that were added', async (t) => {
    const server = await startServer(t);
    await add(server, 'example.com');
    const ears = await listen(server, ['owner']);

    for (const name of others) {
      const { body } = await server.as(name).patch('/realm/domains/example.com', { allow_subdomains: true });
      assert.deepEqual(body, ownersOnly);
    }
    const { body } = await server.as('owner').patch('/realm/domains/example.org', { allow_subdomains: true });
    assert.deepEqual(body, badRequest('No entry found for domain example.org.'));
    assert.deepEqual(await domains(server), [{ domain: 'example.com', allow_subdomains: false }]);
    assert.deepEqual(await ears.heard(), {});
  });
});

describe('DELETE /realm/domains/{domain}', () => {
  it('removes a domain, and tells everyone', async (t) => {
    const server = await startServer(t);
    await add(server, 'example.com');
    await add(server, 'example.org');
    await server.as('owner').patch('/realm', { emails_restricted_to_domains: true });
    const ears = await listen(server, everyone);

    const { body } = await server.as('owner').delete('/realm/domains/example.com');

    assert.deepEqual(body, success);
    assert.deepEqual(await domains(server), [{ domain: 'example.org', allow_subdomains: false }]);
    const heard = [{ type: 'realm_domains', op: 'remove', domain: 'example.com' }];
    assert.deepEqual(await ears.heard(), Object.fromEntries(everyone.map((name) => [name, heard])));
  });

  it('lifts the restriction with the last one', async (t) => {
    const server = await startServer(t);
    await add(server, 'example.com');
    await server.as('owner').patch('/realm', { emails_restricted_to_domains: true });
    const ears = await listen(server, ['bob']);

    await server.as('owner').delete('/realm/domains/example.com');

    assert.deepEqual(await ears.heard(), {
      bob: [
        { type: 'realm', op: 'update', property: 'emails_restricted_to_domains', value: false },
        { type: 'realm_domains', op: 'remove', domain: 'example.com' },
      ],
    });
    assert.equal((await server.as('bob').post('/register')).body.realm_emails_restricted_to_domains, false);
  });

  it('is for owners, and for domains that were added', async (t) => {
    const server = await startServer(t);
    await add(server, 'example.com');

    for (const name of others) {
      assert.deepEqual((await server.as(name).delete('/realm/domains/example.com')).body, ownersOnly);
    }
    const { body } = await server.as('owner').delete('/realm/domains/example.org');
    assert.deepEqual(body, badRequest('No entry found for domain example.org.'));
    assert.deepEqual(await domains(server), [{ domain: 'example.com', allow_subdomains: false }]);
  });
});
