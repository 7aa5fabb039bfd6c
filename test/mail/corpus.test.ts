import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { MailReader } from '../../src/mail/mail-reader.ts';
import { corpus } from './corpus.ts';

describe('the own words of an answer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-corpus-'));
  const source = join(folder, 'mail');
  const reader = new MailReader();
  const wish = { include_quotes: false, include_footer: false, include_forwarded: false, prefer_html: false };
  after(async () => {
    await reader.end();
    rmSync(folder, { recursive: true });
  });

  for (const { name, raw, own } of corpus()) {
    it(`are found in a mail of ${name}`, async () => {
      writeFileSync(source, raw);

      const { subject, texts } = await reader.read({ source, folder, wishes: [wish], max_file: 0 });

      assert.deepEqual([subject, texts], ['Re: Grüße', [own]]);
    });
  }
});
