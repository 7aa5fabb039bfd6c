import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { PhotonImage } from '@silvia-odwyer/photon-node';
import { clientsOf, importFiles, openEmpty } from '../import/scene.ts';
import { ids, realmTables, user } from '../import/zulip-export.ts';
import { fetchFile } from '../support/files.ts';
import { gif, upload } from '../support/pictures.ts';
import { badRequest } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Bytes, blue, picture, pngHeader, red } from './samples.ts';

const wide = Uint8Array.from(picture(64, 16, red, blue).get_bytes()) as Bytes;
const undecodable = badRequest('Could not decode image; did you upload an image file?');

function formOf(picture: Bytes, values: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  form.append('filename', new Blob([picture]), 'picture');
  return form;
}

async function sidesOf(server: TestServer, url: string): Promise<number[]> {
  const response = await fetchFile(server, url);
  const image = PhotonImage.new_from_byteslice(new Uint8Array(await response.arrayBuffer()));
  return [image.get_width(), image.get_height()];
}

describe('an avatar', () => {
  it('is square at once, of a person, a new bot and a changed one', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const own = await upload(alice, '/users/me/avatar', [wide]);
    const made = await alice.send('POST', '/bots', { body: formOf(wide, { full_name: 'Baker', short_name: 'baker' }) });
    const changed = await alice.send('PATCH', `/bots/${server.users.bot.id}`, { body: formOf(wide) });

    for (const { status, body } of [own, made, changed]) {
      assert.equal(status, 200, body.msg);
      assert.deepEqual(await sidesOf(server, body.avatar_url), [16, 16]);
    }
  });

  it('stays as it came when it is square, even if it moves', async (t) => {
    const server = await startServer(t);
    const { body } = await upload(server.as('alice'), '/users/me/avatar', [gif(2)]);

    const response = await fetchFile(server, body.avatar_url);
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), gif(2));
  });

  it('is refused when it is not square and cannot be read, and nobody changes', async (t) => {
    const server = await startServer(t);
    const before = server.db.values('SELECT count(*) FROM users WHERE avatar_image_id IS NULL');

    const refused = [
      await upload(server.as('alice'), '/users/me/avatar', [pngHeader(30, 20)]),
      await server.as('alice').send('PATCH', `/bots/${server.users.bot.id}`, { body: formOf(pngHeader(30, 20)) }),
    ];

    assert.deepEqual(
      refused.map(({ status, body }) => [status, body]),
      [
        [400, undecodable],
        [400, undecodable],
      ],
    );
    assert.deepEqual(server.db.values('SELECT count(*) FROM users WHERE avatar_image_id IS NULL'), before);
  });

  it('is not decoded where people may not change it', async (t) => {
    const server = await startServer(t);
    await server.as('owner').patch('/realm', { avatar_changes_disabled: true });

    const { body } = await upload(server.as('alice'), '/users/me/avatar', [pngHeader(30, 20)]);

    assert.equal(body.msg, 'Avatar changes are disabled in this organization.');
  });

  it('becomes square after an import', async (t: TestContext) => {
    const app = openEmpty(t);
    const tables = realmTables();
    const [owner, ...others] = tables.zerver_userprofile ?? [];
    const zerver_userprofile = [{ ...owner, avatar_source: 'U' }, ...others, user(200, 'Una')];
    await importFiles(t, app, {
      'realm.json': { ...tables, zerver_userprofile },
      'avatars/records.json': [{ user_profile_id: ids.owner, path: 'one.png', s3_path: 'one.png' }],
      'avatars/one.png': Buffer.from(wide),
    });
    await clientsOf(t, app);
    await app.thumbnailer.finished();

    const bytes = app.db.value<Buffer>(
      'SELECT bytes FROM images WHERE id = (SELECT avatar_image_id FROM users WHERE id = ?)',
      ids.owner,
    ) as Buffer;
    const image = PhotonImage.new_from_byteslice(new Uint8Array(bytes));
    assert.deepEqual([image.get_width(), image.get_height()], [16, 16]);
  });
});
