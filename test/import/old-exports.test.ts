import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { roles } from '../../src/users/user.ts';
import { importFiles, openEmpty } from './scene.ts';
import { channelMessage, channels, ids, type Record_, realmTables } from './zulip-export.ts';

const shard = (id: number) => ({
  zerver_message: [channelMessage(id, ids.alice, channels.general)],
  zerver_usermessage: [],
});

describe('an archive of Zulip', () => {
  it('has roles in other fields if it is older than 2.1', async (t) => {
    const realm = realmTables();
    const old = (realm.zerver_userprofile ?? []).map(({ role: _, ...one }: Record_) => ({
      ...one,
      is_realm_admin: one.id === ids.owner,
      is_guest: one.id === ids.bob,
    }));
    const app = openEmpty(t);
    await importFiles(t, app, {
      'realm.json': { ...realm, zerver_userprofile: old },
      'messages-000001.json': shard(100),
    });
    assert.deepEqual(
      app.db.tuples('SELECT full_name, role FROM users WHERE is_system_bot = 0 AND bot_type IS NULL ORDER BY role, 1'),
      [
        ['Olga Owner', roles.administrator],
        ['Alice Adams', roles.member],
        ['Gustav Gone', roles.member],
        ['Bob Star', roles.guest],
      ],
    );
  });

  it('comes with the messages of files that an interrupted export had not finished', async (t) => {
    const app = openEmpty(t);
    const { zerver_message } = shard(200);
    const { tally } = await importFiles(t, app, {
      'realm.json': realmTables(),
      'messages-000001.json': shard(100),
      'messages-000001.json.partial': shard(100),
      'messages-000002.json.partial': { zerver_message, zerver_userprofile_ids: [ids.alice] },
    });
    assert.deepEqual(app.db.values('SELECT content FROM messages ORDER BY id'), ['Message 100', 'Message 200']);
    assert.deepEqual(
      tally.left.flatMap(({ examples }) => examples),
      ['messages-000002.json.partial: there is no list zerver_usermessage.'],
    );
  });
});
