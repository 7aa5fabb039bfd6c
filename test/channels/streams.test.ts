import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { presentChannels } from '../../src/channels/channel-record.ts';
import { listChannels } from '../../src/conversations/channel.ts';
import { systemGroupId } from '../../src/realm/group.ts';
import type { Values } from '../support/client.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

async function startWithChannels(t: Parameters<typeof startServer>[0]): Promise<TestServer> {
  const server = await startServer(t);
  await subscribe(server.as('alice'), 'open');
  await subscribe(server.as('alice'), 'secret', { invite_only: true });
  await subscribe(server.as('alice'), 'old');
  server.db.run("UPDATE channels SET is_archived = 1 WHERE name = 'old'");
  return server;
}

describe('GET /streams', () => {
  it('lists what one may know of, as asked', async (t) => {
    const server = await startWithChannels(t);
    const names = async (name: CastName, values: Values = {}) => {
      const { body } = await server.as(name).get('/streams', values);
      return body.streams?.map((one: { name: string }) => one.name) ?? body;
    };

    assert.deepEqual(await names('alice'), ['general', 'open', 'secret']);
    assert.deepEqual(await names('bob'), ['general', 'open']);
    assert.deepEqual(await names('guest'), ['general']);
    assert.deepEqual(await names('guest', { include_subscribed: false }), []);
    assert.deepEqual(await names('admin'), ['general', 'open']);
    assert.deepEqual(await names('admin', { include_all: true }), ['general', 'open', 'secret']);
    assert.deepEqual(await names('admin', { include_all_active: true }), ['general', 'open', 'secret']);
    assert.deepEqual(await names('bob', { include_all: true }), ['general', 'open']);
    assert.deepEqual(await names('bob', { include_public: false }), ['general']);
    assert.deepEqual(await names('alice', { include_subscribed: false }), ['general', 'open']);
    assert.deepEqual(await names('bob', { exclude_archived: false }), ['general', 'old', 'open']);
    assert.deepEqual(await names('bot'), ['general', 'open']);
    assert.deepEqual(await names('bob', { include_all_active: true }), ['general', 'open']);
  });

  it('says which channels newcomers get when asked', async (t) => {
    const server = await startWithChannels(t);

    const { body } = await server.as('bob').get('/streams', { include_default: true });

    const brief = ({ name, is_default }: Values) => ({ name, is_default });
    assert.deepEqual(body.streams.map(brief), [
      { name: 'general', is_default: true },
      { name: 'open', is_default: false },
    ]);
  });

  it('lists the channels newcomers get though no others are wanted', async (t) => {
    const server = await startWithChannels(t);
    const values = { include_public: false, include_subscribed: false };

    const none = await server.as('bob').get('/streams', values);
    const { body } = await server.as('bob').get('/streams', { ...values, include_default: true });

    assert.deepEqual(none.body.streams, []);
    assert.deepEqual(
      body.streams.map(({ name, is_default }: Values) => [name, is_default]),
      [['general', true]],
    );
  });

  it("lists for a bot what its owner follows, and for a person nobody's", async (t) => {
    const server = await startWithChannels(t);
    const values = { include_public: false, include_subscribed: false, include_owner_subscribed: true };
    const names = async (name: CastName) =>
      (await server.as(name).get('/streams', values)).body.streams.map((one: Values) => one.name);

    assert.deepEqual(await names('bot'), ['general', 'open', 'secret']);
    assert.deepEqual(await names('alice'), []);
  });

  it('lists what one may read when asked, which for administrators is less than what they may know of', async (t) => {
    const server = await startWithChannels(t);
    const values = { include_public: false, include_subscribed: false, include_can_access_content: true };
    const names = async (name: CastName) =>
      (await server.as(name).get('/streams', values)).body.streams.map((one: Values) => one.name);

    assert.deepEqual(await names('alice'), ['general', 'open', 'secret']);
    assert.deepEqual(await names('admin'), ['general', 'open']);
    assert.deepEqual(await names('guest'), ['general']);
  });

  it('counts the messages of a week once a channel is a week old', async (t) => {
    const server = await startServer(t);
    for (let count = 0; count < 10; count++) await send(server.as('alice'), { to: 'general' });
    const traffic = async () => (await server.as('bob').get('/streams')).body.streams[0].stream_weekly_traffic;

    const young = await traffic();
    server.clock.advance(14 * 86_400);
    const old = await traffic();

    assert.deepEqual([young, old], [null, 5]);
  });

  it('counts the messages of four weeks, also after some were sent, edited, moved, deleted or undone', async (t) => {
    const server = await startWithChannels(t);
    const { app, db, clock } = server;
    const owner = server.as('owner');
    clock.advance(60 * 86_400);
    const seen: [string, number, number][] = [];
    const look = async (after: string) => {
      const { body } = await owner.get('/streams');
      const traffic = new Map(body.streams.map(({ name, stream_weekly_traffic: count }: Values) => [name, count]));
      seen.push([after, Number(traffic.get('general')), Number(traffic.get('open'))]);
    };
    const sendSome = async (count: number): Promise<number> => {
      const ids: number[] = [];
      for (let n = 0; n < count; n++) ids.push(await send(owner, { to: 'general' }));
      return ids[0] as number;
    };

    const first = await sendSome(8);
    await look('8 messages');
    await sendSome(4);
    await look('4 more');
    await owner.patch(`/messages/${first}`, { content: 'Edited' });
    await look('an edit');
    await owner.delete(`/messages/${first}`);
    await look('a deletion');
    const moved = { stream_id: 2, propagate_mode: 'change_all', send_notification_to_new_thread: false };
    await owner.patch(`/messages/${first + 1}`, moved);
    await look('a move');
    await sendSome(1);
    const undone = new Error('undone');
    const columns = `conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content, rendered_content,
      rendered_version`;
    const sendAndFail = () => {
      for (let n = 0; n < 4; n++) {
        db.run(`INSERT INTO messages (${columns}) SELECT ${columns} FROM messages ORDER BY id DESC LIMIT 1`);
      }
      presentChannels(app, listChannels(db));
      throw undone;
    };
    assert.throws(() => db.transaction(sendAndFail), undone);
    for (const to of ['open', 'open', 'open', 'general']) await send(owner, { to });
    await look('others after an undone write');
    clock.advance(20 * 86_400);
    await sendSome(1);
    await look('one after 20 days');
    clock.advance(10 * 86_400);
    await look('the others left the four weeks');

    assert.deepEqual(seen, [
      ['8 messages', 2, 0],
      ['4 more', 3, 0],
      ['an edit', 3, 0],
      ['a deletion', 3, 0],
      ['a move', 0, 3],
      ['others after an undone write', 1, 4],
      ['one after 20 days', 1, 4],
      ['the others left the four weeks', 1, 0],
    ]);
  });
});

describe('GET /streams/{stream_id}', () => {
  it('gets the same record as the list, and no archived channel', async (t) => {
    const server = await startWithChannels(t);
    const { body } = await server.as('alice').get('/streams');

    const { body: one } = await server.as('alice').get('/streams/3');

    assert.deepEqual(one, { result: 'success', msg: '', stream: body.streams[2] });
    assert.equal(one.stream.name, 'secret');
    const { body: archived } = await server.as('bob').get('/streams/4');
    assert.deepEqual(archived, badRequest('Invalid channel ID'));
  });
});

describe('GET /streams/{stream_id}/members', () => {
  it('lists the active subscribers to all who may know of the channel', async (t) => {
    const server = await startWithChannels(t);
    const { alice, bob, guest, bot } = server.users;
    const principals = [guest.id, bob.id, bot.id];
    await subscribe(server.as('alice'), 'secret', { principals, send_new_subscription_messages: false });
    server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', bob.id);

    for (const name of ['alice', 'guest', 'bot', 'admin'] as const) {
      const { body } = await server.as(name).get('/streams/3/members');
      assert.deepEqual(body, { result: 'success', msg: '', subscribers: [alice.id, guest.id, bot.id] });
    }
  });
});

describe('GET /users/{user_id}/subscriptions/{stream_id}', () => {
  it('says whether a user is subscribed', async (t) => {
    const server = await startWithChannels(t);
    const { alice, bob } = server.users;
    const status = async (id: number) => (await server.as('alice').get(`/users/${id}/subscriptions/2`)).body;

    assert.deepEqual(await status(alice.id), { result: 'success', msg: '', is_subscribed: true });
    assert.deepEqual(await status(bob.id), { result: 'success', msg: '', is_subscribed: false });
    assert.deepEqual(await status(4711), badRequest('No such user'));
    server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', bob.id);
    assert.deepEqual(await status(bob.id), badRequest('User is deactivated'));
  });
});

describe('GET /streams/{stream_id}/email_address', () => {
  it('is empty, as the server receives no e-mail', async (t) => {
    const server = await startWithChannels(t);
    const { alice, bot } = server.users;

    for (const sender_id of [undefined, alice.id, bot.id]) {
      const { body } = await server.as('alice').get('/streams/1/email_address', { sender_id });
      assert.deepEqual(body, { result: 'success', msg: '', email: '' });
    }
  });

  it('is not for those who may not read the channel, nor in the name of others', async (t) => {
    const server = await startWithChannels(t);

    const unread = await server.as('admin').get('/streams/3/email_address');
    const foreign = await server.as('alice').get('/streams/1/email_address', { sender_id: server.users.bob.id });

    assert.deepEqual(unread.body, badRequest('Invalid channel ID'));
    assert.deepEqual(foreign.body, badRequest('Insufficient permission'));
  });
});

describe('what is asked of one channel', () => {
  it('is answered for one that may not be seen as for one that is not there', async (t) => {
    const server = await startWithChannels(t);
    const { id } = server.users.alice;

    for (const [name, stream_id] of [
      ['bob', 3],
      ['guest', 2],
      ['alice', 4711],
    ] as const) {
      for (const path of [
        `/streams/${stream_id}`,
        `/streams/${stream_id}/members`,
        `/streams/${stream_id}/email_address`,
      ]) {
        const { status, body } = await server.as(name).get(path);
        assert.deepEqual([status, body], [400, badRequest('Invalid channel ID')]);
      }
      const { body } = await server.as(name).get(`/users/${id}/subscriptions/${stream_id}`);
      assert.deepEqual(body, badRequest('Invalid channel ID'));
    }
  });
});

describe('the older form of who may post', () => {
  it('follows the group', async (t) => {
    const server = await startServer(t);
    const expected = {
      'role:everyone': [1, false],
      'role:administrators': [2, true],
      'role:fullmembers': [3, false],
      'role:moderators': [4, false],
    } as const;
    for (const name of Object.keys(expected) as (keyof typeof expected)[]) {
      await subscribe(server.as('alice'), name, { can_send_message_group: systemGroupId(server.db, name) });
    }

    const { body } = await server.as('alice').get('/streams');

    const actual = body.streams
      .filter(({ name }: { name: string }) => name in expected)
      .map((one: Values) => [one.name, [one.stream_post_policy, one.is_announcement_only]]);
    assert.deepEqual(Object.fromEntries(actual), expected);
  });
});

describe('GET /get_stream_id', () => {
  it('finds by name in any case', async (t) => {
    const server = await startWithChannels(t);

    const { body } = await server.as('alice').get('/get_stream_id', { stream: 'SECRET' });

    assert.deepEqual(body, { result: 'success', msg: '', stream_id: 3 });
  });

  it('answers for what one may not see as for what is not there', async (t) => {
    const server = await startWithChannels(t);

    for (const stream of ['secret', 'nowhere']) {
      const { status, body } = await server.as('bob').get('/get_stream_id', { stream });
      assert.deepEqual([status, body], [400, badRequest(`Invalid channel name '${stream}'`)]);
    }
  });
});

describe('GET /users/me/{stream_id}/topics', () => {
  it('lists topics, the one written in last first', async (t) => {
    const server = await startServer(t);
    for (const topic of ['a', 'b', 'a', '']) await send(server.as('alice'), { to: 'general', topic });

    const { body } = await server.as('bob').get('/users/me/1/topics');

    assert.deepEqual(body, {
      result: 'success',
      msg: '',
      topics: [
        { name: 'general chat', max_id: 4 },
        { name: 'a', max_id: 3 },
        { name: 'b', max_id: 2 },
      ],
    });
  });

  it('lists of protected history only what one received', async (t) => {
    const server = await startServer(t);
    const id = await subscribe(server.as('alice'), 'secret', { invite_only: true });
    await send(server.as('alice'), { to: 'secret', topic: 'before' });
    const principals = [server.users.bob.id];
    await subscribe(server.as('alice'), 'secret', { principals, send_new_subscription_messages: false });
    const max_id = await send(server.as('alice'), { to: 'secret', topic: 'after' });

    const { body } = await server.as('bob').get(`/users/me/${id}/topics`);

    assert.deepEqual(body.topics, [{ name: 'after', max_id }]);
  });

  it('answers for what one may not read as for what is not there', async (t) => {
    const server = await startWithChannels(t);

    for (const [name, id] of [
      ['bob', 3],
      ['admin', 3],
      ['guest', 2],
      ['alice', 4711],
    ] as const) {
      const { status, body } = await server.as(name).get(`/users/me/${id}/topics`);
      assert.deepEqual([status, body], [400, badRequest('Invalid channel ID')]);
    }
  });
});

describe('GET /users/me/topics', () => {
  it('lists the topics of several channels, and leaves out those that one may not read', async (t) => {
    const server = await startWithChannels(t);
    for (const topic of ['a', 'b', '']) await send(server.as('alice'), { to: 'general', topic });
    const max_id = await send(server.as('alice'), { to: 'secret', topic: 'hidden' });
    const ask = async (name: 'alice' | 'bob', stream_ids: number[]) =>
      (await server.as(name).get('/users/me/topics', { stream_ids, allow_empty_topic_name: true })).body.streams;
    const [general] = await ask('bob', [1]);

    assert.deepEqual(
      general.topics.map(({ name }: { name: string }) => name),
      ['', 'b', 'a'],
    );
    assert.deepEqual(await ask('bob', [3, 1, 4711, 1]), [general]);
    assert.deepEqual((await ask('alice', [3]))[0].topics[0], { name: 'hidden', max_id });
  });

  it('answers for at most 100 channels at once', async (t) => {
    const server = await startWithChannels(t);
    const stream_ids = Array.from({ length: 101 }, (_, index) => index);

    const { status, body } = await server.as('bob').get('/users/me/topics', { stream_ids });

    assert.deepEqual([status, body], [400, badRequest('stream_ids is too long')]);
  });
});
