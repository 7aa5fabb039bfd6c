import assert from 'node:assert/strict';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar/fs';
import { ImportRefused, UnusableArchive } from '../../src/import/unusable-archive.ts';
import { dump, importBroken, importFiles, listProblems, makeFolder, openEmpty } from './scene.ts';
import {
  channelMessage,
  channels,
  directMessage,
  type ExportFiles,
  flags,
  groups,
  ids,
  joined,
  type Record_,
  realmTables,
  subscription,
  type Tables,
  trio,
  user,
  writeExport,
} from './zulip-export.ts';

function soundExport(): { realm: Tables; messages: Tables } {
  return {
    realm: { ...realmTables(), zerver_realmauditlog: [joined(ids.alice, channels.general, 0)] },
    messages: {
      zerver_message: [
        channelMessage(101, ids.alice, channels.general),
        channelMessage(102, ids.bob, channels.general),
        directMessage(103, ids.owner, trio),
      ],
      zerver_usermessage: [flags(ids.alice, 101, 1), flags(ids.alice, 102, 0)],
    },
  };
}

type Parts = ReturnType<typeof soundExport>;

const first = (tables: Tables, table: string) => tables[table]?.[0] as Record_;
const second = (tables: Tables, table: string) => tables[table]?.[1] as Record_;

/** How an export can be broken, and what is said of it. */
const breaks: Readonly<Record<string, [breaking: (parts: Parts) => void, message: RegExp]>> = {
  'no organization': [({ realm }) => delete realm.zerver_realm, /^realm\.json: zerver_realm has no record\.$/],
  'two organizations': [
    ({ realm }) => realm.zerver_realm?.push(first(realm, 'zerver_realm')),
    /^realm\.json, line \d+, record 2 of zerver_realm: it is not the first one\.$/,
  ],
  'an organization without a name': [
    ({ realm }) => delete first(realm, 'zerver_realm').name,
    /^realm\.json, line \d+, record 1 of zerver_realm: "name" is missing\.$/,
  ],
  'a time that is a text': [
    ({ realm }) => Object.assign(first(realm, 'zerver_realm'), { date_created: 'long ago' }),
    /"date_created" is not a time\.$/,
  ],
  'a time after all times': [
    ({ messages }) => Object.assign(first(messages, 'zerver_message'), { date_sent: 1e300 }),
    /^messages-000001\.json, line 3, record 1 of zerver_message: "date_sent"/,
  ],
  'a user twice': [
    ({ realm }) => realm.zerver_userprofile?.push(user(ids.alice, 'Zoe Z')),
    /record 6 of zerver_userprofile: the user 61 is there twice\.$/,
  ],
  'an address twice': [
    ({ realm }) => realm.zerver_userprofile?.push(user(400, 'Zoe Z', { delivery_email: 'ALICE@example.com' })),
    /^users: another account has their address: .*: Zoe Z$/,
  ],
  'an address that is none': [
    ({ realm }) => Object.assign(first(realm, 'zerver_userprofile'), { delivery_email: 'olga' }),
    /^users: their address in the archive is no e-mail address: .*: Olga Owner$/,
  ],
  'a role that is none': [
    ({ realm }) => Object.assign(second(realm, 'zerver_userprofile'), { role: 150 }),
    /record 2 of zerver_userprofile: "role" is 150/,
  ],
  'a kind of bot that is none': [
    ({ realm }) => Object.assign(realm.zerver_userprofile?.[3] as Record_, { bot_type: 9 }),
    /record 4 of zerver_userprofile: "bot_type" is 9, which is no kind of bot\.$/,
  ],
  'a bot of nobody': [
    ({ realm }) => Object.assign(realm.zerver_userprofile?.[3] as Record_, { bot_owner: 999 }),
    /it names the user 999, which is not in the archive\.$/,
  ],
  'an id below zero': [
    ({ realm }) => Object.assign(first(realm, 'zerver_userprofile'), { id: -5 }),
    /"id" is not a positive whole number\.$/,
  ],
  'an id past all ids': [
    ({ messages }) => Object.assign(first(messages, 'zerver_message'), { id: 2 ** 60 }),
    /"id" is not a positive whole number\.$/,
  ],
  'an id that is a word': [
    ({ realm }) => Object.assign(first(realm, 'zerver_stream'), { id: 'forty' }),
    /record 1 of zerver_stream: "id" is not/,
  ],
  'messages that are kept for no days': [
    ({ realm }) => Object.assign(first(realm, 'zerver_stream'), { message_retention_days: 0 }),
    /record 1 of zerver_stream: messages cannot be kept for 0 days\.$/,
  ],
  'a profile field of no type': [
    ({ realm }) => Object.assign(realm, { zerver_customprofilefield: [{ id: 1, name: 'x', field_type: 9 }] }),
    /record 1 of zerver_customprofilefield: 9 is no type of a profile field\.$/,
  ],
  'a channel twice': [
    ({ realm }) => realm.zerver_stream?.push(first(realm, 'zerver_stream')),
    /the channel 40 is there twice\.$/,
  ],
  'a channel in no folder': [
    ({ realm }) => Object.assign(first(realm, 'zerver_stream'), { folder: 77 }),
    /it names the folder 77/,
  ],
  'a channel of nobody': [
    ({ realm }) => Object.assign(first(realm, 'zerver_stream'), { creator: 999 }),
    /it names the user 999/,
  ],
  'a group of nobody': [
    ({ realm }) => realm.zerver_usergroupmembership?.push({ user_group: groups.team, user_profile: 999 }),
    /record 9 of zerver_namedusergroup: it names the user 999/,
  ],
  'a group in itself': [
    ({ realm }) => realm.zerver_groupgroupmembership?.push({ supergroup: groups.team, subgroup: groups.team }),
    /it is a subgroup of itself, directly or through others\.$/,
  ],
  'groups in each other': [
    ({ realm }) => {
      realm.zerver_namedusergroup?.push({ id: 330, name: 'crew', is_system_group: false });
      realm.zerver_groupgroupmembership?.push({ supergroup: groups.team, subgroup: 330 });
      realm.zerver_groupgroupmembership?.push({ supergroup: 330, subgroup: groups.team });
    },
    /it is a subgroup of itself, directly or through others\.$/,
  ],
  'a system group that chatd lacks': [
    ({ realm }) => Object.assign(first(realm, 'zerver_namedusergroup'), { name: 'role:kings' }),
    /there is no system group role:kings\.$/,
  ],
  'a recipient of no kind': [
    ({ realm }) => Object.assign(first(realm, 'zerver_recipient'), { type: 4 }),
    /record 1 of zerver_recipient: "type" is 4/,
  ],
  'a subscription to nothing': [
    ({ realm }) => Object.assign(first(realm, 'zerver_subscription'), { recipient: 9 }),
    /record 1 of zerver_subscription: it names the recipient 9/,
  ],
  'a subscription twice': [
    ({ realm }) => realm.zerver_subscription?.push(subscription(ids.owner, channels.general)),
    /record 8 of zerver_subscription: it does not fit the other records/,
  ],
  'a message of nobody': [
    ({ messages }) => Object.assign(second(messages, 'zerver_message'), { sender: 999 }),
    /^messages-000001\.json, line \d+, record 2 of zerver_message: it names the user 999/,
  ],
  'a message to nobody': [
    ({ messages }) => Object.assign(second(messages, 'zerver_message'), { recipient: 9 }),
    /record 2 of zerver_message: it names the recipient 9/,
  ],
  'a message twice': [
    ({ messages }) => messages.zerver_message?.push(first(messages, 'zerver_message')),
    /record 4 of zerver_message: the message 101 is there twice\.$/,
  ],
  'a message without a text': [
    ({ messages }) => delete first(messages, 'zerver_message').content,
    /record 1 of zerver_message: "content" is missing\.$/,
  ],
  'a message that is a number': [
    ({ messages }) => messages.zerver_message?.push(7 as unknown as Record_),
    /record 4 of zerver_message: it is not an object\.$/,
  ],
  'a history that is no JSON': [
    ({ messages }) => Object.assign(first(messages, 'zerver_message'), { edit_history: '[{' }),
    /record 1 of zerver_message: "edit_history" is not a JSON list\.$/,
  ],
  'an edit by nobody': [
    ({ messages }) =>
      Object.assign(first(messages, 'zerver_message'), { edit_history: '[{"user_id": 999, "timestamp": 5}]' }),
    /it names the user 999/,
  ],
  'an edit at no time': [
    ({ messages }) => Object.assign(first(messages, 'zerver_message'), { edit_history: '[{"user_id": 61}]' }),
    /record 1 of zerver_message: "timestamp" is missing\.$/,
  ],
  'flags of nobody': [
    ({ messages }) => messages.zerver_usermessage?.push(flags(999, 101, 0)),
    /record 3 of zerver_usermessage: it names the user 999/,
  ],
  'flags of no message': [
    ({ messages }) => messages.zerver_usermessage?.push(flags(ids.bob, 999, 0)),
    /record 3 of zerver_usermessage: it does not fit the other records \(FOREIGN KEY/,
  ],
  'flags that are no number': [
    ({ messages }) => messages.zerver_usermessage?.push({ ...flags(ids.bob, 101, 0), flags_mask: 'read' }),
    /"flags_mask" is not a whole number\.$/,
  ],
  'a reaction to no message': [
    ({ realm }) =>
      Object.assign(realm, {
        zerver_reaction: [{ message: 999, user_profile: ids.bob, emoji_name: 'x', emoji_code: '1f44d' }],
      }),
    /record 1 of zerver_reaction: it does not fit the other records/,
  ],
  'a reaction of no kind': [
    ({ realm }) =>
      Object.assign(realm, {
        zerver_reaction: [
          { message: 101, user_profile: ids.bob, emoji_name: 'x', emoji_code: 'y', reaction_type: 'z' },
        ],
      }),
    /"reaction_type" is z/,
  ],
  'a reaction with no emoji': [
    ({ realm }) =>
      Object.assign(realm, {
        zerver_reaction: [
          { message: 101, user_profile: ids.bob, emoji_name: 'x', emoji_code: '8', reaction_type: 'realm_emoji' },
        ],
      }),
    /it names the emoji 8/,
  ],
  'a policy that is none': [
    ({ realm }) =>
      Object.assign(realm, {
        zerver_usertopic: [{ user_profile: ids.bob, stream: channels.general, topic_name: 'x', visibility_policy: 7 }],
      }),
    /record 1 of zerver_usertopic: it does not fit the other records/,
  ],
  'a setting that is a channel that is not there': [
    ({ realm }) => Object.assign(first(realm, 'zerver_realm'), { new_stream_announcements_stream: 99 }),
    /record 1 of zerver_realm: it names the channel 99/,
  ],
};

function filesOf({ realm, messages }: Parts): ExportFiles {
  return { 'realm.json': realm, 'messages-000001.json': messages };
}

async function packed(folder: string): Promise<Buffer> {
  return gzipSync(await buffer(packTar(folder)));
}

/** The header of a file of so many bytes, in the form of GNU tar for large ones. */
function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header[124] = 0x80;
  header.writeUIntBE(Math.floor(size / 2 ** 32), 128, 4);
  header.writeUInt32BE(size % 2 ** 32, 132);
  header.write('        0ustar  ', 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

async function importTar(
  t: TestContext,
  name: string,
  change: (bytes: Buffer) => Buffer,
  size?: number,
): Promise<unknown> {
  const app = openEmpty(t);
  const before = dump(app);
  const folder = makeFolder(t);
  mkdirSync(join(folder, 'in/export'), { recursive: true });
  writeExport(join(folder, 'in/export'), filesOf(soundExport()));
  const file = join(folder, name);
  writeFileSync(file, change(await packed(join(folder, 'in'))));
  if (size !== undefined) truncateSync(file, size);
  const error = await importFiles(t, app, {}, { file }).then(
    () => undefined,
    (reason) => reason,
  );
  if (error !== undefined) assert.deepEqual(dump(app), before);
  return error;
}

describe('a broken export', () => {
  for (const [name, [breaking, message]] of Object.entries(breaks)) {
    it(`is imported except for what is broken: ${name}`, async (t) => {
      const parts = soundExport();
      breaking(parts);

      const problems = await importBroken(t, filesOf(parts), {});

      assert.ok(
        problems.some((one) => message.test(one)),
        JSON.stringify(problems, undefined, 1),
      );
    });
  }

  it('is imported except for what is no JSON, with the line', async (t) => {
    const folder = makeFolder(t);
    writeExport(folder, filesOf(soundExport()));
    const file = join(folder, 'messages-000001.json');
    const text = (await readFile(file, 'utf8')).replace('"Message 102"', 'Message 102');
    const broken: Record<string, [content: string | Buffer, said: RegExp]> = {
      'a word': [text, /^messages-000001\.json, line \d\d, record 2 of zerver_message is not JSON as expected: /],
      'cut off': [
        text.slice(0, text.indexOf('"zerver_usermessage"') + 30),
        /^messages-000001\.json, line \d+: the rest is not JSON as expected: it ends in the middle\.$/,
      ],
      'more after it': [`${text}{}`, /something follows its end\.$/],
      'a list instead': ['[1]', /^messages-000001\.json: there is no list zerver_message\.$/],
      empty: ['', /^messages-000001\.json, line 1: it is not JSON as expected: a \{ or \[ is missing\.$/],
      'not in UTF-8': [
        Buffer.from(text.replace('Message 101', 'M\xe9'), 'latin1'),
        /record 1 of zerver_message is not JSON as expected: it is not UTF-8\.$/,
      ],
    };
    for (const [name, [content, said]] of Object.entries(broken)) {
      writeFileSync(file, content);
      const app = openEmpty(t);
      const problems = listProblems((await importFiles(t, app, {}, { file: folder })).tally);

      assert.ok(
        problems.some((one) => said.test(one)),
        `${name}: ${problems.join('\n')}`,
      );
      assert.equal(app.db.value<number>('SELECT count(*) FROM channels'), 3);
    }
  });

  it('is imported without messages, but not without realm.json', async (t) => {
    const { realm, messages } = soundExport();
    const { tally } = await importFiles(t, openEmpty(t), { 'realm.json': realm });

    assert.ok(listProblems(tally).includes('The export has no file messages-000001.json.'));
    await assert.rejects(importFiles(t, openEmpty(t), { 'messages-000001.json': messages }), /holds no realm\.json\.$/);
  });

  it('is refused as a tar archive of which nothing can be read', async (t) => {
    const whole = await importTar(t, 'whole.tar.gz', (bytes) => bytes);
    const cut = await importTar(t, 'cut.tar.gz', (bytes) => bytes.subarray(0, 80));
    const damaged = await importTar(t, 'damaged.tar.gz', (bytes) => bytes.fill(0, 12, 90));
    const none = await importTar(t, 'none.tar.gz', () => Buffer.from('PK\x03\x04 a zip archive'));

    assert.equal(whole, undefined);
    for (const error of [cut, damaged, none]) assert.ok(error instanceof UnusableArchive, String(error));
  });

  it('is refused as a tar archive that is larger than the disk, before it is unpacked', async (t) => {
    const size = 2 ** 42;
    const error = await importTar(t, 'large.tar', () => tarHeader('realm.json', size), size);

    assert.ok(error instanceof ImportRefused, String(error));
    assert.match(
      error.message,
      /large\.tar unpacks to more than the \d+ MiB that the disk of the data directory has\.$/,
    );
  });
});
