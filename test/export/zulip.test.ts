import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { contentFile } from '../../src/uploads/store.ts';
import { listUsers } from '../../src/users/user.ts';
import { crawl } from '../import/crawl.ts';
import { makeDemo } from '../import/demo.ts';
import { clientsOf, importFiles, openEmpty } from '../import/scene.ts';
import { until } from '../support/until.ts';
import { exportForZulip, unpack } from './zulip-files.ts';

type Tables = Record<string, Record<string, unknown>[]>;

/** An export of a real server. */
function realExport(name: string): string {
  return fileURLToPath(new URL(`../import/exports/${name}.tar.gz`, import.meta.url));
}

/** All lists of records by file and table. */
function readTables(folder: string): Tables {
  const files = globSync(join(folder, '**/*.json')).filter((path) => !/(stats|migration_status)\.json$/.test(path));
  return Object.fromEntries(
    files.flatMap((path) => {
      const name = relative(folder, path);
      const content = JSON.parse(readFileSync(path, 'utf8')) as Tables | Tables[string];
      return Array.isArray(content)
        ? [[name, content]]
        : Object.entries(content).map(([table, records]) => [`${name} ${table}`, records]);
    }),
  ) as Tables;
}

/** An export of a real server, and what it is after it was here. */
async function roundTrip(t: TestContext, name: string) {
  const app = openEmpty(t);
  await importFiles(t, app, {}, { file: realExport(name) });
  const before = await unpack(t, realExport(name));
  const { folder: after } = await exportForZulip(t, app);
  return { before: readTables(before), after: readTables(after), folders: [before, after] as const };
}

/** Tables with another number of records. */
function countDifferences(before: Tables, after: Tables): Record<string, [number, number | undefined]> {
  const counts = Object.keys({ ...before, ...after }).map((table): [string, [number, number | undefined]] => {
    return [table.replace(/^realm\.json zerver_/, ''), [before[table]?.length ?? 0, after[table]?.length]];
  });
  return Object.fromEntries(counts.filter(([, [one, other]]) => one !== other).sort());
}

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

/** Fields that are in one of the two alone, and those with types that the first does not have. */
function fieldDifferences(before: Tables, after: Tables): string[] {
  return Object.entries(before).flatMap(([table, records]) => {
    const others = after[table] ?? [];
    const [first] = records;
    const [other] = others;
    if (!first || !other) return [];
    const names = new Set([...Object.keys(first), ...Object.keys(other)]);
    const odd = [...names].filter((name) => Object.hasOwn(first, name) !== Object.hasOwn(other, name));
    const types = (list: Tables[string], name: string) => new Set(list.map((record) => typeOf(record[name])));
    const strange = [...names].filter((name) =>
      [...types(others, name)].some((type) => !types(records, name).has(type)),
    );
    return [...odd, ...strange].map((name) => `${table}: ${name}`);
  });
}

/** Numbers of records before and after that differ for the same reason in both. */
const alwaysLeft = {
  // How people log in is the new server's matter; e-mail addresses and passwords are always possible.
  realmauthenticationmethod: [11, 1],
  // There are two system bots here.
  userprofile_crossrealm: [3, 2],
  // Messages that welcome people are not prepared.
  onboardingusermessage: [12, 0],
} as const;

/** No statistics are kept; of the log, who joined and left channels; of hints, nothing; of programs, those in use. */
const filesRest = {
  ...alwaysLeft,
  'analytics.json analytics_realmcount': [1, 0],
  'analytics.json analytics_usercount': [4, 0],
  useractivity: [388, 0],
  useractivityinterval: [1, 0],
  realmauditlog: [512, 74],
  onboardingstep: [12, 0],
  realmexport: [2, 0],
  client: [4, 3],
  // A message of the history that a user has read and not flagged has no record.
  'messages-000001.json zerver_usermessage': [462, 450],
  // Empty values are none.
  customprofilefieldvalue: [10, 8],
  // The address of one is no address.
  realmfilter: [5, 4],
};

const largeRest = {
  ...alwaysLeft,
  'analytics.json analytics_usercount': [18, 0],
  useractivity: [313, 0],
  realmauditlog: [956, 449],
  onboardingstep: [10, 0],
  realmexport: [1, 0],
  client: [3, 2],
  // As above; and who received a message follows from subscriptions, also of people who are deactivated since.
  'messages-000001.json zerver_usermessage': [2156, 2157],
  // Permissions that are as usual share the group that is.
  usergroup: [550, 294],
  usergroupmembership: [512, 256],
};

describe('chatd export --format zulip', () => {
  it('gives the archive of a real server back, with files: all fields, and all records but for a listed rest', async (t) => {
    const { before, after, folders } = await roundTrip(t, 'files');

    assert.deepEqual(fieldDifferences(before, after), ['messages-000001.json zerver_message: search_tsvector']);
    assert.deepEqual(countDifferences(before, after), filesRest);
    const status = (folder: string) => JSON.parse(readFileSync(join(folder, 'migration_status.json'), 'utf8'));
    assert.deepEqual(status(folders[1]), status(folders[0]));
    for (const kind of ['uploads', 'avatars', 'emoji', 'realm_icons']) {
      const records = after[`${kind}/records.json`] ?? [];
      for (const { path } of records) assert.ok(existsSync(join(folders[1], kind, String(path))), String(path));
    }
    for (const { path, size } of after['uploads/records.json'] ?? []) {
      assert.equal(statSync(join(folders[1], 'uploads', String(path))).size, size);
    }
  });

  it('gives the archive of a larger one back', async (t) => {
    const { before, after } = await roundTrip(t, 'large');

    assert.deepEqual(fieldDifferences(before, after), ['messages-000001.json zerver_message: search_tsvector']);
    assert.deepEqual(countDifferences(before, after), largeRest);
  });

  for (const name of ['files', 'large']) {
    it(`gives all unread messages of subscribers in the archive ${name} back, received and historical`, async (t) => {
      const { before, after } = await roundTrip(t, name);

      const expected = countUnread(before);
      assert.ok((expected.historical ?? 0) > 20);
      assert.deepEqual(countUnread(after), expected);
    });
  }

  it('lets chatd import zulip give all users the same answers, but for drafts and former renderings', async (t) => {
    const app = await makeDemo(t);
    const { file, said } = await exportForZulip(t, app);
    const copy = openEmpty(t);

    await importFiles(t, copy, {}, { file });

    const [before, after] = [await clientsOf(t, app), await clientsOf(t, copy)];
    await until(() => copy.db.value("SELECT 1 FROM pictures WHERE thumbnail = 'waiting'") === undefined);
    for (const { id } of listUsers(app.db).filter(({ is_active, is_system_bot }) => is_active && !is_system_bot)) {
      assert.deepEqual(comparable(await crawl(after(id))), comparable(await crawl(before(id))), `user ${id}`);
    }
    assert.deepEqual(said.left_out, [
      { count: 1, noun: 'drafts', reason: 'the format has no place for them' },
      { count: 10, noun: 'votes and other steps of widgets', reason: 'only chatd reads them in the export' },
      { count: 1, noun: 'entries of the audit log', reason: 'the format has no place for them' },
    ]);
    assert.deepEqual(said.missing_files, []);
  });

  it('says what it cannot hold, and leaves out files that the disk lacks', async (t) => {
    const app = openEmpty(t);
    await importFiles(t, app, {}, { file: realExport('files') });
    const [sha256, count] = app.db.tuples<[string, number]>(
      'SELECT sha256, count(*) FROM attachments GROUP BY sha256 ORDER BY sha256 LIMIT 1',
    )[0] as [string, number];
    rmSync(contentFile(app, sha256));
    app.db.transaction(() => {
      const channel = app.db.value<number>('SELECT min(id) FROM channels') as number;
      app.db.run("UPDATE channels SET topics_policy = 'disable_empty_topic' WHERE id = ?", channel);
      app.db.run("INSERT INTO realm_settings (name, value) VALUES ('media_preview_size', '50')");
      app.db.run('INSERT INTO reminders (user_id, message_id, due_at) SELECT max(id), 1, 1 FROM users');
      app.db.run(
        `INSERT INTO scheduled_messages (sender_id, user_ids, content, rendered_content, client, read_by_sender, due_at)
         SELECT min(id), json_array(min(id) + 1, min(id) + 2, max(id)), 'x', '<p>x</p>', 'x', 0, 4000000000 FROM users`,
      );
    });

    const { said, folder } = await exportForZulip(t, app);

    assert.deepEqual(
      said.left_out.filter(({ noun }) => noun !== 'entries of the audit log'),
      [
        { count: 1, noun: 'settings of the organization', reason: 'Zulip 10.2 does not know them' },
        { count: 1, noun: 'policies of topics of channels', reason: 'Zulip 10.2 does not know them' },
        { count: 1, noun: 'reminders', reason: 'the format has no place for them' },
        {
          count: 1,
          noun: 'scheduled messages',
          reason: 'they are for people who have not written to each other yet',
        },
      ],
    );
    const tables = readTables(folder);
    assert.deepEqual(said.missing_files, [sha256]);
    assert.equal(tables['attachment.json zerver_attachment']?.length, 6 - count);
    assert.equal(tables['uploads/records.json']?.length, 6 - count);
    assert.equal(tables['realm.json zerver_scheduledmessage']?.length, 56);
  });
});

/** Numbers of unread channel messages of users who are subscribed to the channel. */
function countUnread(tables: Tables): Record<string, number> {
  const messages = tables['messages-000001.json zerver_message'] ?? [];
  const recipients = new Map(messages.map(({ id, recipient }) => [id, recipient]));
  const active = (tables['realm.json zerver_subscription'] ?? []).filter((one) => one.active);
  const subscribed = new Set(active.map(({ user_profile, recipient }) => `${user_profile} ${recipient}`));
  const counts: Record<string, number> = { received: 0, historical: 0 };
  for (const { user_profile, message, flags_mask } of tables['messages-000001.json zerver_usermessage'] ?? []) {
    const mask = Number(flags_mask);
    if (mask % 2 === 1 || !subscribed.has(`${user_profile} ${recipients.get(message)}`)) continue;
    const kind = (mask & 1024) === 0 ? 'received' : 'historical';
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Answers without what the form has no place for, and without what is another one on each server. */
function comparable(answers: Record<string, unknown>): unknown {
  const { '/drafts': _, ...rest } = answers;
  const text = JSON.stringify(rest, (name, value) => (name === 'prev_rendered_content' ? undefined : value));
  return JSON.parse(text.replaceAll(/http:\/\/127\.0\.0\.1:\d+|\?key=[\w-]{11}/g, ''));
}
