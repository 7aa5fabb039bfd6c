import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PhotonImage } from '@silvia-odwyer/photon-node';
import { fetchFile, storedFiles } from '../support/files.ts';
import { gif, png, upload } from '../support/pictures.ts';
import { badRequest } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Bytes, blue, clear, jpeg, picture, pngHeader, red } from './samples.ts';

const undecodable = badRequest('Could not decode image; did you upload an image file?');

function send(server: TestServer, bytes: Uint8Array) {
  return upload(server.as('admin'), '/realm/icon', [Uint8Array.from(bytes) as Bytes]);
}

/** The icon as `GET /server_settings` names it to everyone. */
async function fetchIcon(server: TestServer) {
  const { realm_icon } = (await server.anonymous.get('/server_settings')).body;
  const response = await fetchFile(server, realm_icon);
  return { type: response.headers.get('Content-Type'), bytes: new Uint8Array(await response.arrayBuffer()) };
}

function pixelsOf(width: number, height: number): Uint8Array {
  return picture(width, height, clear, blue).get_bytes();
}

/** A GIF of two by one pixels. */
function wideGif(frames: number): Uint8Array {
  const bytes = gif(frames);
  bytes[6] = 2;
  return bytes;
}

describe('the icon of the organization', () => {
  for (const [what, bytes, type, side] of [
    ['wide', pixelsOf(64, 16), 'image/png', 16],
    ['high', pixelsOf(16, 64), 'image/png', 16],
    ['off by one', pixelsOf(65, 64), 'image/png', 64],
    ['large and wide', pixelsOf(1200, 900), 'image/png', 512],
    ['a line', pixelsOf(300, 1), 'image/png', 1],
    ['a wide JPEG', jpeg(90, 60), 'image/jpeg', 60],
    ['a JPEG that lies on its side', jpeg(90, 60, 6), 'image/jpeg', 60],
    ['a wide GIF', wideGif(1), 'image/png', 1],
    ['a wide animation', wideGif(2), 'image/png', 1],
    ['a wide WebP', picture(48, 20, red, blue).get_bytes_webp(), 'image/png', 20],
  ] as const) {
    it(`is square at once, also where the picture was ${what}`, async (t) => {
      const server = await startServer(t);

      const { status } = await send(server, bytes);

      const icon = await fetchIcon(server);
      const image = PhotonImage.new_from_byteslice(icon.bytes);
      assert.equal(status, 200);
      assert.deepEqual([icon.type, image.get_width(), image.get_height()], [type, side, side]);
      assert.deepEqual(storedFiles(server), []);
    });
  }

  it('shows the middle, and stays transparent', async (t) => {
    const server = await startServer(t);
    // Only the left quarter of the upper half is clear, and half of that is cut off.
    await send(server, pixelsOf(64, 32));

    const image = PhotonImage.new_from_byteslice((await fetchIcon(server)).bytes);

    const opacities = image.get_raw_pixels().filter((_, index) => index % 4 === 3);
    assert.deepEqual([opacities[0], opacities[15], opacities[16], opacities.at(-1)], [0, 0, 255, 255]);
  });

  it('stays as it came when it is square, even if it moves or cannot be read', async (t) => {
    const server = await startServer(t);
    for (const bytes of [png(), gif(2), pngHeader(30, 30)]) {
      await send(server, bytes);

      assert.deepEqual((await fetchIcon(server)).bytes, bytes);
    }
  });

  it('is refused when it is not square and cannot be read, and the one before stays', async (t) => {
    const server = await startServer(t);
    await send(server, png(1));

    const refused = [await send(server, pngHeader(30, 20)), await send(server, pixelsOf(64, 16).subarray(0, 40))];

    assert.deepEqual(
      refused.map(({ status, body }) => [status, body]),
      [
        [400, undecodable],
        [400, undecodable],
      ],
    );
    assert.deepEqual((await fetchIcon(server)).bytes, png(1));
    assert.equal((await send(server, pixelsOf(64, 16))).status, 200);
  });

  it('can be several that come at once', async (t) => {
    const server = await startServer(t);

    const answers = await Promise.all([20, 30, 40].map((width) => send(server, pixelsOf(width, 10))));

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(server.db.value('SELECT count(*) FROM images'), 1);
  });

  it('is not waited for by who may not change it', async (t) => {
    const server = await startServer(t);

    const { body } = await upload(server.as('alice'), '/realm/icon', [Uint8Array.from(pixelsOf(64, 16)) as Bytes]);

    assert.deepEqual(body, badRequest('Must be an organization administrator'));
  });
});
