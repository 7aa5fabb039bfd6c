import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { App } from '../../../src/app.ts';
import type { Imported, ImportOptions } from '../../../src/import/import.ts';
import { isSound } from '../../../src/verify/report.ts';
import { verifyDataDir } from '../../../src/verify/verify.ts';
import { presentMessages } from '../histories/present.ts';
import { dump, failImport, importBroken, importFiles, makeFolder, openEmpty } from '../scene.ts';
import { zipFiles } from '../zip-file.ts';
import { channelFile, type Fields, message, people, wholeExport } from './channel-files.ts';

function importDiscord(
  t: TestContext,
  app: App,
  files: Fields,
  options: Partial<ImportOptions> = {},
): Promise<Imported> {
  return importFiles(t, app, files, { format: 'discord', ...options });
}

describe('chatd import discord', () => {
  it('knows who is in a direct conversation by calls, and shows embeds of messages without words', async (t) => {
    const app = openEmpty(t);
    const { olga, ada } = people;
    const files = {
      'dm.json': channelFile({ id: '103', type: 'DirectTextChat', categoryId: null, category: null, name: 'ada' }, [
        message('601', olga, 11, '', { embeds: [{ title: 'Kettles', description: 'of glass' }] }),
        message('602', ada, 12, '', { type: 'Call' }),
      ]),
    };
    await importDiscord(t, app, files);
    assert.deepEqual(presentMessages(app), [['Olga Owner', 'Ada Adams + Olga Owner', '## Kettles\n\nof glass']]);
  });

  it('brings messages in the order of sending, with threads as topics', async (t) => {
    const app = openEmpty(t);
    await importDiscord(t, app, wholeExport());
    const ids = Object.fromEntries(app.db.tuples<[string, number]>('SELECT full_name, id FROM users'));
    const [text, sticker] = app.db.values<string>('SELECT path_id FROM attachments ORDER BY id');
    const general = '/#narrow/channel/1-general/topic//near/1';

    assert.deepEqual(
      app.db.tuples(
        `SELECT u.full_name, c.name, o.topic, m.content FROM messages m JOIN users u ON u.id = m.sender_id
         JOIN conversations o ON o.id = m.conversation_id LEFT JOIN channels c ON c.id = o.channel_id ORDER BY m.id`,
      ),
      [
        [
          'Olga Owner',
          'general',
          '',
          `Hi @**Ada Adams|${ids['Ada Adams']}**, @*Mods* and @**all**, not \`@Ada Adams\` https://x.example/@Ada`,
        ],
        [
          'Ada Adams',
          'general',
          '',
          `> [Olga Owner](${general}): Hi @Ada Adams, @Mods and @everyone, not @Ada Adams…\n\n` +
            `raw @**Olga Owner|${ids['Olga Owner']}** @*Mods* #**random** :wave: <time:2023-11-14T22:13:20Z> <@99>\n` +
            '> one\n> two',
        ],
        ['Ada Adams', 'general', 'Tea time', 'What about tea?'],
        [
          'Ada Adams',
          'general',
          '',
          `[a b.txt](/user_uploads/${text})\n[x.pdf](https://cdn.example/x.pdf?ex=1)\n[Wave.png](/user_uploads/${sticker})`,
        ],
        [
          'Deployer',
          'general',
          '',
          'CI\n\n## [Built](https://ci.example/1)\n\nall **good**\n\n**Took**: 3 s\n\n' +
            '[https://ci.example/i.png](https://ci.example/i.png)\n\nbye',
        ],
        ['Olga Owner', 'general', '', '> far\n> away'],
        ['Olga Owner', 'general', 'Tea time', 'Green'],
        ['Ada Adams', 'forum', 'A post', 'Opening'],
        ['Olga Owner', null, null, 'Psst'],
        ['Ada Adams', null, null, '> Olga Owner: Psst\n\n\u2060/me listens'],
      ],
    );
    const report = await verifyDataDir(app.config.data_dir);
    assert.ok(isSound(report), JSON.stringify(report));
  });

  it('brings people, roles as groups, private channels in their categories, and reactions', async (t) => {
    const app = openEmpty(t);
    const { tally } = await importDiscord(t, app, wholeExport());

    assert.deepEqual(
      app.db.tuples(`SELECT full_name, email, is_active, bot_type, avatar_image_id IS NOT NULL FROM users
        WHERE is_system_bot = 0 ORDER BY email`),
      [
        ['Olga Owner', '11@discord.invalid', 1, null, 0],
        ['Ada Adams', '12@discord.invalid', 1, null, 1],
        ['Deployer', '13@discord.invalid', 1, 1, 0],
      ],
    );
    assert.deepEqual(
      app.db.tuples(`SELECT c.name, c.description, f.name, c.invite_only, (SELECT group_concat(full_name, ',' ORDER BY full_name)
          FROM subscriptions s JOIN users u ON u.id = s.user_id WHERE s.channel_id = c.id)
        FROM channels c LEFT JOIN channel_folders f ON f.id = c.folder_id ORDER BY c.id`),
      [
        ['general', 'All things', 'Talk', 1, 'Ada Adams,Deployer,Olga Owner'],
        ['random', '', null, 1, null],
        ['forum', '', null, 1, 'Ada Adams'],
      ],
    );
    assert.deepEqual(
      app.db.tuples(`SELECT g.name, u.full_name FROM group_members m JOIN groups g ON g.id = m.group_id
        JOIN users u ON u.id = m.user_id WHERE g.is_system_group = 0`),
      [['Mods', 'Olga Owner']],
    );
    assert.deepEqual(
      app.db.tuples('SELECT emoji_name, full_name FROM reactions JOIN users u ON u.id = user_id ORDER BY 1, 2'),
      [
        ['+1', 'Ada Adams'],
        ['+1', 'Olga Owner'],
        ['party', 'Ada Adams'],
      ],
    );
    assert.deepEqual(
      app.db.tuples(`SELECT u.full_name, substr(content, 1, 5) FROM message_flags f JOIN users u ON u.id = user_id
        JOIN messages m ON m.id = message_id WHERE flag = 'starred' ORDER BY message_id`),
      [
        ['Ada Adams', 'Hi @*'],
        ['Olga Owner', '> far'],
      ],
    );
    const closed = 'no export lists their readers: they are private, with their authors as members';
    assert.deepEqual(
      [...tally.left, ...tally.changed].map(({ noun, reason, count, examples }) => [count, noun, reason, ...examples]),
      [
        [1, 'files of the export', 'they are not channels', 'settings.json'],
        [
          3,
          'messages',
          'they are notices about joins, calls and changes',
          'Ada joined',
          'pinned a message to this channel.',
        ],
        [1, 'emoji', 'the archive lacks their pictures', 'lost'],
        [1, 'files', 'the archive lacks their content', 'x.pdf'],
        [1, 'reactions', 'the archive does not name their users', '👍🏽'],
        [1, 'reactions', 'the archive lacks their emoji', 'lost'],
        [
          2,
          'users',
          'the archive has no e-mail address for them: they get one that receives no mail',
          'Olga Owner',
          'Ada Adams',
        ],
        [3, 'channels', closed, 'general', 'random', 'forum'],
        [1, 'pins', 'the archive does not name who pinned them: the authors get the stars'],
      ],
    );
  });

  it('reads a zip, with a dry run that changes nothing, and a single channel with its files beside it', async (t) => {
    const folder = makeFolder(t);
    const file = join(folder, 'all.zip');
    writeFileSync(file, zipFiles(wholeExport()));
    const app = openEmpty(t);
    const before = dump(app);

    const dry = await importDiscord(t, app, {}, { file, isDryRun: true });
    assert.deepEqual(dump(app), before);
    const { tally } = await importDiscord(t, app, {}, { file });
    writeFileSync(join(folder, 'one.json'), JSON.stringify(wholeExport()['dm.json']));
    const single = await importDiscord(t, openEmpty(t), {}, { file: join(folder, 'one.json') });

    assert.deepEqual([dry.tally.came, dry.tally.left, dry.tally.changed], [tally.came, tally.left, tally.changed]);
    assert.deepEqual(Object.fromEntries(single.tally.came), { users: 2, groups: 1, 'direct messages': 2 });
  });

  it('takes files of a single channel from the folder named after it alone', async (t) => {
    const folder = makeFolder(t);
    const file = join(folder, 'general.json');
    for (const [name, content] of Object.entries(wholeExport()).filter(([one]) => one.startsWith('general.json'))) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(
        join(folder, name),
        typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
      );
    }
    const app = openEmpty(t);

    await importDiscord(t, app, {}, { file });

    assert.ok(app.db.values('SELECT name FROM attachments').includes('a b.txt'));
  });

  it('finds everybody again when more channels come with --merge', async (t) => {
    const app = openEmpty(t);
    await importDiscord(t, app, { 'dm.json': wholeExport()['dm.json'] });

    await importDiscord(t, app, { 'general.json': wholeExport()['general.json'] }, { merges: true });

    assert.deepEqual(app.db.values('SELECT full_name FROM users WHERE is_system_bot = 0 ORDER BY 1'), [
      'Ada Adams',
      'Deployer',
      'Olga Owner',
    ]);
  });
});

describe('a channel of Discord in several files', () => {
  const part = (exportedAt: string, ...messages: Fields[]) => ({
    ...channelFile({ name: 'general' }, messages),
    exportedAt,
  });
  const at = (year: number) => `${year}-01-01T00:00:00+00:00`;
  const one = message('201', people.olga, 1, 'one');
  const two = message('202', people.ada, 2, 'two');
  const edited = message('201', people.olga, 1, 'one, edited', { timestampEdited: '2023-11-14T23:13:20+00:00' });
  const archives: Record<string, [files: Fields, texts: string[]]> = {
    'in parts': [{ 'g [10].json': part(at(2025), one), 'g [10] [part 2].json': part(at(2025), two) }, ['one', 'two']],
    'in parts of another order': [{ 'a.json': part(at(2025), two), 'b.json': part(at(2025), one) }, ['one', 'two']],
    'exported again': [{ 'a.json': part(at(2024), one), 'b.json': part(at(2025), one, two) }, ['one', 'two']],
    'exported again after an edit': [
      { 'a.json': part(at(2024), one), 'b.json': part(at(2025), edited, two) },
      ['one, edited', 'two'],
    ],
    'the same file twice': [{ 'a.json': part(at(2024), one), 'copy/a.json': part(at(2024), one) }, ['one']],
  };
  for (const [name, [files, texts]] of Object.entries(archives)) {
    it(`becomes one channel: ${name}`, async (t) => {
      const app = openEmpty(t);
      await importDiscord(t, app, files);

      assert.deepEqual(app.db.values('SELECT content FROM messages ORDER BY id'), texts);
      assert.deepEqual(app.db.values('SELECT name FROM channels'), ['general']);
    });
  }

  it('keeps ids that are numbers, however long', async (t) => {
    const app = openEmpty(t);
    const id = '1234567890123456789';
    const text = JSON.stringify(part(at(2025), message('201', { ...people.olga, id }, 1, 'one')));
    await importDiscord(t, app, { 'a.json': text.replaceAll(`"${id}"`, id).replace('"201"', '201') });

    const sql = 'SELECT email FROM users JOIN messages m ON m.sender_id = users.id';
    assert.equal(app.db.value<string>(sql), `${id}@discord.invalid`);
  });
});

describe('a reply on Discord', () => {
  const quoted: [what: string, content: string, quote: string][] = [
    ['a time', 'see you <t:1735725600:R>', 'see you 2025-01-01T10:00:00Z'],
    ['a user', 'ask <@!11> and <@99>', 'ask @Olga Owner and @…'],
    ['a channel without its name', 'look at <#100>', 'look at #…'],
    ['an emoji', '<:tea:123> for all', ':tea: for all'],
    ['a name with underscores', '_read_ some_file_name', 'read some_file_name'],
  ];
  for (const [what, content, quote] of quoted) {
    it(`quotes without marks: ${what}`, async (t) => {
      const app = openEmpty(t);
      const reply = { type: 'Reply', reference: { messageId: '201' } };
      const messages = [message('201', people.ada, 1, content), message('202', people.olga, 2, 'Yes', reply)];
      await importFiles(t, app, { 'general.json': channelFile({ name: 'general' }, messages) }, { format: 'discord' });
      const [, text] = app.db.values<string>('SELECT content FROM messages ORDER BY id');
      assert.match(text ?? '', /^> \[Ada Adams\]\(.*?\): /);
      assert.equal(text?.split('): ')[1], `${quote}\n\nYes`);
    });
  }

  it('converts the values in an embed of a bot', async (t) => {
    const app = openEmpty(t);
    const bot = { ...people.ada, isBot: true };
    const embeds = [{ fields: [{ name: 'Due', value: '_soon_, <t:1735725600:R>' }] }];
    const messages = [message('201', bot, 1, '', { embeds })];
    await importFiles(t, app, { 'general.json': channelFile({ name: 'general' }, messages) }, { format: 'discord' });
    assert.deepEqual(app.db.values('SELECT content FROM messages'), ['**Due**: *soon*, <time:2025-01-01T10:00:00Z>']);
  });

  it('quotes no spoiler', async (t) => {
    const app = openEmpty(t);
    const reply = { type: 'Reply', reference: { messageId: '201' } };
    const messages = [message('201', people.olga, 1, 'It was ||him||!'), message('202', people.ada, 2, 'No', reply)];
    await importDiscord(t, app, { 'a.json': channelFile({ name: 'general' }, messages) });

    const quotation = app.db.value<string>('SELECT content FROM messages ORDER BY id DESC') ?? '';
    assert.match(quotation, /: It was …!\n\nNo$/);
  });
});

const first = (messages: Fields[]) => messages[0] as Fields;

/** How a channel can be broken, and what is said of it. */
const breaks: Readonly<Record<string, [breaking: (messages: Fields[], channel: Fields) => unknown, message: RegExp]>> =
  {
    'a channel without an id': [
      (_, channel) => delete channel.id,
      /^one\.json, line \d+, "channel": "id" is missing\.$/,
    ],
    'a channel without a name': [(_, channel) => delete channel.name, /"channel": "name" is missing\.$/],
    'a channel of no type': [(_, channel) => delete channel.type, /"channel": "type" is missing\.$/],
    'a thread in no channel': [
      (_, channel) => Object.assign(channel, { type: 'GuildPublicThread', categoryId: null }),
      /"channel": "categoryId" is missing\.$/,
    ],
    'a message that is a text': [
      (all) => all.push('x' as unknown as Fields),
      /line \d+, record 2 of messages: it is not/,
    ],
    'a message without an id': [
      (all) => delete first(all).id,
      /^one\.json, line \d+, record 1 of messages: "id" is missing/,
    ],
    'a message without a type': [(all) => delete first(all).type, /record 1 of messages: "type" is missing\.$/],
    'a message of nobody': [(all) => delete first(all).author, /record 1 of messages: "author" is missing\.$/],
    'an author without an id': [
      (all) => Object.assign(first(all), { author: { name: 'x' } }),
      /record 1 of messages, "author": "id" is missing\.$/,
    ],
    'an author whose id is none': [
      (all) => Object.assign(first(all), { author: { id: 'x', name: 'x' } }),
      /"author": "x" is no id of a user\.$/,
    ],
    'a message at no time': [(all) => delete first(all).timestamp, /"timestamp" is missing\.$/],
    'a time that is none': [(all) => Object.assign(first(all), { timestamp: 'soon' }), /"timestamp" is not a time\.$/],
    'an edit at a time that is none': [
      (all) => Object.assign(first(all), { timestampEdited: 'soon' }),
      /"timestampEdited" is not a time\.$/,
    ],
    'a content that is a number': [(all) => Object.assign(first(all), { content: 5 }), /"content" is not a text\.$/],
    'attachments that are no list': [
      (all) => Object.assign(first(all), { attachments: {} }),
      /"attachments" is not a list\.$/,
    ],
    'an attachment whose id is none': [
      (all) => Object.assign(first(all), { attachments: [{ id: '../x', fileName: 'x' }] }),
      /entry 1 of "attachments": "\.\.\/x" is no id of a file\.$/,
    ],
    'a reaction without an emoji': [
      (all) => Object.assign(first(all), { reactions: [{ count: 1 }] }),
      /entry 1 of "reactions": "emoji" is missing\.$/,
    ],
    'mentions that are no list': [(all) => Object.assign(first(all), { mentions: 'x' }), /"mentions" is not a list\.$/],
  };

describe('a broken export of Discord', () => {
  for (const [name, [breaking, said]] of Object.entries(breaks)) {
    it(`is imported except for what is broken: ${name}`, async (t) => {
      const messages = [message('201', people.olga, 1, 'Hi')];
      const file = channelFile({ name: 'general' }, messages);
      breaking(messages, file.channel as Fields);

      const problems = await importBroken(t, { 'one.json': file }, { format: 'discord' });

      assert.ok(
        problems.some((one) => said.test(one)),
        JSON.stringify(problems, undefined, 1),
      );
    });
  }

  it('is refused if none of its files is a channel', async (t) => {
    const said = [
      await failImport(t, { 'one.json': '{"messages": [' }, { format: 'discord' }),
      await failImport(t, { 'one.json': {} }, { format: 'discord' }),
    ];

    assert.match(String(said[0]), /one\.json, line 1: the rest is not JSON as expected: it ends in the middle\.$/);
    assert.match(String(said[1]), /The archive holds no exported channel\. one\.json$/);
  });
});
