import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { charsetMender } from '../../src/mail/charset.ts';

const latin1 = new TextDecoder('windows-1252');

/** What a mail in UTF-8 reads like, decoded as windows-1252, after it is mended. */
function mend(header: string, text: string): string {
  return charsetMender(Buffer.from(`${header}\r\n\r\n`))(latin1.decode(Buffer.from(text)));
}

describe('charsetMender', () => {
  const text = 'Grüße – 日本語 – für 5 €, “Ćevapi” und Àpropos\u{1f600}';

  it('reads as UTF-8 what is UTF-8, whatever the mail calls it', () => {
    for (const label of ['utf8mb4', 'unknown-8bit', 'x-unknown', '"utf 8"', 'us-ascii', 'ISO-8859-1', 'default', '_']) {
      assert.equal(mend(`Content-Type: text/plain; charset=${label}`, text), text, label);
    }
    assert.equal(mend('Subject: =?unknown?Q?x?=', text), text);
    assert.equal(mend('Subject: =?utf8mb4*de?B?eA==?=', text), text);
    assert.equal(mend("Content-Type: text/plain; format=flowed; charset='unknown'", text), text);
  });

  it('leaves the text of a mail whose charset is no question', () => {
    const shown = latin1.decode(Buffer.from(text));

    assert.equal(mend('Content-Type: text/plain; charset=utf-8', text), shown);
    assert.equal(mend('Content-Type: text/plain; charset=koi8-r', text), shown);
    assert.equal(mend('Subject: hello', text), shown);
  });

  it('leaves a text that is not UTF-8', () => {
    const mender = charsetMender(Buffer.from('Content-Type: text/plain; charset=x-unknown'));

    assert.equal(mender('Grüße für 5 €'), 'Grüße für 5 €');
    assert.equal(mender('It says Ã¼ for ü'), 'It says Ã¼ for ü');
    assert.equal(mender('日本語'), '日本語');
    assert.equal(mender(''), '');
  });

  it('takes linear time', () => {
    const labels = charsetMender(Buffer.from('charset=x =?'.repeat(200_000)));

    assert.equal(labels('Ã¼'.repeat(500_000)), 'ü'.repeat(500_000));
  });
});
