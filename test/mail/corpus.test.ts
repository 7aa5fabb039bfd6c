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

  /** The text of a mail with these headers and this body, with HTML as a second choice. */
  async function textOf(mail: string | Buffer, prefer_html = false): Promise<string | undefined> {
    writeFileSync(source, mail);
    const wishes = [{ ...wish, prefer_html }];
    return (await reader.read({ source, folder, wishes, max_file: 100 })).texts[0];
  }

  function multipart(kind: string, parts: readonly string[]): string {
    const boundary = `b${parts.join('').length}`;
    const lines = parts.flatMap((part) => [`--${boundary}`, part]);
    return [`Content-Type: multipart/${kind}; boundary=${boundary}`, '', ...lines, `--${boundary}--`, ''].join('\r\n');
  }

  function part(type: string, text: string): string {
    return `Content-Type: text/${type}; charset=utf-8\r\n\r\n${text}`;
  }

  it('come once where forms of a text are within each other', async () => {
    const [plain, html] = [part('plain', 'Hold the line.\r\n> Q'), part('html', '<p>Hold the line.</p>')];
    const inner = multipart('alternative', [plain, html]);
    const picture = 'Content-Type: image/png\r\nContent-ID: <a>\r\n\r\nx';
    const mails = [
      multipart('alternative', [plain, inner]),
      multipart('alternative', [inner, plain]),
      multipart('alternative', [plain, multipart('related', [inner, picture])]),
      multipart('alternative', [plain, multipart('mixed', [inner, picture])]),
    ];

    for (const mail of mails) assert.equal(await textOf(mail), 'Hold the line.');
    assert.equal(await textOf(multipart('alternative', [part('plain', 'no\r\nno'), html])), 'no\nno');
  });

  it('are read in the HTML if the plain text only says that they are there', async () => {
    const html = part('html', '<p>Monday is <b>fine</b>.</p>');
    const placeholders = [
      'Your mail program does not show HTML. Please use one that does.',
      'Diese Nachricht wurde im HTML-Format gesendet.',
      'Ce message est au format HTML, que votre logiciel ne peut afficher.',
      'このメールはHTML形式です。対応したメールソフトでご覧ください。',
      'Это письмо в формате HTML.',
      'View this mail in your browser:\r\nhttps://news.x.test/v/123',
    ];

    for (const text of placeholders)
      assert.equal(await textOf(multipart('alternative', [part('plain', text), html])), 'Monday is **fine**.', text);
    for (const text of ['Is Monday fine? See https://x.test/a', 'Fine, on Monday: no HTML is fine.'])
      assert.equal(await textOf(multipart('alternative', [part('plain', text), html])), text);
    const picture = part('html', '<img src="cid:a">');
    assert.equal(await textOf(multipart('alternative', [part('plain', 'HTML, please.'), picture])), 'HTML, please.');
  });

  it('are read in parts of unusual types', async () => {
    for (const type of ['text', 'TEXT', 'text/markdown; charset=utf-8', 'text/x-markdown', 'plain'])
      assert.equal(await textOf(`Content-Type: ${type}\r\n\r\nGrüße\r\n\r\n> Q\r\n`), 'Grüße', type);
    const file = 'Content-Type: text/markdown\r\nContent-Disposition: attachment; filename=a.md\r\n\r\nx';
    assert.equal(await textOf(file), '');
  });

  it('are read in UTF-7, and with the charset that HTML names itself', async () => {
    for (const label of ['utf-7', '"UTF-7"', 'unicode-1-1-utf-7'])
      assert.equal(
        await textOf(`Content-Type: text/plain;\r\n charset=${label}\r\n\r\nGr+APwA3w-e +- 5 +IKw\r\n`),
        'Grüße + 5 €',
      );
    assert.equal(
      await textOf('Content-Type: text/plain\r\n\r\nSay charset=utf-7 for +APw-.\r\n'),
      'Say charset=utf-7 for +APw-.',
    );
    const html = '<head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"></head>';
    const russian = [Buffer.from(`Content-Type: text/html\r\n\r\n${html}`), Buffer.from([0xcf, 0xf0, 0xe8, 0xe2])];
    assert.equal(await textOf(Buffer.concat(russian)), 'Прив');
  });
});
