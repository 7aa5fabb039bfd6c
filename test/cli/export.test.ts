import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makePlace } from './place.ts';

describe('chatd export', () => {
  it('writes an archive that chatd import reads, and leaves nothing beside it', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com');

    const exported = await place.run(['export', 'chat.tar']);
    const imported = await place.run(['import', 'chatd', 'chat.tar', '--data-dir', 'other']);
    const users = await place.run(['list-users', '--json', '--data-dir', 'other']);

    assert.equal(exported.exitCode, 0, exported.stderr);
    assert.match(exported.stdout, /^ROWS {2}TABLE\n/);
    assert.equal(
      exported.stderr,
      'Left out: passwords, keys, invitations and links, registered phones and browsers.\n',
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

  it('refuses a file that is there, a directory without data, and to merge', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    await place.run(['export', 'chat.tar']);

    const again = await place.run(['export', 'chat.tar']);
    const nothing = await place.run(['export', 'x.tar', '--data-dir', 'none']);
    const merged = await place.run(['import', 'chatd', 'chat.tar', '--merge']);

    assert.deepEqual(
      [again, nothing, merged].map(({ exitCode, stderr }) => [exitCode, stderr]),
      [
        [5, 'chatd: chat.tar is there already.\n'],
        [3, `chatd: ${place.path('none')} holds no chatd data; name another directory with --data-dir.\n`],
        [5, 'chatd: An export of chatd is for an organization without people; --merge takes other formats.\n'],
      ],
    );
  });
});
