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
import { channels, ids, realmTables } from '../import/zulip-export.ts';
import { makeScene, marksIn, now } from './marked-scene.ts';

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

  it('has edits only as far as the organization shows them', async (t) => {
    const app = await makeScene(t);
    const as = await clientsOf(t, app);
    const note = { type: 'channel', to: channels.general, topic: 'notes', content: 'public-of-hasty' };
    const { body } = await as(ids.alice).post('/messages', note);
    await as(ids.alice).patch(`/messages/${body.id}`, { content: 'calm' });
    const seen: Record<string, unknown> = {};

    for (const policy of ['all', 'moves', 'none']) {
      await as(ids.owner).patch('/realm', { message_edit_history_visibility_policy: policy });
      const files = await readArchive(t, await exportOf(t, app, { kind: 'public' }));
      const [move, edit] = rowsIn(files, 'message_edits');
      seen[policy] = [move?.prev_topic, edit?.prev_content, marksIn(files).includes('public-of-hasty')];
    }

    assert.deepEqual(seen, {
      all: ['before', 'public-of-hasty', true],
      moves: ['before', '', false],
      none: ['plans', '', false],
    });
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

  it('can be imported where nothing is public yet', async (t) => {
    const silent = openEmpty(t);
    const closed = openEmpty(t);
    const tables = realmTables();
    await importFiles(t, closed, {
      'realm.json': {
        ...tables,
        zerver_stream: (tables.zerver_stream ?? []).map((one) => ({ ...one, invite_only: true })),
      },
      'messages-000001.json': { zerver_message: [], zerver_usermessage: [] },
    });
    const quiet = openEmpty(t);
    await importFiles(t, quiet, {
      'realm.json': tables,
      'messages-000001.json': { zerver_message: [], zerver_usermessage: [] },
    });
    for (const app of [silent, closed, quiet]) {
      const copy = openEmpty(t);

      await importFiles(t, copy, {}, { format: 'chatd', file: await exportOf(t, app, { kind: 'public' }) });

      assert.ok(isSound(await verifyDataDir(copy.config.data_dir)));
    }
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
