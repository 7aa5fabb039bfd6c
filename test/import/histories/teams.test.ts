import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findFormat } from '../../../src/import/formats.ts';
import { isSound } from '../../../src/verify/report.ts';
import { verifyDataDir } from '../../../src/verify/verify.ts';
import { importBroken, importFiles, makeFolder, openEmpty } from '../scene.ts';
import { zipFiles } from '../zip-file.ts';
import { presentMessages, remarksOf } from './present.ts';
import { ada, graphFiles, message, olga } from './teams-export.ts';
import { personalExport } from './teams-personal.ts';

describe('chatd import teams', () => {
  it('brings messages with subjects, replies, mentions, hosted contents, quotations and code', async (t) => {
    const app = openEmpty(t);
    const { tally } = await importFiles(t, app, graphFiles(), { format: 'teams' });
    const [picture] = app.db.values<string>('SELECT path_id FROM attachments');
    const [ada] = app.db.values<number>("SELECT id FROM users WHERE full_name = 'Ada Adams'");

    assert.deepEqual(presentMessages(app), [
      ['Olga Owner', 'General>Which kettle?', `## Which kettle?\n\nAsk @**Ada Adams|${ada}**, **now** or ∗never∗`],
      ['Ada Adams', 'General>Which kettle?', 'Glass 🙂'],
      ['Ada Adams', 'General>', `See\n\n[1700000003000-1.png](/user_uploads/${picture})`],
      ['Olga Owner', 'General>', '[plan.docx](https://corp.sharepoint.com/plan.docx)'],
      ['Ada Adams', 'General>', '> [Ada Adams](/#narrow/channel/1-General/topic//near/3): See\n\nThat one'],
      ['CI', 'General>', '```\nmake\ntest\n```'],
      ['Ada Adams', 'Ada Adams + Olga Owner', 'Lunch ∗ 2?'],
    ]);
    assert.deepEqual(app.db.tuples('SELECT message_id, edited_at FROM message_edits'), [[1, 1_700_000_050]]);
    assert.deepEqual(
      app.db.tuples('SELECT emoji_name, full_name FROM reactions JOIN users u ON u.id = user_id ORDER BY 1'),
      [
        ['+1', 'Ada Adams'],
        ['tada', 'Olga Owner'],
      ],
    );
    assert.deepEqual(remarksOf(tally), [
      '1 files: the archive lacks their content',
      '1 messages: they are notices about joins, calls and changes',
      '1 messages: they were deleted',
      '1 reactions: the archive lacks their emoji',
    ]);
    assert.ok(isSound(await verifyDataDir(app.config.data_dir)));
  });

  it("brings chats and channels of an export of one's own data", async (t) => {
    const app = openEmpty(t);
    const folder = makeFolder(t);
    writeFileSync(join(folder, 'export.zip'), zipFiles(personalExport()));
    const file = join(folder, 'export.zip');
    assert.equal(await findFormat(file, folder), 'teams');
    const { tally } = await importFiles(t, app, {}, { format: 'teams', file });
    assert.deepEqual(presentMessages(app), [
      ['Olga Owner', 'Ada Adams + Olga Owner', 'Lunch?'],
      ['Olga Owner', 'Ada Adams + Olga Owner', 'a < b'],
      ['Olga Owner', 'Ada Adams + Olga Owner', 'Now, **please**'],
      ['Ada Adams', '8:live:bo + Ada Adams + Olga Owner', 'Green'],
      ['Ada Adams', 'Plans>', '## Why\n\npsst'],
    ]);
    assert.deepEqual(app.db.tuples('SELECT name, invite_only FROM channels'), [['Plans', 1]]);
    assert.deepEqual(app.db.tuples('SELECT edited_at FROM message_edits'), [[1_700_000_009]]);
    assert.deepEqual(
      remarksOf(tally).filter((line) => / messages: /.test(line)),
      ['1 messages: they are notices about joins, calls and changes', '1 messages: they were deleted'],
    );
    assert.ok(isSound(await verifyDataDir(app.config.data_dir)));
  });

  it('brings people by address, teams as folders, and channels that only their members may read as private', async (t) => {
    const app = openEmpty(t);
    await importFiles(t, app, graphFiles(), { format: 'teams' });
    assert.deepEqual(
      app.db.tuples('SELECT full_name, email, role, bot_type FROM users WHERE is_system_bot = 0 ORDER BY email DESC'),
      [
        ['Olga Owner', 'olga@example.com', 400, null],
        ['CI', 'app1@teams.invalid', 400, 1],
        ['Ada Adams', 'ada@example.com', 600, null],
      ],
    );
    assert.deepEqual(
      app.db.tuples(`SELECT c.name, c.invite_only, f.name, (SELECT count(*) FROM subscriptions s WHERE s.channel_id = c.id)
        FROM channels c JOIN channel_folders f ON f.id = c.folder_id ORDER BY c.id`),
      [
        ['General', 0, 'Kitchen', 3],
        ['Secret', 1, 'Kitchen', 0],
      ],
    );
  });

  it('reads single records, forwarded messages, cards, and the times of .NET', async (t) => {
    const app = openEmpty(t);
    const attached = (contentType: string, content: object) => {
      return { attachments: [{ id: 'a', contentType, content: JSON.stringify(content) }] };
    };
    const inChat = { chatId: '19:tea@thread.v2', channelIdentity: null };
    const forwarded = { originalMessageContent: '<p>As <b>said</b></p>' };
    const card = {
      type: 'AdaptiveCard',
      body: [{ type: 'TextBlock', text: 'Built' }, { facts: [{ title: 'by', value: 1 }] }],
    };
    await importFiles(
      t,
      app,
      {
        'chat.json': {
          id: '19:tea@thread.v2',
          topic: 'Tea',
          chatType: 'group',
          members: [
            { userId: 'u-olga', displayName: 'Olga Owner', email: 'olga@example.com' },
            { userId: 'u-ada', displayName: 'Ada Adams', email: 'ada@example.com' },
          ],
        },
        'messages.json': [
          message(1, olga, 'See', { ...inChat, ...attached('forwardedMessageReference', forwarded) }),
          message(2, ada, '', { ...inChat, ...attached('application/vnd.microsoft.card.adaptive', card) }),
          message(3, ada, 'Later', { ...inChat, createdDateTime: '/Date(1700000003000)/' }),
          message(4, ada, 'Last', { ...inChat, createdDateTime: '2023-11-14 22:13:24 UTC' }),
        ],
      },
      { format: 'teams' },
    );
    assert.deepEqual(presentMessages(app), [
      ['Olga Owner', 'Ada Adams + Olga Owner', 'See\n\n> As **said**'],
      ['Ada Adams', 'Ada Adams + Olga Owner', 'Built\n\nby'],
      ['Ada Adams', 'Ada Adams + Olga Owner', 'Later'],
      ['Ada Adams', 'Ada Adams + Olga Owner', 'Last'],
    ]);
    assert.equal(app.db.value("SELECT email FROM users WHERE full_name = 'Ada Adams'"), 'ada@example.com');
    assert.deepEqual(
      app.db.values('SELECT sent_at FROM messages'),
      [1, 2, 3, 4].map((second) => 1_700_000_000 + second),
    );
  });

  const breaks: Readonly<Record<string, [fields: Record<string, unknown>, said: RegExp]>> = {
    'without an id': [{ id: undefined }, /"id" is missing\.$/],
    'of nobody': [{ from: null }, /"from" is missing\.$/],
    'at no time': [{ createdDateTime: 'x' }, /"createdDateTime" is not a time\.$/],
    'in no place': [{ channelIdentity: null }, /it is in no channel and no chat\.$/],
    'without a body': [{ body: 7 }, /"body" is not an object\.$/],
  };
  for (const [name, [fields, said]] of Object.entries(breaks)) {
    it(`leaves out a message ${name}, and brings all others`, async (t) => {
      const problems = await importBroken(t, graphFiles(message(90, olga, 'Broken', fields)), { format: 'teams' });
      assert.ok(
        problems.some((one) => said.test(one)),
        JSON.stringify(problems, undefined, 1),
      );
    });
  }
});
