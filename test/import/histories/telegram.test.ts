import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSound } from '../../../src/verify/report.ts';
import { verifyDataDir } from '../../../src/verify/verify.ts';
import { importBroken, importFiles, openEmpty } from '../scene.ts';
import { presentMessages, remarksOf } from './present.ts';
import { chat, group, groupFiles, message, start, wholeExport } from './telegram-export.ts';

describe('chatd import telegram', () => {
  it('brings a chat with its marks, answers, files and edits', async (t) => {
    const app = openEmpty(t);
    const { tally } = await importFiles(t, app, groupFiles(), { format: 'telegram' });
    const [photo] = app.db.values<string>('SELECT path_id FROM attachments');
    const [olga] = app.db.values<number>("SELECT id FROM users WHERE full_name = 'Olga Owner'");

    assert.deepEqual(presentMessages(app), [
      ['Olga Owner', 'Tea & Co>', 'What about ∗tea∗?'],
      [
        'Ada Adams',
        'Tea & Co>',
        '> [Olga Owner](/#narrow/channel/1-Tea-.26-Co/topic//near/1): What about *tea*?\n\n' +
          `Ask @**Olga Owner|${olga}**, **now** or [read](https://tea.example/?a=1)\n\n\`\`\`python\nx = 1\n\`\`\``,
      ],
      ['Ada Adams', 'Tea & Co>', `[photo_1.png](/user_uploads/${photo})`],
      ['Olga Owner', 'Tea & Co>', 'too large\n\n(file: film.mp4)'],
      ['Bo Bot', 'Tea & Co>', '*Forwarded from News*\n\nForwarded words'],
      ['Olga Owner', 'Tea & Co>', '**Green?**\n- Yes: 3'],
      ['Ada Adams', 'Tea & Co>', 'Liked'],
    ]);
    assert.deepEqual(app.db.tuples('SELECT edited_at, message_id FROM message_edits'), [[start + 50, 1]]);
    assert.deepEqual(app.db.tuples('SELECT name, invite_only FROM channels'), [['Tea & Co', 1]]);
    assert.deepEqual(app.db.tuples('SELECT emoji_name, user_id FROM reactions'), [['+1', olga]]);
    assert.deepEqual(remarksOf(tally), [
      '1 channels: no export lists their readers: they are private, with their authors as members',
      '1 files: the archive lacks their content',
      '1 messages: Telegram Desktop could not export them',
      '1 messages: they are notices about joins, calls and changes',
      '2 reactions: the archive does not name their users',
      '2 reactions: the archive lacks their emoji',
      '3 users: the archive has no e-mail address for them: they get one that receives no mail',
    ]);
    assert.ok(isSound(await verifyDataDir(app.config.data_dir)));
  });

  it('brings all chats of an account: direct ones, topics of forums, and those that it has left', async (t) => {
    const app = openEmpty(t);
    await importFiles(t, app, { 'result.json': wholeExport() }, { format: 'telegram' });

    assert.deepEqual(presentMessages(app).slice(7), [
      ['Ada Adams', 'Forum>Kettles', 'Steel or glass?'],
      [
        'Olga Owner',
        'Forum>Kettles',
        '> [Ada Adams](/#narrow/channel/2-Forum/topic/Kettles/near/8): Steel or glass?\n\nGlass',
      ],
      ['Olga Owner', 'Forum>', 'In no topic'],
      ['Olga Owner', 'Ada Adams + Olga Owner', 'Psst'],
      ['Ada Adams', 'Ada Adams + Olga Owner', '\u2060/me listens'],
      ['Olga Owner', 'Olga Owner', 'Remember the milk'],
      ['News', 'News>', 'Old news'],
    ]);
    assert.deepEqual(app.db.tuples('SELECT name, invite_only, is_archived FROM channels ORDER BY id'), [
      ['Tea & Co', 1, 0],
      ['Forum', 1, 0],
      ['News', 0, 1],
    ]);
  });

  it('reads files of before 2022, which have no UNIX times and texts without kinds', async (t) => {
    const app = openEmpty(t);
    const old = message(2, 'user11', ['See ', { type: 'link', text: 'https://a.example' }, ' and `this`']);
    delete old.date_unixtime;
    delete old.text_entities;
    await importFiles(t, app, { 'result.json': chat('private_group', 9, 'Old', [old]) }, { format: 'telegram' });

    assert.deepEqual(app.db.tuples('SELECT sent_at, content FROM messages'), [
      [start + 2, 'See https://a.example and ˋthisˋ'],
    ]);
  });

  it('knows people by the numbers that files of before 2021 have', async (t) => {
    const app = openEmpty(t);
    const old = (id: number, from: string | null, from_id: number, fields: object = {}) => ({
      ...{
        id,
        type: 'message',
        date: '2019-05-01T10:00:00',
        edited: '1970-01-01T01:00:00',
        from,
        from_id,
        text: `Old ${id}`,
      },
      ...fields,
    });
    const [ben, ann] = [2 ** 32 + 12, 2 ** 32 + 11];
    await importFiles(
      t,
      app,
      {
        'a.json': chat('personal_chat', ben, 'Ben', [old(1, 'Ben', ben), old(2, 'Ann', ann)]),
        'b.json': chat('private_supergroup', 2 ** 33 + 9, 'Tea', [
          old(-999_999_998, 'Ann', ann),
          old(4, 'Tea', 2 ** 33 + 9, { reply_to_message_id: -999_999_998 }),
        ]),
        'c.json': chat('private_supergroup', 9, 'Tea', [message(5, 'user12', 'New')]),
      },
      { format: 'telegram' },
    );

    assert.deepEqual(presentMessages(app).sort(), [
      ['Ann', 'Ann + Ben', 'Old 2'],
      ['Ann', 'Tea>', 'Old -999999998'],
      ['Ben', 'Ann + Ben', 'Old 1'],
      ['Ben', 'Tea>', 'New'],
      ['Tea', 'Tea>', '> [Ann](/#narrow/channel/1-Tea/topic//near/3): Old -999999998\n\nOld 4'],
    ]);
    assert.equal(app.db.value('SELECT count(*) FROM message_edits'), 0);
    assert.equal(app.db.value('SELECT count(*) FROM channels'), 1);
  });

  it('counts messages of which the file has nothing to show', async (t) => {
    const app = openEmpty(t);
    const files = { 'result.json': group(message(70, 'user12', '', { giveaway_information: { quantity: 1 } })) };
    const { tally } = await importFiles(t, app, files, { format: 'telegram' });
    assert.ok(remarksOf(tally).includes('1 messages: their program shows what chatd has no form for'));
  });

  const breaks: Readonly<Record<string, [fields: Record<string, unknown>, said: RegExp]>> = {
    'without an id': [{ id: undefined }, /record 10 of messages: "id" is missing\.$/],
    'of no type': [{ type: 'x' }, /"x" is no type of a message\.$/],
    'of nobody': [{ from_id: undefined }, /"from_id" is missing\.$/],
    'whose sender is none': [{ from_id: '../x' }, /"\.\.\/x" is no id of a user\.$/],
    'at no time': [{ date: undefined, date_unixtime: undefined }, /"date" is missing\.$/],
    'with reactions that are no list': [{ reactions: 7 }, /"reactions" is not a list\.$/],
  };
  for (const [name, [fields, said]] of Object.entries(breaks)) {
    it(`leaves out or mends a message ${name}, and brings all others`, async (t) => {
      const files = { 'result.json': group(message(70, 'user12', 'Broken', fields)) };
      const problems = await importBroken(t, files, { format: 'telegram' });
      assert.ok(
        problems.some((one) => said.test(one)),
        JSON.stringify(problems, undefined, 1),
      );
    });
  }

  it('knows a chat by its id with and without the minus of bots', async (t) => {
    const app = openEmpty(t);
    for (const id of [1_234_567_890, -1_001_234_567_890, '-1001234567890']) {
      const file = { ...chat('private_supergroup', 0, 'Tea', [message(1, 'user11', 'Green')]), id };
      await importFiles(t, app, { 'result.json': file }, { format: 'telegram', merges: true });
    }
    assert.deepEqual(presentMessages(app), [['Olga Owner', 'Tea>', 'Green']]);
  });
});
