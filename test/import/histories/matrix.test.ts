import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findFormat } from '../../../src/import/formats.ts';
import { isSound } from '../../../src/verify/report.ts';
import { verifyDataDir } from '../../../src/verify/verify.ts';
import { importBroken, importFiles, makeFolder, openEmpty } from '../scene.ts';
import { zipFiles } from '../zip-file.ts';
import { event, roomExport, roomFiles, text } from './matrix-export.ts';
import { presentMessages, remarksOf } from './present.ts';

describe('chatd import matrix', () => {
  it('brings a room with threads, answers, edits, reactions, files, and without what was redacted', async (t) => {
    const app = openEmpty(t);
    const { tally } = await importFiles(t, app, roomFiles(), { format: 'matrix' });
    const [picture] = app.db.values<string>('SELECT path_id FROM attachments');
    const [olga] = app.db.values<number>("SELECT id FROM users WHERE full_name = 'Olga Owner'");

    assert.deepEqual(presentMessages(app), [
      ['Olga Owner', 'Tea & Co>', 'What about ∗tea∗?'],
      ['Ada Adams', 'Tea & Co>', `Ask @**Olga Owner|${olga}**, **now**\n- one`],
      [
        'Ada Adams',
        'Tea & Co>',
        '> [Olga Owner](/#narrow/channel/1-Tea-.26-Co/topic//near/1): What about *tea*?\n\nYes',
      ],
      ['Olga Owner', 'Tea & Co>Which kettle?', 'Which kettle?'],
      ['Ada Adams', 'Tea & Co>Which kettle?', 'Glass'],
      ['Olga Owner', 'Tea & Co>', 'Typo'],
      ['Ada Adams', 'Tea & Co>', `[shot.png](/user_uploads/${picture})`],
      ['Ada Adams', 'Tea & Co>', '(file: lost.pdf)'],
      ['Ada Adams', 'Tea & Co>', '/me dances'],
    ]);
    assert.deepEqual(app.db.tuples('SELECT message_id, edited_at FROM message_edits'), [[6, 1_700_000_007]]);
    assert.deepEqual(app.db.tuples('SELECT message_id, emoji_name FROM reactions'), [[6, '+1']]);
    assert.deepEqual(
      app.db.tuples('SELECT name, description, invite_only, (SELECT count(*) FROM subscriptions) FROM channels'),
      [['Tea & Co', 'All about tea', 1, 3]],
    );
    assert.deepEqual(remarksOf(tally), [
      '1 files: the archive lacks their content',
      '1 messages: they are encrypted',
      '2 messages: they were deleted',
      '3 messages: they are notices about joins, leaves and changes',
      '3 users: the archive has no e-mail address for them: they get one that receives no mail',
    ]);
    assert.ok(isSound(await verifyDataDir(app.config.data_dir)));
  });

  it('brings a room that was made for two as a direct conversation, and lists of events from the API', async (t) => {
    const app = openEmpty(t);
    const join = (name: string) =>
      event(
        `j${name}`,
        name,
        0,
        { membership: 'join', displayname: name, is_direct: true },
        { type: 'm.room.member', state_key: `@${name}:example.org` },
      );
    await importFiles(
      t,
      app,
      { 'a.json': { chunk: [text('1', 'olga', 1, 'Psst'), join('olga'), join('ada')] } },
      { format: 'matrix' },
    );
    assert.deepEqual(presentMessages(app), [['olga', 'ada + olga', 'Psst']]);
  });

  it('brings polls by their text for programs that know none', async (t) => {
    const app = openEmpty(t);
    const poll = (id: string, type: string, content: Record<string, unknown>) => event(id, 'ada', 1, content, { type });
    const messages = [
      poll('1', 'org.matrix.msc3381.poll.start', { 'org.matrix.msc1767.text': 'Where?\nHere' }),
      poll('2', 'm.poll.start', { 'm.text': [{ body: 'When?' }] }),
      poll('3', 'm.poll.start', {}),
    ];
    const { tally } = await importFiles(t, app, { 'a.json': { room_name: 'Tea', messages } }, { format: 'matrix' });
    assert.deepEqual(
      presentMessages(app).map(([, , content]) => content),
      ['Where?\nHere', 'When?'],
    );
    assert.ok(remarksOf(tally).includes('1 messages: they were deleted'));
  });

  it('counts what the exporting program could not read, and what programs say to each other', async (t) => {
    const app = openEmpty(t);
    const messages = [
      text('1', 'ada', 1, 'Tea'),
      text('2', 'ada', 2, '** Unable to decrypt **', { msgtype: 'm.bad.encrypted' }),
      text('3', 'ada', 3, 'wants to verify', { msgtype: 'm.key.verification.request' }),
    ];
    const { tally } = await importFiles(t, app, { 'a.json': { room_name: 'Tea', messages } }, { format: 'matrix' });
    assert.deepEqual(
      presentMessages(app).map(([, , content]) => content),
      ['Tea'],
    );
    assert.deepEqual(
      remarksOf(tally).filter((line) => line.includes('messages')),
      ['1 messages: they are encrypted', '1 messages: they are notices about joins, leaves and changes'],
    );
  });

  const breaks: Readonly<Record<string, [fields: Record<string, unknown>, said: RegExp]>> = {
    'of no type': [{ type: undefined }, /"type" is missing\.$/],
    'of nobody': [{ sender: undefined }, /"sender" is missing\.$/],
    'whose sender is none': [{ sender: 'ann' }, /"ann" is no id of a user\.$/],
    'at no time': [{ origin_server_ts: undefined }, /"origin_server_ts" is missing\.$/],
    'without an id': [{ event_id: undefined }, /"event_id" is missing\.$/],
  };
  for (const [name, [fields, said]] of Object.entries(breaks)) {
    it(`leaves out an event ${name}, and brings all others`, async (t) => {
      const files = { 'export.json': roomExport({ ...text('99', 'ada', 99, 'Broken'), ...fields }) };
      const problems = await importBroken(t, files, { format: 'matrix' });
      assert.ok(
        problems.some((one) => said.test(one)),
        JSON.stringify(problems, undefined, 1),
      );
    });
  }

  const inRoom = (room: string) => ({ room_id: `!${room}:example.org` });
  const said = (id: string, second: number, room: string, content: Record<string, unknown> = {}) =>
    event(id, 'olga', second, { msgtype: 'm.text', body: `${room} ${id}`, ...content }, inRoom(room));

  it('brings rooms over several files, whose edits and redactions are in other parts', async (t) => {
    const app = openEmpty(t);
    const edited = { 'm.relates_to': { rel_type: 'm.replace', event_id: '$1' }, 'm.new_content': { body: 'new' } };
    const first = said('1', 1, 'a', edited);
    await importFiles(
      t,
      app,
      {
        '1.json': { room_name: 'Alpha', messages: [said('1', 1, 'a'), said('2', 2, 'a')] },
        '2.json': { room_name: 'Beta', messages: [said('3', 3, 'b')] },
        '3.json': {
          room_name: 'Alpha',
          messages: [
            { ...first, event_id: '$4', origin_server_ts: 1_700_000_004_000 },
            { ...said('5', 5, 'a'), type: 'm.room.redaction', content: {}, redacts: '$2' },
            said('1', 1, 'a'),
          ],
        },
      },
      { format: 'matrix' },
    );

    assert.deepEqual(presentMessages(app), [
      ['olga', 'Alpha>', 'new'],
      ['olga', 'Beta>', 'b 3'],
    ]);
  });

  it('keeps rooms of several files apart that say no id, and puts the parts of one together', async (t) => {
    const app = openEmpty(t);
    const bare = (id: string, second: number) => {
      const { room_id: _, ...others } = text(id, 'olga', second, `Tea ${id}`) as Record<string, unknown>;
      return others;
    };
    await importFiles(
      t,
      app,
      {
        '1.json': { room_name: 'Alpha', messages: [bare('1', 1)] },
        '2.json': { room_name: 'Beta', messages: [bare('2', 2)] },
        '3.json': { room_name: 'Alpha', messages: [bare('3', 3)] },
      },
      { format: 'matrix' },
    );

    assert.deepEqual(presentMessages(app), [
      ['olga', 'Alpha>', 'Tea 1'],
      ['olga', 'Beta>', 'Tea 2'],
      ['olga', 'Alpha>', 'Tea 3'],
    ]);
  });

  it("brings rooms of Synapse's export-data: events one after another, whose ids are their hashes", async (t) => {
    const bare = (sender: string, second: number, content: object, fields: object = {}) => ({
      auth_events: ['$a'],
      prev_events: ['$b'],
      type: 'm.room.message',
      room_id: '!tea:example.org',
      sender: `@${sender}:example.org`,
      content,
      depth: second,
      hashes: { sha256: `${second}` },
      origin: 'example.org',
      origin_server_ts: 1_700_000_000_000 + second * 1000,
      signatures: { 'example.org': {} },
      unsigned: { age_ts: 1 },
      ...fields,
    });
    // The hash of the first message, without its text, signatures and age.
    const first = '$aeeySpNzfNEh3YImOpBoIQ9Lr56kSpL7WhdZlqj_k8Y';
    const edit = {
      'm.relates_to': { rel_type: 'm.replace', event_id: first },
      'm.new_content': { body: 'Green', msgtype: 'm.text' },
    };
    const like = { 'm.relates_to': { rel_type: 'm.annotation', event_id: first, key: '👍' } };
    const events = [
      bare('olga', 1, { name: 'Tea' }, { type: 'm.room.name', state_key: '' }),
      bare('olga', 2, { body: 'Gren', msgtype: 'm.text' }),
      bare('ada', 3, { body: 'Black', msgtype: 'm.text' }),
      bare('olga', 4, { body: '* Green', msgtype: 'm.text', ...edit }),
      bare('ada', 5, like, { type: 'm.reaction' }),
    ];
    const app = openEmpty(t);
    const folder = makeFolder(t);
    const file = join(folder, 'export.zip');
    const files = {
      'rooms/!tea:example.org/events': events.map((one) => JSON.stringify(one)).join(''),
      'user_data/profile': '{"displayname": "Olga"}',
    };
    writeFileSync(file, zipFiles(files));
    assert.equal(await findFormat(file, folder), 'matrix');
    await importFiles(t, app, {}, { format: 'matrix', file });
    assert.deepEqual(presentMessages(app), [
      ['olga', 'Tea>', 'Green'],
      ['ada', 'Tea>', 'Black'],
    ]);
    assert.deepEqual(app.db.tuples('SELECT message_id, emoji_name FROM reactions'), [[1, '+1']]);
  });
});
