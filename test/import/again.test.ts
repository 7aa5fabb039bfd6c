import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { App } from '../../src/app.ts';
import { exportChatd } from '../../src/export/chatd-export.ts';
import type { Format } from '../../src/import/formats.ts';
import type { Imported } from '../../src/import/import.ts';
import { isSound } from '../../src/verify/report.ts';
import { verifyDataDir } from '../../src/verify/verify.ts';
import * as discord from './discord/channel-files.ts';
import * as mattermost from './mattermost/bulk-export.ts';
import { clientsOf, dump, importFiles, makeFolder, openEmpty } from './scene.ts';
import * as slack from './slack/slack-export.ts';
import * as zulip from './zulip-export.ts';

type Files = Record<string, unknown>;
type Row = Record<string, unknown>;

/** An archive, and what a later one of the same organization has. */
interface Case {
  first: Files;
  /** With a new message of an old user, one of a new user, one in a thread or topic, and a reaction on an old message. */
  later: Files;
  /** A text of an old message in a channel. */
  old: string;
  /** The texts of the new messages, in order. */
  texts: string[];
}

const { ids, channels } = zulip;

function zulipFiles(later: boolean): Files {
  const tables = zulip.realmTables();
  const cleo = 99;
  const olds = [
    zulip.directMessage(100, ids.bob, ids.alice, { content: 'first' }),
    zulip.channelMessage(101, ids.alice, channels.general, { content: 'What about tea?', subject: 'tea' }),
    zulip.channelMessage(102, ids.bob, channels.general, { content: 'Green', subject: 'tea' }),
    zulip.directMessage(103, ids.alice, ids.bob, { content: 'psst' }),
    zulip.channelMessage(104, ids.owner, channels.secret, { content: 'hidden' }),
  ];
  const news = [
    zulip.channelMessage(105, ids.alice, channels.general, {
      content: `Black, as [said](#narrow/channel/${channels.general}-general/topic/tea/near/101)`,
      subject: 'tea',
    }),
    zulip.channelMessage(106, cleo, channels.general, { content: 'I am new', subject: 'tea' }),
    zulip.directMessage(107, ids.alice, ids.bob, { content: 'psst again' }),
  ];
  const react = (message: number, user_profile: number) => ({
    message,
    user_profile,
    emoji_name: '+1',
    emoji_code: '1f44d',
    reaction_type: 'unicode_emoji',
  });
  return {
    'realm.json': {
      ...tables,
      zerver_userprofile: [
        ...(tables.zerver_userprofile ?? []),
        ...(later ? [zulip.user(cleo, 'Cleo Late', { role: 100 })] : []),
      ],
      zerver_subscription: [
        ...(tables.zerver_subscription ?? []),
        ...(later ? [zulip.subscription(cleo, channels.general)] : []),
      ],
      zerver_alertword: [{ user_profile: ids.alice, word: 'tea' }],
      zerver_savedsnippet: [{ user_profile: ids.alice, title: 'Hi', content: 'Hello', date_created: zulip.epoch }],
      zerver_realmfilter: [{ pattern: '#(?P<id>[0-9]+)', url_template: 'https://t.example/{id}', order: 1 }],
      zerver_realmplayground: [{ name: 'Go', pygments_language: 'Go', url_template: 'https://go.example/{code}' }],
      zerver_reaction: [react(101, ids.bob), ...(later ? [react(102, ids.alice)] : [])],
    },
    'messages-000001.json': {
      zerver_message: [...olds, ...(later ? news : [])],
      zerver_usermessage: [
        zulip.flags(ids.bob, 101, 2),
        zulip.flags(ids.alice, 102, 0),
        ...(later ? [zulip.flags(ids.bob, 105, 0), zulip.flags(ids.bob, 102, 3)] : []),
      ],
    },
  };
}

function slackFiles(later: boolean): Files {
  const files = slack.wholeExport();
  if (!later) return files;
  const general = files['general/2023-11-15.json'] as Row[];
  const [, greeting] = general as [Row, Row];
  (greeting.reactions as Row[]).push({ name: 'tea', users: ['U01'], count: 1 });
  (files['users.json'] as Row[]).push(slack.user('U20', 'Cleo Late'));
  const [channel] = files['channels.json'] as [Row];
  (channel.members as string[]).push('U20');
  const root = general.find(({ reply_count, thread_ts, ts }) => reply_count !== undefined || thread_ts === ts) as Row;
  return {
    ...files,
    'general/2023-12-01.json': [
      slack.message('U02', '1701400000.000100', 'Back again'),
      slack.message('U20', '1701400001.000100', 'I am new'),
      slack.message('U01', '1701400002.000100', 'Still tea?', { thread_ts: root.ts }),
    ],
  };
}

function mattermostFiles(later: boolean): Files {
  const files = mattermost.wholeArchive();
  if (!later) return files;
  const records = mattermost.wholeExport();
  const posts = records.flatMap(({ post }) => (post ? [post as Row] : []));
  const greeting = posts.find(({ message }) => String(message).startsWith('Hi @ada')) as Row;
  (greeting.reactions as Row[]).push({ user: 'hal', emoji_name: 'tea', create_at: mattermost.start });
  const thread = posts.find(({ message }) => String(message).startsWith('### Plans')) as Row;
  (thread.replies as Row[]).push({ user: 'ada.l', message: 'Still tea?', create_at: mattermost.start + 90_000 });
  const at = records.findIndex(({ type }) => type === 'bot');
  // The lines before the posts are others too, so no post is where it was.
  records.splice(at, 0, mattermost.user('cleo', { nickname: 'Cleo Late' }));
  const news = [mattermost.post('ada.l', 70, 'Back again'), mattermost.post('cleo', 80, 'I am new')];
  return { ...files, 'import.jsonl': mattermost.linesOf([...records, ...news]) };
}

function discordFiles(later: boolean): Files {
  const files = discord.wholeExport() as Record<string, Row>;
  if (!later) return files;
  const { olga, ada } = discord.people;
  const cleo = { ...ada, id: '40', name: 'cleo', nickname: 'Cleo Late', avatarUrl: '' };
  const general = files['general.json']?.messages as Row[];
  const greeting = general.find(({ id }) => id === '201') as Row;
  const emoji = { id: '', name: '🍵', code: 'tea', isAnimated: false, imageUrl: '' };
  (greeting.reactions as Row[]).push({ emoji, count: 1, users: [olga] });
  general.push(discord.message('801', ada, 70, 'Back again'), discord.message('802', cleo, 80, 'I am new'));
  const tea = files['tea.json'] as Row;
  (tea.messages as Row[]).push(discord.message('803', olga, 90, 'Still tea?'));
  return files;
}

const texts = ['Back again', 'I am new', 'Still tea?'];
const cases: Partial<Record<Format, Case>> = {
  zulip: {
    first: zulipFiles(false),
    later: zulipFiles(true),
    old: 'Green',
    texts: ['Black, as', 'I am new', 'psst again'],
  },
  slack: { first: slackFiles(false), later: slackFiles(true), old: 'Hi **all**', texts },
  mattermost: { first: mattermostFiles(false), later: mattermostFiles(true), old: 'Hi @**Ada', texts },
  discord: { first: discordFiles(false), later: discordFiles(true), old: 'Hi @**Ada', texts },
};

/** All rows but those about the import itself. */
function rowsOf(app: App): Record<string, Row[]> {
  const { audit_entries, audit_concerned, import_sources, import_origins, ...rows } = dump(app) as Record<
    string,
    Row[]
  >;
  return rows;
}

function countRows(rows: Record<string, Row[]>): Record<string, number> {
  return Object.fromEntries(Object.entries(rows).map(([table, { length }]) => [table, length]));
}

/** The rows of `after` that are not in `before`, by table; rows that changed are among them. */
function addedRows(before: Record<string, Row[]>, after: Record<string, Row[]>): Record<string, Row[]> {
  const added = Object.entries(after).map(([table, rows]): [string, Row[]] => {
    const known = new Set((before[table] ?? []).map((row) => JSON.stringify(row)));
    return [table, rows.filter((row) => !known.has(JSON.stringify(row)))];
  });
  return Object.fromEntries(added.filter(([, rows]) => rows.length > 0));
}

function unreadOf(app: App): unknown[] {
  return app.db.tuples(
    `SELECT u.id, m.content FROM users u JOIN read_exceptions e ON e.user_id = u.id AND e.is_read = 0
     JOIN messages m ON m.id = e.message_id ORDER BY 1, 2`,
  );
}

/** Makes what was imported look as if a chatd before schema 25 had imported it. */
function forgetOrigins({ db }: App): void {
  db.transaction(() => {
    db.run('DELETE FROM import_origins');
    db.run('DELETE FROM import_sources');
  });
}

for (const [format, one] of Object.entries(cases) as [Format, Case][]) {
  for (const age of ['', ', by an older chatd']) {
    describe(`chatd import ${format} of what was imported before${age}`, () => {
      const run = async (t: TestContext, app: App, files: Files, merges = true): Promise<Imported> => {
        const imported = await importFiles(t, app, files, { format, merges });
        if (!merges && age !== '') forgetOrigins(app);
        return imported;
      };

      it('adds nothing if the archive is the same', async (t) => {
        const app = openEmpty(t);
        await run(t, app, one.first, false);
        const before = rowsOf(app);

        const { tally } = await run(t, app, one.first);

        assert.deepEqual(rowsOf(app), before);
        assert.deepEqual(
          [...tally.came].filter(([noun, count]) => count > 0 && noun !== 'system groups'),
          [],
        );
        assert.ok(tally.left.some(({ noun, reason }) => noun === 'messages' && reason.startsWith('an earlier import')));
      });

      it('adds the difference of a longer archive, and then nothing', async (t) => {
        const app = openEmpty(t);
        const whole = openEmpty(t);
        await run(t, app, one.first, false);
        await run(t, whole, one.later, false);
        const before = rowsOf(app);

        await run(t, app, one.later);

        const after = rowsOf(app);
        const added = addedRows(before, after);
        const news = (added.messages ?? []).map(({ content }) => String(content));
        assert.deepEqual(
          one.texts.map((text) => news.filter((content) => content.includes(text)).length),
          one.texts.map(() => 1),
        );
        assert.deepEqual(
          ['messages', 'users', 'reactions'].map((table) => added[table]?.length),
          [3, 1, 1],
          JSON.stringify(news),
        );
        const other = rowsOf(whole);
        for (const table of [
          'messages',
          'users',
          'channels',
          'conversations',
          'reactions',
          'subscriptions',
          'mentions',
        ])
          assert.equal(after[table]?.length, other[table]?.length, table);
        assert.deepEqual(unreadOf(app), unreadOf(whole));
        assert.ok(isSound(await verifyDataDir(app.config.data_dir)));
        await run(t, app, one.later);
        assert.deepEqual(rowsOf(app), after);
      });

      it('keeps what people did here meanwhile', async (t) => {
        const app = openEmpty(t);
        await run(t, app, one.first, false);
        const { db } = app;
        const find = (text: string) =>
          db.get<{ id: number; sender_id: number; channel_id: number }>(
            'SELECT id, sender_id, channel_id FROM messages WHERE content LIKE ?',
            `%${text}%`,
          ) as { id: number; sender_id: number; channel_id: number };
        const owner =
          db.value<number>('SELECT id FROM users WHERE role = 100 AND is_system_bot = 0') ??
          db.value<number>('SELECT id FROM users WHERE is_system_bot = 0 AND bot_type IS NULL AND is_active = 1');
        db.transaction(() => db.run('UPDATE users SET role = 100 WHERE id = ?', owner as number));
        const as = await clientsOf(t, app);
        const admin = as(owner as number);
        const edited = find(one.old);
        const gone = db.get<{ id: number }>(
          'SELECT id FROM messages WHERE channel_id IS NOT NULL AND id <> ? ORDER BY id LIMIT 1',
          edited.id,
        ) as { id: number };
        const succeed = async (answer: Promise<{ status: number; body: unknown }>) => {
          const { status, body } = await answer;
          assert.equal(status, 200, JSON.stringify(body));
        };
        const reaction = db.get<Row>(
          'SELECT message_id, user_id, emoji_name, emoji_code, reaction_type FROM reactions',
        );
        db.transaction(() =>
          db.run(
            'DELETE FROM reactions WHERE user_id = ? AND message_id = ?',
            reaction?.user_id as number,
            reaction?.message_id as number,
          ),
        );
        await succeed(admin.patch(`/streams/${edited.channel_id}`, { new_name: 'renamed here' }));
        await succeed(admin.post(`/messages/${edited.id}/reactions`, { emoji_name: 'octopus' }));
        await succeed(admin.delete(`/messages/${gone.id}`));
        await succeed(
          admin.post('/messages', { type: 'channel', to: edited.channel_id, topic: 'here', content: 'own' }),
        );
        db.transaction(() => {
          db.run("UPDATE messages SET content = 'edited here' WHERE id = ?", edited.id);
          db.run(
            "UPDATE users SET full_name = 'Renamed Here', email = 'n@here.example', email_key = 'n@here.example' WHERE id = ?",
            edited.sender_id,
          );
          db.run('DELETE FROM alert_words');
          db.run('DELETE FROM linkifiers');
        });
        const before = rowsOf(app);

        await run(t, app, one.first);
        const same = countRows(rowsOf(app));
        await run(t, app, one.later);

        // The server changes rows of pictures meanwhile. An older chatd did not note which reactions it imported.
        const isNoted = age === '';
        const wanted = countRows(before);
        assert.deepEqual(same, isNoted ? wanted : { ...wanted, reactions: same.reactions });
        const added = addedRows(before, rowsOf(app));
        assert.deepEqual([added.channels, added.alert_words, added.linkifiers], [undefined, undefined, undefined]);
        assert.equal(added.users?.length, 1);
        assert.deepEqual(db.value('SELECT content FROM messages WHERE id = ?', edited.id), 'edited here');
        assert.equal(db.value('SELECT 1 FROM messages WHERE id = ?', gone.id), undefined);
        assert.equal(
          db.value(
            'SELECT count(*) > 0 FROM reactions WHERE message_id = ? AND user_id = ?',
            reaction?.message_id as number,
            reaction?.user_id as number,
          ),
          isNoted || reaction?.message_id === gone.id ? 0 : 1,
        );
        const own = find('own').id;
        assert.ok(one.texts.every((text) => find(text).id > own));
        assert.ok(isSound(await verifyDataDir(app.config.data_dir)));
      });
    });
  }
}

describe('chatd import of a source that an older chatd imported', () => {
  const run = (t: TestContext, app: App, files: Files) => importFiles(t, app, files, { format: 'slack', merges: true });
  const textsIn = ({ db }: App) => db.values<string>('SELECT content FROM messages ORDER BY id');

  async function openOlder(t: TestContext): Promise<App> {
    const app = openEmpty(t);
    await importFiles(t, app, slackFiles(false), { format: 'slack' });
    forgetOrigins(app);
    return app;
  }

  it('says how many messages it recognized', async (t) => {
    const app = await openOlder(t);
    const count = textsIn(app).length;
    const { tally } = await run(t, app, slackFiles(true));
    const remark = tally.changed.find(({ reason }) => reason.startsWith('an older chatd imported them'));
    assert.deepEqual([remark?.noun, remark?.count], ['messages', count]);
  });

  it('brings all of another organization in which the same people write', async (t) => {
    const app = await openOlder(t);
    const before = textsIn(app);
    const other = slackFiles(false);
    const later = Object.entries(other).flatMap(([name, records]): [string, unknown][] => {
      if (!/\/\d{4}-/.test(name)) return [[name, records]];
      const text = JSON.stringify(records).replace(
        /"(1[67]\d{8})\.(\d+)"/g,
        (_, seconds, rest) => `"${Number(seconds) + 100_000}.${rest}"`,
      );
      return [[name, JSON.parse(text)]];
    });
    await run(t, app, Object.fromEntries(later));
    assert.equal(textsIn(app).length, 2 * before.length);
  });

  it('brings a channel of which nothing was imported, though it is older', async (t) => {
    const app = await openOlder(t);
    const files = slackFiles(false);
    (files['channels.json'] as Row[]).push({ id: 'C99', name: 'forgotten', created: 1_600_000_000, members: ['U01'] });
    files['forgotten/2020-10-01.json'] = [slack.message('U01', '1601500000.000100', 'Long ago')];
    const before = textsIn(app);
    await run(t, app, files);
    assert.deepEqual(textsIn(app), [...before, 'Long ago']);
  });

  it('tells messages of one second apart by their texts', async (t) => {
    const files = slackFiles(false);
    const texts = ['one', 'two', 'three'];
    files['general/2024-01-01.json'] = texts.map((text, index) =>
      slack.message('U01', `1704100000.00010${index}`, text),
    );
    const app = openEmpty(t);
    await importFiles(t, app, files, { format: 'slack' });
    forgetOrigins(app);
    app.db.transaction(() => app.db.run("DELETE FROM messages WHERE content = 'one'"));
    const before = textsIn(app);
    await run(t, app, files);
    assert.deepEqual(textsIn(app), before);
    const sql = `SELECT key, content FROM import_origins JOIN messages ON id = row_id
      WHERE kind = 'message' AND content IN ('two', 'three') ORDER BY key`;
    const keys = app.db.tuples<[string, string]>(sql);
    assert.deepEqual(
      keys.map(([key, text]) => [key.slice(-1), text]),
      [
        ['1', 'two'],
        ['2', 'three'],
      ],
    );
  });
});

describe('chatd import of a source that was imported before', () => {
  it('lets answers follow their thread to the topic where it is now', async (t) => {
    const app = openEmpty(t);
    await importFiles(t, app, slackFiles(false), { format: 'slack' });
    const sql =
      "UPDATE conversations SET topic = 'moved here', topic_key = 'moved here' WHERE topic = 'Shall we have tea?'";
    assert.equal(
      app.db.transaction(() => app.db.run(sql).changes),
      1,
    );

    await importFiles(t, app, slackFiles(true), { format: 'slack', merges: true });

    const topic = `SELECT c.topic FROM messages m JOIN conversations c ON c.id = m.conversation_id
      WHERE m.content = 'Still tea?'`;
    assert.equal(app.db.value(topic), 'moved here');
  });

  it('tells servers of Mattermost apart, whose users and channels have the same names', async (t) => {
    const app = openEmpty(t);
    await importFiles(t, app, mattermostFiles(false), { format: 'mattermost' });
    const records = mattermost.wholeExport().filter(({ type }) => !String(type).endsWith('post'));
    for (const { user } of records) if (user) Object.assign(user, { email: `${(user as Row).username}@other.example` });
    const other = [...records, mattermost.post('olga', 5, 'of another Olga', { channel: 'hidden' })];
    Object.assign(other.at(-1)?.post as Row, { create_at: mattermost.start + 77 });

    await importFiles(t, app, { 'import.jsonl': mattermost.linesOf(other) }, { format: 'mattermost', merges: true });

    const sql = `SELECT u.email, c.name FROM messages m JOIN users u ON u.id = m.sender_id
      JOIN channels c ON c.id = m.channel_id WHERE m.content = 'of another Olga'`;
    assert.deepEqual(app.db.tuples(sql), [['olga@other.example', 'Hidden (2)']]);
  });

  it('adds nothing of an export of chatd that became the organization, also of what was deleted here', async (t) => {
    const source = openEmpty(t);
    await importFiles(t, source, zulipFiles(false));
    const file = join(makeFolder(t), 'export.tar');
    await exportChatd({ data_dir: source.config.data_dir, file, now: zulip.epoch + 1000 });
    const app = openEmpty(t);
    await importFiles(t, app, {}, { format: 'chatd', file });
    app.db.transaction(() => app.db.run('DELETE FROM reactions'));
    const before = rowsOf(app);

    await importFiles(t, app, {}, { format: 'chatd', file, merges: true });

    assert.deepEqual(rowsOf(app), before);
  });
});
