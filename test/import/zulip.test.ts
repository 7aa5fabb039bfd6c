import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import type { App } from '../../src/app.ts';
import { roles } from '../../src/users/user.ts';
import { isSound } from '../../src/verify/report.ts';
import { verifyDataDir } from '../../src/verify/verify.ts';
import { png } from '../support/pictures.ts';
import { startServer } from '../support/server.ts';
import { clientsOf, dump, importFiles, openEmpty } from './scene.ts';
import {
  channel,
  channelMessage,
  channels,
  directMessage,
  type ExportFiles,
  epoch,
  flags,
  groups,
  ids,
  joined,
  realmTables,
  subscription,
  trio,
} from './zulip-export.ts';

const key = 'AbCdEfGhIjKlMnOpQrStUvWx';

/** An export of the organization with something of everything. */
function wholeExport(): ExportFiles {
  return {
    'realm.json': {
      ...realmTables(),
      zerver_realmauditlog: [
        joined(ids.owner, channels.general, 0),
        joined(ids.alice, channels.general, 0),
        joined(ids.bob, channels.general, 102),
      ],
      zerver_reaction: [
        { message: 101, user_profile: ids.alice, emoji_name: 'party', emoji_code: '12', reaction_type: 'realm_emoji' },
        { message: 101, user_profile: ids.bob, emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' },
      ],
      zerver_realmemoji: [{ id: 12, name: 'party', author: ids.alice, file_name: '12.png', deactivated: false }],
      zerver_realmfilter: [
        { id: 1, pattern: 'T(?P<id>\\d+)', url_template: 'https://tickets.example.com/{id}', order: 1 },
      ],
      zerver_usertopic: [
        {
          user_profile: ids.alice,
          stream: channels.general,
          topic_name: 'plans',
          visibility_policy: 3,
          last_updated: epoch,
        },
      ],
      zerver_customprofilefield: [{ id: 3, name: 'Team mates', field_type: 6, order: 1 }],
      zerver_customprofilefieldvalue: [{ user_profile: ids.alice, field: 3, value: `[${ids.bob}]` }],
      zerver_savedsnippet: [{ user_profile: ids.alice, title: 'Hi', content: 'Hello', date_created: epoch }],
      zerver_scheduledmessage: [
        {
          sender: ids.alice,
          recipient: trio,
          subject: '',
          content: 'soon',
          sending_client: 1,
          scheduled_timestamp: 4e9,
        },
      ],
      zerver_alertword: [{ user_profile: ids.alice, word: 'Tea' }],
      zerver_onboardingstep: [{ id: 1 }],
      constructor: [{ id: 1 }],
    },
    'messages-000001.json': {
      zerver_message: [
        channelMessage(101, ids.alice, channels.general, {
          content: `@**Bob Star** see T12 and [a.txt](/user_uploads/7/ab/${key}/a.txt)`,
        }),
        channelMessage(102, ids.bob, channels.general, {
          subject: 'moved',
          edit_history: JSON.stringify([
            { user_id: ids.alice, timestamp: epoch + 201, prev_topic: 'first', topic: 'moved' },
            {
              user_id: ids.bob,
              timestamp: epoch + 200,
              prev_content: 'Mesage',
              prev_rendered_content: '<p>Mesage</p>',
            },
          ]),
        }),
        directMessage(103, ids.owner, trio),
        directMessage(104, ids.notification, ids.alice),
        channelMessage(105, ids.owner, channels.secret),
        channelMessage(106, ids.alice, channels.general),
      ],
      zerver_usermessage: [
        flags(ids.owner, 101, 1),
        flags(ids.alice, 101, 1),
        flags(ids.owner, 102, 0),
        flags(ids.alice, 102, 3),
        ...[ids.owner, ids.alice, ids.bob].map((id) => flags(id, 103, id === ids.bob ? 2048 : 2049)),
        flags(ids.alice, 104, 2048),
        flags(ids.owner, 105, 1),
        ...[ids.owner, ids.alice, ids.bob].map((id) => flags(id, 106, id === ids.alice ? 1 : 0)),
      ],
    },
    'attachment.json': {
      zerver_attachment: [
        { file_name: 'a.txt', path_id: `7/ab/${key}/a.txt`, owner: ids.alice, create_time: epoch, messages: [101] },
        { file_name: 'b.txt', path_id: `7/cd/${key}2/b.txt`, owner: ids.alice, create_time: epoch, messages: [] },
      ],
    },
    [`uploads/7/ab/${key}/a.txt`]: 'What a.txt says\n',
    'emoji/records.json': [{ file_name: '12.png', path: '7/emoji/images/12.png' }],
    'emoji/7/emoji/images/12.png': Buffer.from(png()),
  };
}

interface Read {
  id: number;
  flags: string[];
}

async function readAll(client: Awaited<ReturnType<Awaited<ReturnType<typeof clientsOf>>>>): Promise<Read[]> {
  const { body } = await client.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0 });
  return body.messages;
}

/** What a user has on each message. */
async function flagsOf(t: TestContext, app: App, ...user_ids: number[]): Promise<Record<number, string[]>[]> {
  const as = await clientsOf(t, app);
  return Promise.all(
    user_ids.map(async (id) =>
      Object.fromEntries((await readAll(as(id))).map((message) => [message.id, message.flags])),
    ),
  );
}

describe('chatd import zulip', () => {
  it('counts what comes, and what stays out with the reason', async (t) => {
    const app = openEmpty(t);

    const { tally } = await importFiles(t, app, wholeExport());

    assert.deepEqual(Object.fromEntries(tally.came), {
      users: 4,
      bots: 1,
      'system groups': 8,
      groups: 1,
      permissions: 19,
      channels: 3,
      'pictures of emoji': 1,
      emoji: 1,
      linkifiers: 1,
      'profile fields': 1,
      'profile values': 1,
      'settings of the organization': 5,
      files: 1,
      'channel messages': 4,
      'direct messages': 2,
      edits: 2,
      subscriptions: 4,
      'unread marks': 5,
      flags: 1,
      reactions: 2,
      'topic policies': 1,
      'alert words': 1,
      'saved snippets': 1,
      'scheduled messages': 1,
    });
    assert.deepEqual(tally.left, [
      { noun: 'files', reason: 'the archive lacks their content', count: 1, examples: [`uploads/7/cd/${key}2/b.txt`] },
      {
        noun: 'records',
        reason: 'from the log, only joins and leaves of channels are imported',
        count: 3,
        examples: ['zerver_realmauditlog'],
      },
      {
        noun: 'records',
        reason: 'clients store which hints their users have seen',
        count: 1,
        examples: ['zerver_onboardingstep'],
      },
      { noun: 'records', reason: 'chatd has no equivalent', count: 1, examples: ['constructor'] },
    ]);
    assert.deepEqual(tally.changed, [
      { noun: 'users', reason: 'their names cannot be mentioned', count: 1, examples: ['Bob *Star*: Bob Star'] },
    ]);
    assert.ok(isSound(await verifyDataDir(app.config.data_dir)));
  });

  it('keeps ids, and renders the messages itself', async (t) => {
    const app = openEmpty(t);
    await importFiles(t, app, wholeExport());
    const as = await clientsOf(t, app);
    const messages = (await readAll(as(ids.alice))) as unknown as Record<string, unknown>[];
    const pick = (message: Record<string, unknown>) =>
      [message.id, message.sender_id, message.subject, message.content] as const;

    assert.deepEqual(messages.map(pick), [
      [
        101,
        ids.alice,
        'plans',
        `<p><span class="user-mention" data-user-id="${ids.bob}">@Bob Star</span> see <a href="https://tickets.example.com/12">T12</a> and <a href="/user_uploads/1/Ab/${key}/a.txt">a.txt</a></p>`,
      ],
      [102, ids.bob, 'moved', '<p>Message 102</p>'],
      [103, ids.owner, '', '<p>Message 103</p>'],
      [104, 1, '', '<p>Message 104</p>'],
      [106, ids.alice, 'plans', '<p>Message 106</p>'],
    ]);
    const file = await fetch(new URL(`/user_uploads/1/Ab/${key}/a.txt`, as(ids.bob).url), {
      headers: { Authorization: as(ids.bob).authorization },
    });
    assert.equal(await file.text(), 'What a.txt says\n');
  });

  it('knows who received and who has read what', async (t) => {
    const app = openEmpty(t);
    await importFiles(t, app, wholeExport());

    const [owner, alice, bob] = await flagsOf(t, app, ids.owner, ids.alice, ids.bob);

    assert.deepEqual(owner, { 101: ['read'], 102: [], 103: ['read'], 105: ['read'], 106: [] });
    assert.deepEqual(alice, { 101: ['read'], 102: ['read', 'starred'], 103: ['read'], 104: [], 106: ['read'] });
    assert.deepEqual(bob, { 103: [], 106: [] });
  });

  it('brings what belongs to channels, groups and single people', async (t) => {
    const app = openEmpty(t);
    await importFiles(t, app, wholeExport());
    const as = await clientsOf(t, app);

    const { body } = await as(ids.alice).post('/register', { include_subscribers: true });

    const [general] = body.subscriptions.filter(({ name }: { name: string }) => name === 'general');
    const [team] = body.realm_user_groups.filter(({ name }: { name: string }) => name === 'team');
    assert.deepEqual(
      [body.realm_name, body.realm_description, body.realm_gif_rating_policy],
      ['Old Home', 'Where we were', 3],
    );
    assert.deepEqual(
      [general.stream_id, general.color, general.subscribers],
      [channels.general, '#76ce90', [ids.owner, ids.alice, ids.bob]],
    );
    assert.deepEqual([team.id, team.members], [groups.team, [ids.alice, ids.bob]]);
    assert.deepEqual(body.user_topics, [
      { stream_id: channels.general, topic_name: 'plans', last_updated: epoch, visibility_policy: 3 },
    ]);
    assert.deepEqual(body.alert_words, ['Tea']);
    assert.equal(body.user_settings.enter_sends, true);
    assert.deepEqual(body.saved_snippets, [{ id: 1, title: 'Hi', content: 'Hello', date_created: epoch }]);
    assert.deepEqual(
      body.scheduled_messages.map((one: { to: number[]; content: string }) => [one.to, one.content]),
      [[[ids.owner, ids.bob], 'soon']],
    );
    assert.deepEqual(
      body.realm_bots.map((one: { user_id: number; default_sending_stream: string }) => [
        one.user_id,
        one.default_sending_stream,
      ]),
      [[ids.bot, 'general']],
    );
  });

  it('brings the history of messages', async (t) => {
    const app = openEmpty(t);
    await importFiles(t, app, wholeExport());
    const as = await clientsOf(t, app);

    const history = await as(ids.alice).get('/messages/102');
    const reactions = await as(ids.alice).get('/messages/101');

    assert.deepEqual(history.body.message.edit_history, [
      { user_id: ids.alice, timestamp: epoch + 201, prev_topic: 'first', topic: 'moved' },
    ]);
    assert.deepEqual(
      app.db.all('SELECT prev_content, prev_rendered_content FROM message_edits WHERE message_id = 102 ORDER BY id'),
      [
        { prev_content: 'Mesage', prev_rendered_content: '<p>Mesage</p>' },
        { prev_content: null, prev_rendered_content: null },
      ],
    );
    assert.deepEqual(
      reactions.body.message.reactions.map((one: { user_id: number; emoji_code: string }) => [
        one.user_id,
        one.emoji_code,
      ]),
      [
        [ids.alice, '12'],
        [ids.bob, '1f44d'],
      ],
    );
  });

  it('brings what only newer servers export, and what administrators may not do', async (t) => {
    const app = openEmpty(t);
    const tables = realmTables();
    const reminder = {
      sender: ids.alice,
      recipient: 6,
      content: 'Call',
      scheduled_timestamp: epoch + 9_000_000_000,
      delivery_type: 2,
    };
    const [owner, alice, ...others] = tables.zerver_userprofile ?? [];
    const { tally } = await importFiles(t, app, {
      'realm.json': {
        ...tables,
        zerver_userprofile: [
          { ...owner, can_create_users: true, can_change_user_emails: false, notification_sound: 'zulip' },
          { ...alice, can_create_users: false, notification_sound: 'horn' },
          ...others,
        ],
        zerver_realmfilter: [
          {
            pattern: '#(?P<id>\\d+)',
            url_template: 'https://x.example/{id}',
            example_input: '#12',
            reverse_template: '#{id}',
            alternative_url_templates: ['https://y.example/{id}'],
          },
        ],
        zerver_navigationview: [{ user: ids.alice, fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alerts' }],
        zerver_scheduledmessage: [
          { ...reminder, reminder_target_message_id: 101, reminder_note: 'Now' },
          reminder,
          { ...reminder, delivered: true },
        ],
      },
      'messages-000001.json': {
        zerver_message: [channelMessage(101, ids.alice, channels.general, { content: 'x' })],
        zerver_usermessage: [],
      },
    });

    assert.deepEqual(
      app.db.tuples(`SELECT user_id, name, value FROM user_settings WHERE name LIKE 'can\\_%' ESCAPE '\\'`),
      [[ids.owner, 'can_change_user_emails', 'false']],
    );
    assert.deepEqual(
      app.db.tuples('SELECT example_input, reverse_template, alternative_url_templates FROM linkifiers'),
      [['#12', '#{id}', '["https://y.example/{id}"]']],
    );
    assert.deepEqual(app.db.tuples('SELECT user_id, fragment, is_pinned, name FROM navigation_views'), [
      [ids.alice, 'narrow/is/alerted', 1, 'Alerts'],
    ]);
    assert.deepEqual(app.db.tuples('SELECT user_id, message_id, note, failed FROM reminders'), [
      [ids.alice, 101, 'Now', 0],
    ]);
    assert.deepEqual(
      tally.left.map(({ noun, reason, count, examples }) => [count, noun, reason, ...examples]),
      [
        [1, 'settings of people', "Invalid notification sound 'horn'", 'notification_sound: "horn"'],
        [1, 'reminders', 'the archive does not name their messages', 'Call'],
      ],
    );
  });

  it('brings votes and ticked tasks where the archive has them, with the ids of people here', async (t) => {
    const { app, users } = await startServer(t);
    mkdirSync(app.config.data_dir);
    const step = (message: number, sender: number, content: object) => ({
      message,
      sender,
      msg_type: 'widget',
      content: JSON.stringify(content),
    });
    const poll = { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Noon'] } };
    const list = { widget_type: 'todo', extra_data: { task_list_title: '', tasks: [] } };
    const task = { type: 'new_task', key: 2, task: 'Cook', desc: '', completed: false };
    const steps = [
      step(101, ids.alice, poll),
      step(101, ids.bob, { type: 'new_option', idx: 1, option: 'Later' }),
      step(101, ids.alice, { type: 'vote', key: `${ids.bob},1`, vote: 1 }),
      step(101, ids.bob, { type: 'question', question: 'Not mine' }),
      step(101, ids.bob, { type: 'vote', key: 'canned,0', vote: 7 }),
      step(102, ids.bob, poll),
      step(102, ids.alice, list),
      step(102, ids.bob, task),
      step(102, ids.alice, { type: 'strike', key: `2,${ids.bob}` }),
      { ...step(102, ids.alice, {}), content: '{' },
    ];

    const { tally } = await importFiles(
      t,
      app,
      {
        'realm.json': { ...realmTables(), zerver_submessage: steps },
        'messages-000001.json': {
          zerver_message: [
            channelMessage(101, ids.alice, channels.general, { content: '/poll Lunch?\nNoon' }),
            channelMessage(102, ids.alice, channels.general, { content: '/todo' }),
          ],
          zerver_usermessage: [],
        },
      },
      { merges: true },
    );

    const rows = app.db.tuples<[number, string]>('SELECT sender_id, content FROM submessages ORDER BY id');
    const { alice, bob } = users;
    assert.deepEqual(
      rows.map(([sender, content]) => [sender, JSON.parse(content)]),
      [
        [alice.id, poll],
        [bob.id, { type: 'new_option', idx: 1, option: 'Later' }],
        [alice.id, { type: 'vote', key: `${bob.id},1`, vote: 1 }],
        [alice.id, list],
        [bob.id, task],
        [alice.id, { type: 'strike', key: `2,${bob.id}` }],
      ],
    );
    assert.deepEqual(
      tally.left.filter(({ noun }) => noun === 'steps of polls and lists').map(({ reason, count }) => [reason, count]),
      [
        ['Only the author may rename a poll.', 1],
        ['Invalid step of a poll', 1],
        ['Invalid widget', 2],
      ],
    );
  });

  it('leaves out emoji of reactions and statuses that are none', async (t) => {
    const app = openEmpty(t);
    const by = { message: 101, user_profile: ids.alice, emoji_name: 'x' };
    const { tally } = await importFiles(t, app, {
      'realm.json': {
        ...realmTables(),
        zerver_reaction: [
          { ...by, emoji_code: '3c-62-3e', reaction_type: 'unicode_emoji' },
          { ...by, emoji_code: '../x', reaction_type: 'zulip_extra_emoji' },
          { ...by, emoji_code: '1f44d', reaction_type: 'unicode_emoji' },
        ],
        zerver_userstatus: [
          { user_profile: ids.alice, status_text: 'away', emoji_name: 'x', emoji_code: '3c-62-3e' },
          { user_profile: ids.bob, status_text: '', emoji_name: 'x', emoji_code: '3c-62-3e' },
        ],
      },
      'messages-000001.json': {
        zerver_message: [channelMessage(101, ids.owner, channels.general)],
        zerver_usermessage: [],
      },
    });

    assert.deepEqual(app.db.values('SELECT emoji_code FROM reactions'), ['1f44d']);
    assert.deepEqual(app.db.tuples('SELECT status_text, emoji_name, emoji_code FROM user_status'), [['away', '', '']]);
    assert.deepEqual(
      tally.left.filter(({ noun }) => noun === 'reactions'),
      [{ noun: 'reactions', reason: 'their emoji is unknown', count: 2, examples: ['x', 'x'] }],
    );
  });

  it('makes a long list of unread messages one row', async (t) => {
    const app = openEmpty(t);
    const numbers = Array.from({ length: 50 }, (_, index) => 200 + index);
    const topicOf = (id: number) => ({ subject: `topic ${id % 5}` });
    await importFiles(t, app, {
      'realm.json': { ...realmTables(), zerver_realmauditlog: [joined(ids.alice, channels.general, 210)] },
      'messages-000001.json': {
        zerver_message: numbers.map((id) => channelMessage(id, ids.owner, channels.general, topicOf(id))),
        zerver_usermessage: numbers.flatMap((id) => [
          flags(ids.owner, id, 1),
          ...(id > 210 ? [flags(ids.alice, id, 0)] : []),
        ]),
      },
    });
    const counts = app.db.get(
      `SELECT (SELECT message_id FROM read_floors WHERE user_id = ?1 AND channel_id = ?2) AS floor,
         (SELECT count(*) FROM read_watermarks) AS watermarks, (SELECT count(*) FROM read_exceptions) AS exceptions`,
      ids.alice,
      channels.general,
    );
    const [alice] = await flagsOf(t, app, ids.alice);

    assert.deepEqual(counts, { floor: 210, watermarks: 0, exceptions: 0 });
    assert.deepEqual(alice, Object.fromEntries(numbers.filter((id) => id > 210).map((id) => [id, []])));
  });

  it('keeps unread what users marked as unread without having received it, and no more', async (t) => {
    const app = openEmpty(t);
    const numbers = Array.from({ length: 20 }, (_, index) => 201 + index);
    const moved = JSON.stringify([
      { user_id: ids.owner, timestamp: 1, prev_stream: channels.secret, stream: channels.general },
    ]);
    await importFiles(t, app, {
      'realm.json': {
        ...realmTables(),
        zerver_realmauditlog: [joined(ids.alice, channels.general, 210), joined(ids.bob, channels.general, 220)],
      },
      'messages-000001.json': {
        zerver_message: numbers.map((id) =>
          channelMessage(id, ids.owner, channels.general, id === 220 ? { edit_history: moved } : {}),
        ),
        zerver_usermessage: [
          // Historical and unread, read, starred; then received and unread; then received elsewhere and moved.
          ...[flags(ids.alice, 201, 1024), flags(ids.alice, 202, 1025), flags(ids.alice, 203, 1026)],
          ...numbers.filter((id) => id > 210 && id < 220).map((id) => flags(ids.alice, id, 0)),
          ...[flags(ids.alice, 220, 0), flags(ids.gone, 201, 1024)],
        ],
      },
    });
    const [alice, bob] = await flagsOf(t, app, ids.alice, ids.bob);

    const later = Object.fromEntries(numbers.slice(10, 19).map((id) => [id, []]));
    assert.deepEqual(alice, { 201: ['historical'], 203: ['historical', 'starred'], 220: ['historical'], ...later });
    assert.deepEqual(bob, {});
  });

  it('says with a dry run what would come, and changes nothing', async (t) => {
    const app = openEmpty(t);
    const before = dump(app);

    const dry = await importFiles(t, app, wholeExport(), { isDryRun: true });

    assert.deepEqual(dump(app), before);
    const { tally } = await importFiles(t, app, wholeExport());
    assert.deepEqual([dry.tally.came, dry.tally.left, dry.tally.changed], [tally.came, tally.left, tally.changed]);
  });

  it('refuses an organization that has people, unless it is to be merged', async (t) => {
    const { app } = await startServer(t);

    await assert.rejects(importFiles(t, app, wholeExport()), {
      message: 'The organization has people already; --merge adds the archive to it.',
    });
  });

  it('merges with an organization that lives: by address and name, after its messages', async (t) => {
    const { app, as, users } = await startServer(t);
    mkdirSync(app.config.data_dir);
    const send = (to: string, content: string) =>
      as('owner').post('/messages', { type: 'channel', to, topic: 'plans', content });
    await send('general', 'one');
    const last = (await send('general', 'two')).body.id as number;
    await as('alice').post('/messages/flags', { op: 'add', flag: 'read', messages: [last - 1] });
    const files = wholeExport();
    const tables = files['messages-000001.json'] as Record<string, Record<string, unknown>[]>;
    tables.zerver_message?.push(
      channelMessage(107, ids.alice, channels.general, {
        content: `@**Bob Star|${ids.bob}** [x](#narrow/channel/${channels.general}-general/topic/plans/near/101) https://old.example.com/#narrow/id/102`,
      }),
    );

    const { tally } = await importFiles(t, app, files, { merges: true, old_urls: ['https://old.example.com'] });

    const messages = (await readAll(as('alice'))) as unknown as {
      id: number;
      sender_id: number;
      content: string;
      flags: string[];
    }[];
    const shift = (messages.at(-1)?.id as number) - 107;
    const general = app.db.value<number>("SELECT id FROM channels WHERE name = 'general'");
    assert.deepEqual(
      messages.map(({ id }) => id),
      [last - 1, last, ...[101, 102, 103, 104, 106, 107].map((id) => id + shift)],
    );
    assert.ok(101 + shift > last);
    assert.deepEqual(
      messages.map((one) => one.flags.includes('read')),
      [true, false, true, true, true, false, true, true],
    );
    assert.equal(messages.find(({ id }) => id === 101 + shift)?.sender_id, users.alice.id);
    assert.equal(
      app.db.value('SELECT content FROM messages WHERE id = ?', 107 + shift),
      `@**Bob Star|${users.bob.id}** [x](#narrow/channel/${general}-general/topic/plans/near/${101 + shift}) ${app.config.public_url}/#narrow/id/${102 + shift}`,
    );
    assert.deepEqual(
      tally.changed.map(({ noun, reason, examples }) => [noun, reason, examples]),
      [
        ['users', 'an import with --merge grants no roles: they are members', ['olga@example.com']],
        ['users', 'they exist already, and stay unchanged', ['alice@example.com', 'bob@example.com']],
        ['channels', 'they exist already, stay unchanged, and get messages', ['general']],
      ],
    );
    const { body } = await as('guest').get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 });
    assert.deepEqual(
      body.messages.map(({ id }: { id: number }) => id),
      [last - 1, last],
    );
  });

  it('gives nobody a role, a permission or a private channel of an organization that lives', async (t) => {
    const { app, as, users } = await startServer(t);
    mkdirSync(app.config.data_dir);
    const groupOf = async (name: string) => {
      const members = [users.alice.id];
      return (await as('owner').post('/user_groups/create', { name, description: '', members })).body.group_id;
    };
    const [team, crew] = [await groupOf('team'), await groupOf('crew')];
    await as('owner').patch('/realm', { can_manage_all_groups: { new: team } });
    for (const name of ['secret', 'kitchen']) {
      const principals = [users.owner.id, users.alice.id];
      await as('owner').post('/users/me/subscriptions', { subscriptions: [{ name }], invite_only: true, principals });
    }
    const tables = realmTables();
    tables.zerver_recipient?.push({ id: 1049, type: 2, type_id: 49 });
    tables.zerver_stream?.push(channel(49, 'kitchen', { invite_only: true }));
    tables.zerver_subscription?.push(subscription(ids.alice, 49));
    tables.zerver_namedusergroup?.push({ id: 330, name: 'crew', description: '', date_created: epoch });
    tables.zerver_usergroupmembership?.push({ user_group: 330, user_profile: ids.owner });

    const messages = { zerver_message: [], zerver_usermessage: [] };
    await importFiles(t, app, { 'realm.json': tables, 'messages-000001.json': messages }, { merges: true });

    const olga = app.db.get<{ id: number; role: number }>(
      "SELECT id, role FROM users WHERE email = 'olga@example.com'",
    );
    const joined =
      'SELECT name FROM groups JOIN group_members ON groups.id = group_id WHERE user_id = ? AND name IS NOT NULL';
    const subscribed = `SELECT name FROM channels JOIN subscriptions ON channels.id = channel_id
      WHERE user_id = ? AND invite_only = 1 ORDER BY 1`;
    const listMembers = (id: number) =>
      app.db.values(
        'SELECT email FROM group_members JOIN users ON users.id = user_id WHERE group_id = ? ORDER BY 1',
        id,
      );
    assert.equal(olga?.role, roles.member);
    assert.deepEqual(app.db.values(joined, olga?.id), ['crew']);
    assert.deepEqual(listMembers(team), ['alice@example.com']);
    assert.deepEqual(listMembers(crew), ['alice@example.com', 'olga@example.com']);
    assert.deepEqual(app.db.values(subscribed, olga?.id), ['secret (2)']);
    assert.deepEqual(app.db.values(subscribed, users.alice.id), ['kitchen', 'secret']);
  });

  it('gives new keys to clients after an import: their event queues end', async (t) => {
    const app = openEmpty(t);
    await importFiles(t, app, wholeExport());

    assert.deepEqual(app.db.all('SELECT * FROM outbox'), []);
    assert.deepEqual(app.db.all('SELECT action, actor_id FROM audit_entries'), [{ action: 'import', actor_id: null }]);
  });

  it('keeps apart the subscription of somebody who left and came back', async (t) => {
    const app = openEmpty(t);
    const log = [
      joined(ids.alice, channels.general, 0),
      joined(ids.alice, channels.general, 101, 303),
      joined(ids.alice, channels.general, 102, 302),
    ];
    await importFiles(t, app, {
      'realm.json': {
        ...realmTables(),
        zerver_realmauditlog: log,
        zerver_subscription: [subscription(ids.alice, channels.general)],
      },
      'messages-000001.json': {
        zerver_message: [101, 102, 103].map((id) => channelMessage(id, ids.owner, channels.general)),
        zerver_usermessage: [flags(ids.alice, 101, 1), flags(ids.alice, 103, 0)],
      },
    });

    const [alice] = await flagsOf(t, app, ids.alice);

    assert.deepEqual(alice, { 101: ['read'], 103: [] });
  });

  it('brings what other servers allow and this one does not in a form that it can read', async (t) => {
    const app = openEmpty(t);
    const tables = realmTables();
    Object.assign(tables.zerver_stream?.[0] ?? {}, { name: `general\u2028${'x'.repeat(100)}` });
    Object.assign(tables.zerver_userprofile?.[0] ?? {}, { full_name: 'Welcome Bot' });
    Object.assign(tables.zerver_userprofile?.[1] ?? {}, { timezone: 'Mars/Crater', color_scheme: 77 });
    const { tally } = await importFiles(t, app, {
      'realm.json': {
        ...tables,
        zerver_customprofilefield: [
          { id: 1, name: 'Editor', field_type: 3, field_data: '{"0":' },
          { id: 2, name: 'Mates', field_type: 6 },
        ],
        zerver_customprofilefieldvalue: [
          { user_profile: ids.alice, field: 1, value: '0' },
          { user_profile: ids.alice, field: 2, value: 'nobody' },
        ],
      },
      'messages-000001.json': {
        zerver_message: [channelMessage(101, ids.owner, channels.general, { subject: 'y'.repeat(70) })],
        zerver_usermessage: [],
      },
    });
    const as = await clientsOf(t, app);

    const { status, body } = await as(ids.alice).post('/register', { include_subscribers: true });

    assert.equal(status, 200);
    const [alice] = body.realm_users.filter(({ user_id }: { user_id: number }) => user_id === ids.alice);
    assert.deepEqual([alice.timezone, alice.profile_data], ['', { 1: { value: '0', rendered_value: '<p>0</p>' } }]);
    assert.equal(app.db.value('SELECT name FROM channels WHERE id = ?', channels.general), `general ${'x'.repeat(52)}`);
    assert.equal(app.db.value('SELECT topic FROM conversations'), `${'y'.repeat(59)}…`);
    assert.deepEqual(
      [...tally.left, ...tally.changed].map(({ noun, reason }) => `${noun}: ${reason}`),
      [
        'settings of people: Invalid color_scheme: Value error, Not in the list of possible values',
        'profile values: they are not lists of users',
        'users: their names are reserved for the bots of the server',
        'users: their names cannot be mentioned',
        'channels: their names are longer than 60 characters',
        'profile fields: their options cannot be read: they become short texts',
        'topics: they are too long, or have characters that topics cannot have',
      ],
    );
  });
});
