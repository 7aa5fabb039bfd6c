import assert from 'node:assert/strict';
import { win32 } from 'node:path';
import { describe, it } from 'node:test';
import { safeName } from '../../src/export/chat-messages.ts';

describe('the name of a file in an archive', () => {
  it('is one that every system can unpack', () => {
    for (const [name, safe] of [
      ['notes.txt', 'notes.txt'],
      ['con.jpg', 'con-.jpg'],
      ['CON', 'CON-'],
      ['aux .tar.gz', 'aux- .tar.gz'],
      ['COM1.log', 'COM1-.log'],
      ['lpt²', 'lpt²-'],
      ['conference.pdf', 'conference.pdf'],
      ['a:b|c?.png', 'a-b-c-.png'],
      ['..', '--'],
      ['dots...', 'dots---'],
      ['space ', 'space-'],
      ['../../etc/passwd', '..-..-etc-passwd'],
      ['C:\\x', 'C--x'],
      ['.hidden', '.hidden'],
    ] as const) {
      assert.equal(safeName(name), safe, name);
      assert.equal(win32.basename(win32.normalize(`files\\1\\${safe}`)), safe);
    }
  });
});
