import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makePlace } from './place.ts';

describe('chatd export', () => {
  it('writes an archive that chatd import reads, and leaves nothing beside it', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com');

    const exported = await place.run(['export', 'chat.tar']);
    const imported = await place.ask(['import', 'chatd', 'chat.tar', '--data-dir', 'other']);
    const users = await place.ask(['list-users', '--json', '--data-dir', 'other']);

    assert.equal(exported.exitCode, 0, exported.stderr);
    assert.match(exported.stdout, /^COUNT {2}WHAT\n/);
    assert.equal(
      exported.stderr,
      'Left out: passwords, API keys, invitations and links, registered phones and browsers.\n',
    );
    assert.equal(imported.exitCode, 0, imported.stderr);
    assert.match(imported.stderr, /^People without a password: 1\./);
    assert.match(users.stdout, new RegExp(`"user_id":${ada.user_id},"email":"ada@example.com"`));
    assert.deepEqual(
      readdirSync(place.folder)
        .filter((name) => name.startsWith('chat'))
        .sort(),
      ['chat.tar', 'chatd-data'],
    );
  });

  it('refuses a file that is there, and a directory without data', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    await place.ask(['export', 'chat.tar']);

    const again = await place.ask(['export', 'chat.tar']);
    const nothing = await place.ask(['export', 'x.tar', '--data-dir', 'none']);

    assert.deepEqual(
      [again, nothing].map(({ exitCode, stderr }) => [exitCode, stderr]),
      [
        [5, 'chatd: chat.tar is there already.\n'],
        [3, `chatd: ${place.path('none')} holds no chatd data; name another directory with --data-dir.\n`],
      ],
    );
  });

  it('writes for Zulip, and of one person', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    await place.addAccount('bob@example.com');

    const zulip = await place.ask(['export', 'zulip.tar.gz', '--format', 'zulip', '--public']);
    const imported = await place.ask(['import', 'zulip', 'zulip.tar.gz', '--data-dir', 'other', '--json']);
    const bob = await place.run(['export', 'bob.tar', '--user', 'bob@example.com', '--json']);

    assert.deepEqual([zulip.exitCode, imported.exitCode, bob.exitCode], [0, 0, 0], zulip.stderr + bob.stderr);
    assert.match(zulip.stderr, /^Left out: private channels and direct messages, /);
    assert.equal(JSON.parse(imported.stdout).came.users, 2);
    const { scope, tables } = JSON.parse(bob.stdout);
    assert.deepEqual([scope, tables.users], ['user', 1]);
    assert.equal(statSync(place.path('bob.tar')).mode & 0o777, 0o600);
  });

  it('replaces an earlier export when told, and refuses what makes no sense', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    writeFileSync(place.path('chat.tar'), 'earlier');
    mkdirSync(place.path('folder'));

    const replaced = await place.ask(['export', 'chat.tar', '--replace']);
    const folder = await place.ask(['export', 'folder', '--replace']);
    const both = await place.ask(['export', 'x.tar', '--public', '--user', 'ada@example.com']);
    const one = await place.ask(['export', 'x.tar', '--format', 'zulip', '--user', 'ada@example.com']);
    const nobody = await place.ask(['export', 'x.tar', '--user', 'bob@example.com']);
    const output = await place.ask(['export', '-']);

    assert.equal(replaced.exitCode, 0, replaced.stderr);
    assert.notEqual(readFileSync(place.path('chat.tar'), 'latin1'), 'earlier');
    assert.deepEqual(
      [folder, both, one, nobody, output].map(({ exitCode, stderr }) => [exitCode, stderr]),
      [
        [5, 'chatd: folder is a folder that was not created by chatd export.\n'],
        [
          2,
          "chatd: option '--public' cannot be used with option '--user <email>'\nchatd export --help shows details.\n",
        ],
        [2, 'chatd: Other programs import organizations, not the data of one person: choose another --format.\n'],
        [5, 'chatd: There is no account bob@example.com.\n'],
        [2, 'chatd: An export needs a file: standard output takes none.\n'],
      ],
    );
  });
});
