import assert from 'node:assert/strict';
import { cpSync, createReadStream, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { describe, it, type TestContext } from 'node:test';
import { unpackTar } from 'modern-tar/fs';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import type { App } from '../../src/app.ts';
import { exportChatd } from '../../src/export/chatd-export.ts';
import { listLeftOut } from '../../src/export/chatd-tables.ts';
import { wholeRules } from '../../src/export/scope.ts';
import { UnusableArchive } from '../../src/import/unusable-archive.ts';
import { listUsers, roles } from '../../src/users/user.ts';
import { isSound } from '../../src/verify/report.ts';
import { verifyDataDir } from '../../src/verify/verify.ts';
import { crawl } from './crawl.ts';
import { makeDemo } from './demo.ts';
import { clientsOf, dump, importFiles, makeFolder, openEmpty } from './scene.ts';

const now = Date.UTC(2026, 0, 5) / 1000;

async function exportOf(t: TestContext, app: App): Promise<string> {
  const file = join(makeFolder(t), 'export.tar');
  await exportChatd({ data_dir: app.config.data_dir, file, now });
  return file;
}

async function unpackExport(t: TestContext, file: string): Promise<string> {
  const folder = join(makeFolder(t), 'unpacked');
  await pipeline(createReadStream(file), unpackTar(folder));
  return folder;
}

function readManifest(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
}

/** The files of an export but for what an import adds: its entry in the audit log, and thumbnails to be made again. */
function readExport(folder: string): Record<string, string> {
  const { tables: _, last_ids, ...manifest } = readManifest(folder);
  const names = readdirSync(join(folder, 'tables')).filter((name) => !name.startsWith('audit_'));
  const text = (name: string) => readFileSync(join(folder, 'tables', name), 'utf8').replaceAll('"ready"', '"waiting"');
  const files = readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' }).sort();
  const { audit_entries: __, search_changes: ___, ...ids } = last_ids;
  return { ...Object.fromEntries(names.map((name) => [name, text(name)])), ...manifest, files, ids };
}

/** Values that the columns can hold and the program could not read: table, value, another one, what is said. */
const brokenRows: readonly [table: string, from: RegExp, to: string, said: string][] = [
  ['users', /"email":"[^"]*"/, '"email":"nobody"', '"email_key" is not that of "email"'],
  ['users', /"full_name":"[^"]*"/, '"full_name":"\\u0007"', '"full_name" is no name'],
  ['users', /"joined_at":\d+/, '"joined_at":-1', '"joined_at" is no time in UNIX seconds'],
  ['channels', /"name_key":"[^"]*"/, '"name_key":"x"', '"name_key" is not that of "name"'],
  ['conversations', /"topic_key":"[^"]+"/, '"topic_key":"x"', '"topic_key" is not that of "topic"'],
  ['realm_settings', /"value":"[^}]*"/, '"value":"[1]"', '"value" is (none of|no group for) .*'],
  ['user_settings', /"value":"[^}]*"/, '"value":"{}"', '"value" is none of .*'],
  ['user_settings', /"value":"[^}]*"/, '"value":"x"', '"value" is no JSON'],
  ['drafts', /"recipient":"[^"]*"/, '"recipient":"[0]"', '"recipient" is no JSON list of ids'],
  ['submessages', /"content":"(?:[^"\\]|\\.)*"/, '"content":"{"', '"content" is no JSON'],
  ['audit_entries', /"about":"(?:[^"\\]|\\.)*"/, '"about":"[]"', '"about" is no JSON object'],
  ['reactions', /"message_id":\d+/, '"message_id":99999', 'it names a row of messages that is missing'],
  ['messages', /"id":\d+/, '"id":281474976710656', '"id" is too large'],
];

describe('chatd export and import of its own format', () => {
  it('give all users the same answers as before', async (t) => {
    const app = await makeDemo(t);
    const file = await exportOf(t, app);
    const copy = openEmpty(t);

    await importFiles(t, copy, {}, { format: 'chatd', file });

    assert.ok(isSound(await verifyDataDir(copy.config.data_dir)));
    const [before, after] = [await clientsOf(t, app), await clientsOf(t, copy)];
    const users = listUsers(app.db).filter(({ is_active, is_system_bot }) => is_active && !is_system_bot);
    assert.ok(users.length > 5);
    for (const { id } of users) {
      const strip = (answers: object) =>
        JSON.parse(JSON.stringify(answers).replaceAll(/http:\/\/127\.0\.0\.1:\d+|\?key=[\w-]{11}/g, ''));
      assert.deepEqual(strip(await crawl(after(id))), strip(await crawl(before(id))), `user ${id}`);
    }
  });

  it('rename people who are called like a bot of the server', async (t) => {
    const app = await makeDemo(t);
    const [ada] = listUsers(app.db).filter(({ email }) => email === 'ada@demo.example');
    app.db.run("UPDATE users SET full_name = 'Notification Вot' WHERE id = ?", ada?.id ?? 0);
    const copy = openEmpty(t);

    const { tally } = await importFiles(t, copy, {}, { format: 'chatd', file: await exportOf(t, app) });

    const names = copy.db.values<string>("SELECT full_name FROM users WHERE full_name LIKE '%bot' ORDER BY id LIMIT 2");
    assert.deepEqual(names, ['Notification Bot', 'Welcome Bot']);
    const examples = [`Notification Вot: User ${ada?.id}`];
    const reason = 'their names are reserved for the bots of the server';
    assert.deepEqual(tally.changed, [{ noun: 'users', reason, count: 1, examples }]);
  });

  it('keep every row: what came is exported as it was', async (t) => {
    const app = await makeDemo(t);
    app.db.transaction(() => app.db.run("UPDATE sqlite_sequence SET seq = seq + 50 WHERE name = 'messages'"));
    const file = await exportOf(t, app);
    const copy = openEmpty(t);

    await importFiles(t, copy, {}, { format: 'chatd', file });

    const [before, after] = [await unpackExport(t, file), await unpackExport(t, await exportOf(t, copy))];
    assert.deepEqual(readExport(after), readExport(before));
  });

  it('take over settings of an older export under their present names', async (t) => {
    const app = await makeDemo(t);
    const id = listUsers(app.db).find(({ is_system_bot }) => !is_system_bot)?.id ?? 0;
    const sql = 'INSERT INTO user_settings (user_id, name, value) VALUES (?, ?, ?)';
    app.db.transaction(() => app.db.run(sql, id, 'web_home_view', '"recent_topics"'));
    const file = await exportOf(t, app);
    const copy = openEmpty(t);

    await importFiles(t, copy, {}, { format: 'chatd', file });

    assert.deepEqual(copy.db.values("SELECT value FROM user_settings WHERE name = 'web_home_view'"), ['"recent"']);
  });

  it('are merged into an organization that lives: by address and name, after its messages', async (t) => {
    const source = await makeDemo(t);
    const file = await exportOf(t, source);
    const copy = openEmpty(t);
    const [ada] = listUsers(source.db).filter(({ email }) => email === 'ada@demo.example');
    const id = copy.db.transaction(() => {
      const values = { email: 'ada@demo.example', full_name: 'Ada Here', role: roles.member, password_hash: null };
      return doCreateUser(copy, values).id;
    });
    const as = await clientsOf(t, copy);
    await as(id).post('/messages', { type: 'channel', to: 'general', topic: 'here', content: 'first' });
    const before = dump(copy);

    const dry = await importFiles(t, copy, {}, { format: 'chatd', file, merges: true, isDryRun: true });
    const unchanged = dump(copy);
    const { tally } = await importFiles(t, copy, {}, { format: 'chatd', file, merges: true });

    assert.deepEqual(unchanged, before);
    assert.deepEqual([...dry.tally.came], [...tally.came]);
    assert.ok(isSound(await verifyDataDir(copy.config.data_dir)));
    const texts = ({ db }: App, sender_id: number) =>
      db.values<string>('SELECT content FROM messages WHERE sender_id = ? ORDER BY id', sender_id);
    assert.deepEqual(texts(copy, id), ['first', ...texts(source, ada?.id ?? 0)]);
    const count = (app: App, sql: string) => app.db.value<number>(`SELECT count(*) FROM ${sql}`) ?? 0;
    for (const table of ['users', 'channels', 'reactions', 'attachments', 'realm_emoji', 'saved_snippets']) {
      assert.equal(count(copy, table), count(source, table), table);
    }
    assert.equal(copy.db.value('SELECT full_name FROM users WHERE id = ?', id), 'Ada Here');
    assert.equal(count(copy, `users WHERE role < ${roles.member} AND is_system_bot = 0`), 0);
    assert.deepEqual(
      tally.left.map(({ noun, count }) => [noun, count]).filter(([noun]) => noun === 'drafts'),
      [['drafts', 1]],
    );
  });

  it('know an export of an older chatd, which lacks tables and columns', async (t) => {
    const app = await makeDemo(t);
    app.db.run("INSERT OR REPLACE INTO bots (user_id, webhook_secret) SELECT id, 'x' FROM users WHERE bot_type = 1");
    const folder = await unpackExport(t, await exportOf(t, app));
    const { navigation_views: _, ...tables } = readManifest(folder).tables;
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...readManifest(folder), schema: 13, tables }));
    rmSync(join(folder, 'tables/navigation_views.jsonl'));
    const bots = join(folder, 'tables/bots.jsonl');
    writeFileSync(bots, readFileSync(bots, 'utf8').replaceAll(/,"webhook_secret":"x"/g, ''));
    const copy = openEmpty(t);

    await importFiles(t, copy, {}, { format: 'chatd', file: folder });

    assert.ok(isSound(await verifyDataDir(copy.config.data_dir)));
    const [before, after] = [dump(app), dump(copy)];
    const withoutSecrets = before.bots?.map((bot) => ({ ...(bot as object), webhook_secret: null }));
    assert.deepEqual([after.messages, after.bots], [before.messages, withoutSecrets]);
  });

  it('leave out only tables that exist', async (t) => {
    const app = openEmpty(t);
    const tables = app.db.values<string>("SELECT name FROM sqlite_schema WHERE type = 'table'");

    assert.deepEqual(
      Object.keys(listLeftOut(wholeRules)).filter((name) => !tables.includes(name)),
      [],
    );
  });

  it('refuse a broken export with file and line, and change nothing', async (t) => {
    const app = openEmpty(t);
    const source = await makeDemo(t);
    const whole = await unpackExport(t, await exportOf(t, source));
    const before = dump(app);
    const refused = async (change: (folder: string) => void) => {
      const folder = join(makeFolder(t), 'broken');
      cpSync(whole, folder, { recursive: true });
      change(folder);
      const error = await importFiles(t, app, {}, { format: 'chatd', file: folder }).catch((reason) => reason);
      assert.ok(error instanceof UnusableArchive, String(error?.stack ?? error));
      assert.deepEqual(dump(app), before);
      return error.message;
    };
    const edit = (path: string, change: (text: string) => string) => (folder: string) =>
      writeFileSync(join(folder, path), change(readFileSync(join(folder, path), 'utf8')));
    const [shard] = readdirSync(join(whole, 'files'));
    const [content] = readdirSync(join(whole, 'files', shard ?? ''));

    assert.equal(await refused(edit('manifest.json', () => '{}')), 'manifest.json: it is no export of chatd.');
    assert.equal(
      await refused(edit('tables/users.jsonl', (text) => `${text}x\n`)).then((said) => said.replace(/\d+/, 'N')),
      'tables/users.jsonl, line N: it is not a JSON object.',
    );
    assert.match(
      await refused(edit('tables/users.jsonl', (text) => text.replace('"role":', '"rank":'))),
      /^tables\/users\.jsonl, line 1: there is no column rank\.$/,
    );
    assert.match(
      await refused(edit('tables/users.jsonl', (text) => text.replace('"role":400', '"role":401'))),
      /^tables\/users\.jsonl, line \d+: it does not fit the other records \(CHECK/,
    );
    assert.match(
      await refused(edit('tables/users.jsonl', (text) => text.replace(/"id":1,/, '"id":"x",'))),
      /^tables\/users\.jsonl, line 1: it does not fit the other records/,
    );
    assert.match(
      await refused(edit('tables/channels.jsonl', (text) => text.replace(/\n.*\n/, '\n'))),
      /^tables\/channels\.jsonl: rows are missing\.$/,
    );
    assert.match(
      await refused(edit('tables/messages.jsonl', (text) => text.replace(/"sender_id":\d+/, '"sender_id":99999'))),
      /^tables\/messages\.jsonl, line 1: it names a row of users that is missing\.$/,
    );
    assert.match(
      await refused(
        edit('tables/conversations.jsonl', (text) => text.replace(/"max_message_id":\d+/, '"max_message_id":1')),
      ),
      /^tables\/conversations\.jsonl, line \d+: conversation \d+ has a wrong newest message\.$/,
    );
    for (const [table, from, to, said] of brokenRows) {
      const change = (text: string) => {
        assert.match(text, from);
        return text.replace(from, to);
      };
      const path = `tables/${table}.jsonl`;
      const message = await refused(edit(path, change)).catch((error) =>
        assert.fail(`${table} ${to}: ${error.message}`),
      );
      assert.match(message, new RegExp(`^${path}, line \\d+: ${said}\\.$`), `${table} ${to}`);
    }
    assert.match(
      await refused(edit(`files/${shard}/${content}`, () => 'other')),
      /^files\/.*: it does not match its checksum\.$/,
    );
  });
});
