import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { unzipSync } from 'fflate';
import type { App } from '../../src/app.ts';
import { Names } from '../../src/export/chat-text.ts';
import { exportMattermost } from '../../src/export/mattermost/mattermost-export.ts';
import { toMattermost } from '../../src/export/mattermost/text.ts';
import { nameChannels, nameUsers } from '../../src/export/names.ts';
import { exportSlack } from '../../src/export/slack/slack-export.ts';
import { toSlack } from '../../src/export/slack/text.ts';
import { isSound } from '../../src/verify/report.ts';
import { verifyDataDir } from '../../src/verify/verify.ts';
import { presentMessages } from '../import/histories/present.ts';
import { dump, message } from '../import/histories/rocketchat-dump.ts';
import { importFiles, makeFolder, openEmpty } from '../import/scene.ts';

/** An organization with topics, a private channel, direct messages, files, reactions, an edit, a bot and odd texts. */
async function openOrganization(t: TestContext): Promise<App> {
  const app = openEmpty(t);
  const more = [
    message('r1', 70, 'A second\nline < 3 & co', { tmid: 'm2' }),
    message('r2', 71, '```\nx < 1\n```\nand `y`'),
    message('r3', 71, 'same'),
    message('r4', 71, 'same'),
    message('r5', 72, 'pours *tea*', { t: 'me' }),
  ];
  await importFiles(t, app, dump(...more), { format: 'rocketchat' });
  return app;
}

const formats = { mattermost: exportMattermost, slack: exportSlack } as const;
type Format = keyof typeof formats;

async function exportTo(t: TestContext, app: App, format: Format) {
  const file = join(makeFolder(t), `${format}.zip`);
  const exported = await formats[format]({ data_dir: app.config.data_dir, file, now: 1_700_100_000 });
  return { file, exported, files: unzipSync(readFileSync(file)) };
}

/** Names of channels have no capital letters in Slack, and texts of first messages have their topic above. */
function comparable(app: App): string[][] {
  return presentMessages(app).map(([sender, place, text]) => [
    sender,
    place.toLowerCase(),
    text
      .replace(/^\*\*What about tea.*\*\*\n\n/, '')
      .replace(/\[[^\]]*\]\(\/user_uploads[^)]*\)/g, '[file]')
      .replace(/\|\d+\*\*/g, '**')
      .replace(/\[([^\]]*)\]\(\/#narrow[^)]*\)/g, '$1')
      .replaceAll('\u2060', '')
      .replace(/\n+/g, '\n')
      .replace(/^```\w*$/gm, '```'),
  ]);
}

/** A part of a record that shows its kind. */
const actions: Readonly<Record<Format, string>> = {
  mattermost: '"message":"*pours **tea***","type":"me"',
  slack: '"subtype":"me_message","text":"pours *tea*"',
};

describe('an export for another program', () => {
  for (const format of ['mattermost', 'slack'] as const) {
    it(`is taken by chatd's own import with all messages, files and reactions: ${format}`, async (t) => {
      const app = await openOrganization(t);
      const { file } = await exportTo(t, app, format);
      const back = openEmpty(t);
      await importFiles(t, back, {}, { format, file });

      assert.deepEqual(comparable(back), comparable(app));
      const sql = `SELECT u.full_name, r.emoji_name FROM reactions r JOIN users u ON u.id = r.user_id
        WHERE reaction_type = 'unicode_emoji' ORDER BY 1, 2`;
      assert.deepEqual(back.db.tuples(sql), app.db.tuples(sql));
      const filesSql = 'SELECT name, sha256 FROM attachments ORDER BY 1';
      assert.deepEqual(back.db.tuples(filesSql), app.db.tuples(filesSql));
      const peopleSql = `SELECT full_name, email FROM users WHERE is_system_bot = 0 AND bot_type IS NULL ORDER BY 2`;
      assert.deepEqual(back.db.tuples(peopleSql), app.db.tuples(peopleSql));
      assert.deepEqual(
        back.db.tuples('SELECT lower(name), invite_only FROM channels ORDER BY 1'),
        app.db.tuples('SELECT lower(name), invite_only FROM channels ORDER BY 1'),
      );
      assert.ok(isSound(await verifyDataDir(back.config.data_dir)));
    });

    it(`says that somebody does something as its program does: ${format}`, async (t) => {
      const { files } = await exportTo(t, await openOrganization(t), format);
      const texts = Object.values(files).map((bytes) => Buffer.from(bytes).toString());
      assert.ok(texts.some((text) => text.includes(actions[format])));
      assert.ok(!texts.some((text) => text.includes('/me ')));
    });

    it(`has nothing of private channels and direct messages if it is public: ${format}`, async (t) => {
      const app = await openOrganization(t);
      const file = join(makeFolder(t), 'public.zip');
      await formats[format]({ data_dir: app.config.data_dir, file, now: 1, scope: { kind: 'public' } });
      const text = Object.values(unzipSync(readFileSync(file)))
        .map((bytes) => Buffer.from(bytes).toString())
        .join('\n');
      assert.match(text, /Later/);
      assert.doesNotMatch(text, /psst|Lunch/);
    });

    it(`is the same the next time, so that what is new can follow: ${format}`, async (t) => {
      const app = await openOrganization(t);
      const [one, two] = [await exportTo(t, app, format), await exportTo(t, app, format)];
      assert.deepEqual(one.files, two.files);
      const back = openEmpty(t);
      await importFiles(t, back, {}, { format, file: one.file });
      const count = presentMessages(back).length;
      await importFiles(t, back, {}, { format, file: two.file, merges: true });
      assert.equal(presentMessages(back).length, count);
    });
  }
});

describe('code in an export for another program', () => {
  const code: Readonly<Record<string, [text: string, slack: string, mattermost?: string]>> = {
    'with blank lines': ['```\na\n\n\n\nb\n```', '```\na\n\n\n\nb\n```'],
    'that looks like a quotation': ['```\n>x\n> y\n```', '```\n&gt;x\n&gt; y\n```'],
    'with other marks': ['~~~py\nx = 1\n~~~', '```\nx = 1\n```'],
    'with marks inside': ['````\n```\nx\n```\n````', '```\nˋˋˋ\nx\nˋˋˋ\n```'],
    'in a quotation': ['```quote\n~~~\na\n~~~\n```', '&gt; ```\n&gt; a\n&gt; ```', '> ~~~\n> a\n> ~~~'],
    'of a formula': ['```math\nx < y\n```', '```\nx &lt; y\n```', '```latex\nx < y\n```'],
  };
  for (const [name, [text, slack, mattermost = text]] of Object.entries(code)) {
    it(`stays as it is: ${name}`, (t) => {
      const { db } = openEmpty(t);
      const names = new Names(db);
      assert.equal(toSlack(text, names, new Map()), slack);
      assert.equal(toMattermost(text, names, { users: nameUsers(db, 22), channels: nameChannels(db, 64) }), mattermost);
    });
  }
});

/** Fields of each kind of line, the required ones first, by Mattermost's bulk loading data format. */
const mattermostFields: Readonly<Record<string, [required: string[], optional: string[]]>> = {
  emoji: [['name', 'image'], []],
  team: [
    ['name', 'display_name', 'type'],
    ['description', 'allow_open_invite', 'scheme'],
  ],
  channel: [
    ['team', 'name', 'display_name', 'type'],
    ['header', 'purpose', 'scheme', 'deleted_at'],
  ],
  user: [
    ['username', 'email'],
    ['nickname', 'first_name', 'last_name', 'roles', 'delete_at', 'teams', 'profile_image', 'position', 'locale'],
  ],
  bot: [
    ['username', 'owner'],
    ['display_name', 'description', 'delete_at'],
  ],
  post: [
    ['team', 'channel', 'user', 'message', 'create_at'],
    ['edit_at', 'props', 'reactions', 'replies', 'attachments', 'flagged_by', 'is_pinned', 'type'],
  ],
  direct_channel: [['members'], ['header', 'favorited_by']],
  direct_post: [
    ['channel_members', 'user', 'message', 'create_at'],
    ['edit_at', 'props', 'reactions', 'replies', 'attachments', 'flagged_by', 'is_pinned', 'type'],
  ],
};

describe('an export for Mattermost', () => {
  it('has the documented records in the documented order, each with its fields', async (t) => {
    const { files, exported } = await exportTo(t, await openOrganization(t), 'mattermost');
    const lines: Record<string, unknown>[] = Buffer.from(files['import.jsonl'] as Uint8Array)
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

    assert.deepEqual(lines[0], { type: 'version', version: 1 });
    const order = ['version', 'emoji', 'team', 'channel', 'user', 'bot', 'post', 'direct_channel', 'direct_post'];
    const numbers = lines.map(({ type }) => order.indexOf(type as string));
    assert.deepEqual(
      numbers,
      [...numbers].sort((a, b) => a - b),
    );
    assert.deepEqual(
      [...new Set(numbers)],
      order.map((_, index) => index),
    );
    for (const { type, ...rest } of lines.slice(1)) {
      const record = rest[type as string] as Record<string, unknown>;
      const [required = [], optional = []] = mattermostFields[type as string] ?? [];
      for (const name of required)
        assert.ok((record[name] !== undefined && record[name] !== '') || name === 'message', `${type}: ${name}`);
      const unknown = Object.keys(record).filter((name) => ![...required, ...optional].includes(name));
      assert.deepEqual(unknown, [], type as string);
      if (type === 'user' || type === 'bot') assert.match(record.username as string, /^[a-z][a-z0-9._-]{2,21}$/);
      if (type === 'channel' || type === 'team') assert.match(record.name as string, /^[a-z][a-z0-9-]{1,63}$/);
      for (const { path } of (record.attachments ?? []) as { path: string }[]) assert.ok(files[`data/${path}`], path);
    }
    assert.equal(exported.counts.direct_post, 1);
  });
});

describe('an export for Slack', () => {
  it('has lists and a file for each conversation and day, whose records have the documented fields', async (t) => {
    const { files } = await exportTo(t, await openOrganization(t), 'slack');
    const read = (name: string) =>
      JSON.parse(Buffer.from(files[name] as Uint8Array).toString()) as Record<string, unknown>[];
    const users = read('users.json');
    const ids = new Set(users.map(({ id }) => id));
    for (const { id, name, profile } of users) {
      assert.match(id as string, /^U[A-Z0-9]{8,10}$/);
      assert.match(name as string, /^[a-z][a-z0-9._-]{1,20}$/);
      assert.ok((profile as Record<string, unknown>).real_name);
    }
    for (const { id, name, members } of [...read('channels.json'), ...read('groups.json')]) {
      assert.match(id as string, /^[CG][A-Z0-9]{8,10}$/);
      assert.match(name as string, /^[a-z0-9._-]{1,80}$/);
      assert.ok((members as string[]).every((member) => ids.has(member)));
    }
    const days = Object.keys(files).filter((name) => /\/\d{4}-\d\d-\d\d\.json$/.test(name));
    assert.ok(days.length >= 3);
    for (const one of days.flatMap(read)) {
      assert.equal(one.type, 'message');
      assert.match(one.ts as string, /^\d{10}\.\d{6}$/);
      assert.ok(ids.has(one.user));
      if (one.thread_ts !== undefined) assert.match(one.thread_ts as string, /^\d{10}\.\d{6}$/);
    }
    assert.equal(
      new Set(days.flatMap((day) => read(day).map(({ ts }) => `${day} ${ts}`))).size,
      days.flatMap(read).length,
    );
  });
});

describe('a text for another program', () => {
  const texts: readonly [text: string, mattermost: string, slack: string][] = [
    ['**bold** and *italic*, ~~gone~~', '**bold** and *italic*, ~~gone~~', '*bold* and _italic_, ~gone~'],
    ['Hi @**Ada Adams** and @**all**', 'Hi @ada and @all', 'Hi <@UADA> and <!channel>'],
    ['@_**Ada Adams|99999** @**Nobody**', '@Ada Adams @Nobody', '<@U00000255R> @Nobody'],
    ['see #**general>tea**', 'see ~general › tea', 'see <#CGEN|general> › tea'],
    [
      '[site](https://a.example/?x=1&y) <3',
      '[site](https://a.example/?x=1&y) <3',
      '<https://a.example/?x=1&amp;y|site> &lt;3',
    ],
    ['[a.txt](/user_uploads/1/x/a.txt)', '', ''],
    ['`a < b *c*`', '`a < b *c*`', '`a &lt; b *c*`'],
    ['```math\nx^2\n```', '```latex\nx^2\n```', '```\nx^2\n```'],
    ['```quote\nWords @**all**\n```\nno', '> Words @all\nno', '&gt; Words <!channel>\nno'],
    ['```spoiler End\nhim\n```', '> End\n> him', '&gt; End\n&gt; him'],
    ['<time:2025-01-01T10:00:00Z>', '2025-01-01T10:00:00Z', '2025-01-01T10:00:00Z'],
    ['# Title', '# Title', '*Title*'],
  ];
  for (const [text, mattermost, slack] of texts) {
    it(`keeps its meaning: ${text.slice(0, 40)}`, async (t) => {
      const { db } = await openOrganization(t);
      const names = new Names(db);
      const called = { users: nameUsers(db, 22), channels: nameChannels(db, 64) };
      const ada = db.value<number>("SELECT id FROM users WHERE full_name = 'Ada Adams'") as number;
      const general = db.value<number>("SELECT id FROM channels WHERE name = 'general'") as number;
      assert.equal(toMattermost(text, names, called), mattermost);
      const written = toSlack(text, names, new Map([[general, 'CGEN']]));
      assert.equal(written.replaceAll(`<@U0${ada.toString(36).toUpperCase().padStart(8, '0')}>`, '<@UADA>'), slack);
    });
  }
});
