import assert from 'node:assert/strict';
import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type Account, makePlace, mode, type Place, readZuliprc } from './place.ts';

const ada = ['create-user', 'ada@example.com', '--name', 'Ada Lovelace'];

describe('chatd create-user', { concurrency: 2 }, () => {
  it('prints the account as JSON, with a key that logs in', async (t) => {
    const place = makePlace(t);

    const { exitCode, stdout } = await place.run([...ada, '--role', 'admin', '--json']);

    const account = JSON.parse(stdout) as Account;
    const server = await place.answer();
    const { body } = await server.as(account).get('/users/me');
    assert.deepEqual([exitCode, body.user_id, body.full_name, body.role], [0, account.user_id, 'Ada Lovelace', 200]);
    assert.match(account.api_key, /^[A-Za-z0-9]{32}$/);
    assert.deepEqual(
      { ...account, user_id: 'id', api_key: 'key' },
      { user_id: 'id', email: 'ada@example.com', full_name: 'Ada Lovelace', role: 'admin', api_key: 'key' },
    );
  });

  it('prints a line for each field to people, and says how to set a password', async (t) => {
    const place = makePlace(t);

    const { stdout, stderr } = await place.ask(ada);

    assert.match(
      stdout,
      /^user_id {4}\d+\nemail {6}ada@example.com\nfull_name {2}Ada Lovelace\nrole {7}owner\napi_key {4}\w{32}\n$/,
    );
    assert.match(stderr, /^The account has no password yet\. .* reset-password ada@example\.com --random-password\n$/);
  });

  it('makes up a password on request, which logs in', async (t) => {
    const place = makePlace(t);

    const account = await place.create('ada@example.com', '--random-password');

    const server = await place.answer();
    const { status } = await server
      .as()
      .post('/fetch_api_key', { username: account.email, password: account.password });
    assert.deepEqual([status, account.password?.length], [200, 20]);
  });

  it('reads a password from standard input, and does not show it', async (t) => {
    const place = makePlace(t);
    const password = 'sesame, open';

    const run = await place.run([...ada, '--password-stdin', '--json'], { input: `${password}\n` });

    const stored = readFileSync(place.path('chatd-data/chatd.db'));
    const server = await place.answer();
    const { status } = await server.as().post('/fetch_api_key', { username: 'ada@example.com', password });
    assert.deepEqual([run.exitCode, status], [0, 200]);
    assert.ok(!`${run.stdout}${run.stderr}`.includes(password));
    assert.ok(stored.includes('$argon2id$v=19$m=19456,t=2,p=1$') && !stored.includes(password));
  });

  it('makes everyone with their role by its word', async (t) => {
    const place = makePlace(t);

    const made = [];
    for (const role of ['owner', 'admin', 'moderator', 'member', 'guest']) {
      made.push(await place.create(`${role}@example.com`, '--role', role));
    }

    const server = await place.answer();
    const { body } = await server.as(made[0]).get('/users');
    assert.deepEqual(
      made.map(({ role, user_id }) => [
        role,
        body.members.find((member: { user_id: number }) => member.user_id === user_id).role,
      ]),
      [
        ['owner', 100],
        ['admin', 200],
        ['moderator', 300],
        ['member', 400],
        ['guest', 600],
      ],
    );
  });

  it('refuses what cannot be an account, and makes none', async (t) => {
    const place = makePlace(t);
    const named = (name: string) => ['create-user', 'ada@example.com', '--name', name];

    const runs = [
      await place.ask(['create-user', 'ada', '--name', 'Ada']),
      await place.ask(named('')),
      await place.ask(named('A'.repeat(101))),
      await place.ask(named('Ada @all')),
      await place.run([...ada, '--password-stdin'], { input: 'short' }),
      await place.ask([...ada, '--password-stdin', '--random-password']),
      await place.ask([...ada, '--bot', '--random-password']),
    ];

    const { stdout } = await place.ask(['list-users', '--json']);
    assert.deepEqual([runs.map(({ exitCode }) => exitCode), stdout], [[2, 2, 2, 2, 2, 2, 2], '[]\n']);
  });

  it('ends with 5 when the account exists, whatever the case of its address', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');

    const run = await place.ask(['create-user', 'ADA@example.com', '--name', 'Ada']);

    assert.deepEqual(run, {
      exitCode: 5,
      stdout: '',
      stderr: 'chatd: An account with the address ADA@example.com exists already.\n',
    });
  });

  it('lets a person own a bot', async (t) => {
    const place = makePlace(t);
    const owner = await place.addAccount('ada@example.com');

    const bot = await place.create('bot@example.com', '--bot', '--owner', 'ada@example.com');

    const server = await place.answer();
    const { body } = await server.as(bot).get('/users/me');
    assert.deepEqual([body.is_bot, body.bot_owner_id], [true, owner.user_id]);
  });

  it('ends with 5 when nobody has the address of the owner, and makes no bot', async (t) => {
    const place = makePlace(t);
    const args = ['create-user', 'bot@example.com', '--name', 'Bot', '--bot', '--owner', 'ada@example.com'];

    const { exitCode } = await place.ask(args);

    const { stdout } = await place.ask(['list-users', '--json']);
    assert.deepEqual([exitCode, stdout], [5, '[]\n']);
  });

  it('works while the server runs, and clients that are online hear of it', async (t) => {
    const place = makePlace(t);
    const owner = await place.addAccount('olive@example.com', { role: 'owner' });
    const server = await place.serve();
    const { body: queue } = await server.as(owner).post('/register', { event_types: ['realm_user'] });
    const poll = server.as(owner).get('/events', { queue_id: queue.queue_id, last_event_id: -1 });

    const account = await place.create('ada@example.com', '--name', 'Ada Lovelace');

    const { body } = await poll;
    const full = { client_gravatar: false, include_custom_profile_fields: true };
    const record = await server.as(owner).get(`/users/${account.user_id}`, full);
    assert.deepEqual(body.events, [{ type: 'realm_user', op: 'add', person: record.body.user, id: 0 }]);
    assert.equal((await server.as(account).get('/users/me')).status, 200);
  });

  it('makes one organization and one key when many start on a fresh directory', async (t) => {
    const place = makePlace(t);
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`);

    const runs = await Promise.all(
      names.map((name) => place.run(['create-user', name, '--name', 'Somebody', '--json'])),
    );
    for (const { exitCode, stderr } of runs) assert.equal(exitCode, 0, stderr);
    const accounts = runs.map(({ stdout }) => JSON.parse(stdout) as Account);

    const server = await place.answer();
    const answers = await Promise.all(accounts.map((account) => server.as(account).get('/users/me')));
    assert.deepEqual(
      answers.map(({ body }) => body.email),
      names,
    );
    assert.equal(accounts.filter(({ role }) => role === 'owner').length, 1);
  });
});

describe('chatd create-user --if-not-exists', () => {
  it('makes the account when there is none', async (t) => {
    const place = makePlace(t);

    const account = await place.create('ada@example.com', '--if-not-exists');

    assert.match(account.api_key, /^\w{32}$/);
  });

  it('changes nothing when there is one, and prints it without a key', async (t) => {
    const place = makePlace(t);
    const account = await place.addAccount('ada@example.com', { role: 'owner' });
    const args = ['--role', 'guest', '--random-password', '--if-not-exists'];

    const again = await place.create('ada@example.com', ...args);

    const server = await place.answer();
    assert.deepEqual(again, { ...account, api_key: null, password: null });
    assert.equal((await server.as(account).get('/users/me')).status, 200);
  });

  it('makes a key for a zuliprc file that is not there, and none for one that is', async (t) => {
    const place = makePlace(t);
    const account = await place.addAccount('ada@example.com');
    const args = ['--if-not-exists', '--zuliprc', 'ada.zuliprc'];

    const first = await place.create('ada@example.com', ...args);
    const second = await place.create('ada@example.com', ...args);

    const server = await place.answer();
    const statuses = await logIn(server, [account, first]);
    assert.deepEqual(
      [readZuliprc(place.path('ada.zuliprc')).key, second.api_key, statuses],
      [first.api_key, null, [200, 200]],
    );
  });
});

describe('chatd create-user --zuliprc', { concurrency: 2 }, () => {
  it('writes a file that its owner alone can read, and keeps the key off the screen', async (t) => {
    const place = makePlace(t);

    const { stdout } = await place.run([...ada, '--zuliprc', 'ada.zuliprc']);

    const file = place.path('ada.zuliprc');
    const { key = '', ...rest } = readZuliprc(file);
    const server = await place.answer();
    const { status } = await server.as({ email: 'ada@example.com', api_key: key }).get('/users/me');
    assert.deepEqual(
      [mode(file), rest, status],
      ['600', { email: 'ada@example.com', site: 'http://127.0.0.1:9991' }, 200],
    );
    assert.ok(!stdout.includes(key));
  });

  it('names the site by flag, else by variable, else by the running server', async (t) => {
    const place = makePlace(t);
    const env = { CHATD_PUBLIC_URL: 'https://variable.example.com' };
    const server = await place.serve();
    const write = (email: string, args: string[], env = {}) =>
      place.ask(['create-user', email, '--name', 'Ada', '--zuliprc', email, ...args], env);

    await write('flag@example.com', ['--public-url', 'https://flag.example.com/'], env);
    await write('variable@example.com', [], env);
    await write('running@example.com', []);

    assert.deepEqual(
      ['flag', 'variable', 'running'].map((name) => readZuliprc(place.path(`${name}@example.com`)).site),
      ['https://flag.example.com', 'https://variable.example.com', server.url],
    );
  });

  it('replaces such a file', async (t) => {
    const place = makePlace(t);
    writeFileSync(place.path('zuliprc'), '[api]\nkey=old\nemail=old@example.com\nsite=https://old.example.com\n');

    const { exitCode } = await place.ask([...ada, '--zuliprc', 'zuliprc']);

    assert.deepEqual([exitCode, readZuliprc(place.path('zuliprc')).email], [0, 'ada@example.com']);
  });

  it('leaves every other file as it is, and makes no account', async (t) => {
    const place = makePlace(t);
    writeFileSync(place.path('notes'), 'Buy milk.\n');
    writeFileSync(place.path('target'), '[api]\nkey=old\nemail=old@example.com\nsite=https://old.example.com\n');
    symlinkSync('target', place.path('link'));

    const runs = [
      await place.ask([...ada, '--zuliprc', 'notes']),
      await place.ask([...ada, '--zuliprc', 'link']),
      await place.ask([...ada, '--zuliprc', '.']),
      await place.ask([...ada, '--zuliprc', 'missing/zuliprc']),
    ];

    const { stdout } = await place.ask(['list-users', '--json']);
    assert.deepEqual(
      {
        exitCodes: runs.map(({ exitCode }) => exitCode),
        accounts: stdout,
        notes: readFileSync(place.path('notes'), 'utf8'),
        target: readZuliprc(place.path('target')).email,
        isLink: lstatSync(place.path('link')).isSymbolicLink(),
        missing: existsSync(place.path('missing')),
      },
      {
        exitCodes: [1, 1, 1, 1],
        accounts: '[]\n',
        notes: 'Buy milk.\n',
        target: 'old@example.com',
        isLink: true,
        missing: false,
      },
    );
  });
});

async function logIn(server: Awaited<ReturnType<Place['answer']>>, accounts: Account[]): Promise<number[]> {
  const answers = await Promise.all(accounts.map((account) => server.as(account).get('/users/me')));
  return answers.map(({ status }) => status);
}
