import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { findFormat } from '../../../src/import/formats.ts';
import { isSound } from '../../../src/verify/report.ts';
import { verifyDataDir } from '../../../src/verify/verify.ts';
import { dump as dumpRows, importBroken, importFiles, makeFolder, openEmpty } from '../scene.ts';
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
    assert.deepEqual(said, ['The archive holds no rocketchat_message.bson.']);
    assert.deepEqual(dumpRows(app), before);
  });
});
