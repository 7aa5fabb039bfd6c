import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeError } from '../../src/cli/failure.ts';

describe('an error of the system', () => {
  it('is told in its words, with the file that it is about', () => {
    const error = Object.assign(new Error('ENOENT: no such file'), { errno: -2, path: 'chat.tar' });

    assert.equal(describeError(error), 'chat.tar: no such file or directory');
  });

  it('keeps its message where Node.js has no words for its number', () => {
    const error = Object.assign(new Error('uv_interface_addresses returned 97'), { errno: 97 });

    assert.equal(describeError(error), 'uv_interface_addresses returned 97');
  });
});
