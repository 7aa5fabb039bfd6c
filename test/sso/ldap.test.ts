import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { LdapDirectory, SsoSettings } from '../../src/ground/config.ts';
import { roles } from '../../src/users/user.ts';
import { givePassword } from '../contract/call.ts';
import { Browser } from '../support/browser.ts';
import { castPassword, startServer, type TestServer } from '../support/server.ts';
import { type Entry, person, reader, startDirectory } from './directory.ts';
import { attacks, startHostileDirectory } from './hostile-directory.ts';

const people: Entry[] = [
  person('alice', {
    mail: ['alice@example.com', 'al@example.com'],
    cn: ['Alice There'],
    memberOf: ['cn=chiefs'],
    entryUUID: ['uuid-a'],
  }),
  person('nina', { mail: ['nina@example.com'], cn: ['Nina Newcomer'] }),
  person('twin', { mail: ['twins@example.com'], cn: ['One Twin'] }),
  person('other-twin', { mail: ['twins@example.com'], cn: ['Other Twin'] }),
  person('*', { mail: ['star@example.com'], cn: ['Star'] }),
  person('mute', { cn: ['No Address'] }),
  { ...person('locked', { mail: ['locked@example.com'] }), refusal: 53 },
];

/** Settings of a directory that does not answer, and of one that lets nobody search. */
const down = { url: 'ldap://127.0.0.1:9' };
const closed = { bind_password: 'changed' };

/** A server whose passwords a directory knows. */
async function setScene(t: TestContext, more: Partial<LdapDirectory & SsoSettings> = {}): Promise<TestServer> {
  const server = await startServer(t);
  const { passwords = 'everyone', ...settings } = more;
  const ldap = { ...(await startDirectory(people)), ...settings };
  server.app.config.sso = { providers: [], ldap, passwords };
  return server;
}

function logIn({ anonymous }: TestServer, username: string, password = `secret of ${username}`) {
  return anonymous.post('/fetch_api_key', { username, password });
}

const wrong = { result: 'error', msg: 'Your username or password is incorrect', code: 'AUTHENTICATION_FAILED' };

describe('a login by a directory', () => {
  it('takes the name or the address there, in apps and in browsers', async (t) => {
    const server = await setScene(t);

    const { body } = await logIn(server, 'alice');
    const again = await logIn(server, ' alice@example.com ', 'secret of alice');
    const browser = new Browser(server);
    const page = await browser.submit('/login', { email: 'alice', password: 'secret of alice' });

    const { id } = server.users.alice;
    assert.deepEqual([body.user_id, body.email, again.body.user_id], [id, 'alice@example.com', id]);
    assert.deepEqual([page.status, page.headers.get('location')], [303, '/']);
    assert.equal((await browser.call('GET', '/users/me')).body.user_id, id);
  });

  it('is told to clients', async (t) => {
    const server = await setScene(t, { passwords: 'owners' });

    const { body } = await server.anonymous.get('/server_settings');
    const { html } = await new Browser(server).open('/login');

    const { ldap, password, email } = body.authentication_methods;
    assert.deepEqual({ ldap, password, email }, { ldap: true, password: true, email: false });
    assert.deepEqual([body.require_email_format_usernames, body.email_auth_enabled], [false, false]);
    assert.match(html, /Name or e-mail address[\s\S]*<input id="email" name="email" type="text"/);
  });

  it('makes accounts for newcomers, where they are welcome', async (t) => {
    const server = await setScene(t);

    const { body } = await logIn(server, 'nina');

    const { body: user } = await server.as('owner').get(`/users/${body.user_id}`);
    assert.deepEqual([user.user.full_name, user.user.role], ['Nina Newcomer', roles.member]);
  });

  it('gives roles by groups', async (t) => {
    const server = await setScene(t, { roles: { 'cn=chiefs': 'moderator' } });

    await logIn(server, 'alice');

    assert.equal(server.db.value('SELECT role FROM users WHERE id = ?', server.users.alice.id), roles.moderator);
  });

  it('stays the same account when the address changes', async (t) => {
    const server = await setScene(t);
    const first = await logIn(server, 'alice');
    server.db.run(
      "UPDATE users SET email = 'a@example.com', email_key = 'a@example.com' WHERE id = ?",
      first.body.user_id,
    );

    assert.equal((await logIn(server, 'alice')).body.user_id, first.body.user_id);
  });

  it('leaves the passwords of this server to those who are not in the directory', async (t) => {
    const server = await setScene(t);
    await givePassword(server, 'bob');

    assert.equal((await logIn(server, 'bob@example.com', castPassword)).body.user_id, server.users.bob.id);
  });

  it('or to owners alone', async (t) => {
    const server = await setScene(t, { passwords: 'owners' });
    for (const name of ['bob', 'owner'] as const) await givePassword(server, name);

    const bob = await logIn(server, 'bob@example.com', castPassword);
    const owner = await logIn(server, 'owner@example.com', castPassword);

    assert.deepEqual([bob.status, bob.body.code, owner.status], [401, 'PASSWORD_AUTH_DISABLED', 200]);
  });

  it('leaves owners their passwords of this server while the directory is down', async (t) => {
    for (const outage of [down, closed]) {
      const server = await setScene(t, { ...outage, passwords: 'owners' });
      for (const name of ['bob', 'owner'] as const) await givePassword(server, name);

      const owner = await logIn(server, 'owner@example.com', castPassword);
      const bob = await logIn(server, 'bob@example.com', castPassword);

      assert.deepEqual([owner.status, owner.body.user_id], [200, server.users.owner.id]);
      assert.deepEqual([bob.status, bob.body.code], [401, 'PASSWORD_AUTH_DISABLED']);
    }
  });
});

describe('an attack on a login by a directory', () => {
  const guesses: Record<string, [name: string, password: string]> = {
    'a wrong password': ['alice', 'guess'],
    'no password, which a directory takes for a login of nobody': ['alice', ''],
    'a name that is a pattern': ['*', 'secret of alice'],
    'a name that ends the filter': ['alice)(uid=*', 'secret of alice'],
    'a name that adds to the filter': ['*)(|(uid=alice', 'secret of alice'],
    'a name that is escaped already': ['\\61lice', 'secret of alice'],
    'a name of two people': ['twins@example.com', 'secret of twin'],
    'the account that searches': [reader.dn, reader.password],
    'a name of nobody': ['nobody', 'secret of nobody'],
    'no name': ['', 'secret of alice'],
    'somebody whom the directory lets in no more': ['locked', 'secret of locked'],
  };
  for (const [what, [name, password]] of Object.entries(guesses)) {
    it(`is refused: ${what}`, async (t) => {
      const server = await setScene(t);

      const { status, body } = await logIn(server, name, password);

      assert.deepEqual([status, body], [401, wrong]);
    });
  }

  it('is refused: somebody without an address, and strangers where newcomers need an invitation', async (t) => {
    const server = await setScene(t, { create_accounts: false });

    const answers = [await logIn(server, 'mute'), await logIn(server, 'nina')];

    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.msg]),
      [
        [400, 'You cannot log in: The account that you used has no e-mail address.'],
        [400, 'You cannot log in: You need an invitation to join. Please ask a member of the organization.'],
      ],
    );
  });

  it('is refused: somebody who got the address of a user after them', async (t) => {
    const server = await setScene(t);
    await logIn(server, 'alice');
    const heirs = await startDirectory([person('heir', { mail: ['alice@example.com'], entryUUID: ['uuid-h'] })]);
    server.db.run('UPDATE external_accounts SET issuer = ?', `${heirs.url}/${heirs.base_dn}`);
    server.app.config.sso = { providers: [], ldap: heirs, passwords: 'everyone' };

    const { status, body } = await logIn(server, 'heir');

    assert.deepEqual(
      [status, body.msg],
      [
        400,
        'You cannot log in: The account alice@example.com here belongs to another account there, which had this ' +
          'address before. Please ask the operator of this server.',
      ],
    );
  });

  it('is slowed down after five wrong passwords', async (t) => {
    const server = await setScene(t);
    for (let count = 0; count < 5; count++) await logIn(server, 'alice', 'guess');

    const { status, body } = await logIn(server, 'alice');

    assert.deepEqual([status, body.code], [429, 'RATE_LIMIT_HIT']);
  });

  const names: [string, string[]][] = [
    ['somebody who has an account', ['alice', 'alice@example.com', 'al@example.com', 'ALICE', 'Al@example.com']],
    ['a newcomer', ['nina', 'nina@example.com', 'NINA', 'Nina@example.com', 'nina']],
  ];
  for (const [who, guessed] of names) {
    it(`is slowed down under all names of ${who} together`, async (t) => {
      const server = await setScene(t);
      for (const name of guessed) assert.equal((await logIn(server, name, 'guess')).status, 401);

      const answers = await Promise.all(guessed.map((name) => logIn(server, name, `secret of ${guessed[0]}`)));

      assert.deepEqual(
        answers.map(({ status }) => status),
        Array(5).fill(429),
      );
    });
  }

  it('is no login when the directory is down, or refuses the account that searches', async (t) => {
    for (const outage of [down, closed]) {
      const server = await setScene(t, outage);
      const { status, body } = await logIn(server, 'alice');
      const page = await new Browser(server).submit('/login', { email: 'alice', password: 'secret of alice' });
      const sentence = 'The directory that checks passwords cannot be used at the moment.';
      assert.deepEqual([status, body.msg], [502, sentence]);
      assert.deepEqual([page.status, /role="alert">([^<]*)/.exec(page.html)?.[1]], [422, sentence]);
    }
  });

  it('is slowed down also while the directory is down', async (t) => {
    const server = await setScene(t, down);
    await givePassword(server, 'owner');

    const codes = [];
    for (let count = 0; count < 6; count++) codes.push((await logIn(server, 'owner@example.com', 'guess')).body.code);

    assert.deepEqual(codes, [...Array(5).fill('DIRECTORY_UNREACHABLE'), 'RATE_LIMIT_HIT']);
  });
});

describe('a directory that', () => {
  for (const [what, attack] of Object.entries(attacks)) {
    it(`${what} stops neither the server nor its owners`, async (t) => {
      const server = await setScene(t, { passwords: 'owners' });
      await givePassword(server, 'owner');
      const { sso } = server.app.config;
      const { patience } = server.app.ldap;
      server.app.config.sso = { providers: [], ldap: await startHostileDirectory(attack), passwords: 'owners' };
      server.app.ldap.patience = 500;

      const [alice, owner] = await Promise.all([
        logIn(server, 'alice'),
        logIn(server, 'owner@example.com', castPassword),
      ]);

      assert.deepEqual([alice.status, alice.body.code], [502, 'DIRECTORY_UNREACHABLE']);
      assert.deepEqual([owner.status, owner.body.user_id], [200, server.users.owner.id]);
      server.app.ldap.patience = patience;
      Object.assign(server.app.config, { sso });
      assert.equal((await logIn(server, 'alice')).body.user_id, server.users.alice.id);
    });
  }
});
