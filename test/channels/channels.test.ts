import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemGroupId } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, subscribe } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

const path = '/channels/create';

describe('POST /channels/create', () => {
  it('makes a channel with every setting, and subscribes those named', async (t) => {
    const server = await startServer(t);
    const { db, users } = server;
    const folder_id = db.run(
      `INSERT INTO channel_folders (name, name_key, position, created_at) VALUES ('Rooms', 'rooms', 1, 0)`,
    ).id;
    const moderators = systemGroupId(db, 'role:moderators');
    const settings = {
      name: 'Cellar',
      description: 'Cold *things*',
      invite_only: true,
      history_public_to_subscribers: true,
      message_retention_days: 30,
      topics_policy: 'disable_empty_topic',
      folder_id,
      can_send_message_group: moderators,
      can_subscribe_group: { direct_members: [users.alice.id], direct_subgroups: [] },
    };

    const { status, body } = await server.as('owner').post(path, {
      ...settings,
      name: ' Cellar ',
      subscribers: [users.bob.id, users.guest.id, users.bob.id],
    });

    assert.deepEqual([status, body], [200, { result: 'success', msg: '', id: 2 }]);
    const { stream } = (await server.as('bob').get('/streams/2')).body as { stream: Values };
    assert.deepEqual(Object.fromEntries(Object.keys(settings).map((name) => [name, stream[name]])), settings);
    const { subscribers } = (await server.as('bob').get('/streams/2/members')).body;
    assert.deepEqual(subscribers, [users.bob.id, users.guest.id]);
  });

  it('tells those who may know, and those subscribed of it by a message', async (t) => {
    const server = await startServer(t);
    const { alice, bob, bot } = server.users;
    const names = ['owner', 'moderator', 'alice', 'bob', 'guest', 'bot'] as const;
    const ears = await listen(server, names, { event_types: ['stream', 'subscription', 'message'] });
    const subscribers = [alice.id, bob.id, bot.id];

    await server.as('alice').post(path, { name: 'cellar', invite_only: true, subscribers });

    const seen = [
      'stream create: cellar',
      `subscription peer_add: users ${subscribers.join()} in 2`,
      'stream update: first_message_id',
    ];
    const own = ['stream create: cellar', 'subscription add: cellar'];
    const notice = `message: @_**Alice Member|${alice.id}** created this private channel.`;
    const direct = `message: @_**Alice Member|${alice.id}** subscribed you to a channel:\n\n* #**cellar**`;
    const { alice: first, ...others } = await ears.gist();
    assert.deepEqual(first, ['stream create: cellar', 'subscription add: cellar', notice]);
    assert.deepEqual(others, { owner: seen, bob: [...own, notice, direct], bot: [...own, notice] });
  });

  it('sends no messages about subscriptions when asked not to, and announces when asked to', async (t) => {
    const server = await startServer(t);
    const { alice, bob } = server.users;
    const ears = await listen(server, ['bob', 'moderator'], { event_types: ['message'] });

    await server.as('alice').post(path, {
      name: 'cellar',
      subscribers: [bob.id],
      announce: true,
      send_new_subscription_messages: false,
    });

    const announcement = `message: @_**Alice Member|${alice.id}** created a new channel: #**cellar**`;
    assert.deepEqual(await ears.gist(), {
      bob: [`message: @_**Alice Member|${alice.id}** created this public channel.`, announcement],
      moderator: [announcement],
    });
  });

  it('refuses a name that is taken, seen or not, in any case', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('owner'), 'R & D', { invite_only: true });

    const { status, body } = await server.as('alice').post(path, { name: 'R & d', subscribers: [] });

    assert.deepEqual(
      [status, body],
      [
        409,
        {
          result: 'error',
          msg: "Channel 'R &amp; d' already exists",
          code: 'CHANNEL_ALREADY_EXISTS',
          channel_name: 'R & d',
        },
      ],
    );
  });

  it('is for those whom the organization lets create such channels', async (t) => {
    const server = await startServer(t);
    const { db } = server;
    const moderators = systemGroupId(db, 'role:moderators');
    db.transaction(() => setRealmSetting(db, 'can_create_private_channel_group', moderators));
    const outcome = async (name: 'moderator' | 'alice' | 'guest', invite_only: boolean) =>
      (await server.as(name).post(path, { name: `${name} ${invite_only}`, subscribers: [], invite_only })).body.msg;

    assert.equal(await outcome('alice', false), '');
    assert.equal(await outcome('alice', true), 'Insufficient permission');
    assert.equal(await outcome('moderator', true), '');
    assert.equal(await outcome('guest', false), 'Not allowed for guest users');
    const missing = await server.as('alice').post(path, { name: 'lost' });
    assert.equal(missing.body.msg, "Missing 'subscribers' argument");
  });

  it('refuses archived folders like those that are not there', async (t) => {
    const server = await startServer(t);
    const folder_id = server.db.run(
      `INSERT INTO channel_folders (name, name_key, position, created_at, is_archived)
       VALUES ('Rooms', 'rooms', 1, 0, 1)`,
    ).id;

    for (const id of [folder_id, 4711]) {
      const { body } = await server.as('owner').post(path, { name: 'cellar', subscribers: [], folder_id: id });
      assert.deepEqual(body, badRequest('Invalid channel folder ID'));
    }
  });
});
