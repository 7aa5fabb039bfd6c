import assert from 'node:assert/strict';
import { createReadStream, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { describe, it, type TestContext } from 'node:test';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import type { App } from '../../src/app.ts';
import { exportChatd } from '../../src/export/chatd-export.ts';
import { listLeftOut } from '../../src/export/chatd-tables.ts';
import { NoSuchUser, type Rules, rulesOf, type Scope } from '../../src/export/scope.ts';
import { exportZulip } from '../../src/export/zulip/zulip-export.ts';
import { ImportRefused } from '../../src/import/unusable-archive.ts';
import { isSound } from '../../src/verify/report.ts';
import { verifyDataDir } from '../../src/verify/verify.ts';
import { clientsOf, importFiles, makeFolder, openEmpty } from '../import/scene.ts';
import {
  channelMessage,
  channels,
  directMessage,
  epoch,
  flags,
  ids,
  joined,
  realmTables,
  subscription,
} from '../import/zulip-export.ts';
import { upload } from '../support/pictures.ts';

const now = epoch + 1000;

/** An organization where every text says whose it is. */
async function makeScene(t: TestContext): Promise<App> {
  const app = openEmpty(t);
  const tables = realmTables();
  await importFiles(t, app, {
    'realm.json': {
      ...tables,
      zerver_subscription: [
        ...(tables.zerver_subscription ?? []),
        subscription(ids.alice, channels.secret, { color: '#abcdef' }),
      ],
      zerver_realmauditlog: [joined(ids.alice, channels.general, 0)],
    },
    'messages-000001.json': {
      zerver_message: [
        channelMessage(101, ids.alice, channels.general, { content: 'public-of-alice' }),
        channelMessage(102, ids.bob, channels.general, {
          content: 'public-of-bob @**Alice Adams**',
          edit_history: JSON.stringify([
            {
              user_id: ids.owner,
              timestamp: epoch + 500,
              prev_stream: channels.secret,
              stream: channels.general,
              prev_topic: 'before',
              topic: 'plans',
            },
          ]),
        }),
        channelMessage(103, ids.owner, channels.secret, { content: 'private-of-owner', subject: 'private-topic' }),
        channelMessage(104, ids.alice, channels.secret, { content: 'private-of-alice' }),
        directMessage(105, ids.alice, ids.bob, { content: 'direct-of-alice' }),
        directMessage(106, ids.bob, ids.alice, { content: 'direct-of-bob' }),
      ],
      zerver_usermessage: [flags(ids.bob, 101, 2), flags(ids.alice, 102, 3)],
    },
  });
  await addPersonal(t, app);
  return app;
}

async function addPersonal(t: TestContext, app: App): Promise<void> {
  const as = await clientsOf(t, app);
  for (const [id, name] of [
    [ids.alice, 'alice'],
    [ids.bob, 'bob'],
  ] as const) {
    await as(id).post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: `draft-of-${name}` }] });
    await as(id).post('/saved_snippets', { title: `snippet-of-${name}`, content: 'x' });
    await as(id).post('/users/me/alert_words', { alert_words: [`word-of-${name}`] });
    await as(id).patch('/settings', { web_font_size_px: name === 'alice' ? 17 : 18 });
    const [public_, unseen] = await Promise.all(
      ['public', 'unseen'].map((kind) => upload(as(id), '/user_uploads', [Buffer.from(`${kind}-file-of-${name}`)])),
    );
    assert.ok(unseen);
    const content = `[file](${public_?.body.url})`;
    await as(id).post('/messages', { type: 'channel', to: channels.general, topic: 'files', content });
    await as(id).post('/messages/101/reactions', { emoji_name: name === 'alice' ? 'tada' : 'wave' });
  }
  await as(ids.owner).patch(`/users/${ids.bob}`, { role: 300 });
  await as(ids.owner).patch(`/users/${ids.alice}`, { role: 300 });
}

/** The texts of all files of an export, by path. */
async function readArchive(t: TestContext, file: string): Promise<Record<string, string>> {
  const folder = join(makeFolder(t), 'unpacked');
  const isCompressed = file.endsWith('.gz');
  const source = createReadStream(file);
  await (isCompressed ? pipeline(source, createGunzip(), unpackTar(folder)) : pipeline(source, unpackTar(folder)));
  const paths = globSync('**/*', { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

async function exportOf(t: TestContext, app: App, scope: Scope): Promise<string> {
  const file = join(makeFolder(t), 'export.tar');
  await exportChatd({ data_dir: app.config.data_dir, file, now, scope });
  return file;
}

const told = /(?:public|private|direct|draft|snippet|word|unseen-file|public-file)-(?:of-\w+|topic)/g;

/** The marks of the scene that are somewhere in an export. */
function marksIn(files: Record<string, string>): string[] {
  return [...new Set(Object.values(files).flatMap((text) => text.match(told) ?? []))].sort();
}

function rowsIn(files: Record<string, string>, table: string): Record<string, unknown>[] {
  return (files[`tables/${table}.jsonl`] ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Tables of which a scope has all rows. */
function whole(app: App, rules: Rules): string[] {
  const tables = app.db.values<string>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
  );
  const isWhole = (name: string) => {
    const rule = rules[name];
    return rule === undefined || (typeof rule !== 'string' && rule.where === undefined);
  };
  return tables.filter(isWhole).sort();
}

describe('an export of public data', () => {
  it('has what all members see, and nothing else', async (t) => {
    const app = await makeScene(t);

    const files = await readArchive(t, await exportOf(t, app, { kind: 'public' }));

    assert.deepEqual(marksIn(files), [
      'public-file-of-alice',
      'public-file-of-bob',
      'public-of-alice',
      'public-of-bob',
    ]);
    assert.ok(!Object.values(files).some((text) => text.includes('"secret"') || text.includes('abcdef')));
    assert.deepEqual(
      rowsIn(files, 'message_edits').map(({ prev_channel_id, channel_id, prev_topic }) => [
        prev_channel_id,
        channel_id,
        prev_topic,
      ]),
      [[null, null, 'before']],
    );
    assert.equal(JSON.parse(files['manifest.json'] ?? '').scope, 'public');
  });

  it('becomes a sound organization in which everything counts as read', async (t) => {
    const app = await makeScene(t);
    const copy = openEmpty(t);

    await importFiles(t, copy, {}, { format: 'chatd', file: await exportOf(t, app, { kind: 'public' }) });

    assert.ok(isSound(await verifyDataDir(copy.config.data_dir)));
    const as = await clientsOf(t, copy);
    const { body } = await as(ids.bob).get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 });
    const first = body.messages.slice(0, 2);
    assert.deepEqual(
      first.map((message: { id: number; flags: string[] }) => [message.id, message.flags]),
      [
        [101, ['read']],
        [102, ['read']],
      ],
    );
  });

  it('is the same for a Zulip server', async (t) => {
    const app = await makeScene(t);
    const file = join(makeFolder(t), 'export.tar.gz');
    await exportZulip({ data_dir: app.config.data_dir, file, now, scope: { kind: 'public' } });
    const copy = openEmpty(t);

    await importFiles(t, copy, {}, { file });

    const marks = marksIn(await readArchive(t, file));
    assert.deepEqual(marks, ['public-file-of-alice', 'public-file-of-bob', 'public-of-alice', 'public-of-bob']);
    assert.ok(isSound(await verifyDataDir(copy.config.data_dir)));
  });

  it('has all rows only of these tables', (t) => {
    const app = openEmpty(t);

    assert.deepEqual(whole(app, rulesOf({ kind: 'public' })), [
      'channel_folders',
      'images',
      'linkifiers',
      'new_user_settings',
      'playgrounds',
      'profile_fields',
      'profile_values',
      'realm',
      'realm_domains',
      'realm_emoji',
      'realm_images',
      'users',
    ]);
  });
});

describe("an export of one person's data", () => {
  it('has what concerns the person, and nothing that is others’', async (t) => {
    const app = await makeScene(t);

    const files = await readArchive(t, await exportOf(t, app, { kind: 'user', email: 'Alice@example.com' }));

    assert.deepEqual(marksIn(files), [
      'direct-of-alice',
      'draft-of-alice',
      'private-of-alice',
      'public-file-of-alice',
      'public-of-alice',
      'snippet-of-alice',
      'unseen-file-of-alice',
      'word-of-alice',
    ]);
    assert.deepEqual(
      rowsIn(files, 'users').map(({ email }) => email),
      ['alice@example.com', 'helper@example.com'],
    );
    assert.deepEqual(
      rowsIn(files, 'reactions').map(({ emoji_name }) => emoji_name),
      ['tada'],
    );
    assert.deepEqual(
      rowsIn(files, 'audit_entries').map(({ action, about, address }) => [action, about, address]),
      [
        ['import', '{}', null],
        ['updateUser', JSON.stringify({ user_id_or_email: String(ids.alice) }), null],
      ],
    );
    const keys = rowsIn(files, 'api_keys');
    assert.ok(keys.length > 0);
    assert.ok(keys.every((key) => !('key_hmac' in key)));
    assert.ok(!Object.values(files).some((text) => text.includes('password_hash"')));
  });

  it('is no organization that could be imported', async (t) => {
    const app = await makeScene(t);
    const file = await exportOf(t, app, { kind: 'user', email: 'alice@example.com' });

    const imported = importFiles(t, openEmpty(t), {}, { format: 'chatd', file });

    await assert.rejects(imported, new ImportRefused('The export has the data of one person: nothing imports it.'));
  });

  it('is refused of nobody', async (t) => {
    const app = openEmpty(t);

    await assert.rejects(
      exportOf(t, app, { kind: 'user', email: 'x@example.com' }),
      new NoSuchUser('There is no account x@example.com.'),
    );
  });

  it('has all rows only of these tables', (t) => {
    const app = openEmpty(t);

    assert.deepEqual(whole(app, rulesOf({ kind: 'user', email: 'alice@example.com' })), ['profile_fields', 'realm']);
  });
});

describe('what is left out of exports', () => {
  it('names only tables that exist', (t) => {
    const app = openEmpty(t);
    const tables = app.db.values<string>("SELECT name FROM sqlite_schema WHERE type = 'table'");
    const scopes: Scope[] = [{ kind: 'everything' }, { kind: 'public' }, { kind: 'user', email: 'ada@example.com' }];

    const unknown = scopes.flatMap((scope) => Object.keys(rulesOf(scope)).filter((one) => !tables.includes(one)));

    assert.deepEqual(unknown, []);
    assert.ok(Object.keys(listLeftOut(rulesOf({ kind: 'public' }))).length > 20);
  });
});
