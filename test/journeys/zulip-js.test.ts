import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { makePlace, type Serving } from '../cli/place.ts';
import { listen } from './listening.ts';
import { login, type ZulipJs } from './zulip-js.ts';

interface People {
  kim: ZulipJs;
  lou: ZulipJs;
  kim_id: number;
  lou_id: number;
}

describe('zulip-js', () => {
  it('logs in by a zuliprc file or a password', async (t) => {
    const place = makePlace(t);
    const server = await place.serve();
    const zuliprc = place.path('kim.zuliprc');
    const { email, password = '' } = await place.create('kim@example.com', '--random-password', '--zuliprc', zuliprc);

    const byFile = await login({ zuliprc });
    const byPassword = await login({ username: email, password, realm: server.url });

    const account = await byPassword.accounts.retrieve();
    const profiles = await Promise.all([byFile, byPassword].map((client) => client.users.me.getProfile()));
    assert.deepEqual([account.result, account.email, typeof account.api_key], ['success', email, 'string']);
    assert.deepEqual(
      profiles.map((one) => [one.result, one.email]),
      [
        ['success', email],
        ['success', email],
      ],
    );
    assert.equal(byFile.config.realm, server.url);
  });

  it('knows the server, its users and emoji', async (t) => {
    const { kim } = await meet(t);

    const settings = await kim.server.settings();
    const created = await kim.users.create({
      email: 'max@example.com',
      password: 'the long password of Max',
      full_name: 'Max',
      short_name: 'max',
    });
    const users = await kim.users.retrieve({ client_gravatar: false });
    const emoji = await kim.emojis.retrieve();
    const words = await kim.users.me.alertWords.retrieve();

    assert.deepEqual([settings.result, settings.zulip_feature_level], ['success', 473]);
    assert.deepEqual([created.result, typeof created.user_id], ['success', 'number']);
    const people = users.members.filter((one: { is_bot: boolean }) => !one.is_bot);
    assert.deepEqual(people.map((one: { email: string }) => one.email).sort(), [
      'kim@example.com',
      'lou@example.com',
      'max@example.com',
    ]);
    assert.deepEqual([emoji.result, emoji.emoji], ['success', {}]);
    assert.deepEqual([words.result, words.alert_words], ['success', []]);
  });

  it('joins, lists, leaves and archives channels', async (t) => {
    const { kim, lou } = await meet(t);

    const joined = await kim.users.me.subscriptions.add({ subscriptions: [{ name: 'kitchen', description: 'Food' }] });
    const { stream_id } = await kim.streams.getStreamId('kitchen');
    const again = await kim.streams.getStreamId({ stream: 'kitchen' });
    await kim.messages.send({ type: 'stream', to: 'kitchen', topic: 'lunch', content: 'Soup' });
    const all = await kim.streams.retrieve({ include_public: true });
    const own = await kim.streams.subscriptions.retrieve({ include_subscribers: true });
    const topics = await lou.streams.topics.retrieve({ stream_id });
    const left = await kim.users.me.subscriptions.remove({ subscriptions: JSON.stringify(['kitchen']) });
    const archived = await kim.streams.deleteById({ stream_id });
    const after = await kim.streams.retrieve();

    assert.deepEqual([joined.result, joined.subscribed], ['success', { [await idOf(kim)]: ['kitchen'] }]);
    assert.equal(again.stream_id, stream_id);
    assert.deepEqual(namesOf(all.streams), ['general', 'kitchen']);
    assert.deepEqual(namesOf(own.subscriptions), ['general', 'kitchen']);
    assert.deepEqual(namesOf(topics.topics), ['channel events', 'lunch']);
    assert.deepEqual([left.result, left.removed, left.not_removed], ['success', ['kitchen'], []]);
    assert.equal(archived.result, 'success');
    assert.deepEqual(namesOf(after.streams), ['general']);
  });

  it('sends, edits, flags, reacts to, shows and deletes messages', async (t) => {
    const { kim, lou, kim_id } = await meet(t);

    const sent = await kim.messages.send({ type: 'stream', to: 'general', topic: 'lunch', content: '**Soup**' });
    const message_id = sent.id;
    const rendered = await kim.messages.render('*hi*');
    const edited = await kim.messages.update({ message_id, content: '**Stew**' });
    const starred = await lou.messages.flags.add({ messages: [message_id], flag: 'starred' });
    const one = await lou.messages.getById({ message_id });
    const unstarred = await lou.messages.flags.remove({ messages: [message_id], flag: 'starred' });
    const emoji = { message_id, emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' };
    const added = await kim.reactions.add(emoji);
    const withReaction = await lou.messages.getById({ message_id });
    const removed = await kim.reactions.remove(emoji);
    await kim.reactions.add(emoji);
    const removedToo = await kim.messages.deleteReactionById(emoji);
    const history = await lou.messages.getHistoryById({ message_id });
    const deleted = await kim.messages.deleteById({ message_id });
    const page = await lou.messages.retrieve({
      anchor: message_id,
      num_before: 0,
      num_after: 0,
      narrow: [['stream', 'general']],
    });

    for (const { result, msg } of [edited, unstarred, added, removed, removedToo, deleted]) {
      assert.deepEqual([result, msg], ['success', '']);
    }
    assert.equal(rendered.rendered, '<p><em>hi</em></p>');
    assert.deepEqual([starred.result, starred.messages], ['success', [message_id]]);
    assert.deepEqual([one.raw_content, one.message.content], ['**Stew**', '<p><strong>Stew</strong></p>']);
    assert.deepEqual(one.message.flags, ['starred']);
    const { message_id: _, ...heart } = emoji;
    assert.deepEqual(
      withReaction.message.reactions.map(
        ({ user_id, emoji_name, emoji_code, reaction_type }: typeof heart & { user_id: number }) => ({
          user_id,
          emoji_name,
          emoji_code,
          reaction_type,
        }),
      ),
      [{ user_id: kim_id, ...heart }],
    );
    assert.deepEqual(
      history.message_history.map((version: { content: string }) => version.content),
      ['**Soup**', '**Stew**'],
    );
    assert.deepEqual([page.result, page.messages], ['success', []]);
  });

  it('hears events of a queue until it deregisters it', async (t) => {
    const { kim, lou, kim_id, lou_id } = await meet(t);

    const queue = await lou.queues.register({ event_types: ['typing'] });
    const { queue_id, last_event_id } = queue;
    const typing = await kim.typing.send({ to: [lou_id], op: 'start' });
    const { events } = await lou.events.retrieve({ queue_id, last_event_id });
    const together = await kim.typing.send({ to: [lou_id, kim_id], op: 'stop' });
    const left = await lou.queues.deregister({ queue_id });
    const gone = await lou.events.retrieve({ queue_id, last_event_id, dont_block: true });

    assert.deepEqual([queue.result, typing.result, together.result, left.result], Array(4).fill('success'));
    assert.deepEqual(
      events.map((event: Record<string, unknown>) => [event.id, event.type, event.op]),
      [[0, 'typing', 'start']],
    );
    assert.deepEqual(events[0].sender, { user_id: kim_id, email: 'kim@example.com' });
    assert.deepEqual([gone.result, gone.code], ['error', 'BAD_EVENT_QUEUE_ID']);
  });

  it('goes on hearing when the server was stopped and started, each message once', async (t) => {
    const place = makePlace(t);
    const server = await place.serve(['--log-level', 'debug']);
    const kim = await place.addAccount('kim@example.com', { randomPassword: true });
    const lou = await place.addAccount('lou@example.com');
    const say = (one: Serving, content: string) =>
      one.as(lou).post('/messages', { type: 'channel', to: 'general', topic: 'lunch', content });
    const heard = listen(t, { username: kim.email, password: kim.password ?? '', realm: server.url });
    await server.hear('/api/v1/register');

    await say(server, 'one');
    const first = await heard();
    await say(server, 'two');
    await server.end('SIGTERM');
    const next = await place.serve(['--listen', new URL(server.url).host]);
    await say(next, 'three');
    const messages = [first, await heard(), await heard()];

    assert.deepEqual(
      messages.map(({ message }) => message.content),
      ['one', 'two', 'three'],
    );
  });

  it('calls any endpoint, with each method', async (t) => {
    const { kim } = await meet(t);

    const read = await kim.callEndpoint('users/me');
    const patched = await kim.callEndpoint('/settings', 'PATCH', { full_name: 'Kim Cook' });
    const posted = await kim.callEndpoint('/users/me/alert_words', 'POST', { alert_words: ['soup', 'stew'] });
    const deleted = await kim.callEndpoint('/users/me/alert_words', 'DELETE', { alert_words: '["stew"]' });
    const profile = await kim.users.me.getProfile();

    assert.deepEqual([read.full_name, patched.result, profile.full_name], ['The kim', 'success', 'Kim Cook']);
    assert.deepEqual([posted.alert_words.sort(), deleted.alert_words], [['soup', 'stew'], ['soup']]);
  });

  it('is told that pointers and filters, as linkifiers were called, are no more', async (t) => {
    const { kim } = await meet(t);

    const answers = [
      await kim.users.me.pointer.retrieve(),
      await kim.users.me.pointer.update(1),
      await kim.filters.retrieve(),
    ];

    assert.deepEqual(
      answers.map(({ result, code }) => [result, code]),
      [
        ['error', 'NOT_FOUND'],
        ['error', 'NOT_FOUND'],
        ['error', 'METHOD_NOT_ALLOWED'],
      ],
    );
  });
});

/** Two people on a server in a process of its own: an owner and a member. */
async function meet(t: TestContext): Promise<People> {
  const place = makePlace(t);
  await place.serve();
  const join = async (name: string, role: 'owner' | 'member') => {
    const zuliprc = place.path(`${name}.zuliprc`);
    const { user_id } = await place.addAccount(`${name}@example.com`, { role, zuliprc });
    return { id: user_id, client: await login({ zuliprc }) };
  };
  const kim = await join('kim', 'owner');
  const lou = await join('lou', 'member');
  return { kim: kim.client, lou: lou.client, kim_id: kim.id, lou_id: lou.id };
}

async function idOf(client: ZulipJs): Promise<number> {
  return (await client.users.me.getProfile()).user_id;
}

function namesOf(rows: { name: string }[]): string[] {
  return rows.map(({ name }) => name).sort();
}
