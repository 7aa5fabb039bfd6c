import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MailDecoder } from '../../src/mail/charset.ts';

describe('MailDecoder', () => {
  const text = 'Grüße – 日本語 – für 5 €, “Ćevapi” und Àpropos\u{1f600}';

  it('reads as UTF-8 what is UTF-8, whatever the mail calls it', () => {
    for (const label of ['utf-8', 'us-ascii', 'iso-8859-1', 'windows-1252']) {
      assert.equal(new MailDecoder(label).decode(Buffer.from(text)), text, label);
    }
  });

  it('reads as windows-1252 what is not UTF-8, but not the UTF-8 that lacks a byte', () => {
    const grüße = Buffer.from('Grüße für 5', 'latin1');

    for (const label of ['utf-8', 'iso-8859-1'])
      assert.equal(new MailDecoder(label).decode(grüße), 'Grüße für 5', label);
    assert.equal(new MailDecoder('utf-8').decode(Buffer.from('Grüße').subarray(0, -2)), 'Grü\ufffd');
  });

  it('reads charsets of seven bits, which browsers refuse', () => {
    const korean = '\x1b$)C\x0e>H3gGO<<?d\x0f, A ~{\n\x0e1[\x0f!';

    for (const label of ['iso-2022-kr', 'csiso2022kr'])
      assert.equal(new MailDecoder(label).decode(Buffer.from(korean)), '안녕하세요, A ~{\n글!');
    assert.equal(new MailDecoder('iso-2022-cn').decode(Buffer.from('\x1b$)A\x0eDc:C\x0f ok')), '你好 ok');
    assert.equal(new MailDecoder('hz-gb-2312').decode(Buffer.from('~{Dc:C~} ok ~{Dc\nok')), '你好 ok 你\nok');
  });

  it('reads UTF-16 in the order of its mark, and without one', () => {
    const text = Buffer.from('\ufeffGrüße', 'utf16le');

    assert.equal(new MailDecoder('utf-16').decode(Buffer.from(text).swap16()), 'Grüße');
    assert.equal(new MailDecoder('utf-16').decode(text), 'Grüße');
    assert.equal(new MailDecoder('utf-16le').decode(text.subarray(2)), 'Grüße');
  });

  it('reads HTML with the charset that it names, where that is one', () => {
    const named = (label: string) => Buffer.concat([Buffer.from(`<meta charset=${label}>`), Buffer.from([0xcf, 0xf0])]);

    assert.equal(new MailDecoder('us-ascii').decode(named('windows-1251')), '<meta charset=windows-1251>Пр');
    assert.equal(new MailDecoder('us-ascii').decode(named('nonsense')), '<meta charset=nonsense>Ïð');
  });

  it('leaves the text of a mail whose charset is no question', () => {
    assert.equal(new MailDecoder('koi8-r').decode(Buffer.from([0xd0, 0xd2])), 'пр');
    assert.equal(new MailDecoder('iso-2022-jp').decode(Buffer.from('\x1b$B$"\x1b(B')), 'あ');
    assert.equal(new MailDecoder('utf-8').decode(), '');
  });
});
