import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { findFormat } from '../../../src/import/formats.ts';
import { isSound } from '../../../src/verify/report.ts';
import { verifyDataDir } from '../../../src/verify/verify.ts';
import { dump as dumpRows, importBroken, importFiles, makeFolder, openEmpty } from '../scene.ts';
import { zipFiles } from '../zip-file.ts';
import { presentMessages, remarksOf } from './present.ts';
import { bson, dump, inOneFile, message, packed } from './rocketchat-dump.ts';

describe('chatd import rocketchat', () => {
  it('brings the texts of the blocks that apps write', async (t) => {
    const app = openEmpty(t);
    const blocks = [
      { type: 'section', text: { type: 'mrkdwn', text: 'Built *well*' } },
      { type: 'actions', elements: [] },
    ];
    await importFiles(t, app, dump(message('b1', 60, '', { blocks })), { format: 'rocketchat' });
    assert.equal(presentMessages(app).at(-1)?.[2], 'Built **well**');
  });

  it('brings messages with threads, quotations, mentions, files, cards and pins', async (t) => {
    const app = openEmpty(t);
    const { tally } = await importFiles(t, app, dump(), { format: 'rocketchat' });
    const [picture] = app.db.values<string>('SELECT path_id FROM attachments');
    const [ada] = app.db.values<number>("SELECT id FROM users WHERE full_name = 'Ada Adams'");
    const topic = 'What about tea, @ada.a and @all? See #general, not #tea';

    assert.deepEqual(presentMessages(app), [
      [
        'Olga Owner',
        `general>${topic}`,
        `What about **tea**, @**Ada Adams|${ada}** and @**all**? See #**general**, not #tea`,
      ],
      ['Ada Adams', `general>${topic}`, 'Green'],
      [
        'Ada Adams',
        'general>',
        '> [Olga Owner](/#narrow/channel/1-general/topic/What.20about.20tea.2C.20.40ada.2Ea.20and.20.40all.3F.20See.20.23general.2C.20not.20.23tea/near/1): ' +
          `${topic}\n\nLater`,
      ],
      ['Olga Owner', 'general>', `A shot\n\n[shot.png](/user_uploads/${picture})`],
      ['Olga Owner', 'general>', '(file: lost.pdf)'],
      [
        'Rocket.Cat',
        'general>',
        '**CI:**\n\nBuilt\n\n## [Build 7](https://ci.example/7)\n\nall **good**\n\n**Took**: 3 s',
      ],
      ['Ada Adams', 'Tea>', 'psst'],
      ['Ada Adams', 'Ada Adams + Olga Owner', 'Lunch?'],
    ]);
    assert.deepEqual(
      app.db.tuples(
        'SELECT emoji_name, reaction_type, u.full_name FROM reactions JOIN users u ON u.id = user_id ORDER BY 1',
      ),
      [
        ['+1', 'unicode_emoji', 'Ada Adams'],
        ['party', 'realm_emoji', 'Olga Owner'],
      ],
    );
    assert.deepEqual(remarksOf(tally), [
      '1 channels: conversations with visitors of a website do not come along',
      '1 files: the archive lacks their content',
      '1 messages: they are earlier versions of others',
      '1 messages: they are encrypted',
      '1 messages: they are in no channel that comes along',
      '1 messages: they are notices about joins, leaves and changes',
      '1 reactions: the archive does not name their users',
      '1 reactions: the archive lacks their emoji',
    ]);
    assert.equal(app.db.value("SELECT count(*) FROM message_flags WHERE flag = 'starred'"), 1);
    assert.ok(isSound(await verifyDataDir(app.config.data_dir)));
  });

  it('brings people with roles and addresses, rooms with their members, and teams as folders', async (t) => {
    const app = openEmpty(t);
    await importFiles(t, app, dump(), { format: 'rocketchat' });
    assert.deepEqual(
      app.db.tuples(
        'SELECT full_name, email, role, bot_type IS NOT NULL FROM users WHERE is_system_bot = 0 ORDER BY 2',
      ),
      [
        ['Ada Adams', 'ada@example.com', 400, 0],
        ['Olga Owner', 'olga@example.com', 200, 0],
        ['Rocket.Cat', 'rocket.cat@rocketchat.invalid', 400, 1],
      ],
    );
    assert.deepEqual(
      app.db.tuples(`SELECT c.name, c.invite_only, c.description, f.name, (SELECT count(*) FROM subscriptions s WHERE s.channel_id = c.id)
        FROM channels c LEFT JOIN channel_folders f ON f.id = c.folder_id ORDER BY c.id`),
      [
        ['general', 0, 'All things', null, 3],
        ['Tea', 1, '', 'Kitchen', 1],
      ],
    );
  });

  it('brings the same from a dump that is packed by gzip', async (t) => {
    const [plain, zipped] = [openEmpty(t), openEmpty(t)];
    await importFiles(t, plain, dump(), { format: 'rocketchat' });
    await importFiles(t, zipped, packed(dump()), { format: 'rocketchat' });
    const textsOf = (app: typeof plain) => JSON.stringify(presentMessages(app)).replace(/user_uploads[^)]*/g, '');
    assert.equal(textsOf(zipped), textsOf(plain));
  });

  it('brings the same from a dump in one file, packed or not, up to where it is cut off', async (t) => {
    const plain = openEmpty(t);
    await importFiles(t, plain, dump(), { format: 'rocketchat' });
    const textsOf = (app: typeof plain) => JSON.stringify(presentMessages(app)).replace(/user_uploads[^)]*/g, '');
    const whole = inOneFile(dump());
    for (const bytes of [whole, gzipSync(whole), whole.subarray(0, whole.length - 70)]) {
      const folder = makeFolder(t);
      const file = join(folder, 'db.archive');
      writeFileSync(file, bytes);
      const app = openEmpty(t);
      assert.equal(await findFormat(file, folder), 'rocketchat');
      await importFiles(t, app, {}, { format: 'rocketchat', file });
      assert.equal(textsOf(app), textsOf(plain));
    }
  });

  const line = (ts: number, username: string, msg: string, fields: object = {}) => ({
    msg,
    username,
    ts: new Date(1_700_000_000_000 + ts * 1000),
    ...fields,
  });
  const lines = (...records: object[]) => records.map((one) => `${JSON.stringify(one)}\n`).join('');
  const attachment = {
    type: 'file',
    title: 'a.txt',
    title_link: '/file-upload/f1/a.txt',
    fileId: 'f1',
    fileName: 'a.txt',
  };
  const general = lines(
    line(1, 'olga', 'Hello *all*'),
    line(1, 'olga', 'Hello *all*'),
    line(2, 'User_2', 'ada joined', { type: 'uj' }),
    line(3, 'User_2', '', { attachments: [attachment] }),
  );

  it("brings the rooms of an export of one's own data", async (t) => {
    const files = {
      'user.json': { username: 'olga', name: 'Olga Owner', emails: ['olga@example.com'], roles: ['user'] },
      'channels.json': lines(
        { roomId: 'GENERAL', roomName: 'general', type: 'c' },
        { roomId: 'uAdauOlga', roomName: 'uAda', type: 'd' },
      ),
      'general.json': general,
      'uAda.json': lines(line(5, 'User_2', 'Lunch?'), line(6, 'olga', 'Now')),
      'assets/f1-a.txt': 'Tea',
    };
    const app = openEmpty(t);
    const folder = makeFolder(t);
    writeFileSync(join(folder, 'a.zip'), zipFiles(files));
    assert.equal(await findFormat(join(folder, 'a.zip'), folder), 'rocketchat');
    const { tally } = await importFiles(t, app, {}, { format: 'rocketchat', file: join(folder, 'a.zip') });
    const [path] = app.db.values<string>('SELECT path_id FROM attachments');
    assert.deepEqual(presentMessages(app), [
      ['Olga Owner', 'general>', 'Hello **all**'],
      ['Olga Owner', 'general>', 'Hello **all**'],
      ['User_2', 'general>', `[a.txt](/user_uploads/${path})`],
      ['User_2', 'Olga Owner + User_2', 'Lunch?'],
      ['Olga Owner', 'Olga Owner + User_2', 'Now'],
    ]);
    assert.deepEqual(app.db.tuples('SELECT name, invite_only FROM channels'), [['general', 0]]);
    assert.deepEqual(remarksOf(tally), [
      '1 messages: they are notices about joins, leaves and changes',
      '1 users: they occur only in messages: their accounts are deactivated',
    ]);
    assert.ok(isSound(await verifyDataDir(app.config.data_dir)));
  });

  it('brings a room that was exported alone as a private channel, and only once', async (t) => {
    const app = openEmpty(t);
    await importFiles(t, app, { 'general.json': general }, { format: 'rocketchat' });
    await importFiles(
      t,
      app,
      { 'general.json': general + lines(line(9, 'olga', 'New')) },
      { format: 'rocketchat', merges: true },
    );
    assert.deepEqual(
      presentMessages(app).map(([, place, text]) => [place, text]),
      [
        ['general>', 'Hello **all**'],
        ['general>', 'Hello **all**'],
        ['general>', '(file: a.txt)'],
        ['general>', 'New'],
      ],
    );
    assert.deepEqual(app.db.tuples('SELECT name, invite_only FROM channels'), [['general', 1]]);
  });

  it('leaves out a document that is none, and what follows where one is cut off', async (t) => {
    const files = dump();
    const name = 'dump/rocketchat/rocketchat_message.bson';
    const broken = Buffer.from(bson([message('b1', 50, 'Broken')]));
    broken[4] = 0x55;
    const next = bson([message('b2', 51, 'Next')]);
    files[name] = Buffer.concat([files[name] as Buffer, broken, next, next.subarray(0, 30)]);
    const app = openEmpty(t);
    const { tally } = await importFiles(t, app, files, { format: 'rocketchat' });
    assert.equal(presentMessages(app).at(-1)?.[2], 'Next');
    const problems = tally.left
      .filter(({ reason }) => reason === 'their records are broken')
      .flatMap(({ examples }) => examples);
    assert.match(problems.join(), /rocketchat_message\.bson, byte \d+: it is not an object\./);
    assert.match(problems.join(), /rocketchat_message\.bson, byte \d+: the rest holds no documents in BSON\./);
  });

  it('is refused without messages, and nothing changes', async (t) => {
    const app = openEmpty(t);
    const before = dumpRows(app);
    const said = await importBroken(t, { 'users.bson': bson([{ _id: 'x' }]) }, { format: 'rocketchat' });
    assert.deepEqual(said, ['The archive holds no rocketchat_message.bson, and no room that was exported as JSON.']);
    assert.deepEqual(dumpRows(app), before);
  });
});
