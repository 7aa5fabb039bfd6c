import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Ears, listen } from '../support/events.ts';
import { send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const unmuted = 2;
const followed = 3;

interface Scene extends TestServer {
  channel_id: number;
  ears: Ears;
  /** Sends as someone; returns the policy that the answer names. */
  write: (name: CastName, topic: string, content?: string) => Promise<unknown>;
  set: (name: CastName, settings: Record<string, unknown>) => void;
  mute: (name: CastName) => void;
  setPolicy: (name: CastName, topic: string, policy: number) => void;
  /** Someone's policies, by topic. */
  policies: (name: CastName) => Promise<Record<string, number>>;
}

/** A channel that alice and bob follow. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as, db, users } = server;
  const channel_id = await subscribe(as('alice'), 'kitchen');
  await subscribe(as('bob'), 'kitchen');
  return {
    ...server,
    channel_id,
    ears: await listen(server, ['alice', 'bob'], {
      event_types: ['user_topic'],
      client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    }),
    async write(name, topic, content = 'hello') {
      const { status, body } = await as(name).post('/messages', { type: 'channel', to: 'kitchen', topic, content });
      assert.equal(status, 200, JSON.stringify(body));
      return body.automatic_new_visibility_policy;
    },
    set(name, settings) {
      for (const [setting, value] of Object.entries(settings)) {
        const sql = 'INSERT INTO user_settings (user_id, name, value) VALUES (?, ?, ?)';
        db.run(sql, users[name].id, setting, JSON.stringify(value));
      }
    },
    mute(name) {
      db.run('UPDATE subscriptions SET is_muted = 1 WHERE user_id = ?', users[name].id);
    },
    setPolicy(name, topic, policy) {
      db.run(
        `INSERT INTO user_topics (user_id, channel_id, topic_key, topic, visibility_policy, updated_at)
         VALUES (?, ?, ?, ?, ?, 0)`,
        ...[users[name].id, channel_id, topic, topic, policy],
      );
    },
    async policies(name) {
      const { body } = await as(name).post('/register', { fetch_event_types: ['user_topic'] });
      const rows: { topic_name: string; visibility_policy: number }[] = body.user_topics;
      return Object.fromEntries(rows.map((row) => [row.topic_name, row.visibility_policy]));
    },
  };
}

const follow = (value: number) => ({
  automatically_follow_topics_policy: value,
  automatically_unmute_topics_in_muted_streams_policy: 4,
});
const unmute = (value: number) => ({
  automatically_follow_topics_policy: 4,
  automatically_unmute_topics_in_muted_streams_policy: value,
});

describe('automatic_new_visibility_policy', () => {
  it('follows a topic one starts, by default, and tells only the sender', async (t) => {
    const { channel_id, ears, clock, write } = await setScene(t);

    assert.equal(await write('alice', 'lunch'), followed);

    const event = {
      type: 'user_topic',
      stream_id: channel_id,
      topic_name: 'lunch',
      last_updated: clock.now(),
      visibility_policy: followed,
    };
    assert.deepEqual(await ears.heard(), { alice: [event] });
  });

  it('is absent when nothing changes', async (t) => {
    const { ears, write } = await setScene(t);
    await write('alice', 'lunch');
    await ears.heard();

    assert.equal(await write('alice', 'lunch'), undefined);
    assert.equal(await write('bob', 'Lunch'), undefined);

    assert.deepEqual(await ears.heard(), {});
  });

  // Settings, whether the channel is muted, and what a topic of one's own and then one of another brings.
  const table: [Record<string, number>, boolean, number | undefined, number | undefined][] = [
    [follow(1), false, followed, followed],
    [follow(2), false, followed, followed],
    [follow(3), false, followed, undefined],
    [follow(4), false, undefined, undefined],
    [unmute(1), true, unmuted, unmuted],
    [unmute(2), true, unmuted, unmuted],
    [unmute(3), true, unmuted, undefined],
    [unmute(4), true, undefined, undefined],
    [unmute(2), false, undefined, undefined],
    [{}, true, followed, unmuted],
  ];
  for (const [settings, isMuted, own, other] of table) {
    const title = `${JSON.stringify(Object.values(settings))} in a${isMuted ? ' muted' : 'n open'} channel`;
    it(`is ${own} and ${other} for ${title}`, async (t) => {
      const { write, set, mute } = await setScene(t);
      set('alice', settings);
      if (isMuted) mute('alice');
      await write('bob', "bob's");

      assert.deepEqual([await write('alice', "alice's"), await write('alice', "bob's")], [own, other]);
    });
  }

  it('never makes one hear less of a topic', async (t) => {
    const { write, set, mute, setPolicy, policies } = await setScene(t);
    set('alice', unmute(2));
    mute('alice');
    setPolicy('alice', 'lunch', followed);

    assert.equal(await write('alice', 'lunch'), undefined);

    assert.deepEqual(await policies('alice'), { lunch: followed });
  });

  it('raises a muted topic when one writes there, but not one that is unmuted', async (t) => {
    const { write, set, setPolicy } = await setScene(t);
    set('alice', follow(2));
    setPolicy('alice', 'muted', 1);
    setPolicy('alice', 'unmuted', unmuted);

    assert.deepEqual([await write('alice', 'muted'), await write('alice', 'unmuted')], [followed, undefined]);
  });

  it('leaves a topic muted that one starts', async (t) => {
    for (const settings of [follow(3), unmute(3)]) {
      const { write, set, mute, setPolicy, policies } = await setScene(t);
      set('alice', settings);
      if (settings.automatically_unmute_topics_in_muted_streams_policy === 3) mute('alice');
      setPolicy('alice', 'lunch', 1);

      assert.equal(await write('alice', 'lunch'), undefined);

      assert.deepEqual(await policies('alice'), { lunch: 1 });
    }
  });

  it('is not for bots or direct messages', async (t) => {
    const { as, users, write } = await setScene(t);
    const { body } = await as('alice').post('/messages', { type: 'direct', to: [users.bob.id], content: 'hi' });
    assert.deepEqual(Object.keys(body), ['result', 'msg', 'id']);
    assert.equal(await write('bot', 'builds'), undefined);
  });

  it('is for whoever starts a topic in a channel they are not subscribed to', async (t) => {
    const { write } = await setScene(t);
    assert.equal(await write('moderator', 'visit'), 3);
  });

  it('follows a topic for whom a group that they are in is mentioned', async (t) => {
    const { as, users, set, policies } = await setScene(t);
    set('bob', { automatically_follow_topics_where_mentioned: true });
    await as('owner').post('/user_groups/create', { name: 'cooks', description: '', members: [users.bob.id] });

    await send(as('alice'), { to: 'kitchen', topic: 'menu', content: 'hi @*cooks*' });

    assert.deepEqual(await policies('bob'), { menu: 3 });
  });

  it('follows it for the others of the group alone where some muted it, follow it already, or turned that off', async (t) => {
    const scene = await setScene(t);
    const { as, channel_id, db, users, set, setPolicy, clock } = scene;
    const names = ['bob', 'admin', 'moderator', 'guest', 'owner'] as const;
    const members = names.map((name) => users[name].id);
    await subscribe(as('alice'), 'kitchen', { principals: members });
    await as('owner').post('/user_groups/create', { name: 'cooks', description: '', members });
    setPolicy('bob', 'menu', 1);
    setPolicy('admin', 'menu', followed);
    setPolicy('guest', 'menu', unmuted);
    set('moderator', { automatically_follow_topics_where_mentioned: false });
    const ears = await listen(scene, names, { event_types: ['user_topic'] });
    const older = await listen(scene, names, { event_types: ['muted_topics'] });

    await send(as('alice'), { to: 'kitchen', topic: 'Menu', content: 'hi @*cooks*' });

    const sql = 'SELECT user_id, visibility_policy FROM user_topics WHERE user_id <> ? ORDER BY 1';
    const expected = { bob: 1, admin: followed, guest: followed, owner: followed };
    assert.deepEqual(new Map(db.tuples<[number, number]>(sql, users.alice.id)), byId(expected));
    const event = { type: 'user_topic', stream_id: channel_id, topic_name: 'Menu', last_updated: clock.now() };
    const heard = [{ ...event, visibility_policy: followed }];
    assert.deepEqual(await ears.heard(), { guest: heard, owner: heard });
    const list = [{ type: 'muted_topics', muted_topics: [] }];
    assert.deepEqual(await older.heard(), { guest: list, owner: list });

    function byId(policies: Partial<Record<CastName, number>>): Map<number, number> {
      const rows = Object.entries(policies).map(([name, policy]) => [users[name as CastName].id, policy] as const);
      return new Map(rows.sort(([one], [other]) => one - other));
    }
  });

  it('names the empty topic in the event for clients that do not know it', async (t) => {
    const scene = await setScene(t);
    const older = await listen(scene, ['alice'], { event_types: ['user_topic'] });

    await scene.write('alice', '');

    assert.equal((await scene.ears.heard()).alice?.[0]?.topic_name, '');
    assert.equal((await older.heard()).alice?.[0]?.topic_name, 'general chat');
  });

  it('comes with the older muted_topics, except for clients that asked for user_topic', async (t) => {
    const scene = await setScene(t);
    const all = await listen(scene, ['alice']);
    const both = await listen(scene, ['alice'], { event_types: ['user_topic', 'muted_topics'] });
    const older = await listen(scene, ['alice'], { event_types: ['muted_topics'] });

    await scene.write('alice', 'lunch');

    assert.deepEqual(await all.gist(), { alice: ['muted_topics', 'user_topic', 'message: hello'] });
    assert.deepEqual(await both.gist(), { alice: ['user_topic'] });
    assert.deepEqual(await older.heard(), { alice: [{ type: 'muted_topics', muted_topics: [] }] });
  });
});

describe('taking part otherwise', () => {
  it('follows a topic by a reaction or a vote, for those who want that', async (t) => {
    const { as, write, set, policies, ears } = await setScene(t);
    set('bob', follow(1));
    const reacted = await send(as('alice'), { to: 'kitchen', topic: 'one' });
    const polled = await send(as('alice'), { to: 'kitchen', topic: 'two', content: '/poll Tea?' });
    await ears.heard();

    await as('bob').post(`/messages/${reacted}/reactions`, { emoji_name: 'heart' });
    const vote = JSON.stringify({ type: 'new_option', idx: 1, option: 'yes' });
    await as('bob').post('/submessage', { message_id: polled, msg_type: 'widget', content: vote });

    assert.deepEqual(await policies('bob'), { one: followed, two: followed });
    assert.deepEqual(await ears.gist(), { bob: ['user_topic', 'user_topic'] });
    assert.equal(await write('bob', 'one'), undefined);
  });

  it('follows nothing in a channel to which one is not subscribed, or no longer', async (t) => {
    const { as, set, policies, ears } = await setScene(t);
    for (const name of ['moderator', 'bob'] as const) set(name, follow(1));
    const id = await send(as('alice'), { to: 'kitchen', topic: 'one', content: '/poll Tea?' });
    await as('bob').delete('/users/me/subscriptions', { subscriptions: ['kitchen'] });
    await ears.heard();
    const vote = JSON.stringify({ type: 'new_option', idx: 1, option: 'yes' });

    for (const name of ['moderator', 'bob'] as const) {
      const reaction = await as(name).post(`/messages/${id}/reactions`, { emoji_name: 'heart' });
      const voting = await as(name).post('/submessage', { message_id: id, msg_type: 'widget', content: vote });

      assert.deepEqual([reaction.status, voting.status], [200, 200]);
      assert.deepEqual(await policies(name), {});
    }
    assert.deepEqual(await ears.heard(), {});
  });

  it('changes nothing for those who follow on sending only', async (t) => {
    const { as, set, policies } = await setScene(t);
    set('bob', follow(2));
    const id = await send(as('alice'), { to: 'kitchen' });

    await as('bob').post(`/messages/${id}/reactions`, { emoji_name: 'heart' });

    assert.deepEqual(await policies('bob'), {});
  });
});

describe('being mentioned', () => {
  it('follows the topic, except where one muted it or turned that off', async (t) => {
    const { write, set, setPolicy, policies, ears } = await setScene(t);
    await write('alice', 'lunch', '@**Bob Member**');
    setPolicy('bob', 'muted', 1);
    await write('alice', 'muted', '@**Bob Member**');
    assert.deepEqual(await policies('bob'), { lunch: followed, muted: 1 });
    assert.deepEqual((await ears.gist()).bob, ['user_topic']);

    set('bob', { automatically_follow_topics_where_mentioned: false });
    await write('alice', 'dinner', '@**Bob Member**');
    assert.deepEqual(await policies('bob'), { lunch: followed, muted: 1 });
  });

  it('does not come from wildcards or silent mentions', async (t) => {
    const { write, set, policies } = await setScene(t);
    set('alice', follow(4));
    assert.equal(await write('alice', 'lunch', '@**all** @**topic** @_**Bob Member** @_**Alice Member**'), undefined);
    assert.deepEqual([await policies('alice'), await policies('bob')], [{}, {}]);
  });

  it('also comes from oneself, by name or by a group, and shows in the answer', async (t) => {
    const { as, users, write, set, policies, setPolicy, ears } = await setScene(t);
    set('alice', follow(4));
    const { body } = await as('alice').post('/user_groups/create', {
      name: 'cooks',
      description: '',
      members: [users.alice.id],
    });
    assert.equal(body.result, 'success');
    await ears.heard();
    assert.equal(await write('alice', 'lunch', '@**Alice Member**'), followed);
    assert.equal(await write('alice', 'dinner', '@*cooks*'), followed);
    assert.equal(await write('alice', 'dinner', '@*cooks*'), undefined, 'it is followed already');
    setPolicy('alice', 'muted', 1);
    assert.equal(await write('alice', 'muted', '@**Alice Member**'), undefined);
    assert.deepEqual(await policies('alice'), { dinner: followed, lunch: followed, muted: 1 });
    assert.deepEqual((await ears.gist()).alice, ['user_topic', 'user_topic']);
    set('alice', { automatically_follow_topics_where_mentioned: false });
    assert.equal(await write('alice', 'tea', '@**Alice Member**'), undefined);
  });

  it('comes from people whom one muted, too', async (t) => {
    const { as, users, write, policies } = await setScene(t);
    await as('bob').post(`/users/me/muted_users/${users.alice.id}`);
    await write('alice', 'lunch', '@**Bob Member**');
    assert.deepEqual(await policies('bob'), { lunch: followed });
  });
});
