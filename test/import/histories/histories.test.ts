import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { App } from '../../../src/app.ts';
import { type Format, findFormat } from '../../../src/import/formats.ts';
import { previewPage } from '../../../src/import/preview-page.ts';
import { ImportRefused, UnusableArchive } from '../../../src/import/unusable-archive.ts';
import { isSound } from '../../../src/verify/report.ts';
import { verifyDataDir } from '../../../src/verify/verify.ts';
import { clientsOf, dump, importFiles, makeFolder, openEmpty } from '../scene.ts';
import { bytesOf, zipFiles } from '../zip-file.ts';
import * as campfire from './campfire-storage.ts';
import * as matrix from './matrix-export.ts';
import { presentMessages } from './present.ts';
import * as rocketchat from './rocketchat-dump.ts';
import * as teams from './teams-export.ts';
import { groupFiles, message } from './telegram-export.ts';

type Files = Record<string, unknown>;

/** An archive, a later one of the same source, and the texts of the messages that only the later one has. */
interface Case {
  files: Files;
  later: Files;
  news: string[];
  /** Who somebody of the archive is there, for the list of people. */
  who: string;
}

const whatsapp = `31/12/2020, 23:58 - Ann made this group
31/12/2020, 23:59 - Ann: First
31/12/2020, 23:59 - Ben: same
31/12/2020, 23:59 - Ben: same
01/01/2021, 00:00 - Cy: Third
`;

const cases: Readonly<Record<string, Case>> = {
  telegram: {
    files: groupFiles(),
    later: groupFiles(message(60, 'user12', 'New'), message(61, 'user14', 'I am new', { from: 'Cleo' })),
    news: ['New', 'I am new'],
    who: 'user11',
  },
  rocketchat: {
    files: rocketchat.dump(),
    later: rocketchat.dump(
      rocketchat.message('n1', 60, 'New', { tmid: 'm2' }),
      rocketchat.message('n2', 61, 'I am new', { u: { _id: 'uNew', username: 'cleo', name: 'Cleo' } }),
    ),
    news: ['New', 'I am new'],
    who: 'uOlga',
  },
  matrix: {
    files: matrix.roomFiles(),
    later: matrix.roomFiles(matrix.text('n1', 'ada', 60, 'New'), matrix.text('n2', 'cleo', 61, 'I am new')),
    news: ['New', 'I am new'],
    who: '@olga:example.org',
  },
  campfire: {
    files: campfire.storage(),
    later: campfire.storage(
      { id: 60, room: 1, user: 2, body: '<div>New</div>' },
      { id: 61, room: 2, user: 9, body: '<div>I am new</div>' },
    ),
    news: ['New', 'I am new'],
    who: 'olga@example.com',
  },
  teams: {
    files: teams.graphFiles(),
    later: teams.graphFiles(
      teams.message(60, teams.olga, 'New'),
      teams.message(61, { user: { id: 'u-new', displayName: 'Cleo' } }, 'I am new'),
    ),
    news: ['New', 'I am new'],
    who: 'u-olga',
  },
  whatsapp: {
    files: { 'WhatsApp Chat with Tea.txt': whatsapp },
    later: { 'WhatsApp Chat with Tea.txt': `${whatsapp}01/01/2021, 00:00 - Cy: Third\n02/01/2021, 00:00 - Dee: New\n` },
    news: ['Third', 'New'],
    who: 'Ann',
  },
};

const formats = Object.entries(cases) as [Format, Case][];

for (const [format, { files, later, news, who }] of formats) {
  describe(`an archive of ${format}`, () => {
    const run = (t: TestContext, app: App, one: Files, options = {}) =>
      importFiles(t, app, one, { format, ...options });

    it('is found out by its files, in a folder and in a .zip', async (t) => {
      const app = openEmpty(t);
      const folder = makeFolder(t);
      writeFileSync(join(folder, 'a.zip'), zipFiles(files));
      assert.equal(await findFormat(join(folder, 'a.zip'), app.config.data_dir), format);
    });

    it('adds nothing when it comes again, and a longer one exactly what is new', async (t) => {
      const app = openEmpty(t);
      await run(t, app, files);
      const rows = JSON.stringify(presentMessages(app));
      const counts = app.db.tuples(
        'SELECT (SELECT count(*) FROM users), (SELECT count(*) FROM channels), (SELECT count(*) FROM reactions)',
      );

      const again = await run(t, app, files, { merges: true });
      assert.equal(JSON.stringify(presentMessages(app)), rows);
      assert.deepEqual(
        app.db.tuples(
          'SELECT (SELECT count(*) FROM users), (SELECT count(*) FROM channels), (SELECT count(*) FROM reactions)',
        ),
        counts,
      );
      assert.deepEqual(
        [...again.tally.came.keys()].filter((noun) => noun.endsWith('messages')),
        [],
      );
      await run(t, app, later, { merges: true });
      const all = presentMessages(app);
      assert.equal(JSON.stringify(all.slice(0, all.length - news.length)), rows);
      assert.deepEqual(
        all.slice(-news.length).map(([, , text]) => text),
        news,
      );
      assert.ok(isSound(await verifyDataDir(app.config.data_dir)));
    });

    it('leaves edits, reactions and deletions of meanwhile as they are', async (t) => {
      const app = openEmpty(t);
      await run(t, app, files);
      const { db } = app;
      const [first, other] = db.all<{ id: number; sender_id: number }>(
        'SELECT id, sender_id FROM messages WHERE channel_id = (SELECT channel_id FROM messages WHERE channel_id) ORDER BY id',
      );
      const { id: edited, sender_id: owner } = first as { id: number; sender_id: number };
      db.transaction(() => {
        db.run('UPDATE users SET role = 100, is_active = 1 WHERE id = ?', owner);
        db.run("UPDATE messages SET content = 'edited here' WHERE id = ?", edited);
      });
      const admin = (await clientsOf(t, app))(owner);
      for (const answer of [
        await admin.post(`/messages/${edited}/reactions`, { emoji_name: 'octopus' }),
        await admin.delete(`/messages/${other?.id}`),
      ]) {
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
      }
      db.transaction(() => db.run("DELETE FROM reactions WHERE emoji_name <> 'octopus'"));
      const before = presentMessages(app);

      await run(t, app, files, { merges: true });
      assert.deepEqual(presentMessages(app), before);
      await run(t, app, later, { merges: true });
      assert.deepEqual(presentMessages(app).slice(0, before.length), before);
      assert.equal(presentMessages(app).length, before.length + news.length);
      assert.equal(db.value('SELECT content FROM messages WHERE id = ?', edited), 'edited here');
      assert.deepEqual(db.tuples('SELECT message_id, emoji_name FROM reactions'), [[edited, 'octopus']]);
      assert.ok(isSound(await verifyDataDir(app.config.data_dir)));
    });

    it('has the same counts in a dry run, which changes nothing', async (t) => {
      const app = openEmpty(t);
      const before = dump(app);
      const dry = await run(t, app, files, { isDryRun: true });
      assert.deepEqual(dump(app), before);
      const { tally } = await run(t, app, files);
      assert.deepEqual([dry.tally.came, dry.tally.left, dry.tally.changed], [tally.came, tally.left, tally.changed]);
    });

    it('shows conversations as they are there and would be here, in one page without scripts', async (t) => {
      const app = openEmpty(t);
      const before = dump(app);
      const { shown, tally } = await run(t, app, files, { isDryRun: true, keepsWritten: true });
      assert.deepEqual(dump(app), before);
      const messages = shown.flatMap((one) => one.messages);
      assert.ok(messages.length > 0 && messages.every(({ after }) => after.startsWith('<')));
      assert.ok(messages.filter((one) => one.before !== '').length >= messages.length / 2, JSON.stringify(messages));
      const page = previewPage({ file: 'a<b>.zip', format, tally, conversations: shown });
      assert.match(page, /<h1>What would come from a&lt;b&gt;\.zip<\/h1>/);
      assert.doesNotMatch(page, /<script/i);
    });

    it('gives people the addresses of a list, and says who of it is not there', async (t) => {
      const app = openEmpty(t);
      const people = join(makeFolder(t), 'people.csv');
      writeFileSync(people, `who,address,name\n"${who}",anna@example.com,Anna Own\nnobody;none@example.com\n`);
      const { tally } = await run(t, app, files, { people });
      assert.deepEqual(app.db.values("SELECT full_name FROM users WHERE email = 'anna@example.com'"), ['Anna Own']);
      assert.ok(tally.left.some(({ noun, examples }) => noun === 'people of the list' && examples[0] === 'nobody'));
    });

    it('that is damaged anywhere is imported as far as it can be read, or refused with nothing changed', async (t) => {
      for (const damaged of damages(files)) {
        const app = openEmpty(t);
        app.db.connection.pragma('synchronous = OFF');
        const before = dump(app);
        try {
          await run(t, app, damaged);
          assert.ok(isSound(await verifyDataDir(app.config.data_dir)));
        } catch (error) {
          assert.ok(error instanceof UnusableArchive, String(error));
          assert.deepEqual(dump(app), before);
        }
      }
    });
  });
}

/** The files with the largest one cut off, emptied, filled up, and with single bytes changed. */
function* damages(files: Files): Generator<Files> {
  const [name, content] = Object.entries(files).sort(([, a], [, b]) => bytesOf(b).length - bytesOf(a).length)[0] as [
    string,
    unknown,
  ];
  const bytes = bytesOf(content);
  for (const part of [0, 0.1, 0.5, 0.9]) yield { ...files, [name]: bytes.subarray(0, Math.floor(bytes.length * part)) };
  yield { ...files, [name]: Buffer.alloc(bytes.length, 0xff) };
  yield { ...files, [name]: Buffer.concat([bytes, bytes]) };
  for (let turn = 1; turn <= 6; turn++) {
    const changed = Buffer.from(bytes);
    for (let at = 0; at < 5; at++) changed[(turn * 7919 + at * 104_729) % changed.length] = (turn * 37 + at) % 256;
    yield { ...files, [name]: changed };
  }
}

describe('an export for reading', () => {
  const exports: Readonly<Record<string, RegExp>> = {
    'messages.html': /Pages of HTML are for reading: export it again as JSON\.$/,
    'general.csv': /Tables of CSV lack what an import needs: export it again as JSON\.$/,
    'mail.pst': /A mailbox \(\.pst\) is for Outlook: export it again as JSON\.$/,
  };
  for (const [name, message] of Object.entries(exports)) {
    it(`is refused with what to do: ${name}`, async (t) => {
      const folder = makeFolder(t);
      writeFileSync(join(folder, name), 'x');
      await assert.rejects(findFormat(folder, folder), { name: 'Error', message });
      for (const format of ['telegram', 'discord', 'matrix', 'teams', 'rocketchat'] as const) {
        await assert.rejects(importFiles(t, openEmpty(t), { [name]: 'x' }, { format }), { message });
      }
    });
  }
});

describe('a list of people', () => {
  const wrong: Readonly<Record<string, [text: string, said: RegExp]>> = {
    'with an address that is none': ['a,b@c.de\nAnn,ann', /people\.csv, line 2: "ann" is no e-mail address\.$/],
    'with an address of nobody': [
      ',ann@example.com',
      /people\.csv, line 1: the first column, who it is there, is empty\.$/,
    ],
  };
  for (const [name, [text, said]] of Object.entries(wrong)) {
    it(`is refused ${name}, and nothing is imported`, async (t) => {
      const app = openEmpty(t);
      const before = dump(app);
      const people = join(makeFolder(t), 'people.csv');
      writeFileSync(people, text);
      const refused = importFiles(t, app, groupFiles(), { format: 'telegram', people });
      await assert.rejects(refused, (error) => error instanceof ImportRefused && said.test(error.message));
      assert.deepEqual(dump(app), before);
    });
  }

  it('makes one person of two users of an archive, and one with somebody who is here', async (t) => {
    const app = openEmpty(t);
    const people = join(makeFolder(t), 'people.csv');
    writeFileSync(people, 'Ann\tann@example.com\nBen\tann@example.com\n');
    const files = { 'WhatsApp Chat with Tea.txt': whatsapp };
    await importFiles(t, app, files, { format: 'whatsapp', people });
    const other = { 'WhatsApp Chat with Coffee.txt': whatsapp.replaceAll('Ann', '+49 1') };
    writeFileSync(people, '+49 1,ann@example.com\n');
    await importFiles(t, app, other, { format: 'whatsapp', people, merges: true });

    const sql = "SELECT count(*) FROM messages m JOIN users u ON u.id = sender_id WHERE u.email = 'ann@example.com'";
    assert.equal(app.db.value(sql), 6);
    assert.ok(isSound(await verifyDataDir(app.config.data_dir)));
  });

  it('leaves two of one name apart, and says that the name is that of several', async (t) => {
    const app = openEmpty(t);
    const people = join(makeFolder(t), 'people.csv');
    writeFileSync(people, 'Ann,ann@example.com\n@ann2:example.org,second@example.com\nBen,ben@example.com\n');
    const named = (id: string, displayname: string) =>
      matrix.event(`j${id}`, id, 0, { membership: 'join', displayname }, member(id));
    const member = (id: string) => ({ type: 'm.room.member', state_key: `@${id}:example.org` });
    const messages = ['ann1', 'ann2', 'ann3', 'ben'].map((id, at) => matrix.text(id, id, at, `Tea ${id}`));
    const joins = [named('ann1', 'Ann'), named('ann2', 'ann'), named('ann3', 'Ánn'), named('ben', 'Ben')];

    const { tally } = await importFiles(
      t,
      app,
      { 'a.json': { room_name: 'Tea', messages: [...joins, ...messages] } },
      { format: 'matrix', people },
    );

    const sql = 'SELECT content FROM messages m JOIN users u ON u.id = sender_id WHERE u.email';
    assert.deepEqual(app.db.values(`${sql} = 'ann@example.com'`), []);
    assert.deepEqual(app.db.values(`${sql} = 'second@example.com'`), ['Tea ann2']);
    assert.deepEqual(app.db.values(`${sql} = 'ben@example.com'`), ['Tea ben']);
    assert.equal(app.db.value("SELECT count(*) FROM users WHERE full_name LIKE '_nn' AND bot_type IS NULL"), 3);
    assert.deepEqual(
      tally.left.filter(({ noun }) => noun === 'people of the list').map(({ reason, examples }) => [reason, examples]),
      [['several people of the archive have this name: only an id or address tells them apart', ['Ann']]],
    );
  });
});
