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
  'an old iPhone': ['31/12/15, 23:59:58: Ann: Hi', localSeconds(2015, 12, 31, 23, 59, 58)],
  'an old iPhone, American': ['12/31/15, 11:59:58 PM: Ann: Hi', localSeconds(2015, 12, 31, 23, 59, 58)],
  'Android, Canadian French': ['2020-12-31 à 23 h 59 - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'an iPhone, Canadian French': ['[2020-12-31, 23 h 59 min 58 s] Ann: Hi', localSeconds(2020, 12, 31, 23, 59, 58)],
  'Android, Chinese, by part of the day': ['2020/12/31 晚上11:59 - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, Chinese, at dawn': ['2020/12/31 凌晨12:05 - Ann: Hi', localSeconds(2020, 12, 31, 0, 5)],
  'Android, Tamil': ['31/12/20, பிற்பகல் 11:59 - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, Albanian': ['31.12.20, 11:59 e pasdites - Ann: Hi', localSeconds(2020, 12, 31, 23, 59)],
  'Android, Bulgarian, with a mark of the hour': [
    '31.12.20 г., 23:59 ч. - Ann: Hi',
    localSeconds(2020, 12, 31, 23, 59),
  ],
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

const mark = '\u200e';

/** A chat in which Ann writes messages, of one minute each. */
const chatOf = (...texts: readonly string[]) =>
  texts.map((text, index) => `31/12/2020, 23:${String(index % 60).padStart(2, '0')} - Ann: ${text}\n`).join('');

const textsIn = (app: Parameters<typeof presentMessages>[0]) => presentMessages(app).map(([, , text]) => text);

/** What stands for a file in an export without files, after a mark. */
const omissions = [
  'image omitted',
  'Contact card omitted',
  'Bild weggelassen',
  'afbeelding weggelaten',
  'imagem ocultada',
  'sticker omis',
  'obraz pominięty',
  'изображение отсутствует',
  'görüntü dahil edilmedi',
  'bild utelämnad',
  '画像は含まれていません',
  '图像已省略',
  '이미지 생략됨',
  'תמונה הושמטה',
  'تم استبعاد الصورة',
  'gambar tidak disertakan',
];

const deletions = [
  'You deleted this message.',
  'This message was deleted by admin Ben.',
  'Esta mensagem foi eliminada',
  'Este mensaje fue eliminado.',
  'Это сообщение удалено',
  'Bu mesaj silindi',
  'Denne besked blev slettet',
  'Tato zpráva byla smazána',
  'Pesan ini telah dihapus',
  'このメッセージは削除されました',
  '此消息已删除',
  '삭제된 메시지입니다',
  'הודעה זו נמחקה',
  'تم حذف هذه الرسالة',
];

const own = 'Das haben wir weggelassen';

/** Names of files, and the names of the chats in them. */
const titles = {
  'WhatsApp Chat with Ben.txt': 'Ben',
  'WhatsApp Chat - Ben.txt': 'Ben',
  'Chat de WhatsApp con Ben.txt': 'Ben',
  'Conversa do WhatsApp com Ben.txt': 'Ben',
  'Чат WhatsApp с Ben.txt': 'Ben',
  'WhatsApp-chatt med Ben.txt': 'Ben',
  'Chat WhatsApp dengan Ben.txt': 'Ben',
  'Ben.txt': 'Ben',
};

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

  it('brings files that Android marks, and counts those that the archive lacks', async (t) => {
    const app = openEmpty(t);
    const { tally } = await importFiles(
      t,
      app,
      {
        'c.txt': chatOf(
          `${mark}IMG-20201231-WA0001.png (file attached)\nLook`,
          `${mark}IMG-20201231-WA0002.png (file attached)`,
          'Plan.pdf (archivo adjunto)',
          'VID-20201231-WA0003.mp4 (in another language)',
          'see a.txt (the old one)',
        ),
        'IMG-20201231-WA0001.png': Buffer.from(png()),
      },
      { format: 'whatsapp' },
    );
    const [picture] = app.db.values<string>('SELECT path_id FROM attachments');
    assert.deepEqual(textsIn(app), [
      `[IMG-20201231-WA0001.png](/user_uploads/${picture})\n\nLook`,
      '(IMG-20201231-WA0002.png (file attached))',
      '(Plan.pdf (archivo adjunto))',
      '(VID-20201231-WA0003.mp4 (in another language))',
      'see a.txt (the old one)',
    ]);
    assert.ok(remarksOf(tally).includes('3 files: the archive lacks their content'));
  });

  it('brings captions, documents, polls and places of an iPhone', async (t) => {
    const app = openEmpty(t);
    const picture = Buffer.from(png());
    const { tally } = await importFiles(
      t,
      app,
      {
        'c.txt': chatOf(
          `Look at this ${mark}<attached: 1-PHOTO.png>`,
          `Plan A.pdf • ${mark}2 pages ${mark}<attached: 2-Plan A.pdf>`,
          `Plan B.pdf • ${mark}2 pages ${mark}document omitted`,
          `The cat ${mark}image omitted`,
          `${mark}POLL:\nWhere?\n${mark}OPTION: Here (2 votes)\n${mark}OPTION: There (0 votes)`,
          `${mark}Location: https://maps.google.com/?q=1.5,2.5`,
          `${mark}Missed voice call, ${mark}Tap to call back`,
          `Well ${mark}<In noch einer Sprache geändert>`,
        ),
        '1-PHOTO.png': picture,
        '2-Plan A.pdf': picture,
      },
      { format: 'whatsapp' },
    );
    const [first, second] = app.db.values<string>('SELECT path_id FROM attachments ORDER BY id');
    assert.deepEqual(textsIn(app), [
      `[1-PHOTO.png](/user_uploads/${first})\n\nLook at this`,
      `[2-Plan A.pdf](/user_uploads/${second})`,
      '(Plan B.pdf • 2 pages document omitted)',
      '(image omitted)\n\nThe cat',
      'POLL:\nWhere?\nOPTION: Here (2 votes)\nOPTION: There (0 votes)',
      'Location: https://maps.google.com/?q=1.5,2.5',
      'Well',
    ]);
    assert.deepEqual(
      remarksOf(tally).filter((line) => /files|messages/.test(line)),
      ['1 messages: they are notices about joins, calls and changes', '2 files: the archive lacks their content'],
    );
  });

  it('counts files that were left out, and messages that were deleted, in the words of any language', async (t) => {
    const app = openEmpty(t);
    const { tally } = await importFiles(
      t,
      app,
      { 'c.txt': chatOf(...omissions.map((one) => mark + one), ...deletions, own) },
      { format: 'whatsapp' },
    );
    assert.deepEqual(textsIn(app), [...omissions.map((one) => `(${one})`), own]);
    assert.deepEqual(
      remarksOf(tally).filter((line) => /files|messages/.test(line)),
      [
        `${omissions.length} files: the archive lacks their content`,
        `${deletions.length} messages: they were deleted`,
      ].sort(),
    );
  });

  it('reads lines that begin with a mark of direction, and names with quotation marks', async (t) => {
    const app = openEmpty(t);
    const text = `\u200f[31.12.2020, 23:59:58] אן: שלום
\u200e\u200f[31.12.2020, 23:59:59] אן: \u200f<מצורף: 1.png>
\u200f[31.12.2020, 23:59:59] Dr. "Q" Cy: "so": yes
[31.12.2020, 23:59:59] Ann changed the subject from "a: b" to "c: d"
`;
    const files = { 'c.txt': text, '1.png': Buffer.from(png()) };
    await importFiles(t, app, files, { format: 'whatsapp' });
    const [picture] = app.db.values<string>('SELECT path_id FROM attachments');
    assert.deepEqual(
      presentMessages(app).map(([name, , content]) => [name, content]),
      [
        ['אן', 'שלום'],
        ['אן', `[1.png](/user_uploads/${picture})`],
        ['Dr. Q Cy', '"so": yes'],
      ],
    );
  });

  for (const [name, title] of Object.entries(titles)) {
    it(`knows the other person by the name of the file: ${name}`, async (t) => {
      const app = openEmpty(t);
      await importFiles(t, app, { [name]: '31/12/2020, 23:59 - Ann: Hi\n' }, { format: 'whatsapp' });
      assert.deepEqual(
        presentMessages(app).map(([, place]) => place),
        [`Ann + ${title}`],
      );
    });
  }

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
    assert.match(tally.left[0]?.examples[0] ?? '', /^c\.txt, line 2: there is no such time\.$/);
  });
});
