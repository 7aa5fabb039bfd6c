import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { firstPicture } from '../../src/images/still.ts';
import { gif, png } from '../support/pictures.ts';

function still(content_type: string, bytes: Uint8Array): Buffer | undefined {
  return firstPicture({ content_type, bytes: Buffer.from(bytes) })?.bytes;
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function riff(type: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type), size, data, Buffer.alloc(data.length % 2)]);
}

function webp(...chunks: Buffer[]): Buffer {
  return riff('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

describe('firstPicture', () => {
  it('takes the first frame of a GIF that moves', () => {
    assert.deepEqual(still('image/gif', gif(4)), Buffer.from(gif(1)));
    assert.equal(still('image/gif', gif(1)), undefined);
  });

  it('leaves of a PNG that moves what all programs read', () => {
    const plain = Buffer.from(png());
    const afterHeader = 8 + 25;
    const control = pngChunk('acTL', Buffer.alloc(8));
    const frame = pngChunk('fcTL', Buffer.alloc(26));
    const moving = Buffer.concat([plain.subarray(0, afterHeader), control, frame, plain.subarray(afterHeader)]);

    assert.deepEqual(still('image/png', moving), plain);
    assert.equal(still('image/png', plain), undefined);
  });

  it('takes the first frame out of a WebP that moves', () => {
    const opaque = riff('VP8L', Buffer.from('pixel'));
    const frame = (...parts: Buffer[]) =>
      riff('ANMF', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 7, 0, 0, 9, 0, 0, 100, 0, 0, 0]), ...parts]));
    const header = riff('VP8X', Buffer.alloc(10));
    const parts = [riff('ALPH', Buffer.from('alpha')), riff('VP8 ', Buffer.from('colour'))];

    assert.deepEqual(still('image/webp', webp(header, frame(opaque), frame(opaque))), webp(opaque));
    assert.deepEqual(
      still('image/webp', webp(header, frame(...parts))),
      webp(riff('VP8X', Buffer.from([0x10, 0, 0, 0, 7, 0, 0, 9, 0, 0])), ...parts),
    );
    assert.equal(still('image/webp', webp(opaque)), undefined);
  });

  it('has none of a photograph', () => {
    assert.equal(still('image/jpeg', Buffer.from('\xff\xd8\xff', 'latin1')), undefined);
  });

  it('gives up where a file ends too early, or is not what it says', () => {
    const samples = [gif(3), Buffer.from(png()), webp(riff('ANMF', Buffer.alloc(20)))];
    const types = ['image/gif', 'image/png', 'image/webp'];

    for (const type of types) {
      for (const sample of samples) {
        for (let length = 0; length < sample.length; length++) still(type, sample.subarray(0, length));
      }
    }
    assert.equal(still('image/gif', gif(3).subarray(0, 30)), undefined);
  });
});
