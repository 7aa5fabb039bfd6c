import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Browser } from '../support/browser.ts';
import { makePlace, type Serving } from './place.ts';

describe('chatd reset-password', () => {
  it('sets a password that it makes up and prints; the old one is no use any more', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com', { randomPassword: true });
    const server = await place.serve();

    const { exitCode, stdout } = await place.run(['reset-password', ada.email, '--random-password', '--json']);

    const { password, ...rest } = JSON.parse(stdout);
    assert.deepEqual([exitCode, rest], [0, { user_id: ada.user_id, email: ada.email }]);
    assert.deepEqual(
      [await logIn(server, ada.email, password), await logIn(server, ada.email, ada.password)],
      [200, 401],
    );
  });

  it('prints a link with --link, by which the person chooses one', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com', { randomPassword: true });
    const server = await place.serve();

    const { stdout, stderr } = await place.ask(['reset-password', ada.email, '--link']);
    const json = await place.ask(['reset-password', ada.email, '--link', '--json']);
    const unchanged = await logIn(server, ada.email, ada.password);
    const { status } = await new Browser(server).submit(stdout.trim(), { password: 'sesame, open' });

    assert.deepEqual([stderr, unchanged, status], ['', 200, 303]);
    assert.equal(await logIn(server, ada.email, 'sesame, open'), 200);
    const { reset_url, ...rest } = JSON.parse(json.stdout);
    assert.deepEqual(rest, { user_id: ada.user_id, email: ada.email });
    assert.ok(reset_url.startsWith(`${server.url}/reset/`));
  });

  it('prints a link for everybody who has no password, as after an import', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com', { randomPassword: true });
    const eve = await place.addAccount('eve@example.com');
    await place.addAccount('bob@example.com');
    await place.addAccount('bot@example.com', { bot: true });
    await place.ask(['deactivate-user', 'bob@example.com']);
    const server = await place.serve();

    const { stdout } = await place.ask(['reset-password', '--without-password', '--link']);
    const json = await place.ask(['reset-password', '--without-password', '--link', '--json']);
    const [email, link = ''] = stdout.trim().split('  ');
    const { status } = await new Browser(server).submit(link, { password: 'sesame, open' });
    const done = await place.ask(['reset-password', '--without-password', '--link']);
    const wrong = await Promise.all([
      place.ask(['reset-password', '--link']),
      place.ask(['reset-password', '--without-password']),
      place.ask(['reset-password', ada.email, '--without-password', '--link']),
    ]);

    assert.deepEqual([email, status], ['eve@example.com', 303]);
    assert.equal(await logIn(server, eve.email, 'sesame, open'), 200);
    assert.deepEqual(
      JSON.parse(json.stdout).map(({ user_id, email }: { user_id: number; email: string }) => [user_id, email]),
      [[eve.user_id, eve.email]],
    );
    assert.deepEqual(done, { exitCode: 0, stdout: '', stderr: 'Everybody has a password.\n' });
    const sentence =
      'Name the address of an account, or give a link to everybody who has no password: --without-password --link.';
    assert.deepEqual(
      wrong.map(({ exitCode, stderr }) => [exitCode, stderr]),
      wrong.map(() => [2, `chatd: ${sentence}\n`]),
    );
  });

  it('makes no link together with a password, and none for a bot', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    await place.addAccount('bot@example.com', { bot: true });

    const both = await place.ask(['reset-password', 'ada@example.com', '--link', '--random-password']);
    const bot = await place.ask(['reset-password', 'bot@example.com', '--link']);

    assert.deepEqual([both.exitCode, both.stdout, bot.exitCode, bot.stdout], [2, '', 2, '']);
  });

  it('sets a password that it reads, and does not show it', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com');
    const server = await place.answer();

    const run = await place.run(['reset-password', ada.email, '--password-stdin'], { input: 'sesame, open\r\n' });

    assert.deepEqual(run, { exitCode: 0, stdout: '', stderr: 'ada@example.com has a new password.\n' });
    assert.equal(await logIn(server, ada.email, 'sesame, open'), 200);
  });

  it('leaves the password as it is when the new one is too short, of several lines, or missing', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com', { randomPassword: true });

    const runs = [
      await place.run(['reset-password', ada.email, '--password-stdin'], { input: 'short\n' }),
      await place.run(['reset-password', ada.email, '--password-stdin'], { input: 'first line\nsecond line\n' }),
      await place.run(['reset-password', ada.email, '--password-stdin']),
      await place.ask(['reset-password', ada.email]),
    ];

    const server = await place.answer();
    const status = await logIn(server, ada.email, ada.password);
    const sentences = [
      'The password must have at least 8 characters.',
      'The password must be a single line.',
      'The password must have at least 8 characters.',
      'Choose the source of the password: --link, --password-stdin or --random-password.',
    ];
    assert.deepEqual(
      runs,
      sentences.map((sentence) => ({ exitCode: 2, stdout: '', stderr: `chatd: ${sentence}\n` })),
    );
    assert.equal(status, 200);
  });

  it('ends with 5 for an address that nobody has, and for the bots of the server', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');

    const unknown = await place.ask(['reset-password', 'bob@example.com', '--random-password']);
    const system = await place.ask(['reset-password', 'welcome-bot@chatd.invalid', '--random-password']);

    assert.deepEqual(
      [unknown, system],
      [
        { exitCode: 5, stdout: '', stderr: 'chatd: There is no account with the address bob@example.com.\n' },
        { exitCode: 5, stdout: '', stderr: 'chatd: There is no account with the address welcome-bot@chatd.invalid.\n' },
      ],
    );
  });

  it('ends with 2 for a bot, which has none', async (t) => {
    const place = makePlace(t);
    await place.addAccount('bot@example.com', { bot: true });

    const { exitCode, stdout } = await place.ask(['reset-password', 'bot@example.com', '--random-password']);

    assert.deepEqual({ exitCode, stdout }, { exitCode: 2, stdout: '' });
  });
});

async function logIn(server: Pick<Serving, 'as'>, username: string, password: string | undefined): Promise<number> {
  const { status } = await server.as().post('/fetch_api_key', { username, password });
  return status;
}
