import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { doDeliverDue } from '../../src/later/delivery.ts';
import type { Client, Values } from '../support/client.ts';
import { type Ears, type HeardEvent, listen } from '../support/events.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const hidden = 'Layoffs In May';
const guess = 'layoffs in may';
const capable = {
  client_capabilities: { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true },
};

interface World extends TestServer {
  bob: Client;
  den: number;
  /** The message that bob does not see. */
  early: number;
  ears: Ears;
}

/** A channel with protected history, to which bob came after the first message of `topic`. */
async function setScene(t: TestContext, topic: string): Promise<World> {
  const server = await startServer(t);
  const alice = server.as('alice');
  const den = await subscribe(alice, 'den', { invite_only: true });
  const early = await send(alice, { to: 'den', topic });
  await subscribe(alice, 'den', { principals: [server.users.bob.id] });
  return { ...server, bob: server.as('bob'), den, early, ears: await listen(server, ['bob', 'alice'], capable) };
}

/** What bob gets to know by doing something, beside a topic that he does not see. */
async function experience(t: TestContext, topic: string, doing: (world: World) => Promise<unknown>) {
  const world = await setScene(t, topic);
  const { bob, den, ears } = world;
  const answer = await doing(world);
  const { bob: events } = await ears.heard();
  const { body: topics } = await bob.get(`/users/me/${den}/topics`, { allow_empty_topic_name: true });
  const narrow = [{ operator: 'channel', operand: den }];
  const query = { anchor: 'newest', num_before: 100, num_after: 0, narrow };
  const { body: page } = await bob.get('/messages', query);
  const { body: state } = await bob.post('/register', capable);
  const { unread_msgs, user_topics, scheduled_messages } = state;
  return {
    answer,
    events,
    topics: topics.topics,
    messages: page.messages,
    unread_msgs,
    user_topics,
    scheduled_messages,
  };
}

/** Fails unless doing something tells bob the same whether the topic exists that he would name so, or another. */
async function assertSameExperience(t: TestContext, doing: (world: World) => Promise<unknown>) {
  const beside = await experience(t, hidden, doing);
  const alone = await experience(t, 'elsewhere', doing);
  assert.deepEqual(beside, alone);
  assert.ok(!JSON.stringify(beside).includes(hidden));
  return beside;
}

/** The bodies of what bob requests, one after the other. */
async function ask(client: Client, ...requests: ['post' | 'patch' | 'delete', string, Values][]) {
  const bodies: unknown[] = [];
  for (const [method, path, values] of requests) bodies.push((await client[method](path, values)).body);
  return bodies;
}

const post = (topic: string): ['post', string, Values] => [
  'post',
  '/messages',
  { type: 'channel', to: 'den', topic, content: 'hello' },
];
const whole = { propagate_mode: 'change_all', send_notification_to_new_thread: false };

describe('a topic of protected history of which one sees no message', () => {
  it('does not give its spelling to what one sends there', async (t) => {
    const { answer } = await assertSameExperience(t, ({ bob }) => ask(bob, post(guess), post('LAYOFFS in may')));
    const [first] = answer as HeardEvent[];
    assert.equal(first.automatic_new_visibility_policy, 3, 'bob starts the topic');
  });

  it('does not give its spelling to what one schedules, nor when that is sent', async (t) => {
    await assertSameExperience(t, async ({ app, bob, clock, den }) => {
      const scheduled_delivery_timestamp = clock.now() + 60;
      const plan = { type: 'channel', to: den, topic: guess, content: 'soon', scheduled_delivery_timestamp };
      const answers = await ask(bob, ['post', '/scheduled_messages', plan]);
      const { body } = await bob.get('/scheduled_messages');
      clock.advance(120);
      doDeliverDue(app);
      return [answers, body];
    });
  });

  it('does not give its spelling to what one types or moves there', async (t) => {
    await assertSameExperience(t, async ({ bob, den }) => {
      const typing = { type: 'channel', op: 'start', stream_id: den, topic: guess };
      const id = await send(bob, { to: 'den', topic: 'plans' });
      const other = await send(bob, { to: 'den', topic: 'ideas' });
      return ask(
        bob,
        ['post', '/typing', typing],
        ['patch', `/messages/${id}`, { topic: guess, ...whole }],
        ['patch', `/messages/${other}`, { topic: 'LAYOFFS in may' }],
      );
    });
  });

  it('does not show in the policies that move along', async (t) => {
    await assertSameExperience(t, async ({ bob, den }) => {
      const policy = (topic: string, visibility_policy: number) => ({ stream_id: den, topic, visibility_policy });
      const id = await send(bob, { to: 'den', topic: 'plans' });
      return ask(
        bob,
        ['post', '/user_topics', policy('plans', 2)],
        ['post', '/user_topics', policy(guess, 1)],
        ['patch', `/messages/${id}`, { topic: guess, ...whole }],
      );
    });
  });

  it('takes no policy of those who guessed its name along, and tells them no new name', async (t) => {
    await assertSameExperience(t, async ({ as, bob, den, early }) => {
      const answers = await ask(bob, ['post', '/user_topics', { stream_id: den, topic: guess, visibility_policy: 1 }]);
      const { body } = await as('alice').get(`/messages/${early}`);
      await as('alice').patch(`/messages/${early}`, { topic: body.message.subject.toUpperCase(), ...whole });
      await as('alice').patch(`/messages/${early}`, { topic: 'Who Goes', ...whole });
      return answers;
    });
  });

  it('does not hinder those who spell the messages anew that they see', async (t) => {
    await assertSameExperience(t, async ({ bob }) => {
      const id = await send(bob, { to: 'den', topic: guess });
      return ask(bob, ['patch', `/messages/${id}`, { topic: 'LAYOFFS in may', ...whole }]);
    });
  });

  it('is spelled for everyone as its new writer spells it, and its history has no such entry', async (t) => {
    const { as, bob, clock, den, ears } = await setScene(t, hidden);
    const id = await send(bob, { to: 'den', topic: guess });
    const { alice = [] } = await ears.heard();
    const [update, message] = alice.filter(({ type }) => /message$/.test(type));
    assert.deepEqual(update, {
      type: 'update_message',
      message_id: update.message_ids[0],
      message_ids: [update.message_ids[0]],
      user_id: null,
      edit_timestamp: clock.now(),
      rendering_only: true,
      stream_id: den,
      stream_name: 'den',
      propagate_mode: 'change_all',
      orig_subject: hidden,
      subject: guess,
      topic_links: [],
      flags: [],
    });
    assert.deepEqual([message.message.id, message.message.subject], [id, guess]);
    const query = { anchor: 'newest', num_before: 2, num_after: 0, narrow: [{ operator: 'topic', operand: hidden }] };
    const { body } = await as('alice').get('/messages', query);
    const shown = body.messages.map(({ subject, edit_history }: HeardEvent) => [subject, edit_history]);
    assert.deepEqual(shown, [
      [guess, undefined],
      [guess, undefined],
    ]);
    await send(bob, { to: 'den', topic: 'LAYOFFS in may' });
    assert.equal((await ears.heard()).alice?.[0].message.subject, guess, 'a topic that one sees keeps its spelling');
  });

  it('keeps its spelling where all may read the history', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'lab');
    await send(server.as('alice'), { to: 'lab', topic: hidden });
    const id = await send(server.as('bob'), { to: 'lab', topic: guess });
    const { body } = await server.as('bob').get(`/messages/${id}`);
    assert.equal(body.message.subject, hidden);
  });

  it('does not count for a mention of everyone in it, nor get one', async (t) => {
    const crowd = async ({ db, early, den, as }: World) => {
      const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20)';
      db.run(
        `INSERT INTO users (email, email_key, full_name, role, joined_at)
         ${numbers} SELECT 'p' || n || '@x.org', 'p' || n || '@x.org', 'P ' || n, 400, 0 FROM numbers`,
      );
      db.run(
        `INSERT INTO reactions (message_id, user_id, emoji_name, reaction_type, emoji_code)
         SELECT ?, id, 'tada', 'unicode_emoji', '1f389' FROM users WHERE email LIKE 'p%@x.org'`,
        early,
      );
      await as('owner').patch('/realm', {
        can_mention_many_users_group: { new: await groupOf(as('owner'), 'role:nobody') },
      });
      return den;
    };
    const call = { content: '@**topic** hello' };
    await assertSameExperience(t, async (world) => {
      const stream_id = await crowd(world);
      const scheduled_delivery_timestamp = world.clock.now() + 60;
      const own = await send(world.bob, { to: 'den', topic: 'plans' });
      return ask(
        world.bob,
        ['post', '/messages', { type: 'channel', to: 'den', topic: guess, ...call }],
        [
          'post',
          '/scheduled_messages',
          { type: 'channel', to: stream_id, topic: guess, scheduled_delivery_timestamp, ...call },
        ],
        ['patch', `/messages/${own}`, { topic: guess, ...call }],
      );
    });
    const world = await setScene(t, hidden);
    await crowd(world);
    const seen = { type: 'channel', to: 'den', topic: hidden, ...call };
    const { body: refused } = await world.as('alice').post('/messages', seen);
    assert.equal(refused.code, 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED');
    await world.bob.post('/messages', seen);
    const sql = "SELECT user_id FROM message_flags WHERE flag = 'topic_wildcard_mentioned'";
    assert.deepEqual(world.db.values(sql), [world.users.bob.id]);
  });

  it('does not keep a channel from having no topics', async (t) => {
    const world = await setScene(t, hidden);
    const { users, den, as } = world;
    await as('owner').patch('/realm', { send_channel_events_messages: false });
    await as('alice').patch(`/streams/${den}`, {
      can_administer_channel_group: { new: { direct_members: [users.bob.id], direct_subgroups: [] } },
    });
    const setPolicy = async () =>
      (await world.bob.patch(`/streams/${den}`, { topics_policy: 'empty_topic_only' })).body;

    const own = await send(world.bob, { to: 'den', topic: 'plans' });
    assert.match((await setPolicy()).msg, /must be in/);
    await world.bob.patch(`/messages/${own}`, { topic: '', ...whole });
    assert.equal((await setPolicy()).result, 'success');
  });
});

/** The id of a group by name. */
async function groupOf(client: Client, name: string): Promise<number> {
  const { body } = await client.get('/user_groups', { include_deactivated_groups: false });
  return body.user_groups.find((group: Values) => group.name === name).id;
}
