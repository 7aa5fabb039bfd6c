import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readHeader } from '../../src/images/header.ts';
import { gif, repeatedGif } from '../support/pictures.ts';
import { blue, exif, jpeg, picture, pngHeader, red } from './samples.ts';

const upright = { orientation: 1, is_animated: false };

describe('the header of a picture', () => {
  const still = picture(30, 20, red, blue);
  const chunk = (type: string, data: number[]) => [...Buffer.from(type), data.length, 0, 0, 0, ...data];
  const webp = (chunks: number[]) => [...Buffer.from('RIFF'), 0, 0, 0, 0, ...Buffer.from('WEBP'), ...chunks];
  const moving = [
    ...pngHeader(30, 20).subarray(0, 33),
    0,
    0,
    0,
    8,
    ...Buffer.from('acTL'),
    ...pngHeader(30, 20).subarray(33),
  ];
  const known: [what: string, type: string, bytes: Iterable<number>, facts: object][] = [
    ['PNG', 'image/png', still.get_bytes(), upright],
    ['PNG that moves', 'image/apng', moving, { ...upright, is_animated: true }],
    ['lossless WebP', 'image/webp', still.get_bytes_webp(), upright],
    ['lossy WebP', 'image/webp', webp(chunk('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 30, 0, 20, 0])), upright],
    ['WebP with more to say', 'image/webp', webp(chunk('VP8X', [0, 0, 0, 0, 29, 0, 0, 19, 0, 0])), upright],
    [
      'WebP that moves',
      'image/webp',
      webp(chunk('VP8X', [2, 0, 0, 0, 29, 0, 0, 19, 0, 0])),
      { ...upright, is_animated: true },
    ],
    ['JPEG', 'image/jpeg', still.get_bytes_jpeg(90), upright],
  ];
  for (const [what, type, bytes, facts] of known) {
    it(`is read of a ${what}`, () => {
      assert.deepEqual(readHeader(type, Buffer.from([...bytes])), { width: 30, height: 20, ...facts });
    });
  }

  it('is read of a GIF, which moves if it is to be repeated', () => {
    const once = readHeader('image/gif', Buffer.from(gif(1)));
    const repeated = readHeader('image/gif', Buffer.from(repeatedGif(1)));

    assert.deepEqual(once, { width: 1, height: 1, ...upright });
    assert.deepEqual(repeated, { width: 1, height: 1, ...upright, is_animated: true });
  });

  for (let orientation = 1; orientation <= 8; orientation++) {
    it(`is read as the picture is shown, turned by Exif ${orientation}`, () => {
      const [width, height] = orientation < 5 ? [30, 20] : [20, 30];

      assert.deepEqual(readHeader('image/jpeg', Buffer.from(jpeg(30, 20, orientation))), {
        width,
        height,
        orientation,
        is_animated: false,
      });
    });
  }

  it('ignores Exif that makes no sense', () => {
    const plain = Buffer.from(still.get_bytes_jpeg(90));
    const far = exif(6);
    far.writeUInt32BE(0xffff, 14);
    const senseless = [exif(9), exif(0), far, far.subarray(0, 12)];

    for (const segment of senseless) {
      const length = Buffer.from(segment);
      length.writeUInt16BE(segment.length - 2, 2);
      const bytes = Buffer.concat([plain.subarray(0, 2), length, plain.subarray(2)]);
      assert.deepEqual(readHeader('image/jpeg', bytes), { width: 30, height: 20, ...upright });
    }
  });

  const unknown: [what: string, type: string, bytes: Iterable<number>][] = [
    ['an SVG', 'image/svg+xml', Buffer.from('<svg/>')],
    ['a PNG that ends at once', 'image/png', pngHeader(30, 20).subarray(0, 18)],
    ['a PNG of no size', 'image/png', pngHeader(0, 20)],
    ['a JPEG without a frame', 'image/jpeg', [0xff, 0xd8, 0xff, 0xda, 0, 4, 0, 0]],
    ['a JPEG that ends at once', 'image/jpeg', [0xff, 0xd8, 0xff]],
    ['a GIF whose first frame is wider than the picture', 'image/gif', gifWithFrame(2, 1)],
    ['a GIF whose first frame is higher than the picture', 'image/gif', gifWithFrame(1, 65_535)],
    ['a GIF that ends in an extension', 'image/gif', [...gif(1).subarray(0, 19), 0x21, 0xfe, 200, 1]],
    ['a GIF without a frame', 'image/gif', [...gif(1).subarray(0, 19), 0x3b, ...new Uint8Array(9)]],
    ['a WebP of a kind to come', 'image/webp', webp(chunk('VP99', [0, 0]))],
    ['nothing', 'image/gif', []],
  ];
  for (const [what, type, bytes] of unknown) {
    it(`is not read of ${what}`, () => {
      assert.equal(readHeader(type, Buffer.from([...bytes])), undefined);
    });
  }
});

/** A GIF of one pixel that begins with a frame of another size. */
function gifWithFrame(width: number, height: number): Buffer {
  const bytes = Buffer.from(gif(1));
  bytes.writeUInt16LE(width, 32);
  bytes.writeUInt16LE(height, 34);
  return bytes;
}
