import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { App } from '../../../src/app.ts';
import { importFiles, makeFolder, openEmpty } from '../scene.ts';
import { zip } from '../zip-file.ts';
import { type Fields, message, tsOf, user, wholeExport } from './slack-export.ts';

const day = 'general/2023-11-15.json';
const list = (files: Fields, name: string) => files[name] as Fields[];

/** What an export with some odd records gives. */
async function importOdd(t: TestContext, change: (files: Fields) => void) {
  const files = wholeExport();
  change(files);
  const app = openEmpty(t);
  const { tally } = await importFiles(t, app, files, { format: 'slack' });
  const { tally: whole } = await importFiles(t, openEmpty(t), wholeExport(), { format: 'slack' });
  return { app, tally, lost: (whole.came.get('channel messages') ?? 0) - (tally.came.get('channel messages') ?? 0) };
}

describe('odd records in an export of Slack', () => {
  for (const [written, created] of [
    ['1433558319', 1_433_558_319],
    ['1433558319.75', 1_433_558_319],
    [1_433_558_319.75, 1_433_558_319],
    [null, 0],
  ] as const) {
    it(`takes a time written as ${JSON.stringify(written)}`, async (t) => {
      const { app } = await importOdd(t, (files) =>
        Object.assign(list(files, 'channels.json')[0] as Fields, { created: written }),
      );

      const sql = "SELECT created_at FROM channels WHERE name = 'general'";
      assert.equal(app.db.value<number>(sql), created);
    });
  }

  for (const written of ['true', 'True', '1', 1, true]) {
    it(`takes ${JSON.stringify(written)} as true`, async (t) => {
      const { app } = await importOdd(t, (files) =>
        list(files, 'users.json').push(user('U08', 'Zoe', { deleted: written })),
      );

      assert.equal(app.db.value<number>("SELECT is_active FROM users WHERE full_name = 'Zoe'"), 0);
    });
  }

  const odd: Record<string, unknown> = {
    'without a sender': message('', tsOf(50), 'odd'),
    'without a time': message('U01', undefined as unknown as string, 'odd'),
    'at a time that is none': message('U01', 'noon', 'odd'),
    'from a sender that is no id': message('../ada', tsOf(50), 'odd'),
    'that is a number': 7,
  };
  for (const [name, record] of Object.entries(odd)) {
    it(`leaves out a message ${name}, and says where it is`, async (t) => {
      const { tally, lost } = await importOdd(t, (files) => list(files, day).push(record as Fields));

      assert.equal(lost, 0);
      const remark = tally.left.find(({ reason }) => reason === 'their records are broken');
      assert.equal(remark?.count, 1);
      assert.match(remark?.examples[0] ?? '', /^general\/2023-11-15\.json, line \d+, record 17/);
    });
  }

  const mended: Record<string, [fields: Fields, problem: RegExp]> = {
    reactions: [{ reactions: 'yes' }, /^"reactions" is not a list: read without it$/],
    attachments: [{ attachments: 'yes' }, /^"attachments" is not a list: read without it$/],
    blocks: [{ blocks: {} }, /^"blocks" is not a list: read without it$/],
    'the time of an edit': [{ edited: { ts: 'later' } }, /^"ts" is not a time: read without it$/],
  };
  for (const [name, [fields, problem]] of Object.entries(mended)) {
    it(`imports a message without ${name} that cannot be read, and says so`, async (t) => {
      const { tally, lost } = await importOdd(t, (files) =>
        list(files, day).push(message('U01', tsOf(50), 'odd', fields)),
      );

      assert.equal(lost, -1);
      const remark = tally.changed.find(({ reason }) => problem.test(reason));
      assert.equal(remark?.count, 1);
      assert.match(remark?.examples[0] ?? '', /^general\/2023-11-15\.json, line \d+/);
    });
  }

  const days: Record<string, [text: string | Buffer, said: RegExp]> = {
    'is empty': ['', /^general\/2023-11-15\.json, line 1: it is not JSON/],
    'is no list': ['{"ok": true}', /line 1: it is not a list of messages\.$/],
    'ends in the middle': ['[{"ts": "17', /line 1: the rest is not JSON as expected: it ends in/],
    'is no JSON': ['[{"ts": tea}]', /line 1, record 1 is not JSON as expected/],
    'is not in UTF-8': [Buffer.from('[{"text": "caf\xe9"}]', 'latin1'), /as expected: it is not UT/],
  };
  for (const [name, [content, said]] of Object.entries(days)) {
    it(`leaves out a day that ${name}, and nothing else`, async (t) => {
      const { tally } = await importOdd(t, (files) => Object.assign(files, { [day]: content }));

      const remark = tally.left.find(({ reason }) => reason === 'their records are broken');
      assert.equal(remark?.count, 1);
      assert.match(remark?.examples[0] ?? '', said);
      assert.ok((tally.came.get('channel messages') ?? 0) > 0);
    });
  }

  const lines = (list: unknown) => (list as unknown[]).map((one) => JSON.stringify(one)).join('\n');
  for (const [name, field] of [
    [day, 'messages'],
    ['users.json', 'members'],
    ['channels.json', 'channels'],
  ] as const) {
    it(`reads ${name} as an answer of the API, and record by record`, async (t) => {
      for (const write of [(list: unknown) => JSON.stringify({ ok: true, [field]: list }), lines]) {
        const { lost, tally } = await importOdd(t, (files) => Object.assign(files, { [name]: write(files[name]) }));
        assert.equal(lost, 0);
        assert.deepEqual(
          tally.left.filter(({ reason }) => reason === 'their records are broken'),
          [],
        );
      }
    });
  }

  it('reads a list of one record that is written alone', async (t) => {
    const { app } = await importOdd(t, (files) =>
      Object.assign(files, { 'groups.json': JSON.stringify({ id: 'G77', name: 'alone', members: ['U01'] }) }),
    );
    assert.equal(app.db.value("SELECT count(*) FROM channels WHERE name = 'alone'"), 1);
  });

  for (const name of [day, 'users.json', 'channels.json']) {
    it(`reads ${name} with a byte order mark`, async (t) => {
      const { lost, tally } = await importOdd(t, (files) =>
        Object.assign(files, { [name]: `\ufeff${JSON.stringify(files[name])}` }),
      );

      assert.equal(lost, 0);
      assert.ok(!tally.left.some(({ reason }) => reason === 'their records are broken'));
    });
  }

  it('takes a time of a message that is a number', async (t) => {
    const { lost } = await importOdd(t, (files) =>
      list(files, day).push(message('U01', 1_700_006_450.5 as unknown as string, 'half past')),
    );

    assert.equal(lost, -1);
  });

  for (const [name, full_name, email] of [
    ['is none', 'Zoe', 'zoe'],
    ['has a space', 'Zoe', 'zoe z@example.com'],
    ['is used twice', 'Ada Other', 'ada@example.com'],
    ['is used twice in other letters', 'Ada Other', 'ADA@Example.com'],
  ] as const) {
    it(`gives another address to a user whose address ${name}`, async (t) => {
      const { app, tally } = await importOdd(t, (files) =>
        list(files, 'users.json').push(user('U08', full_name, { profile: { real_name: full_name, email } })),
      );

      const sql = 'SELECT email FROM users WHERE full_name = ?';
      assert.equal(app.db.value<string>(sql, full_name), 'u08@slack.invalid');
      const named = tally.changed.filter(({ examples }) => examples.includes(full_name));
      assert.equal(named.length, 1);
    });
  }
});

describe('names of emoji in an export of Slack', () => {
  for (const [name, code] of [
    ['simple_smile', '1f642'],
    ['wave::skin-tone-3', '1f44b'],
    ['+1', '1f44d'],
  ] as const) {
    it(`knows ${name}`, async (t) => {
      const { app } = await importOdd(t, (files) => {
        const reactions = [{ name, users: ['U02'], count: 1 }];
        list(files, day).push(message('U01', tsOf(50), 'hello', { reactions }));
      });

      const sql = 'SELECT emoji_code FROM reactions ORDER BY message_id';
      assert.ok(app.db.values<string>(sql).includes(code));
    });
  }
});

describe('a zip archive with names in UTF-8', () => {
  for (const [name, flags] of [
    ['größe-日本', 0],
    ['größe-日本', 0x800],
    ['größe'.normalize('NFD'), 0],
    ['кофе', 0],
  ] as const) {
    it(`finds the messages of ${name} with the flags ${flags}`, async (t) => {
      const records = {
        'users.json': [user('U01', 'Olga')],
        'channels.json': [{ id: 'C01', name: name.normalize('NFC'), created: 1, members: ['U01'] }],
        [`${name}/2023-11-15.json`]: [message('U01', tsOf(1), 'found')],
      };
      const file = join(makeFolder(t), 'export.zip');
      const entries = Object.entries(records).map(([path, content]) => {
        return { name: path, bytes: Buffer.from(JSON.stringify(content)), language: flags };
      });
      writeFileSync(file, zip(entries));

      const { tally } = await importFiles(t, openEmpty(t), {}, { format: 'slack', file });

      assert.equal(tally.came.get('channel messages'), 1);
      assert.deepEqual(tally.left, []);
    });
  }
});

describe('a file that is missing in an export of Slack', () => {
  for (const [file, shown, reason] of [
    [{ mode: 'hidden_by_limit' }, '(file that Slack did not export: F09)', /the plan of the workspace hides them/],
    [{ mode: 'tombstone' }, '(deleted file: F09)', /^they were deleted$/],
    [{ file_access: 'file_not_found' }, '(deleted file: F09)', /^they were deleted$/],
    [{ name: 'a.txt', url_private: 'https://x.test/a' }, 'a.txt', /lacks their content/],
  ] as const) {
    it(`is told with the reason: ${JSON.stringify(file)}`, async (t) => {
      const { app, tally } = await importOdd(t, (files) => {
        list(files, day).push(message('U01', tsOf(9000), 'A file', { files: [{ id: 'F09', ...file }] }));
      });

      const contents = app.db.values<string>("SELECT content FROM messages WHERE content LIKE 'A file%'");
      assert.ok(contents.length === 1 && contents[0]?.includes(shown), JSON.stringify([contents, tally.left]));
      assert.ok(
        tally.left.some((one) => one.noun === 'files' && reason.test(one.reason)),
        JSON.stringify(tally.left),
      );
    });
  }
});

describe('what is told of an export of Slack', () => {
  it('has a line for each broken record and field, and counts at the end', async (t) => {
    const lines: string[] = [];
    const files = wholeExport();
    list(files, day).push(message('', tsOf(50), 'odd'), message('U01', 'noon', 'odd'));
    list(files, day).push(message('U01', undefined as unknown as string, 'odd'));
    Object.assign(list(files, 'users.json')[1] as Fields, { tz: 7 });
    const { tally } = await importFiles(t, openEmpty(t), files, {
      format: 'slack',
      onFault: (line) => lines.push(line),
    });

    assert.deepEqual(
      lines.map((line) => line.replace(/line \d+/, 'line')),
      [
        'Read without a field: users.json, line, record 2: "tz" is not a text.',
        'Left out of the messages: general/2023-11-15.json, line, record 17: it has no sender.',
        'Left out of the messages: general/2023-11-15.json, line, record 18: "ts" is not a time.',
        'Left out of the messages: general/2023-11-15.json, line, record 19: "ts" is missing.',
      ],
    );
    const counts = [...tally.left, ...tally.changed].filter(({ reason }) => /broken|without it/.test(reason));
    assert.deepEqual(
      counts.map(({ noun, count }) => [noun, count]),
      [
        ['messages', 3],
        ['fields', 1],
      ],
    );
  });

  it('never counts none', async (t) => {
    const reactions = [{ name: 'gone', users: [], count: 0 }];
    const { tally } = await importOdd(t, (files) => {
      list(files, day).push(message('U01', tsOf(50), 'odd', { reactions }));
    });

    assert.ok([...tally.left, ...tally.changed].every(({ count }) => count > 0));
  });

  it('names files of a conversation that are no days', async (t) => {
    const { tally } = await importOdd(t, (files) =>
      Object.assign(files, { 'general/canvas_in_the_conversation.json': [] }),
    );

    const told = tally.left.find(({ reason }) => reason === 'there are no canvases');
    assert.deepEqual(told?.examples, ['general/canvas_in_the_conversation.json']);
  });

  it('gives the true reason for names that are cut', async (t) => {
    const { tally } = await importOdd(t, (files) => {
      list(files, 'users.json').push(user('U08', 'Zoe '.repeat(40)));
      list(files, 'channels.json').push({ id: 'C09', name: 'x'.repeat(80), members: [] });
    });

    const reasons = tally.changed.map(({ noun, reason }) => `${noun}: ${reason}`);
    assert.ok(reasons.includes('users: their names are longer than 100 characters'), reasons.join('\n'));
    assert.ok(reasons.includes('channels: their names are longer than 60 characters'), reasons.join('\n'));
  });

  it('is imported without users.json', async (t) => {
    const { 'users.json': _, ...files } = wholeExport();
    const app = openEmpty(t);
    const { tally } = await importFiles(t, app, files, { format: 'slack' });

    assert.ok((tally.came.get('channel messages') ?? 0) > 0);
    assert.ok(tally.left.some(({ examples }) => examples.includes('users.json is missing.')));
  });
});

describe('a reply in a direct conversation of Slack', () => {
  const first = message('U01', tsOf(60), 'Lunch?', { thread_ts: tsOf(60) });
  const reply = message('U02', tsOf(61), 'At noon', { thread_ts: tsOf(60) });
  const second = message('U01', tsOf(62), 'Good', { thread_ts: tsOf(60) });

  for (const [name, records, texts] of [
    ['quotes the message that began the thread', [first, reply], ['Lunch?', '> Lunch?\n\nAt noon']],
    ['quotes nothing if that is missing', [reply], ['At noon']],
    ['does not quote another reply either', [reply, second], ['At noon', 'Good']],
  ] as const) {
    it(name, async (t) => {
      const { app } = await importOdd(t, (files) => Object.assign(files, { 'D01/2023-11-15.json': records }));

      const sql = `SELECT content FROM messages m JOIN users u ON u.id = m.sender_id WHERE channel_id IS NULL
        AND full_name <> 'Gina Guest' ORDER BY m.id`;
      assert.deepEqual(app.db.values(sql), texts);
    });
  }

  const texts = (app: App) => app.db.values<string>('SELECT content FROM messages ORDER BY id');
  const own = (name: string, records: unknown): Fields => ({
    'users.json': [user('U01', 'Olga Owner')],
    'channels.json': [{ id: 'C01', name: 'tea', created: 1_690_000_100, members: ['U01'] }],
    [name]: records,
  });
  for (const name of ['tea.json', 'C01.json', 'channels/tea/2023-11-15.json', 'messages/C01/2023-11-15.json']) {
    it(`finds the messages of a channel in ${name}`, async (t) => {
      const app = openEmpty(t);
      const { tally } = await importFiles(t, app, own(name, [message('U01', tsOf(1), 'Green')]), { format: 'slack' });
      assert.deepEqual(texts(app), ['Green']);
      assert.deepEqual(tally.left, []);
    });
  }

  it('counts files of messages in other places', async (t) => {
    const files = own('teams/away/tea/2023-11-15.json', [message('U01', tsOf(1), 'Green')]);
    const { tally } = await importFiles(t, openEmpty(t), files, { format: 'slack' });
    assert.deepEqual(
      tally.left.map(({ noun, count }) => `${count} ${noun}`),
      ['1 files of messages'],
    );
  });

  it('names people of the organization, apps, and huddles, and leaves out notices to one person', async (t) => {
    const app = openEmpty(t);
    const records = [
      message('W02', tsOf(1), 'From afar'),
      message('U0APP', tsOf(2), 'Built', { bot_id: 'B1', bot_profile: { id: 'B1', name: 'Builder' } }),
      message('U01', tsOf(3), '', { subtype: 'huddle_thread', room: { id: 'R1' } }),
      message('U01', tsOf(4), '', { subtype: 'reminder_add' }),
    ];
    const files = {
      ...own('tea/2023-11-15.json', records),
      'org_users.json': [user('U01', 'Olga Owner'), user('W02', 'Ada Afar')],
    };
    await importFiles(t, app, files, { format: 'slack' });
    assert.deepEqual(
      app.db.tuples('SELECT full_name, content FROM messages m JOIN users u ON u.id = sender_id ORDER BY m.id'),
      [
        ['Ada Afar', 'From afar'],
        ['Builder', 'Built'],
        ['Olga Owner', '(huddle)'],
      ],
    );
  });
});
