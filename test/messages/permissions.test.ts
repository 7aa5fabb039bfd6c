import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChannelPermission } from '../../src/conversations/channel-permissions.ts';
import { type SystemGroup, systemGroupId } from '../../src/realm/group.ts';
import {
  type RealmPermission,
  type RealmSetting,
  type SettingValue,
  setRealmSetting,
} from '../../src/realm/settings.ts';
import type { Answer } from '../support/client.ts';
import { send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

// Each table reads: where the settings stand as on the left, this is what those people may do; before the stroke with
// a message of their own, after it with somebody else's. `yes`, `no`, or `late`: only sooner after it was sent.

const people = ['owner', 'admin', 'moderator', 'alice', 'guest'] as const satisfies CastName[];

describe('who may change the content of a message', () => {
  it('is its author, until the limit and a moment more', async (t) => {
    await assertTable(
      t,
      editContent,
      [],
      [
        'editing  limit  age       | owner    admin    moderator alice    guest',
        'on       600    600       | yes/no   yes/no   yes/no    yes/no   yes/no',
        'on       600    620       | yes/no   yes/no   yes/no    yes/no   yes/no',
        'on       600    621       | late/no  late/no  late/no   late/no  late/no',
        'on       none   99999999  | yes/no   yes/no   yes/no    yes/no   yes/no',
        'off      600    0         | off/off  off/off  off/off   off/off  off/off',
        'off      none   0         | off/off  off/off  off/off   off/off  off/off',
      ],
    );
  });
});

describe('who may give a topic another name', () => {
  it('is whom the organization or the channel lets', async (t) => {
    const permissions = permissionsOf(
      'can_move_messages_between_topics_group',
      'can_move_messages_within_channel_group',
    );
    await assertTable(t, rename, permissions, [
      'realm       channel         | owner    admin    moderator alice    guest',
      'everyone    nobody          | yes/yes  yes/yes  yes/yes   yes/yes  yes/yes',
      'members     nobody          | yes/yes  yes/yes  yes/yes   yes/yes  no/no',
      'moderators  nobody          | yes/yes  yes/yes  yes/yes   no/no    no/no',
      'owners      nobody          | yes/yes  no/no    no/no     no/no    no/no',
      'nobody      nobody          | no/no    no/no    no/no     no/no    no/no',
      'nobody      members         | yes/yes  yes/yes  yes/yes   yes/yes  no/no',
      'nobody      owners          | yes/yes  no/no    no/no     no/no    no/no',
      'owners      everyone        | yes/yes  yes/yes  yes/yes   yes/yes  yes/yes',
    ]);
  });

  it('is bound by the limit, but for moderators and above', async (t) => {
    await assertTable(
      t,
      rename,
      [],
      [
        'within   between  age       | owner    admin    moderator alice      guest',
        '604800   0        604820    | yes/yes  yes/yes  yes/yes   yes/yes    yes/yes',
        '604800   none     604821    | yes/yes  yes/yes  yes/yes   late/late  late/late',
        'none     0        99999999  | yes/yes  yes/yes  yes/yes   yes/yes    yes/yes',
      ],
    );
  });
});

describe('who may resolve a topic', () => {
  it('is whom the organization or the channel lets, whoever may move messages, at any time', async (t) => {
    const permissions = permissionsOf('can_resolve_topics_group', 'can_resolve_topics_group');
    await assertTable(
      t,
      resolve,
      [...permissions, ...nobodyRenames],
      [
        'realm       channel     age       | owner    admin    moderator alice    guest',
        'everyone    nobody      99999999  | yes/yes  yes/yes  yes/yes   yes/yes  yes/yes',
        'members     nobody      0         | yes/yes  yes/yes  yes/yes   yes/yes  no/no',
        'moderators  nobody      0         | yes/yes  yes/yes  yes/yes   no/no    no/no',
        'nobody      nobody      0         | no/no    no/no    no/no     no/no    no/no',
        'nobody      moderators  0         | yes/yes  yes/yes  yes/yes   no/no    no/no',
        'nobody      everyone    99999999  | yes/yes  yes/yes  yes/yes   yes/yes  yes/yes',
      ],
    );
  });
});

describe('who may take messages out of a channel', () => {
  it('is whom the organization or the channel lets, and who administers the channel', async (t) => {
    const permissions = permissionsOf(
      'can_move_messages_between_channels_group',
      'can_move_messages_out_of_channel_group',
    );
    await assertTable(t, moveOut, permissions, [
      'realm       channel     | owner    admin    moderator alice    guest',
      'everyone    nobody      | yes/yes  yes/yes  yes/yes   yes/yes  no/no',
      'members     nobody      | yes/yes  yes/yes  yes/yes   yes/yes  no/no',
      'moderators  nobody      | yes/yes  yes/yes  yes/yes   no/no    no/no',
      'nobody      nobody      | yes/yes  yes/yes  no/no     no/no    no/no',
      'nobody      moderators  | yes/yes  yes/yes  yes/yes   no/no    no/no',
      'owners      everyone    | yes/yes  yes/yes  yes/yes   yes/yes  yes/yes',
    ]);
    await assertTable(
      t,
      moveOut,
      [administering, ...permissions.slice(0, 1)],
      [
        'administering  realm   | owner    admin    moderator alice    guest',
        'nobody         nobody  | yes/yes  yes/yes  no/no     no/no    no/no',
        'members        nobody  | yes/yes  yes/yes  yes/yes   yes/yes  no/no',
      ],
    );
  });

  it('is bound by the limit, but for moderators and above', async (t) => {
    const permissions = permissionsOf(
      'can_move_messages_between_channels_group',
      'can_move_messages_out_of_channel_group',
    );
    await assertTable(t, moveOut, permissions, [
      'realm   channel   within   between  age       | owner    admin    moderator alice      guest',
      'nobody  everyone  0        604800   604820    | yes/yes  yes/yes  yes/yes   yes/yes    yes/yes',
      'nobody  everyone  none     604800   604821    | yes/yes  yes/yes  yes/yes   late/late  late/late',
      'nobody  everyone  0        none     99999999  | yes/yes  yes/yes  yes/yes   yes/yes    yes/yes',
    ]);
  });
});

describe('who may delete a message', () => {
  it('is whom the organization or the channel lets: any message, or those of their own until the limit', async (t) => {
    const any = permissionsOf('can_delete_any_message_group', 'can_delete_any_message_group', 'any');
    const own = permissionsOf('can_delete_own_message_group', 'can_delete_own_message_group', 'own');
    await assertTable(
      t,
      remove,
      [...any, ...own],
      [
        'realm-any       channel-any  realm-own  channel-own  limit  age  | owner    admin    moderator alice    guest',
        'administrators  nobody       everyone   nobody       600    600  | yes/yes  yes/yes  yes/no    yes/no   yes/no',
        'administrators  nobody       everyone   nobody       600    601  | yes/yes  yes/yes  late/no   late/no  late/no',
        'administrators  nobody       everyone   nobody       none   999  | yes/yes  yes/yes  yes/no    yes/no   yes/no',
        'nobody          nobody       everyone   nobody       600    0    | yes/no   yes/no   yes/no    yes/no   yes/no',
        'nobody          nobody       members    nobody       600    0    | yes/no   yes/no   yes/no    yes/no   no/no',
        'nobody          nobody       nobody     nobody       600    0    | no/no    no/no    no/no     no/no    no/no',
        'nobody          nobody       nobody     members      600    0    | yes/no   yes/no   yes/no    yes/no   no/no',
        'nobody          nobody       nobody     members      600    601  | late/no  late/no  late/no   late/no  no/no',
        'moderators      nobody       nobody     nobody       600    601  | yes/yes  yes/yes  yes/yes   no/no    no/no',
        'nobody          members      nobody     nobody       600    601  | yes/yes  yes/yes  yes/yes   yes/yes  no/no',
        'owners          everyone     nobody     nobody       600    601  | yes/yes  yes/yes  yes/yes   yes/yes  yes/yes',
      ],
    );
  });

  it("is a bot's owner too, within the limit", async (t) => {
    const server = await startServer(t);
    await openChannels(server);
    const outcomes: Record<string, string> = {};
    for (const [name, age] of [
      ['alice', 600],
      ['alice', 601],
      ['moderator', 0],
    ] as const) {
      const id = await send(server.as('bot'), { to: 'lab', topic: `${name} ${age}` });
      server.clock.advance(age);
      outcomes[`${name} after ${age}`] = outcomeOf(await server.as(name).delete(`/messages/${id}`));
    }
    assert.deepEqual(outcomes, { 'alice after 600': 'yes', 'alice after 601': 'late', 'moderator after 0': 'no' });
  });

  it('goes by the organization alone in direct conversations, and takes part in them', async (t) => {
    const server = await startServer(t);
    const direct = { type: 'direct', to: [server.users.alice.id, server.users.admin.id] };
    const own = await send(server.as('alice'), { ...direct, to: [server.users.admin.id] });
    const others = await send(server.as('admin'), { ...direct, to: [server.users.alice.id] });
    const refused = await server.as('alice').delete(`/messages/${others}`);
    const hidden = await server.as('owner').delete(`/messages/${own}`);
    const allowed = await server.as('admin').delete(`/messages/${own}`);
    assert.equal(outcomeOf(refused), 'no');
    assert.equal(hidden.body.msg, 'Invalid message(s)');
    assert.equal(outcomeOf(allowed), 'yes');
  });
});

describe('who may delete a topic', () => {
  it('is who may delete any message of the channel', async (t) => {
    const permissions = permissionsOf('can_delete_any_message_group', 'can_delete_any_message_group');
    await assertTable(t, removeTopic, permissions, [
      'realm           channel     | owner    admin    moderator alice    guest',
      'administrators  nobody      | yes/yes  yes/yes  no/no     no/no    no/no',
      'nobody          nobody      | no/no    no/no    no/no     no/no    no/no',
      'nobody          moderators  | yes/yes  yes/yes  yes/yes   no/no    no/no',
      'members         nobody      | yes/yes  yes/yes  yes/yes   yes/yes  no/no',
    ]);
  });
});

type Action = (server: TestServer, who: CastName, id: number, topic: string) => Promise<Answer>;

const editContent: Action = (server, who, id) => server.as(who).patch(`/messages/${id}`, { content: 'changed' });
const rename: Action = (server, who, id, topic) =>
  server.as(who).patch(`/messages/${id}`, { topic: `${topic} renamed` });
const resolve: Action = (server, who, id, topic) =>
  server.as(who).patch(`/messages/${id}`, { topic: `✔ ${topic}`, propagate_mode: 'change_all' });
const moveOut: Action = (server, who, id) =>
  server.as(who).patch(`/messages/${id}`, { stream_id: channelId(server, 'attic') });
const remove: Action = (server, who, id) => server.as(who).delete(`/messages/${id}`);
const removeTopic: Action = (server, who, _, topic) =>
  server.as(who).post(`/streams/${channelId(server, 'lab')}/delete_topic`, { topic_name: topic });

/** A column of settings on the left of a table: its heading, and how a word of it is set. */
interface Column {
  name: string;
  set(server: TestServer, word: string): void;
}

function permissionsOf(realm: RealmPermission, channel: ChannelPermission, suffix?: string): Column[] {
  const name = (word: string) => (suffix === undefined ? word : `${word}-${suffix}`);
  return [
    { name: name('realm'), set: ({ db }, word) => setRealmSetting(db, realm, systemGroupId(db, role(word))) },
    { name: name('channel'), set: (server, word) => setChannelPermission(server, channel, word) },
  ];
}

const administering: Column = {
  name: 'administering',
  set: (server, word) => setChannelPermission(server, 'can_administer_channel_group', word),
};

/** Settings that no table spells out, because they are the same in each of its rows. */
const nobodyRenames: Column[] = [
  {
    name: 'always',
    set: ({ db }) => {
      setRealmSetting(db, 'can_move_messages_between_topics_group', systemGroupId(db, 'role:nobody'));
      setRealmSetting(db, 'move_messages_within_stream_limit_seconds', 0);
    },
  },
];

const limits: Record<string, RealmSetting[]> = {
  limit: ['message_content_edit_limit_seconds', 'message_content_delete_limit_seconds'],
  within: ['move_messages_within_stream_limit_seconds'],
  between: ['move_messages_between_streams_limit_seconds'],
};

/** Runs an action in every cell of a table, and compares what comes out with the table as it is written. */
async function assertTable(
  t: Parameters<typeof startServer>[0],
  action: Action,
  columns: readonly Column[],
  table: readonly string[],
): Promise<void> {
  const [head = '', ...rows] = table;
  const names = words(head.split('|')[0] ?? '');
  const actual: string[] = [];
  for (const row of rows) {
    const server = await startServer(t);
    await openChannels(server);
    const settings = words(row.split('|')[0] ?? '');
    for (const column of columns) column.set(server, settings[names.indexOf(column.name)] ?? '');
    const age = applySettings(server, names, settings);
    const cells: string[] = [];
    for (const who of people)
      cells.push(`${await attempt(server, action, who, who, age)}/${await attempt(server, action, who, 'bob', age)}`);
    actual.push([...settings, '|', ...cells].join(' '));
  }
  assert.deepEqual(words(head.split('|')[1] ?? ''), people);
  assert.deepEqual(
    actual,
    rows.map((row) => words(row).join(' ')),
  );
}

function applySettings(server: TestServer, names: readonly string[], settings: readonly string[]): number {
  let age = 0;
  names.forEach((name, index) => {
    const word = settings[index] ?? '';
    if (name === 'age') age = Number(word);
    if (name === 'editing') setRealmSetting(server.db, 'allow_message_editing', word === 'on');
    const value: SettingValue = word === 'none' ? null : Number(word);
    for (const setting of limits[name] ?? []) setRealmSetting(server.db, setting, value);
  });
  return age;
}

let count = 0;

async function attempt(
  server: TestServer,
  action: Action,
  who: CastName,
  author: CastName,
  age: number,
): Promise<string> {
  const topic = `topic ${count++}`;
  const id = await send(server.as(author), { to: 'lab', topic });
  const before = await stored(server);
  server.clock.advance(age);
  const answer = await action(server, who, id, topic);
  const outcome = outcomeOf(answer);
  if (outcome !== 'yes') assert.deepEqual(await stored(server), before, 'a refusal changes nothing');
  return outcome;
}

const refusals: Record<string, string> = {
  "You don't have permission to edit this message": 'no',
  "You don't have permission to move this message": 'no',
  "You don't have permission to resolve topics in this channel.": 'no',
  "You don't have permission to delete this message": 'no',
  'Your organization has turned off message editing': 'off',
  'The time limit for editing this message has passed': 'late',
  "The time limit for editing this message's topic has passed.": 'late',
  "The time limit for editing this message's channel has passed": 'late',
  'The time limit for deleting this message has passed': 'late',
};

function outcomeOf({ status, body }: Answer): string {
  if (status === 200) return 'yes';
  assert.deepEqual(body, { result: 'error', msg: body.msg, code: 'BAD_REQUEST' });
  return refusals[body.msg] ?? body.msg;
}

async function stored({ db }: TestServer): Promise<object[]> {
  return db.all(
    'SELECT id, conversation_id, content, (SELECT topic FROM conversations c WHERE c.id = conversation_id) AS topic FROM messages',
  );
}

async function openChannels(server: TestServer): Promise<void> {
  const principals = [...people, 'bob', 'bot'].map((name) => server.users[name as CastName].id);
  // Made by the server itself, so that nobody administers them for having made them.
  for (const name of ['lab', 'attic']) {
    await subscribe(server.as('bob'), name, { principals });
    const channel_id = channelId(server, name);
    server.db.run('DELETE FROM channel_permissions WHERE channel_id = ?', channel_id);
  }
}

function channelId({ db }: TestServer, name: string): number {
  return db.value<number>('SELECT id FROM channels WHERE name = ?', name) as number;
}

function setChannelPermission(server: TestServer, setting: ChannelPermission, word: string): void {
  if (word === '') return;
  server.db.run(
    'INSERT OR REPLACE INTO channel_permissions (channel_id, setting, group_id) VALUES (?, ?, ?)',
    channelId(server, 'lab'),
    setting,
    systemGroupId(server.db, role(word)),
  );
}

function role(word: string): SystemGroup {
  return `role:${word}` as SystemGroup;
}

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
