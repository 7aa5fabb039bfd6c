import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canDecode } from '../../src/images/decoding.ts';
import { readHeader } from '../../src/images/header.ts';
import { makers } from '../bench/large-pictures.ts';

const megapixel = 1_000_000;
const plenty = Number.POSITIVE_INFINITY;

describe('a picture to decode', () => {
  it('may have as many pixels as fit into memory, fewer where its format needs more', () => {
    const largest = Object.entries(makers).map(([name, make]) => {
      const bytes = make(100, 100);
      let pixels = megapixel;
      while (canDecode(bytes, pixels + megapixel, plenty)) pixels += megapixel;
      return [name, pixels / megapixel];
    });

    assert.deepEqual(Object.fromEntries(largest), {
      'PNG of 8 bits': 19,
      'PNG of 16 bits': 14,
      'interlaced PNG of 16 bits': 14,
      JPEG: 20,
      'progressive JPEG': 14,
      'progressive JPEG of four colors': 12,
      GIF: 17,
    });
  });

  it('may have the fewer pixels the larger its file is', () => {
    const bytes = makers.JPEG?.(100, 100) ?? Buffer.alloc(0);

    assert.ok(canDecode(bytes, 18 * megapixel, plenty));
    assert.ok(!canDecode(Buffer.concat([bytes, Buffer.alloc(40 * megapixel)]), 18 * megapixel, plenty));
  });

  it('may have the fewer pixels the less memory the machine has', () => {
    const bytes = makers.JPEG?.(100, 100) ?? Buffer.alloc(0);

    assert.ok(canDecode(bytes, megapixel, 128 * 1024 * 1024));
    assert.ok(!canDecode(bytes, 5 * megapixel, 128 * 1024 * 1024));
  });

  it('is measured with samples that tell their size', () => {
    const types = { PNG: 'image/png', GIF: 'image/gif', JPEG: 'image/jpeg' };
    for (const [name, make] of Object.entries(makers)) {
      const type = Object.entries(types).find(([word]) => name.includes(word))?.[1] ?? '';

      assert.deepEqual(readHeader(type, make(300, 200)), {
        width: 300,
        height: 200,
        orientation: 1,
        is_animated: false,
      });
    }
  });
});
