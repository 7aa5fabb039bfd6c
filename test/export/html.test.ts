import assert from 'node:assert/strict';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { App } from '../../src/app.ts';
import { exportHtml } from '../../src/export/html/html-export.ts';
import { PlaceTaken } from '../../src/export/place.ts';
import type { Scope } from '../../src/export/scope.ts';
import { clientsOf, importFiles, makeFolder, openEmpty } from '../import/scene.ts';
import { channelMessage, channels, directMessage, ids, realmTables } from '../import/zulip-export.ts';
import type { Client } from '../support/client.ts';
import { type Bytes, png } from '../support/pictures.ts';
import { makeScene, marksIn, now } from './marked-scene.ts';

/** Writes pages; returns their texts by path, and the folder. */
async function pagesOf(t: TestContext, app: App, scope: Scope = { kind: 'everything' }) {
  const folder = join(makeFolder(t), 'pages');
  const said = await exportHtml({ data_dir: app.config.data_dir, file: folder, now, scope });
  const files = globSync('**/*', { cwd: folder })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
  return { folder, said, files, text: (path: string) => readFileSync(join(folder, path), 'utf8') };
}

interface Message {
  content: string;
  subject?: string;
}

/** An organization with these messages in a channel, from id 101 on. */
async function withMessages(t: TestContext, messages: readonly Message[]): Promise<App> {
  const app = openEmpty(t);
  await importFiles(t, app, {
    'realm.json': realmTables(),
    'messages-000001.json': {
      zerver_message: messages.map((message, index) => {
        return channelMessage(101 + index, ids.alice, channels.general, { ...message });
      }),
      zerver_usermessage: [],
    },
  });
  return app;
}

function uploadFile(client: Client, name: string, bytes: Bytes) {
  const body = new FormData();
  body.append('filename', new Blob([bytes]), name);
  return client.send('POST', '/user_uploads', { body });
}

function setHtml(app: App, id: number, html: string): void {
  app.db.transaction(() => app.db.run('UPDATE messages SET rendered_content = ? WHERE id = ?', html, id));
}

/** What a message is on its page, between its tags. */
function shown(page: string, id: number): string {
  return new RegExp(`id="m${id}">.*?<div class="rendered">(.*?)</div>(?:\\n<ul|</article>)`, 's').exec(page)?.[1] ?? '';
}

/** Links and sources of a page. */
function addressesIn(html: string): string[] {
  return [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address = '']) => address);
}

/** Where people name things. */
const named = [
  ['users', 'full_name'],
  ['channels', 'name'],
  ['channels', 'description'],
  ['channels', 'rendered_description'],
  ['channel_folders', 'name'],
  ['channel_folders', 'rendered_description'],
  ['profile_fields', 'name'],
  ['conversations', 'topic'],
] as const;

function setLanguage(app: App, language: string): void {
  for (const [table, owner] of [
    ['realm_settings', ''],
    ['user_settings', 'user_id, '],
  ])
    app.db.run(
      `INSERT OR REPLACE INTO ${table} (${owner}name, value)
       SELECT ${owner === '' ? '' : 'id, '}'default_language', ? ${owner === '' ? '' : 'FROM users'}`,
      JSON.stringify(language),
    );
}

/** The English words that a page shows or tells, besides names of units, of the program and of data. */
function englishIn(html: string): string[] {
  const shown = html
    .replace(/<(script|style|code|pre)\b[\s\S]*?<\/\1>|<!doctype html>|<a href="data\/[^"]*">[^<]*<\/a>/g, ' ')
    .replace(/<[^>]*>/g, (tag) =>
      [...tag.matchAll(/ (?:aria-label|title|alt|placeholder)="([^"]*)"/g)].map(([, said]) => said).join(' '),
    );
  return (
    shown.replace(/\b(chatd|UTC|Old Home|tada|wave)\b|&\w+;|https?:\S+|\S+@\S+/g, ' ').match(/[A-Za-z]{2,}/g) ?? []
  );
}

describe('chatd export --format html', () => {
  it('names its files by numbers, for their owner only, and all links between them lead somewhere', async (t) => {
    const { folder, files, text } = await pagesOf(t, await makeScene(t));

    for (const path of files) {
      assert.match(path, /^(?:[a-z]+\/)?(?:[a-z]+\/|\d+\/)?[a-z0-9-]+\.[a-z0-9]+$/);
      assert.equal(statSync(join(folder, path)).mode & 0o077, 0, path);
    }
    const pages = files.filter((path) => path.endsWith('.html'));
    assert.ok(pages.length > 8);
    for (const path of pages) {
      for (const address of addressesIn(text(path))) {
        const [file = '', id] = address.split('#');
        const target = join(dirname(path), file === '' ? (path.split('/').at(-1) as string) : file);
        assert.ok(existsSync(join(folder, target)), `${path}: ${address}`);
        if (id) assert.ok(text(target).includes(`id="${id}"`), `${path}: ${address}`);
      }
    }
  });

  it('allows pages nothing but pictures and styles of the folder, and the search its script', async (t) => {
    const { files, text } = await pagesOf(t, await makeScene(t));
    const policyOf = (path: string) => /Content-Security-Policy" content="([^"]*)"/.exec(text(path))?.[1];
    const plain =
      "default-src 'none'; base-uri 'none'; form-action 'none'; img-src 'self' file:; media-src 'self' file:; style-src 'self' file:";

    const pages = files.filter((path) => path.endsWith('.html'));

    const policies = new Set(pages.filter((path) => path !== 'search.html').map(policyOf));
    assert.deepEqual([...policies], [plain]);
    assert.equal(policyOf('search.html'), `${plain}; script-src 'self' file:`);
    assert.deepEqual(
      pages.filter((path) => text(path).includes('<script')),
      ['search.html'],
    );
  });

  it('keeps of the HTML of messages what shows text, and nothing that runs or loads', async (t) => {
    const app = await withMessages(t, [{ content: 'x' }]);
    const hostile = [
      '<script>alert(1)</script><style>*{display:none}</style><iframe src="https://e.example"></iframe>',
      '<svg onload="alert(1)"><a href="javascript:alert(1)">svg</a></svg><object data="x"></object>',
      '<img src="https://e.example/a.png" onerror="alert(1)" alt="far">',
      '<a href="javascript:alert(1)" onclick="alert(1)">js</a><a href="data:text/html,x">data</a>',
      '<a href="https://e.example/?a=1&amp;b=2">out</a><p style="background:url(https://e.example)" id="m1">p</p>',
      '<form action="https://e.example"><input value="x">form</form><meta http-equiv="refresh" content="0"><base href="/">',
      '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math><template><b>t</b></template>',
      '<video src="https://e.example/v.mp4" autoplay></video>',
    ];
    setHtml(app, 101, hostile.join(''));

    const { text } = await pagesOf(t, app);

    assert.equal(
      shown(text('conversations/0/1.html'), 101),
      'far<span>js</span><span>data</span>' +
        '<a href="https://e.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow">out</a><p>p</p>form' +
        '<math><mtext></mtext></math>',
    );
  });

  it('shows HTML that nests without end as text', async (t) => {
    const app = await withMessages(t, [{ content: 'x' }]);
    setHtml(app, 101, `${'<blockquote>'.repeat(20_000)}deep`);

    const { text } = await pagesOf(t, app);

    assert.match(shown(text('conversations/0/1.html'), 101), /^\s*deep$/);
  });

  it('shows a reaction whose code spells a tag as text', async (t) => {
    const app = await withMessages(t, [{ content: 'hi' }]);
    const code = [...'<base>'].map((character) => character.charCodeAt(0).toString(16)).join('-');
    app.db.transaction(() =>
      app.db.run(
        `INSERT INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type)
         VALUES (101, ?, 'x', ?, 'unicode_emoji')`,
        ids.bob,
        code,
      ),
    );

    const { text } = await pagesOf(t, app);

    assert.match(text('conversations/0/1.html'), /<li title="[^"]*">&lt;base&gt; 1<\/li>/);
  });

  it('shows emoji, formulas, spoilers, tables and files without scripts and styles', async (t) => {
    const app = await withMessages(t, [
      { content: ':tada: $$x^2$$' },
      { content: '```spoiler Secret\nhidden\n```' },
      { content: '| a | b |\n|:--|--:|\n| 1 | 2 |' },
    ]);
    const as = await clientsOf(t, app);
    const { body } = await uploadFile(as(ids.alice), 'photo.png', png());
    const page = await uploadFile(as(ids.alice), 'evil.html', Buffer.from('<script>1</script>'));
    const content = `[photo](${body.url}) [page](${page.body.url})`;
    await as(ids.alice).post('/messages', { type: 'channel', to: channels.general, topic: 'plans', content });

    const { text, files } = await pagesOf(t, app);
    const html = text('conversations/0/1.html');

    assert.match(shown(html, 101), /<span class="emoji" title="tada" aria-label="tada" role="img">🎉<\/span>/);
    assert.match(shown(html, 101), /<math><semantics>/);
    assert.ok(!shown(html, 101).includes('katex-html') && !html.includes('style='));
    assert.match(
      shown(html, 102),
      /^<details><summary>\n<p>Secret<\/p>\n<\/summary><div>\n<p>hidden<\/p>\n<\/div><\/details>$/,
    );
    assert.match(shown(html, 103), /<th class="to-left">a<\/th>\n<th class="to-right">b<\/th>/);
    assert.match(shown(html, 104), /<a href="\.\.\/\.\.\/files\/0\/1\.png">photo<\/a>/);
    assert.match(shown(html, 104), /<img [^>]*src="\.\.\/\.\.\/files\/0\/1\.png" alt="" loading="lazy">/);
    assert.match(shown(html, 104), /href="\.\.\/\.\.\/files\/0\/2\.txt"/);
    assert.deepEqual(
      files.filter((path) => path.startsWith('files/')),
      ['files/0/1.png', 'files/0/2.txt'],
    );
  });

  it('shows polls with their votes, and to-do lists, as they stand', async (t) => {
    const app = await withMessages(t, [
      { content: '/poll Tea & cake?\nYes\nNo' },
      { content: '/todo\nBake: <soon>\nEat' },
    ]);
    const step = (id: number, user_id: number, content: object) =>
      app.db.run(
        "INSERT INTO submessages (message_id, sender_id, msg_type, content) VALUES (?, ?, 'widget', ?)",
        id,
        user_id,
        JSON.stringify(content),
      );
    app.db.transaction(() => {
      for (const user of [ids.alice, ids.bob]) step(101, user, { type: 'vote', key: 'canned,1', vote: 1 });
      step(102, ids.bob, { type: 'strike', key: '1,canned' });
    });

    const { files, text } = await pagesOf(t, app);

    const page = text(files.find((path) => path.startsWith('conversations/')) ?? '');
    assert.ok(
      page.includes(
        '<div class="widget"><p><b>Tea &amp; cake?</b></p><ul class="list"><li><b>0</b> Yes <small></small></li>' +
          '<li><b>2</b> No <small>Alice Adams, Bob Star</small></li></ul></div>',
      ),
      page,
    );
    assert.ok(
      page.includes(
        '<li><span role="img" aria-label="open">☐</span> Bake: &lt;soon&gt;</li>' +
          '<li><span role="img" aria-label="done">☑</span> Eat</li>',
      ),
    );
  });

  it('divides long topics into pages, and links between messages find them', async (t) => {
    const near = `/#narrow/channel/${channels.general}-general/topic/plans/near`;
    const app = await withMessages(t, [
      ...Array.from({ length: 449 }, (_, index) => ({ content: `line ${index}` })),
      { content: `[first](${near}/101) [last](${near}/549) [gone](${near}/9999) [none](#narrow/channel/77-x/topic/y)` },
      { content: `[topic](#narrow/channel/${channels.general}-general/topic/plans)`, subject: 'other' },
      { content: 'y'.repeat(9000), subject: 'other' },
    ]);

    const { text, files } = await pagesOf(t, app);

    const topic = files.filter((path) => path.startsWith('conversations/0/1'));
    assert.deepEqual(topic, ['conversations/0/1-2.html', 'conversations/0/1-3.html', 'conversations/0/1.html']);
    assert.deepEqual(
      topic.map((path) => text(path).split('<article').length - 1),
      [200, 50, 200],
    );
    assert.deepEqual(addressesIn(shown(text('conversations/0/1-3.html'), 550)), [
      '../../conversations/0/1.html#m101',
      '../../conversations/0/1-3.html#m549',
      '../../conversations/0/1-3.html',
    ]);
    assert.deepEqual(addressesIn(shown(text('conversations/0/2.html'), 551)), ['../../conversations/0/1-3.html']);
  });

  it('has of each scope what belongs to it', async (t) => {
    const app = await makeScene(t);
    const marks = async (scope: Scope) => {
      const { files, text } = await pagesOf(t, app, scope);
      return { marks: marksIn(Object.fromEntries(files.map((path) => [path, text(path)]))), files };
    };

    const whole = await marks({ kind: 'everything' });
    const open = await marks({ kind: 'public' });
    const alice = await marks({ kind: 'user', email: 'alice@example.com' });

    assert.ok(whole.marks.includes('private-of-owner') && whole.marks.includes('direct-of-bob'));
    assert.deepEqual(open.marks, ['public-file-of-alice', 'public-file-of-bob', 'public-of-alice', 'public-of-bob']);
    assert.deepEqual(alice.marks, [
      'direct-of-alice',
      'draft-of-alice',
      'private-of-alice',
      'public-file-of-alice',
      'public-of-alice',
      'snippet-of-alice',
      'unseen-file-of-alice',
      'word-of-alice',
    ]);
    assert.ok(alice.files.includes('data/user_settings.html') && !open.files.some((path) => path.startsWith('data/')));
  });

  it('shows what is kept about one person in tables', async (t) => {
    const app = await makeScene(t);

    const { text } = await pagesOf(t, app, { kind: 'user', email: 'alice@example.com' });

    const cells = [...text('data/saved_snippets.html').matchAll(/<(t[hd])>(.*?)<\/\1>/g)].map(([, , cell]) => cell);
    const [id, user_id, title, content, created_at] = cells.slice(5);
    assert.deepEqual(cells.slice(0, 5), ['id', 'user_id', 'title', 'content', 'created_at']);
    assert.deepEqual([id, user_id, title, content], ['1', String(ids.alice), 'snippet-of-alice', 'x']);
    assert.match(created_at ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    assert.match(text('index.html'), /<a href="data\/saved_snippets\.html">saved snippets \(1\)<\/a>/);
  });

  it('says nothing in another language than that of the organization, or of the one person', async (t) => {
    const app = await makeScene(t);
    app.db.transaction(() => {
      for (const [table, column] of named) {
        app.db.run(`UPDATE ${table} SET ${column} = 'Имя ' || id WHERE ${column} IS NOT NULL`);
      }
      app.db.run("UPDATE messages SET content = 'Да', rendered_content = '<p>Да</p>'");
      app.db.run("UPDATE users SET email = 'имя' || id || '@e.example', email_key = 'имя' || id || '@e.example'");
      setLanguage(app, 'en-xa');
    });

    for (const scope of [
      { kind: 'everything' },
      { kind: 'public' },
      {
        kind: 'user',
        email: app.db.value<string>('SELECT email FROM users WHERE is_system_bot = 0 ORDER BY id') ?? '',
      },
    ] as const) {
      const { files, text } = await pagesOf(t, app, scope);
      // The names of tables and columns are those of the data directory.
      const pages = files.filter((path) => path.endsWith('.html') && !path.startsWith('data/'));
      assert.ok(pages.length >= 5);
      for (const path of pages) {
        assert.match(text(path), /<html lang="en-xa"/);
        assert.deepEqual(englishIn(text(path)), [], `${scope.kind} ${path}`);
      }
    }
  });

  it('shows a time that no calendar has as its number', async (t) => {
    const app = await makeScene(t);
    app.db.run('UPDATE saved_snippets SET created_at = 253402300800000');

    const { text } = await pagesOf(t, app, { kind: 'user', email: 'alice@example.com' });

    assert.match(text('data/saved_snippets.html'), /<td>253402300800000<\/td>/);
  });

  it('says what it has, and takes the place only of other pages', async (t) => {
    const app = await makeScene(t);
    const { said, text, folder } = await pagesOf(t, app);
    const again = { data_dir: app.config.data_dir, file: folder, now };
    const foreign = join(makeFolder(t), 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'precious'), '');

    await assert.rejects(exportHtml(again), new PlaceTaken('is there already.'));
    await exportHtml({ ...again, replaces: true, scope: { kind: 'public' } });
    await assert.rejects(
      exportHtml({ ...again, file: foreign, replaces: true }),
      new PlaceTaken('is a folder that was not created by chatd export.'),
    );

    assert.deepEqual(said, {
      counts: { channels: 3, topics: 4, 'direct conversations': 1, messages: 8, people: 5, files: 4 },
      missing_files: [],
    });
    assert.equal(JSON.parse(text('export.json')).scope, 'public');
    assert.ok(existsSync(join(foreign, 'precious')));
  });

  it('lists channels with their topics, direct conversations by who takes part, and people', async (t) => {
    const app = openEmpty(t);
    await importFiles(t, app, {
      'realm.json': realmTables(),
      'messages-000001.json': {
        zerver_message: [
          channelMessage(101, ids.alice, channels.secret, { subject: 'a <b> & c' }),
          directMessage(102, ids.alice, ids.bob),
        ],
        zerver_usermessage: [],
      },
    });

    const { text } = await pagesOf(t, app);
    const lines = (path: string) =>
      [...text(path).matchAll(/<li>(.*)/g)].map(([, line = '']) => line.replace(/<.?time[^>]*>/g, ''));

    assert.deepEqual(lines('index.html'), [
      '<a href="direct.html">Direct messages</a></li><li><a href="people.html">People</a></li></ul><h2>Channels</h2><ul class="list">',
      '<a href="channels/0/40.html">#general</a></li>',
      '<a href="channels/0/42.html">#old</a> <small>archived</small></li>',
      '<a href="channels/0/41.html">#secret</a> <small>private</small></li>',
    ]);
    assert.deepEqual(lines('channels/0/41.html'), [
      '<a href="../../conversations/0/1.html">a &lt;b&gt; &amp; c</a> <small>1 message, last 2023-11-14 22:15</small></li>',
    ]);
    assert.deepEqual(lines('direct.html'), [
      '<a href="conversations/0/2.html">Alice Adams, Bob Star</a> <small>1 message, last 2023-11-14 22:15</small></li>',
    ]);
    assert.equal(lines('people.html').length, 5);
  });
});
