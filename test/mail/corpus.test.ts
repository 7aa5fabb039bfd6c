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

  it('come without the parts that a mail has for programs', async () => {
    const parts = ['text/x-amp-html', 'text/watch-html', 'text/rfc822-headers', 'application/pgp-encrypted'];
    const lines = ['text/plain', ...parts, 'image/png'].map((type) => `--b\nContent-Type: ${type}\n\nFine.`);
    writeFileSync(source, `Content-Type: multipart/mixed; boundary=b\n\n${lines.join('\n')}\n--b--\n`);

    const { texts, files } = await reader.read({ source, folder, wishes: [wish], max_file: 100 });

    assert.deepEqual([texts, files.length], [['Fine.'], 1]);
  });

  it('are read where the charset that a mail names is wrong', async () => {
    const head = 'MIME-Version: 1.0\nContent-Type: text/plain; charset=';
    const sent = [
      ['utf8mb4', Buffer.from('Grüße')],
      ['"utf 8"', Buffer.from('Grüße')],
      ['us-ascii', Buffer.from('Grüße')],
      ['utf-8', Buffer.from('Grüße', 'latin1')],
      ['x-unknown', Buffer.from('Grüße', 'latin1')],
    ] as const;

    for (const [label, bytes] of sent) {
      writeFileSync(source, Buffer.concat([Buffer.from(`${head}${label}\n\n`), bytes]));
      const { texts } = await reader.read({ source, folder, wishes: [wish], max_file: 0 });
      assert.deepEqual(texts, ['Grüße'], label);
    }
  });
});
