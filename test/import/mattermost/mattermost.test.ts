import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { App } from '../../../src/app.ts';
import type { Imported, ImportOptions } from '../../../src/import/import.ts';
import { isSound } from '../../../src/verify/report.ts';
import { verifyDataDir } from '../../../src/verify/verify.ts';
import { dump, failImport, importBroken, importFiles, makeFolder, openEmpty } from '../scene.ts';
import { zipFiles } from '../zip-file.ts';
import { type Fields, linesOf, post, user, wholeArchive, wholeExport } from './bulk-export.ts';

function importBulk(t: TestContext, app: App, files: Fields, options: Partial<ImportOptions> = {}): Promise<Imported> {
  return importFiles(t, app, files, { format: 'mattermost', ...options });
}

describe('chatd import mattermost', () => {
  it('brings posts in the order of sending, with threads as topics', async (t) => {
    const app = openEmpty(t);
    await importBulk(t, app, wholeArchive());
    const ids = Object.fromEntries(app.db.tuples<[string, number]>('SELECT full_name, id FROM users'));
    const address = app.db.value<string>('SELECT path_id FROM attachments');

    assert.deepEqual(
      app.db.tuples(
        `SELECT u.full_name, c.name, o.topic, m.content FROM messages m JOIN users u ON u.id = m.sender_id
         JOIN conversations o ON o.id = m.conversation_id LEFT JOIN channels c ON c.id = o.channel_id ORDER BY m.id`,
      ),
      [
        ['Ada', 'Town', 'Plans', '### Plans\nfor **tea**'],
        ['Olga Owner', null, null, 'Lunch?'],
        ['Ada', null, null, '> Lunch?\n\nNow'],
        [
          'Olga Owner',
          'Town',
          '',
          `Hi @**Ada|${ids.Ada}**. and @**all** in #**Town**, not \`@olga\` or a@olga.example :+1: @nobody`,
        ],
        ['Olga Owner', 'Town', 'Plans', `Yes\n\n[tea time.txt](/user_uploads/${address})\n(file: lost.pdf)`],
        ['Unknown stranger', 'Town', 'Plans', '\u2060/poll'],
        ['Hal', 'Town', '', '**Builder:**\n\n## Built\n\n**ok**'],
        ['Olga Owner', 'Hidden', '', 'psst'],
        ['Olga Owner', 'Town (Away)', '', 'away'],
      ],
    );
    const report = await verifyDataDir(app.config.data_dir);
    assert.ok(isSound(report), JSON.stringify(report));
  });

  it('leaves out what was deleted, and counts what plugins show without words', async (t) => {
    const app = openEmpty(t);
    const gone = { delete_at: 1_700_000_900_000 };
    const reply = { user: 'olga', message: 'Gone reply', create_at: 1_700_000_502_000, ...gone };
    const odd = [
      post('olga', 500, 'Gone', gone),
      post('olga', 501, 'Kept', { replies: [reply], delete_at: 0 }),
      post('olga', 503, '', { type: 'custom_calls', props: { title: 'Call' } }),
    ];
    const { tally } = await importBulk(t, app, {
      ...wholeArchive(),
      'import.jsonl': linesOf([...wholeExport(), ...odd]),
    });
    assert.deepEqual(app.db.values('SELECT content FROM messages ORDER BY id DESC LIMIT 2'), ['(no text)', 'Kept']);
    assert.equal(tally.left.find(({ reason }) => reason === 'they were deleted')?.count, 2);
    assert.equal(tally.changed.find(({ reason }) => /shows what chatd has no form for/.test(reason))?.count, 1);
  });

  it('brings people, bots, channels by team, memberships, reactions and saved posts', async (t) => {
    const app = openEmpty(t);
    const lines = [...wholeExport(), { type: 'constructor', constructor: {} }];
    const { tally } = await importBulk(t, app, { ...wholeArchive(), 'import.jsonl': linesOf(lines) });

    assert.deepEqual(
      app.db.tuples(`SELECT u.full_name, u.email, u.role, u.is_active, o.full_name, u.avatar_image_id IS NOT NULL
        FROM users u LEFT JOIN users o ON o.id = u.bot_owner_id WHERE u.is_system_bot = 0 ORDER BY u.email`),
      [
        ['Ada', 'ada.l@example.com', 400, 1, null, 0],
        ['gone', 'gone@example.com', 400, 0, null, 0],
        ['Hal', 'hal@mattermost.invalid', 400, 1, 'Olga Owner', 0],
        ['Olga Owner', 'olga@example.com', 100, 1, null, 1],
        ['Unknown stranger', 'stranger@mattermost.invalid', 400, 0, null, 0],
      ],
    );
    assert.deepEqual(
      app.db.tuples(`SELECT f.name, c.name, c.description, c.invite_only, c.is_archived FROM channels c
        JOIN channel_folders f ON f.id = c.folder_id ORDER BY c.id`),
      [
        ['Home Team', 'Town', 'All — Now *tea*', 0, 0],
        ['Home Team', 'Hidden', '', 1, 1],
        ['Away', 'Town (Away)', '', 1, 0],
      ],
    );
    assert.deepEqual(
      app.db.tuples(`SELECT u.full_name, c.name, is_muted, pin_to_top FROM subscriptions s
        JOIN users u ON u.id = user_id JOIN channels c ON c.id = channel_id ORDER BY 1, c.id`),
      [
        ['Ada', 'Town', 1, 1],
        ['Olga Owner', 'Town', 0, 0],
        ['Olga Owner', 'Hidden', 0, 0],
        ['Olga Owner', 'Town (Away)', 0, 0],
      ],
    );
    assert.deepEqual(
      app.db.tuples('SELECT full_name, emoji_name FROM reactions JOIN users u ON u.id = user_id ORDER BY 1, 2'),
      [
        ['Ada', 'party'],
        ['Olga Owner', '+1'],
        ['Olga Owner', 'tea'],
      ],
    );
    assert.deepEqual(
      app.db.values(`SELECT full_name FROM message_flags JOIN users u ON u.id = user_id WHERE flag = 'starred'
        ORDER BY full_name`),
      ['Ada', 'Olga Owner'],
    );
    assert.deepEqual(
      [...tally.left, ...tally.changed].map(({ noun, reason, count, examples }) => [count, noun, reason, ...examples]),
      [
        [1, 'emoji', 'the archive lacks their pictures', 'lost'],
        [1, 'records', 'roles differ here', 'role'],
        [1, 'records', 'chatd has no equivalent', 'constructor'],
        [1, 'files', 'the archive lacks their content', 'data/2023/lost.pdf'],
        [1, 'messages', 'they are notices about joins, leaves and changes', 'olga joined'],
        [1, 'reactions', 'the archive lacks their emoji', 'lost'],
        [1, 'users', 'they administered teams, not the server: they are not administrators here', 'Ada'],
        [
          1,
          'pins',
          'the archive does not name who pinned them: the authors get the stars',
          'Hi @ada.l. and @all in ~town, not `@olga` or a@olga.example :+1: @nobody',
        ],
        [1, 'users', 'they occur only in messages: their accounts are deactivated', 'Unknown stranger'],
        [1, 'channels', 'their team was closed: they are private', 'Town (Away)'],
      ],
    );
  });

  it('reads a zip, and the bare lines with files beside them or in another folder, all alike', async (t) => {
    const folder = makeFolder(t);
    writeFileSync(join(folder, 'all.zip'), zipFiles(wholeArchive()));
    for (const name of [
      'beside',
      'beside/data',
      'beside/data/2023',
      'beside/data/exported_emoji',
      'beside/data/pictures',
    ]) {
      mkdirSync(join(folder, name));
    }
    for (const [name, content] of Object.entries(wholeArchive())) {
      writeFileSync(join(folder, 'beside', name), content as string | Buffer);
    }
    writeFileSync(join(folder, 'bare.json'), linesOf(wholeExport()));
    const app = openEmpty(t);
    const before = dump(app);
    const dry = await importBulk(t, app, {}, { file: join(folder, 'all.zip'), isDryRun: true });
    assert.deepEqual(dump(app), before);

    const runs = [
      await importBulk(t, openEmpty(t), {}, { file: join(folder, 'all.zip') }),
      await importBulk(t, openEmpty(t), {}, { file: join(folder, 'beside/import.jsonl') }),
      await importBulk(t, openEmpty(t), {}, { file: join(folder, 'bare.json'), files: join(folder, 'beside/data') }),
    ];

    for (const { tally } of runs) {
      assert.deepEqual([tally.came, tally.left, tally.changed], [dry.tally.came, dry.tally.left, dry.tally.changed]);
    }
    assert.equal(dry.tally.came.get('files'), 1);
  });

  it('takes no file from outside of its data folder', async (t) => {
    const folder = makeFolder(t);
    mkdirSync(join(folder, '.ssh'));
    writeFileSync(join(folder, '.ssh/id_rsa'), 'a private key');
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data/own.txt'), 'Tea');
    symlinkSync('../.ssh/id_rsa', join(folder, 'data/link'));
    symlinkSync('../.ssh', join(folder, 'data/folder'));
    const outside = ['../../../../../../etc/passwd', '.ssh/id_rsa', 'data/../.ssh/id_rsa', 'link', 'folder/id_rsa'];
    const paths = [...outside, 'a'.repeat(300), 'own.txt'];
    const attachments = paths.map((path) => ({ path }));
    const app = openEmpty(t);
    const file = join(folder, 'export.jsonl');
    writeFileSync(file, linesOf([...wholeExport(), post('olga', 20, 'look', { attachments })]));

    await importBulk(t, app, {}, { file });

    assert.deepEqual(app.db.values('SELECT name FROM attachments'), ['own.txt']);
  });

  it('puts the channels of a single team, even a closed one, into no folder; who administers it does so here', async (t) => {
    const app = openEmpty(t);
    const [version] = wholeExport();
    const home = { type: 'team', team: { name: 'home', type: 'I', allow_open_invite: false } };
    const town = { type: 'channel', channel: { team: 'home', name: 'town', display_name: '', type: 'O' } };
    const ada = user('ada', { teams: [{ name: 'home', roles: 'team_user team_admin' }] });
    await importBulk(t, app, { 'import.jsonl': linesOf([version as Fields, home, town, ada]) });

    assert.deepEqual(app.db.tuples('SELECT name, folder_id, invite_only FROM channels'), [['town', null, 0]]);
    assert.deepEqual(app.db.values('SELECT name FROM channel_folders'), []);
    assert.deepEqual(app.db.values("SELECT role FROM users WHERE full_name = 'ada'"), [200]);
  });

  it('names no private channel in messages of others', async (t) => {
    const app = openEmpty(t);
    await importBulk(t, app, {
      'import.jsonl': linesOf([
        ...wholeExport(),
        { type: 'team', team: { name: 'partners', type: 'O', allow_open_invite: false } },
        { type: 'channel', channel: { team: 'partners', name: 'town-square', type: 'O' } },
        post('olga', 20, 'not ~hidden'),
        post('olga', 21, 'but ~hidden', { channel: 'hidden' }),
      ]),
    });

    assert.deepEqual(app.db.values("SELECT content FROM messages WHERE content LIKE '%hidden%'"), [
      'not ~hidden',
      'but #**Hidden**',
    ]);
    assert.deepEqual(app.db.tuples("SELECT invite_only, is_default FROM channels WHERE name = 'town-square'"), [
      [1, 0],
    ]);
  });
});

describe('the text of a post of Mattermost', () => {
  it('keeps its meaning', async (t) => {
    const app = openEmpty(t);
    const text = '_Hi_ @ada.l, __see__ \\*this\\*:\n```latex\nx^2\n```\n![plan](https://a.test/p.png =100x50)';
    await importBulk(t, app, { 'import.jsonl': linesOf([...wholeExport(), post('olga', 30, text)]) });
    const id = app.db.value<number>("SELECT id FROM users WHERE full_name = 'Ada'");

    assert.equal(
      app.db.value<string>('SELECT content FROM messages ORDER BY id DESC'),
      `*Hi* @**Ada|${id}**, **see** \u2217this\u2217:\n\`\`\`math\nx^2\n\`\`\`\n[plan](https://a.test/p.png)`,
    );
  });
});

describe('an export of Mattermost', () => {
  it('can be in several files, in another order, and repeat itself', async (t) => {
    const whole = openEmpty(t);
    await importBulk(t, whole, wholeArchive());
    const lines = wholeExport();
    const parts = { 'a.jsonl': linesOf(lines.slice(12).reverse()), 'b.jsonl': linesOf(lines.slice(0, 15).reverse()) };
    const { 'import.jsonl': _, ...files } = wholeArchive();
    const app = openEmpty(t);
    const { tally } = await importBulk(t, app, { ...files, ...parts });

    const sql = `SELECT full_name, sent_at, replace(content, (SELECT path_id FROM attachments), '') FROM messages m
      JOIN users u ON u.id = sender_id WHERE content NOT LIKE '%@**%' ORDER BY m.id`;
    assert.deepEqual(app.db.tuples(sql), whole.db.tuples(sql));
    assert.ok(tally.left.some(({ reason }) => reason === 'they occur twice'));
  });
});

/** How the lines can be broken, and what is said of it. */
const breaks: Readonly<Record<string, [lines: (lines: Fields[]) => string, message: RegExp]>> = {
  nothing: [() => '', /^version$/],
  'no version': [(lines) => linesOf(lines.slice(1)), /^version$/],
  'a later version': [
    (lines) => linesOf([{ type: 'version', version: 2 }, ...lines]),
    /^import\.jsonl, line 1: the version is 2, and only 1 is known\.$/,
  ],
  'a line that is no JSON': [(lines) => `${linesOf(lines)}{"type":`, /^import\.jsonl, line 22: it is not JSON: /],
  'a line that is a list': [(lines) => `${linesOf(lines)}[]`, /^import\.jsonl, line 22: it is not an object\.$/],
  'a line without its record': [
    (lines) => linesOf([...lines, { type: 'post' }]),
    /^import\.jsonl, line 22: "post" is missing\.$/,
  ],
  'a team twice': [
    (lines) => linesOf([...lines, lines[4] as Fields]),
    /^import\.jsonl, line 22, "team": the team home is there twice\.$/,
  ],
  'a channel twice': [
    (lines) => linesOf([...lines, lines[6] as Fields]),
    /line 22, "channel": the channel home\/town is there/,
  ],
  'a channel of no team': [
    (lines) => linesOf([...lines, { type: 'channel', channel: { team: 'x', name: 'y', type: 'O' } }]),
    /line 22, "channel": there is no team x\.$/,
  ],
  'a channel of no kind': [
    (lines) => linesOf([...lines, { type: 'channel', channel: { team: 'home', name: 'y', type: 'X' } }]),
    /line 22, "channel": "type" is X, and not O or P\.$/,
  ],
  'a user twice': [(lines) => linesOf([...lines, user('olga')]), /line 22, "user": the user olga is there twice\.$/],
  'an address that is none': [
    (lines) => linesOf([...lines, user('zoe', { email: 'zoe' })]),
    /^users: their address in the archive is no e-mail address: .*: zoe$/,
  ],
  'a member of no channel': [
    (lines) => linesOf([...lines, user('zoe', { teams: [{ name: 'home', channels: [{ name: 'x' }] }] })]),
    /line 22, "user", entry 1 of "teams", entry 1 of "channels": there is no channel home\/x\.$/,
  ],
  'a post in no channel': [
    (lines) => linesOf([...lines, post('olga', 30, 'x', { channel: 'x' })]),
    /line 22, "post": there is no channel home\/x\.$/,
  ],
  'a post at no time': [
    (lines) => linesOf([...lines, post('olga', 30, 'x', { create_at: 0 })]),
    /line 22, "post": "create_at" is missing\.$/,
  ],
  'a post of nobody': [
    (lines) => linesOf([...lines, post('olga', 30, 'x', { user: null })]),
    /line 22, "post": "user" is missing\.$/,
  ],
  'a reply that is a text': [
    (lines) => linesOf([...lines, post('olga', 30, 'x', { replies: ['y'] })]),
    /line 22, "post": an entry of "replies" is not an object\.$/,
  ],
  'an attachment without a path': [
    (lines) => linesOf([...lines, post('olga', 30, 'x', { attachments: [{}] })]),
    /line 22, "post", entry 1 of "attachments": "path" is missing\.$/,
  ],
  'a direct post to nobody': [
    (lines) => linesOf([...lines, { type: 'direct_post', direct_post: { user: 'olga', create_at: 1 } }]),
    /line 22, "direct_post": it has no members\.$/,
  ],
};

describe('a broken export of Mattermost', () => {
  for (const [name, [breaking, said]] of Object.entries(breaks)) {
    it(`is imported except for what is broken: ${name}`, async (t) => {
      const files = { 'import.jsonl': breaking(wholeExport()) };

      const problems = await importBroken(t, files, { format: 'mattermost' });

      assert.ok(
        problems.some((one) => said.test(one)),
        JSON.stringify(problems, undefined, 1),
      );
    });
  }

  it('is refused without lines', async (t) => {
    const none = await failImport(t, { 'a.txt': '', 'b.txt': '' }, { format: 'mattermost' });

    assert.match(String(none), /The archive holds no \.jsonl file\.$/);
  });
});
