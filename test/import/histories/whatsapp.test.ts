import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { DateOrder, readStamp, secondsOf } from '../../../src/import/whatsapp/times.ts';
import { isSound } from '../../../src/verify/report.ts';
import { verifyDataDir } from '../../../src/verify/verify.ts';
import { png } from '../../support/pictures.ts';
import { importFiles, makeFolder, openEmpty } from '../scene.ts';
import { zipFiles } from '../zip-file.ts';
import { presentMessages, remarksOf } from './present.ts';

const localSeconds = (...parts: [number, number, number, number, number, number?]) => {
  const [year, month, ...rest] = parts;
  return new Date(year, month - 1, ...(rest as [number, number, number])).getTime() / 1000;
};

/** Lines as phones in many languages begin them, and when that is. */
const stamps: Readonly<Record<string, [line: string, seconds: number]>> = {
  'an iPhone, British': ['[31/12/2020, 23:59:58] Ann: Hi', localSeconds(2020, 12, 31, 23, 59, 58)],
  'an iPhone, American': ['[12/31/20, 11:59:58\u202fPM] Ann: Hi', localSeconds(2020, 12, 31, 23, 59, 58)],
  'an iPhone, German': ['[31.12.20, 23:59:58] Ann: Hi', localSeconds(2020, 12, 31, 23, 59, 58)],
  'an iPhone, Finnish': ['[31.12.2020 klo 23.59.58] Ann: Hi', localSeconds(2020, 12, 31, 23, 59, 58)],
  'an iPhone, Brazilian': ['[31/12/20 23:59:58] Ann: Hi', localSeconds(2020, 12, 31, 23, 59, 58)],
  'an iPhone, Chinese': ['[2020/12/31 下午11:59:58] Ann: Hi', localSeconds(2020, 12, 31, 23, 59, 58)],
  'Android, American': ['12/31/20, 11:59 PM - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, Indian': ['31/12/20, 11:59 pm - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, German': ['31.12.20, 23:59 - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, Spanish': ['31/12/2020, 11:59 p. m. - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, French': ['31/12/2020 à 23:59 - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, Swedish': ['2020-12-31 23:59 - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, Dutch': ['31-12-2020 23:59 - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, Czech': ['31. 12. 2020 23:59 - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, Korean': ['2020. 12. 31. 오후 11:59 - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, Korean with words': ['2020년 12월 31일 오후 11:59 - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, Japanese': ['2020/12/31 23:59 - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, Hebrew': ['31.12.2020, 11:59 אחה״צ - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, Persian': ['31/12/2020, 11:59 ب.ظ. - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, Ukrainian': ['31.12.20, 11:59 пп - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, Bulgarian': ['31.12.20 г., 11:59 сл.об. - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'an iPhone, Thai, in the Buddhist era': ['[31/12/2563 23:59:58] Ann: Hi', localSeconds(2020, 12, 31, 23, 59, 58)],
  'an iPhone, Thai, with two digits of it': ['[31/12/63 23:59:58] Ann: Hi', localSeconds(2020, 12, 31, 23, 59, 58)],
  'midnight of twelve hours': ['12/31/20, 12:05 AM - Ann: Hi', localSeconds(2020, 12, 31, 0, 5)],
  'noon of twelve hours': ['12/31/20, 12:05 PM - Ann: Hi', localSeconds(2020, 12, 31, 12, 5)],
};

describe('a line of WhatsApp', () => {
  for (const [name, [line, seconds]] of Object.entries(stamps)) {
    it(`begins with a time: ${name}`, () => {
      const stamp = readStamp(line.replaceAll('\u202f', ' '));
      assert.ok(stamp);
      const order = new DateOrder();
      order.add(stamp);
      assert.deepEqual([secondsOf(stamp, order.order), stamp.rest], [seconds, 'Ann: Hi']);
    });
  }

  for (const line of [
    'Hi',
    '12 eggs - Ann: two',
    '[1] a note: x',
    '25:61 - later',
    '31/12/20 is a date: yes',
    '1.2.3, 4 - x',
  ]) {
    it(`continues the message above: ${line}`, () => assert.equal(readStamp(line), undefined));
  }

  it('has its day before the month, or after it, as all dates of the file say', () => {
    const orders: [dates: string[], order: string, isGuessed: boolean][] = [
      [['01/02/20, 10:00', '13/02/20, 10:00'], 'day first', false],
      [['01/02/20, 10:00', '02/13/20, 10:00'], 'month first', false],
      [['28/01/20, 10:00', '01/02/20, 10:00'], 'day first', false],
      [['01/05/20, 10:00', '02/04/20, 10:00', '03/03/20, 10:00'], 'month first', false],
      [['05/01/20, 10:00', '04/02/20, 10:00'], 'day first', false],
      [['01/02/20, 10:00'], 'day first', true],
      [['01/02/20, 10:00 AM'], 'month first', true],
      [['2020/01/02, 10:00'], 'day first', false],
    ];
    for (const [dates, order, isGuessed] of orders) {
      const found = new DateOrder();
      for (const date of dates) found.add(readStamp(`${date} - Ann: x`) ?? assert.fail(date));
      assert.deepEqual([dates, found.order, found.isGuessed], [dates, order, isGuessed]);
    }
  });
});

const android = `12/31/20, 11:58 PM - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.
12/31/20, 11:58 PM - Ann created group "Tea: now"
12/31/20, 11:59 PM - Ann: *Bold* and _italic_, ~struck~ < 3 & co
a second line
- a third
1/1/21, 12:00 AM - Ben B.: @491701234567 and @Ann, see https://a.example/?x=1&y=2
1/1/21, 12:01 AM - +49 170 1234567: <Media omitted>
1/1/21, 12:02 AM - Ann: IMG-1.png (file attached)
Look
1/1/21, 12:03 AM - Ann: This message was deleted
1/1/21, 12:04 AM - Ann: ok
1/1/21, 12:04 AM - Ann: ok
`;

const iphone = `[31.12.20, 23:58:00] Ben: \u200eNachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.
\u200e[31.12.20, 23:59:00] Ann: \u200e<Anhang: 0001-PHOTO.png>
[31.12.20, 23:59:30] Ben: Guten Rutsch \u200e<Diese Nachricht wurde bearbeitet>
\u200e[01.01.21, 00:00:01] Ann: \u200eBild weggelassen
`;

describe('chatd import whatsapp', () => {
  it('brings a group of an Android phone as a private channel', async (t) => {
    const app = openEmpty(t);
    const files = { 'WhatsApp Chat with Tea.txt': android, 'IMG-1.png': Buffer.from(png()) };
    const { tally } = await importFiles(t, app, files, { format: 'whatsapp' });
    const [picture] = app.db.values<string>('SELECT path_id FROM attachments');
    const [phone] = app.db.values<number>("SELECT id FROM users WHERE full_name LIKE '+49%'");

    assert.deepEqual(presentMessages(app), [
      ['Ann', 'Tea>', '**Bold** and *italic*, ~~struck~~ < 3 & co\na second line\n- a third'],
      ['Ben B.', 'Tea>', `@**+49 170 1234567|${phone}** and @Ann, see https://a.example/?x=1&y=2`],
      ['+49 170 1234567', 'Tea>', '(Media omitted)'],
      ['Ann', 'Tea>', `[IMG-1.png](/user_uploads/${picture})\n\nLook`],
      ['Ann', 'Tea>', 'ok'],
      ['Ann', 'Tea>', 'ok'],
    ]);
    assert.equal(app.db.value('SELECT sent_at FROM messages'), localSeconds(2020, 12, 31, 23, 59));
    assert.deepEqual(remarksOf(tally), [
      '1 channels: no export lists their readers: they are private, with their authors as members',
      '1 files: the archive lacks their content',
      '1 messages: they were deleted',
      '2 messages: they are notices about joins, calls and changes',
      '3 users: the archive has no e-mail address for them: they get one that receives no mail',
    ]);
    assert.ok(isSound(await verifyDataDir(app.config.data_dir)));
  });

  it('brings the .zip of an iPhone as a direct conversation, named by the archive', async (t) => {
    const app = openEmpty(t);
    const file = join(makeFolder(t), 'WhatsApp Chat - Ben.zip');
    writeFileSync(file, zipFiles({ '_chat.txt': iphone, '0001-PHOTO.png': Buffer.from(png()) }));
    await importFiles(t, app, {}, { format: 'whatsapp', file });
    const [picture] = app.db.values<string>('SELECT path_id FROM attachments');

    assert.deepEqual(presentMessages(app), [
      ['Ann', 'Ann + Ben', `[0001-PHOTO.png](/user_uploads/${picture})`],
      ['Ben', 'Ann + Ben', 'Guten Rutsch'],
      ['Ann', 'Ann + Ben', '(Bild weggelassen)'],
    ]);
  });

  it('says when the dates of a file can be read in two ways', async (t) => {
    const app = openEmpty(t);
    const files = { 'WhatsApp Chat with Ben.txt': '01/02/20, 10:00 - Ann: Hi\n' };
    const { tally } = await importFiles(t, app, files, { format: 'whatsapp' });
    assert.ok(remarksOf(tally).includes('1 chats: their dates can be read in two ways: read day first'));
  });

  it('reads text in UTF-16, and Arabic digits with marks of direction', async (t) => {
    const app = openEmpty(t);
    const text = '\u200f٣١\u200f/١٢\u200f/٢٠٢٠، ١١:٥٩ م - آن: مرحبا\n31/12/2020, 11:59 pm - Ben: Hi\n';
    const files = { 'c.txt': Buffer.from(`\ufeff${text}`, 'utf16le') };
    await importFiles(t, app, files, { format: 'whatsapp' });
    assert.deepEqual(app.db.tuples('SELECT sent_at, content FROM messages'), [
      [localSeconds(2020, 12, 31, 23, 59), 'مرحبا'],
      [localSeconds(2020, 12, 31, 23, 59), 'Hi'],
    ]);
  });

  it('leaves out a message of a day that does not exist', async (t) => {
    const app = openEmpty(t);
    const files = { 'c.txt': '30/01/2021, 10:00 - Ann: one\n31/02/2021, 10:00 - Ann: never\n' };
    const { tally } = await importFiles(t, app, files, { format: 'whatsapp' });
    assert.deepEqual(
      presentMessages(app).map(([, , text]) => text),
      ['one'],
    );
    assert.match(tally.left[0]?.examples[0] ?? '', /^c\.txt, line 2: there is no such day\.$/);
  });
});
