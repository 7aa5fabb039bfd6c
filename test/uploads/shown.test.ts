import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { encodePng } from '../../src/web/png.ts';
import { blue, jpeg, picture, pngHeader, red, tiff } from '../images/samples.ts';
import { fetchFile, uploadFile } from '../support/files.ts';
import { type Bytes, gif, repeatedGif } from '../support/pictures.ts';
import { send } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** The message of a link to an upload as bob sees it, first at once and then when there is nothing left to do. */
async function shown(server: TestServer, content: Uint8Array, name: string): Promise<string[]> {
  const url = await uploadFile(server.as('alice'), Uint8Array.from(content) as Bytes, name);
  const id = await send(server.as('alice'), { to: 'general', content: `[it](${url})` });
  const read = async () => (await server.as('bob').get(`/messages/${id}`)).body.message.content.replaceAll(url, 'URL');
  const first = await read();
  await server.app.thumbnailer.finished();
  return [first, await read()];
}

const link = '<p><a href="URL">it</a></p>';

/** A PNG of one bit for each pixel, all black. */
function blackPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const bytes = Buffer.alloc(12 + data.length);
    bytes.writeUInt32BE(data.length);
    bytes.write(type, 4, 'latin1');
    data.copy(bytes, 8);
    return bytes;
  };
  const header = Buffer.from(pngHeader(side, side)).subarray(16, 29);
  header.set([1, 0], 8);
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side), { level: 9 });
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function gifOf(side: number): Buffer {
  const bytes = Buffer.from(repeatedGif(2));
  bytes.writeUInt16LE(side, 6);
  bytes.writeUInt16LE(side, 8);
  return bytes;
}

function bmpOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(60);
  bytes.write('BM');
  bytes.writeUInt32LE(60, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

/** The start of an AVIF of tiles. */
function avifOf(width: number, height: number): Buffer {
  const size = (one: number, other: number) => {
    const box = Buffer.alloc(20);
    box.writeUInt32BE(20);
    box.write('ispe', 4);
    box.writeUInt32BE(one, 12);
    box.writeUInt32BE(other, 16);
    return box;
  };
  const type = Buffer.from('\0\0\0\x18ftypavif\0\0\0\0avifmif1', 'latin1');
  return Buffer.concat([type, size(512, 512), size(width, height)]);
}

describe('what a message shows of a file', () => {
  const webp = picture(30, 20, red, blue).get_bytes_webp();
  const others: [what: string, content: Uint8Array, name: string][] = [
    ['a text', Buffer.from('just words'), 'shot.png'],
    ['JSON', Buffer.from('{"a": 1}'), 'shot.webp'],
    ['HTML', Buffer.from('<!doctype html><script>1</script>'), 'shot.jpg'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'shot.gif'],
    ['a ZIP', Buffer.from('PK\x03\x04'.padEnd(40, '\0'), 'latin1'), 'shot.avif'],
    ['random bytes', Buffer.from([0, 1, 2, 3, 0xff, 0xfe]), 'shot.bmp'],
    ['a text', Buffer.from('just words'), 'film.mp4'],
    ['a PDF', Buffer.from('%PDF-1.7\n%\xff\xff\xff\xff\n', 'latin1'), 'film.webm'],
    ['a text', Buffer.from('just words'), 'song.mp3'],
    ['a text', Buffer.from('just words'), 'scan.tiff'],
    ['the signature of a PNG alone', Buffer.from(pngHeader(8, 8)).subarray(0, 12), 'shot.png'],
    ['a PNG without a side', Buffer.from(pngHeader(0, 8)), 'shot.png'],
  ];
  for (const [what, content, name] of others) {
    it(`is a link alone for ${what} called ${name}`, async (t) => {
      assert.deepEqual(await shown(await startServer(t), content, name), [link, link]);
    });
  }

  it('follows the content where the name says another picture, film or sound', async (t) => {
    const server = await startServer(t);

    const [, photo] = await shown(server, webp, 'photo.png');
    const [, film] = await shown(server, jpeg(30, 20), 'film.mp4');

    assert.match(photo ?? '', /data-original-content-type="image\/webp" data-original-dimensions="30x20"/);
    assert.match(
      film ?? '',
      /^<p>.*<\/p>\n<div class="message_inline_image"><a .*data-original-content-type="image\/jpeg"/,
    );
  });

  it('is a link alone where there is no such file', async (t) => {
    const server = await startServer(t);

    for (const name of ['a.png', 'a.mp4', 'a.mp3']) {
      const { body } = await server
        .as('alice')
        .post('/messages/render', { content: `[a](/user_uploads/1/none/${name})` });
      assert.equal(body.rendered, `<p><a href="/user_uploads/1/none/${name}">a</a></p>`);
    }
  });

  const large: [what: string, content: () => Uint8Array, name: string][] = [
    ['a PNG of few bytes', () => blackPng(15_000), 'black.png'],
    ['a moving GIF', () => gifOf(10_000), 'moving.gif'],
    ['a BMP', () => bmpOf(10_000, -9_001), 'a.bmp'],
    ['an AVIF', () => avifOf(20_000, 5000), 'a.avif'],
    ['a TIFF', () => tiff(10_000, 9_001), 'a.tif'],
    ['a moving GIF of more than 20 MiB', () => Buffer.concat([gifOf(30), Buffer.alloc(20 * 1024 * 1024)]), 'long.gif'],
  ];
  for (const [what, content, name] of large) {
    it(`is a link alone for ${what} that is too large to show`, async (t) => {
      assert.deepEqual(await shown(await startServer(t), content(), name), [link, link]);
    });
  }

  it('is the picture itself up to these limits', async (t) => {
    const server = await startServer(t);

    const [, moving] = await shown(server, gifOf(9000), 'moving.gif');
    const [, avif] = await shown(server, avifOf(9000, 9000), 'a.avif');

    assert.match(moving ?? '', /data-original-dimensions="9000x9000" src="URL"/);
    assert.match(avif ?? '', /data-original-content-type="image\/avif" data-original-dimensions="9000x9000" src="URL"/);
  });

  for (const order of ['II', 'MM'] as const) {
    it(`is a thumbnail of a TIFF, which browsers cannot show (${order})`, async (t) => {
      const server = await startServer(t);

      const [first, then] = await shown(
        server,
        tiff(60, 40, { order, pixels: Buffer.alloc(60 * 40 * 3, 200) }),
        'a.TIF',
      );

      const facts = 'data-original-content-type="image/tiff" data-original-dimensions="60x40"';
      const image = (attributes: string) =>
        `${link}\n<div class="message_inline_image"><a href="URL" title="it"><img ${attributes}></a></div>`;
      assert.equal(first, image(`class="image-loading-placeholder" ${facts} src="/loading.png"`));
      const src = then?.match(/src="([^"]*)"/)?.[1] ?? '';
      assert.equal(then, image(`${facts} data-transcoded-image="840x560.jpg" src="${src}"`));
      const url = server.db.value<string>('SELECT path_id FROM attachments');
      const thumbnail = await fetchFile(server, `/user_uploads/thumbnail/${url}/840x560.jpg`, 'bob');
      assert.deepEqual([thumbnail.status, thumbnail.headers.get('Content-Type')], [200, 'image/jpeg']);
    });
  }

  it('is turned as the directory of a TIFF says, wherever that is', async (t) => {
    const pixels = Buffer.alloc(1200 * 1000 * 3);
    const [first] = await shown(await startServer(t), tiff(1200, 1000, { pixels, orientation: 6 }), 'a.tiff');

    assert.match(first ?? '', /data-original-dimensions="1000x1200"/);
  });

  it('is a link alone for a TIFF without pixels, and for HEIC, both of which have their type', async (t) => {
    const server = await startServer(t);
    const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(40)]);

    const [, scan] = await shown(server, tiff(60, 40), 'a.tiff');
    const photo = await shown(server, heic, 'b.heic');

    assert.equal(scan, link);
    assert.deepEqual(photo, [link, link]);
    const sql = 'SELECT content_type FROM attachments ORDER BY id';
    assert.deepEqual(server.db.values<string>(sql), ['image/tiff', 'image/heic']);
  });

  it('becomes a link for pictures without pixels, as soon as that is known', async (t) => {
    const server = await startServer(t);
    const cut = (bytes: Uint8Array) => Buffer.from(bytes).subarray(0, bytes.length / 4);
    const photo = picture(300, 200, red, blue);

    for (const [content, name] of [
      [pngHeader(300, 200), 'a.png'],
      [Buffer.concat([Buffer.from(pngHeader(30, 20)).subarray(0, 45), Buffer.alloc(500, 'x')]), 'b.png'],
      [cut(photo.get_bytes()), 'c.png'],
      [cut(photo.get_bytes_webp()), 'd.webp'],
      [bmpOf(300, 200), 'e.bmp'],
    ] as const) {
      const [first, then] = await shown(server, content, name);
      assert.match(first ?? '', /image-loading-placeholder/, name);
      assert.equal(then, link, name);
    }
    assert.deepEqual(server.db.values('SELECT sha256 FROM pictures'), []);
  });

  it('is what it was for small pictures', async (t) => {
    const server = await startServer(t);

    for (const [content, name] of [
      [encodePng(8, [[1, 2, 3]], () => 0), 'a.png'],
      [gif(1), 'a.gif'],
      [webp, 'a.webp'],
    ] as const) {
      const [first] = await shown(server, content, name);
      assert.match(first ?? '', /<img class="image-loading-placeholder"/, name);
    }
  });
});
