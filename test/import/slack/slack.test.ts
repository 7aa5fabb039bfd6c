import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { App } from '../../../src/app.ts';
import type { Imported, ImportOptions } from '../../../src/import/import.ts';
import { isSound } from '../../../src/verify/report.ts';
import { verifyDataDir } from '../../../src/verify/verify.ts';
import { startServer } from '../../support/server.ts';
import { clientsOf, dump, importFiles, makeFolder, openEmpty } from '../scene.ts';
import { zipFiles } from '../zip-file.ts';
import { type Fields, message, tsOf, user, wholeExport } from './slack-export.ts';

function importSlack(t: TestContext, app: App, files: Fields, options: Partial<ImportOptions> = {}): Promise<Imported> {
  return importFiles(t, app, files, { format: 'slack', ...options });
}

/** Sender, channel, topic and text of each message. */
function listMessages({ db }: App): unknown[][] {
  return db.tuples(
    `SELECT u.full_name, c.name, o.topic, m.content FROM messages m JOIN users u ON u.id = m.sender_id
     JOIN conversations o ON o.id = m.conversation_id LEFT JOIN channels c ON c.id = o.channel_id ORDER BY m.id`,
  );
}

/** The topic of a thread that begins with names of private conversations. */
const hidden = '(private conversation), (private conversation)';

const idOf = ({ db }: App, full_name: string) =>
  db.value<number>('SELECT id FROM users WHERE full_name = ?', full_name) as number;

describe('chatd import slack', () => {
  it('brings messages in the order of sending, with threads as topics', async (t) => {
    const app = openEmpty(t);
    await importSlack(t, app, wholeExport());
    const [olga, ada] = [idOf(app, 'Olga Owner'), idOf(app, 'Ada Adams')];
    const address = app.db.value<string>('SELECT path_id FROM attachments');
    const general = app.db.value<number>("SELECT id FROM channels WHERE name = 'general'");
    const tea = 'Shall we have tea?';

    assert.deepEqual(listMessages(app), [
      [
        'Olga Owner',
        'general',
        '',
        `Hi **all**, @**Ada Adams|${ada}** & @zed: see #**old-news**, @**all**, @ops, :+1:`,
      ],
      ['Ada Adams', 'general', tea, 'Shall we have *tea*?\nAt four.'],
      ['Olga Owner', 'general', tea, 'Yes'],
      ['Gina Guest', 'general', tea, 'Told to all'],
      ['Ada Adams', 'general', '', '/me drinks'],
      ['Build Bot', 'general', '', 'Built [#1](https://ci.example.com/1)'],
      ['Hooks', 'general', '', '**Deployer:**\n\nDeployed'],
      ['Hooks', 'general', '', '## Alarm\n\nThe **disk** is full'],
      ['Ada Adams', 'general', '', 'https://example.com'],
      ['Ada Adams', 'general', '', `**rich** for @**Olga Owner|${olga}**`],
      [
        'Ada Adams',
        'general',
        '',
        `[Résumé 1.txt](/user_uploads/${address})\n` +
          '[lost.pdf](https://files.slack.com/files-pri/T01-F0FILE2/lost.pdf)\n(deleted file: F0FILE3)\n' +
          '[notes](https://x.slack.com/files/F0FILE4)\n\n```\none\ntwo\n```',
      ],
      ['Ada Adams', 'general', 'Orphaned answer', 'Orphaned answer'],
      ['Zoe Other', 'general', '', 'From another workspace'],
      [
        'Ada Adams',
        'general',
        '',
        `\u2060/poll is no poll; see [#general](/#narrow/channel/${general}-general/topic/Shall.20we.20have.20tea.3F/near/3)`,
      ],
      ['Olga Owner', 'secret', '', 'psst'],
      ['Gina Guest', null, null, 'we three'],
      ['Olga Owner', null, null, 'Lunch?'],
      ['Ada Adams', null, null, '> Lunch?\n\nNow'],
      ['Ada Adams', 'general', `${tea} (2023-11-16)`, 'Shall we have *tea*?'],
      ['Gina Guest', 'general', tea, 'Late answer'],
      ['Gina Guest', 'general', `${tea} (2023-11-16)`, 'Again'],
    ]);
    const report = await verifyDataDir(app.config.data_dir);
    assert.ok(isSound(report), JSON.stringify(report));
  });

  it('brings people, bots and whom only messages know', async (t) => {
    const app = openEmpty(t);
    await importSlack(t, app, wholeExport());

    assert.deepEqual(
      app.db.tuples(`SELECT full_name, email, role, is_active, bot_type, joined_at FROM users
        WHERE is_system_bot = 0 ORDER BY full_name`),
      [
        ['Ada Adams', 'ada@example.com', 200, 1, null, Number(tsOf(3).slice(0, 10))],
        ['Build Bot', 'u06@slack.invalid', 400, 1, 1, Number(tsOf(7).slice(0, 10))],
        ['Dora Deleted', 'u05@slack.invalid', 400, 0, null, 1_690_000_000],
        ['Gina Guest', 'gina@example.com', 600, 1, null, Number(tsOf(5).slice(0, 10))],
        ['Hooks', 'b09@slack.invalid', 400, 0, 1, Number(tsOf(8).slice(0, 10))],
        ['Nora Nowhere', 'u04@slack.invalid', 400, 1, null, 1_690_000_000],
        ['Olga Owner', 'olga@example.com', 100, 1, null, Number(tsOf(2).slice(0, 10))],
        ['Zoe Other', 'u77@slack.invalid', 400, 0, null, Number(tsOf(15).slice(0, 10))],
      ],
    );
    assert.deepEqual(
      app.db.tuples('SELECT f.name, v.value FROM profile_values v JOIN profile_fields f ON f.id = v.field_id'),
      [
        ['Title', 'Head of *Tea*'],
        ['Phone', '+49 30 1234'],
      ],
    );
    assert.deepEqual(app.db.tuples('SELECT status_text, emoji_name FROM user_status'), [['Brewing', 'tea']]);
  });

  it('brings channels with their members', async (t) => {
    const app = openEmpty(t);
    await importSlack(t, app, wholeExport());

    assert.deepEqual(
      app.db.tuples(`SELECT c.name, description, invite_only, is_archived, is_default, (SELECT group_concat(full_name, ',' ORDER BY full_name)
          FROM subscriptions s JOIN users u ON u.id = s.user_id WHERE s.channel_id = c.id)
        FROM channels c ORDER BY c.id`),
      [
        ['general', 'For all — Tea & talk', 0, 0, 1, 'Ada Adams,Gina Guest,Olga Owner'],
        ['old-news', '', 0, 1, 0, 'Ada Adams,Olga Owner'],
        ['secret', '', 1, 0, 0, 'Olga Owner'],
      ],
    );
  });

  it('keeps private what a list of public channels says is private or direct', async (t) => {
    const app = openEmpty(t);
    const exported = wholeExport();
    const [general] = exported['channels.json'] as Fields[];
    (exported['channels.json'] as Fields[]).push(
      { ...general, id: 'C09', name: 'salaries', is_private: true, is_general: false, pins: [] },
      { id: 'D09', is_im: true, is_private: true, members: ['U01', 'U02'] },
    );
    exported['D09/2023-11-15.json'] = [message('U01', tsOf(40), 'for you alone')];
    await importSlack(t, app, exported);

    assert.deepEqual(app.db.tuples('SELECT name, invite_only FROM channels ORDER BY id'), [
      ['general', 0],
      ['old-news', 0],
      ['salaries', 1],
      ['secret', 1],
    ]);
    assert.deepEqual(
      listMessages(app).filter(([, , , text]) => text === 'for you alone'),
      [['Olga Owner', null, null, 'for you alone']],
    );
  });

  it('tells nobody the names and topics of private conversations that messages elsewhere link', async (t) => {
    const app = openEmpty(t);
    const exported = wholeExport();
    const urlOf = (place: string, ts: string) => `https://team.slack.com/archives/${place}/p${ts.replace('.', '')}`;
    const secret = urlOf('G01', tsOf(25));
    exported['secret/2023-11-15.json'] = [
      message('U01', tsOf(25), 'All get fired', { thread_ts: tsOf(25), reply_count: 1 }),
      message('U01', tsOf(26), `In <#G01>: ${secret}`, { thread_ts: tsOf(25) }),
    ];
    (exported['general/2023-11-16.json'] as Fields[]).push(
      message('U01', tsOf(9, 'second'), '<#G01|secret>, <#D01>', { thread_ts: tsOf(9, 'second') }),
      message('U01', tsOf(10, 'second'), `${secret} <${urlOf('D01', tsOf(22))}|that>`, {
        thread_ts: tsOf(9, 'second'),
      }),
    );
    await importSlack(t, app, exported);
    const id = app.db.value<number>("SELECT id FROM channels WHERE name = 'secret'");
    const [fired, lunch] = ['All get fired', 'Lunch?'].map((text) =>
      app.db.value<number>('SELECT id FROM messages WHERE content = ?', text),
    );

    assert.deepEqual(
      listMessages(app).filter(([, , , text]) => /narrow\/(?!channel\/\d+-general)|private/.test(String(text))),
      [
        [
          'Olga Owner',
          'secret',
          'All get fired',
          `In #**secret**: [#secret](/#narrow/channel/${id}-secret/topic/All.20get.20fired/near/${fired})`,
        ],
        ['Olga Owner', 'general', hidden, '(private conversation), (private conversation)'],
        ['Olga Owner', 'general', hidden, `[message](/#narrow/near/${fired}) [that](/#narrow/near/${lunch})`],
      ],
    );
  });

  it('tells programs apart by names that differ in capitals or have no Latin letters, the same each time', async (t) => {
    const app = openEmpty(t);
    const exported = wholeExport();
    const names = ['Jenkins', 'jenkins', '监控', '报警'];
    (exported['general/2023-11-16.json'] as Fields[]).push(
      ...names.map((username, index) =>
        message('', tsOf(20 + index, 'second'), 'built', { user: undefined, subtype: 'bot_message', username }),
      ),
    );
    const sql = `SELECT u.full_name, u.email FROM users u WHERE full_name IN (${names.map((name) => `'${name}'`)})
      ORDER BY id`;
    await importSlack(t, app, exported);
    const bots = app.db.tuples<[string, string]>(sql);
    await importSlack(t, app, exported, { merges: true });

    assert.deepEqual(app.db.tuples(sql), bots);
    assert.deepEqual(
      bots.map(([name]) => name),
      names,
    );
    assert.equal(bots[1]?.[1], 'bot-jenkins@slack.invalid');
  });

  it('gives the address of several closed accounts to the first one', async (t) => {
    const app = openEmpty(t);
    const exported = wholeExport();
    const closed = (id: string, name: string, email: string) =>
      user(id, name, { deleted: true, profile: { real_name: name, email } });
    (exported['users.json'] as Fields[]).push(
      closed('U50', 'Old One', 'old@example.com'),
      closed('U51', 'Old Two', 'OLD@example.com'),
    );
    await importSlack(t, app, exported);

    assert.deepEqual(app.db.tuples("SELECT full_name, email FROM users WHERE full_name LIKE 'Old %' ORDER BY id"), [
      ['Old One', 'old@example.com'],
      ['Old Two', 'u51@slack.invalid'],
    ]);
  });

  it('leaves out what only one person saw, and counts it', async (t) => {
    const app = openEmpty(t);
    const exported = wholeExport();
    (exported['general/2023-11-16.json'] as Fields[]).push(
      message('U06', tsOf(11, 'second'), 'Your password is 1234', { is_ephemeral: true }),
      message('USLACKBOT', tsOf(12, 'second'), 'Only you see this', { hidden: true }),
    );
    const { tally } = await importSlack(t, app, exported);

    assert.deepEqual(
      listMessages(app).filter(([, , , text]) => /password|Only you/.test(String(text))),
      [],
    );
    assert.deepEqual(
      tally.left.filter(({ reason }) => reason === 'they were visible to one person only'),
      [
        {
          noun: 'messages',
          reason: 'they were visible to one person only',
          count: 2,
          examples: ['Your password is 1234', 'Only you see this'],
        },
      ],
    );
  });

  it('shows everything as read, with stars for pins, marks for mentions, reactions and edits', async (t) => {
    const app = openEmpty(t);
    await importSlack(t, app, wholeExport());
    const as = await clientsOf(t, app);
    const ada = idOf(app, 'Ada Adams');

    const { body } = await as(ada).get('/messages', { anchor: 'oldest', num_before: 0, num_after: 100 });

    const [first, ...others] = body.messages;
    assert.deepEqual(first.flags.toSorted(), [
      'mentioned',
      'read',
      'starred',
      'stream_wildcard_mentioned',
      'wildcard_mentioned',
    ]);
    assert.deepEqual([first.client, first.last_edit_timestamp], ['Slack', Number(tsOf(9).slice(0, 10))]);
    assert.deepEqual(
      first.reactions.map((one: { emoji_name: string; user_id: number }) => [one.emoji_name, one.user_id]),
      [
        ['+1', ada],
        ['+1', idOf(app, 'Gina Guest')],
        ['party', ada],
        ['party', idOf(app, 'Gina Guest')],
      ],
    );
    assert.ok(others.every((one: { flags: string[] }) => one.flags.includes('read')));
    const { body: secret } = await as(ada).get('/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [{ operator: 'search', operand: 'psst' }],
    });
    assert.deepEqual(secret.messages, []);
  });

  it('counts what stays out and what comes changed, with the reasons', async (t) => {
    const app = openEmpty(t);
    const { tally } = await importSlack(t, app, wholeExport());

    assert.deepEqual(Object.fromEntries(tally.came), {
      users: 6,
      bots: 2,
      channels: 3,
      'pictures of emoji': 1,
      emoji: 1,
      'profile fields': 2,
      'profile values': 2,
      files: 1,
      edits: 1,
      'channel messages': 18,
      'direct messages': 3,
      subscriptions: 6,
      flags: 1,
      reactions: 4,
      statuses: 1,
    });
    assert.deepEqual(
      [...tally.left, ...tally.changed].map(({ noun, reason, count, examples }) => [count, noun, reason, ...examples]),
      [
        [1, 'files of messages', 'their folder belongs to no listed conversation', 'nowhere'],
        [1, 'emoji', 'the archive lacks their pictures', 'gone'],
        [1, 'messages', 'joins and leaves are not messages here', '<@U01> has joined the channel'],
        [2, 'files', 'the archive lacks their content', 'lost.pdf', 'notes'],
        [1, 'files', 'they were deleted', 'F0FILE3'],
        [1, 'messages', 'they were deleted', 'This message was deleted.'],
        [1, 'reactions', 'the archive lacks their emoji', 'gone'],
        [1, 'files of the export', 'there are no canvases; downloaded canvases become files', 'canvases.json'],
        [1, 'files of the export', 'added apps are not recorded here', 'integration_logs.json'],
        [1, 'users', 'the archive has no e-mail address for them: they get one that receives no mail', 'Nora Nowhere'],
        [1, 'users', 'another account has their address: they get one that receives no mail', 'Dora Deleted'],
        [1, 'users', 'they occur only in messages: their accounts are deactivated', 'Zoe Other'],
      ],
    );
  });

  it('says with a dry run of a zip what would come, and changes nothing', async (t) => {
    const app = openEmpty(t);
    const before = dump(app);
    const file = join(makeFolder(t), 'export.zip');
    const files = Object.entries(wholeExport()).map(([name, content]) => [`team export/${name}`, content]);
    writeFileSync(file, zipFiles(Object.fromEntries(files)));

    const dry = await importSlack(t, app, {}, { file, isDryRun: true });

    assert.deepEqual(dump(app), before);
    const { tally } = await importSlack(t, app, {}, { file });
    assert.deepEqual([dry.tally.came, dry.tally.left, dry.tally.changed], [tally.came, tally.left, tally.changed]);
    assert.equal(tally.came.get('files'), 1);
  });

  it('takes files, custom emoji and pictures of people from a folder beside the archive, which stay there', async (t) => {
    const app = openEmpty(t);
    const exported = wholeExport();
    const folder = makeFolder(t);
    for (const [name, content] of [
      ['2023/F0FILE2-lost.pdf', '%PDF-1.4'],
      ['emoji/gone.png', exported['emojis/party.png']],
      ['avatars/U02.png', exported['emojis/party.png']],
    ] as [string, string | Buffer][]) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), content);
    }

    const { tally } = await importSlack(t, app, exported, { files: folder });
    const again = await importSlack(t, openEmpty(t), exported, { files: folder });

    assert.deepEqual(again.tally.came, tally.came);
    const counts = ['files', 'emoji', 'avatars', 'reactions'].map((noun) => tally.came.get(noun));
    assert.deepEqual(counts, [2, 2, 1, 5]);
  });

  it('merges by address and name, and never puts private messages into a public channel', async (t) => {
    const { app, as, users } = await startServer(t);
    mkdirSync(app.config.data_dir);
    await as('owner').post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }] });
    await as('owner').post('/messages', { type: 'channel', to: 'general', topic: 'plans', content: 'here before' });
    const exported = wholeExport();
    (exported['users.json'] as Fields[]).push(user('U08', 'Alice', { profile: { email: users.alice.email } }));
    (exported['secret/2023-11-15.json'] as Fields[]).push(message('U08', tsOf(30), 'by Alice, for <@U08>'));

    const { tally } = await importSlack(t, app, exported, { merges: true });

    assert.deepEqual(
      tally.changed.filter(({ noun }) => noun === 'channels').map(({ reason, examples }) => [reason, examples]),
      [
        ['they exist already, stay unchanged, and get messages', ['general']],
        ['another one has the same name in another spelling', ['secret: secret (2)']],
      ],
    );
    const nameOf = ({ id }: { id: number }) => app.db.value<string>('SELECT full_name FROM users WHERE id = ?', id);
    const alice = nameOf(users.alice);
    assert.deepEqual(
      listMessages(app).filter(([, , , text]) => /Alice|psst|before/.test(String(text))),
      [
        [nameOf(users.owner), 'general', 'plans', 'here before'],
        ['Olga Owner', 'secret (2)', '', 'psst'],
        [alice, 'secret (2)', '', `by Alice, for @**${alice}|${users.alice.id}**`],
      ],
    );
  });

  it('names threads apart that begin alike or have no words, and cuts long names between words', async (t) => {
    const app = openEmpty(t);
    const thread = (seconds: number, text: string, fields: Fields = {}) => [
      message('U02', tsOf(seconds), text, { thread_ts: tsOf(seconds), ...fields }),
      message('U01', tsOf(seconds + 1), 'answer', { thread_ts: tsOf(seconds) }),
    ];
    const long = 'a long first message that goes on and on until nobody reads it';
    await importSlack(t, app, {
      ...wholeExport(),
      'general/2023-11-15.json': [
        ...thread(10, '```\nmake```'),
        ...thread(20, 'Stand-up'),
        ...thread(30, 'stand-up'),
        ...thread(40, '*Stand-up*'),
        ...thread(50, ':wave: <@U02> in <#C02|old-news>'),
        ...thread(60, '', { files: [{ id: 'F0FILE9', name: 'plan.pdf' }] }),
        ...thread(70, '...'),
        ...thread(80, long),
        message('U02', tsOf(90), 'said twice'),
        message('U02', tsOf(90), 'said twice'),
        message('U02', tsOf(91), 'without an answer', { thread_ts: tsOf(91) }),
      ],
      'general/2023-11-16.json': [],
    });

    assert.deepEqual(
      app.db.values(
        "SELECT topic FROM conversations c JOIN channels n ON n.id = c.channel_id AND n.name = 'general' ORDER BY c.id",
      ),
      [
        'make',
        'Stand-up',
        'stand-up (2023-11-15)',
        'Stand-up (2023-11-15, 2)',
        ':wave: @Ada Adams in old-news',
        'plan.pdf',
        'Thread (2023-11-15)',
        'a long first message that goes on and on until nobody…',
        '',
      ],
    );
  });
});
