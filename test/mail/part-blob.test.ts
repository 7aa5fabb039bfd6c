import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PartBlob } from '../../src/mail/part-blob.ts';

describe('the blob of a part', () => {
  it('joins lines, their ends and decoded bytes like those of Node.js', async () => {
    const line = Buffer.from('..a line..').subarray(2, 8);
    const decoded = Uint8Array.of(0, 255, 128).buffer;
    const pieces = [line, '\n', new Uint8Array(decoded), decoded, '\u20ac', new Uint8Array()];

    const [own, expected] = await Promise.all([new PartBlob(pieces).arrayBuffer(), new Blob(pieces).arrayBuffer()]);

    assert.deepEqual(Buffer.from(own), Buffer.from(expected));
  });
});
