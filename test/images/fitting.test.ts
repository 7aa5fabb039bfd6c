import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PhotonImage } from '@silvia-odwyer/photon-node';
import { fetchFile, storedFiles } from '../support/files.ts';
import { png, upload } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Bytes, blue, clear, jpeg, picture, pngHeader } from './samples.ts';

/** An upload starts it. */
async function fit({ app }: TestServer): Promise<void> {
  await app.thumbnailer.finished();
}

async function uploadAvatar(server: TestServer, bytes: Uint8Array): Promise<string> {
  const { status, body } = await upload(server.as('alice'), '/users/me/avatar', [Uint8Array.from(bytes) as Bytes]);
  assert.equal(status, 200, JSON.stringify(body));
  return body.avatar_url;
}

async function fetchBytes(server: TestServer, url: string) {
  const response = await fetchFile(server, url);
  return { type: response.headers.get('Content-Type'), bytes: new Uint8Array(await response.arrayBuffer()) };
}

describe('an avatar, emoji, icon or logo', () => {
  it('is refused when a side is longer than 8,000 pixels, before it is decoded', async (t) => {
    const server = await startServer(t);
    const refusals = [];
    for (const [width, height] of [
      [8001, 1],
      [1, 8001],
      [8000, 8000],
    ] as const) {
      for (const path of ['/users/me/avatar', '/realm/emoji/wide']) {
        const { body } = await upload(server.as('admin'), path, [pngHeader(width, height)]);
        refusals.push(body.msg);
      }
    }

    const msg = 'The image is larger than 8000 by 8000 pixels.';
    assert.deepEqual(refusals, [msg, msg, msg, msg, '', '']);
    assert.equal(server.db.value('SELECT count(*) FROM images'), 2);
  });

  it('is made smaller when it is larger than anybody shows it, and stays transparent', async (t) => {
    const server = await startServer(t);
    const url = await uploadAvatar(server, picture(1024, 1024, clear, blue).get_bytes());

    await fit(server);

    const { type, bytes } = await fetchBytes(server, url);
    const image = PhotonImage.new_from_byteslice(bytes);
    assert.deepEqual([type, image.get_width(), image.get_height()], ['image/png', 512, 512]);
    assert.deepEqual([image.get_raw_pixels()[3], image.get_raw_pixels().at(-1)], [0, 255]);
    assert.deepEqual(storedFiles(server), []);
  });

  it('stays a JPEG, and stands upright', async (t) => {
    const server = await startServer(t);
    const sent = await upload(server.as('owner'), '/realm/logo', [Uint8Array.from(jpeg(1000, 600, 6)) as Bytes], {
      night: false,
    });
    assert.equal(sent.status, 200, sent.body.msg);
    const { body } = await server.as('owner').post('/register', { fetch_event_types: ['realm'] });
    const url = body.realm_logo_url;

    await fit(server);

    const { type, bytes } = await fetchBytes(server, url);
    const image = PhotonImage.new_from_byteslice(bytes);
    assert.deepEqual([type, image.get_width(), image.get_height()], ['image/jpeg', 307, 512]);
  });

  it('stays as it came when it is small enough, or cannot be read', async (t) => {
    const server = await startServer(t);
    const urls = [];
    for (const bytes of [png(), pngHeader(3000, 3000)]) {
      const url = await uploadAvatar(server, bytes);

      await fit(server);

      urls.push(url);
      const served = await fetchBytes(server, url);
      assert.deepEqual(served, { type: 'image/png', bytes });
    }
    assert.equal(server.db.value('SELECT count(*) FROM images WHERE is_fitted = 0'), 0);
  });
});
