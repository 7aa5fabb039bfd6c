import assert from 'node:assert/strict';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PhotonImage } from '@silvia-odwyer/photon-node';
import { maxPixels, ThumbnailThread } from '../../src/images/thumbnail-thread.ts';
import { type Bytes, blue, clear, jpeg, picture, pngHeader, red } from '../images/samples.ts';
import { listen } from '../support/events.ts';
import { fetchFile, outliveTrash, storedFiles, uploadFile } from '../support/files.ts';
import { png, repeatedGif } from '../support/pictures.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const format = '840x560.jpg';
const missing = { result: 'error', msg: 'File not found.', code: 'NOT_FOUND' };

function thumbnailOf(url: string): string {
  return `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${format}`;
}

/** The HTML of a message of nothing but a picture, as one of its parts shows it. */
function html(url: string, image: string): string {
  const name = 'photo';
  return (
    `<p><a href="${url}">${name}</a></p>\n` +
    `<div class="message_inline_image"><a href="${url}" title="${name}"><img ${image}></a></div>`
  );
}

async function uploadPicture(server: TestServer, bytes: Uint8Array, name: string): Promise<string> {
  return uploadFile(server.as('alice'), Uint8Array.from(bytes) as Bytes, name);
}

async function fetchThumbnail(server: TestServer, url: string): Promise<PhotonImage> {
  const response = await fetchFile(server, thumbnailOf(url), 'alice');
  assert.deepEqual([response.status, response.headers.get('Content-Type')], [200, 'image/jpeg']);
  return PhotonImage.new_from_byteslice(new Uint8Array(await response.arrayBuffer()));
}

/** The shade of a pixel, roughly: JPEG is not exact. */
function colorAt(image: PhotonImage, x: number, y: number): string {
  const at = (y * image.get_width() + x) * 4;
  const [r, g, b] = [...image.get_raw_pixels().subarray(at, at + 3)].map((value) => (value > 127 ? 'f' : '0'));
  return `${r}${g}${b}`;
}

describe('a picture in a message', () => {
  it('is told to be on its way, and shown small once it is there', async (t) => {
    const server = await startServer(t);
    const principals = [server.users.alice.id, server.users.bob.id];
    const stream_id = await subscribe(server.as('alice'), 'design', { principals });
    const ears = await listen(server, ['bob', 'guest'], {
      event_types: ['message', 'update_message'],
      apply_markdown: true,
    });
    const url = await uploadPicture(server, picture(1680, 560, red, blue).get_bytes(), 'photo.png');
    const id = await send(server.as('alice'), { to: 'design', content: `[photo](${url})` });
    const facts = 'data-original-content-type="image/png" data-original-dimensions="1680x560"';
    const [sent] = (await ears.heard()).bob ?? [];
    assert.equal(sent.message.content, html(url, `class="image-loading-placeholder" ${facts} src="/loading.png"`));
    assert.equal((await fetchFile(server, thumbnailOf(url), 'bob')).status, 404);
    const { body: before } = await server.as('bob').get(`/messages/${id}`);
    assert.equal(before.message.content, sent.message.content);

    await server.app.thumbnailer.finished();

    const shown = html(url, `${facts} src="${thumbnailOf(url)}"`);
    assert.deepEqual(await ears.heard(), {
      bob: [
        {
          type: 'update_message',
          message_id: id,
          message_ids: [id],
          user_id: null,
          edit_timestamp: server.clock.now(),
          rendering_only: true,
          stream_id,
          stream_name: 'design',
          content: `[photo](${url})`,
          rendered_content: shown,
          is_me_message: false,
          flags: [],
        },
      ],
    });
    const { body } = await server.as('bob').get(`/messages/${id}`);
    assert.equal(body.message.content, shown);
    assert.equal(body.message.last_edit_timestamp, undefined);
    const thumbnail = await fetchThumbnail(server, url);
    assert.deepEqual([thumbnail.get_width(), thumbnail.get_height()], [840, 280]);
    assert.deepEqual(
      [colorAt(thumbnail, 100, 50), colorAt(thumbnail, 700, 50), colorAt(thumbnail, 100, 250)],
      ['f00', '00f', '00f'],
    );
  });

  it('is shown small at once where the same picture was uploaded before', async (t) => {
    const server = await startServer(t);
    const bytes = png();
    await uploadPicture(server, bytes, 'first.png');
    await server.app.thumbnailer.finished();

    const url = await uploadPicture(server, bytes, 'photo.png');
    const { body } = await server.as('alice').post('/messages/render', { content: `[photo](${url})` });

    const facts = 'data-original-content-type="image/png" data-original-dimensions="8x8"';
    assert.equal(body.rendered, html(url, `${facts} src="${thumbnailOf(url)}"`));
    const { body: others } = await server.as('bob').post('/messages/render', { content: `[photo](${url})` });
    assert.equal(others.rendered, `<p><a href="${url}">photo</a></p>`);
  });

  it('changes nothing about a message that does not show it', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice'], { event_types: ['update_message'] });
    const url = await uploadPicture(server, png(), 'photo.png');
    await send(server.as('alice'), { to: 'general', content: `> [photo](${url})` });

    await server.app.thumbnailer.finished();

    assert.deepEqual(await ears.heard(), {});
  });

  it('is turned as the camera was held', async (t) => {
    const server = await startServer(t);
    const url = await uploadPicture(server, jpeg(600, 400, 6), 'photo.jpg');

    await server.app.thumbnailer.finished();

    const thumbnail = await fetchThumbnail(server, url);
    assert.deepEqual([thumbnail.get_width(), thumbnail.get_height()], [373, 560]);
    assert.deepEqual([colorAt(thumbnail, 300, 100), colorAt(thumbnail, 50, 100)], ['f00', '00f']);
  });

  it('stands on white where it is transparent, and is never made larger', async (t) => {
    const server = await startServer(t);
    const url = await uploadPicture(server, picture(60, 40, clear, blue).get_bytes(), 'photo.png');

    await server.app.thumbnailer.finished();

    const thumbnail = await fetchThumbnail(server, url);
    assert.deepEqual([thumbnail.get_width(), thumbnail.get_height()], [60, 40]);
    assert.deepEqual([colorAt(thumbnail, 5, 5), colorAt(thumbnail, 50, 30)], ['fff', '00f']);
  });

  it('is shown as it is when it moves', async (t) => {
    const server = await startServer(t);
    const url = await uploadPicture(server, repeatedGif(2), 'photo.gif');

    const { body } = await server.as('alice').post('/messages/render', { content: `[photo](${url})` });

    await server.app.thumbnailer.finished();
    assert.equal(
      body.rendered,
      html(url, `data-original-content-type="image/gif" data-original-dimensions="1x1" src="${url}"`),
    );
    assert.equal((await fetchFile(server, thumbnailOf(url), 'alice')).status, 404);
  });

  const unusable: [what: string, bytes: Uint8Array][] = [
    ['is damaged', pngHeader(300, 200)],
    ['claims more pixels than any camera makes', pngHeader(60_000, 60_000)],
  ];
  for (const [what, bytes] of unusable) {
    it(`is a link when it ${what}, and keeps no other from being made`, async (t) => {
      const server = await startServer(t);
      const url = await uploadPicture(server, bytes, 'photo.png');
      const good = await uploadPicture(server, png(), 'good.png');
      const id = await send(server.as('alice'), { to: 'general', content: `[photo](${url})` });

      await server.app.thumbnailer.finished();

      const { body } = await server.as('bob').get(`/messages/${id}`);
      assert.equal(body.message.content, `<p><a href="${url}">photo</a></p>`);
      assert.equal((await fetchThumbnail(server, good)).get_width(), 8);
      assert.equal(storedFiles(server).filter((file) => file.startsWith('transit')).length, 0);
    });
  }
});

describe('a thumbnail', () => {
  it('is for those who may see the picture, under the names it has', async (t) => {
    const server = await startServer(t);
    const url = await uploadPicture(server, png(), 'photo.png');
    await server.app.thumbnailer.finished();

    const own = await fetchFile(server, thumbnailOf(url), 'alice');
    const others = await fetchFile(server, thumbnailOf(url), 'bob');
    const anonymous = await fetchFile(server, thumbnailOf(url));
    const odd = await fetchFile(server, thumbnailOf(url).replace(format, '100x100.jpg'), 'alice');
    const bare = await fetchFile(server, thumbnailOf(url).replace(`/${format}`, ''), 'alice');

    assert.equal(own.headers.get('Cache-Control'), 'private, max-age=31536000, immutable');
    assert.deepEqual([own.status, others.status, anonymous.status, odd.status, bare.status], [200, 404, 401, 404, 404]);
    assert.deepEqual(await others.json(), missing);
  });

  it('is announced to clients that register', async (t) => {
    const server = await startServer(t);

    const { body } = await server.as('alice').post('/register', { fetch_event_types: ['realm'] });

    assert.deepEqual(body.server_thumbnail_formats, [
      { name: format, max_width: 840, max_height: 560, format: 'jpg', animated: false },
    ]);
  });

  it('goes with the picture', async (t) => {
    const server = await startServer(t);
    await uploadPicture(server, png(), 'photo.png');
    await server.app.thumbnailer.finished();
    assert.equal(storedFiles(server).length, 2);

    await server.as('alice').delete('/attachments/1');

    await outliveTrash(server);
    assert.equal(server.db.value('SELECT count(*) FROM pictures'), 0);
  });

  it('is not kept of a picture that was deleted meanwhile', async (t) => {
    const server = await startServer(t);
    await uploadPicture(server, png(), 'photo.png');

    await server.as('alice').delete('/attachments/1');
    await server.app.thumbnailer.finished();

    await outliveTrash(server);
  });

  it('is not made of more pixels than any camera makes, whatever the memory', async (t) => {
    const server = await startServer(t);
    const file = join(server.app.config.data_dir, 'photo.png');
    mkdirSync(server.app.config.data_dir);
    writeFileSync(file, png());
    const task = {
      source: file,
      target: `${file}.jpg`,
      orientation: 1,
      max_width: 8,
      max_height: 8,
      format: 'jpeg',
    } as const;
    const thread = new ThumbnailThread();
    t.after(() => thread.end());

    await assert.rejects(thread.make(task, maxPixels + 1), /too many pixels/);
    await thread.make(task, 64);

    assert.ok(existsSync(task.target));
  });

  it('takes so long and no longer, and the next one is made', async (t) => {
    const server = await startServer(t);
    const folder = server.app.config.data_dir;
    mkdirSync(folder);
    const slow = join(folder, 'slow.png');
    const quick = join(folder, 'quick.png');
    writeFileSync(slow, picture(2000, 2000, clear, blue).get_bytes());
    writeFileSync(quick, png());
    const how = { orientation: 1, max_width: 8, max_height: 8, format: 'jpeg' } as const;
    const thread = new ThumbnailThread();
    t.after(() => thread.end());
    const patience = thread.patience;
    thread.patience = 1;

    await assert.rejects(thread.make({ source: slow, target: `${slow}.jpg`, ...how }, 4_000_000), /took too long/);
    thread.patience = patience;
    await thread.make({ source: quick, target: `${quick}.jpg`, ...how }, 64);

    assert.deepEqual([existsSync(`${slow}.jpg`), existsSync(`${quick}.jpg`), patience], [false, true, 30_000]);
  });

  it('is made at the next start where a server stopped before', async (t) => {
    const server = await startServer(t);
    await server.app.thumbnailer.stop();
    const url = await uploadPicture(server, png(), 'photo.png');
    await server.app.thumbnailer.finished();
    assert.equal((await fetchFile(server, thumbnailOf(url), 'alice')).status, 404);

    server.app.thumbnailer.start(server.app);

    await server.app.thumbnailer.finished();
    assert.equal((await fetchThumbnail(server, url)).get_width(), 8);
  });

  it('of a picture that cannot be read ends the picture', async (t) => {
    const server = await startServer(t);
    await server.app.thumbnailer.stop();
    await uploadPicture(server, png(), 'photo.png');
    const file = join(server.app.config.data_dir, 'uploads', storedFiles(server)[0] ?? '');
    writeFileSync(file, '');
    assert.equal(statSync(file).size, 0);

    server.app.thumbnailer.start(server.app);
    await server.app.thumbnailer.finished();

    assert.deepEqual(server.db.values('SELECT thumbnail FROM pictures'), []);
  });
});
