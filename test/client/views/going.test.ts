import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Message } from '../../../src/client/api/types.ts';
import { channelState, createClient, userState } from './fake-client.ts';
import './page.ts';

const { commandOf } = await import('../../../src/client/commands/commands.ts');
const { replyTo, topicInView } = await import('../../../src/client/commands/replies.ts');
const { screen } = await import('../../../src/client/commands/screen.ts');
const { composing, dialog, editing, isPeopleOpen } = await import('../../../src/client/commands/view-state.ts');
const { Drafts } = await import('../../../src/client/store/drafts.ts');

type Client = ReturnType<typeof createClient>['client'];

const nothing = () => {};
const press = (client: Client, key: string) => commandOf(key)?.run(client);
const topicUnread = (topic: string, ...unread_message_ids: number[]) => ({ stream_id: 1, topic, unread_message_ids });
const narrowTo = (topic: string) => ({
  page: 'messages',
  narrow: [
    { operator: 'channel', operand: 1 },
    { operator: 'topic', operand: topic },
  ],
});

function withUnread(unread: object, options: { page?: object; state?: object } = {}) {
  const unread_msgs = { pms: [], streams: [], huddles: [], mentions: [], ...unread };
  const state = { ...channelState('river'), ...userState('Bob'), unread_msgs, ...options.state };
  return createClient({ ...options, state });
}

afterEach(() => {
  composing.value = undefined;
  editing.value = undefined;
  dialog.value = undefined;
});

describe('the next unread conversation', () => {
  const streams = [topicUnread('boats', 30, 31), topicUnread('ducks', 12, 40), topicUnread('fish', 20)];
  const pms = [{ other_user_id: 11, sender_id: 11, unread_message_ids: [25] }];

  it('is that with the oldest message', () => {
    const { client, gone } = withUnread({ streams, pms });

    press(client, 'n');

    assert.deepEqual(gone, ['#narrow/channel/1-river/topic/ducks']);
  });

  it('is another one than the shown', () => {
    const { client, gone } = withUnread({ streams, pms }, { page: narrowTo('DUCKS') });

    press(client, 'n');

    assert.deepEqual(gone, ['#narrow/channel/1-river/topic/fish']);
  });

  it('is not muted', () => {
    const muted = (topic_name: string) => ({ stream_id: 1, topic_name, visibility_policy: 1, last_updated: 1 });
    const { client, gone } = withUnread({ streams }, { state: { user_topics: [muted('ducks'), muted('fish')] } });

    press(client, 'n');

    assert.deepEqual(gone, ['#narrow/channel/1-river/topic/boats']);
  });

  it('is a direct one by its own key', () => {
    const { client, gone } = withUnread({ streams, pms });

    press(client, 'p');

    assert.deepEqual(gone, ['#narrow/dm/11-dm']);
  });

  it('is none once everything is read', () => {
    const { client, gone, said } = withUnread({ streams: [topicUnread('ducks', 1)] }, { page: narrowTo('ducks') });

    press(client, 'n');
    press(client, 'p');

    assert.deepEqual([gone, said], [[], ['Everything is read.', 'You have no unread direct messages.']]);
  });
});

describe('Escape', () => {
  it('leaves the composer, the editor and what is written to, one after the other, and then goes home', () => {
    const { client, gone } = createClient();
    Object.assign(client, { home: () => '#recent' });
    editing.value = 5;
    composing.value = { type: 'direct', user_ids: [11] };
    const seen: unknown[] = [];
    const leave = screen.composer.fill({ focus: nothing, drop: nothing, hasFocus: () => seen.length === 0 });

    for (let step = 0; step < 4; step += 1) {
      press(client, 'Escape');
      seen.push([editing.value, composing.value?.type, gone.length]);
    }
    leave();

    assert.deepEqual(seen, [
      [5, 'direct', 0],
      [undefined, 'direct', 0],
      [undefined, undefined, 0],
      [undefined, undefined, 1],
    ]);
    assert.deepEqual(gone, ['#recent']);
  });

  it('stays for those who set that', () => {
    const { client, gone } = createClient({ state: { user_settings: { web_escape_navigates_to_home_view: false } } });

    press(client, 'Escape');

    assert.deepEqual(gone, []);
  });
});

describe('writing by a key', () => {
  it('begins in the composer, or with the choice of a conversation', async () => {
    const { client } = createClient();
    let focused = 0;
    const leave = screen.composer.fill({ focus: () => (focused += 1), drop: nothing, hasFocus: () => false });

    press(client, 'c');
    await Promise.resolve();
    assert.deepEqual([focused, dialog.value], [1, undefined]);
    leave();
    press(client, 'c');

    assert.deepEqual([focused, dialog.value], [1, { kind: 'switcher' }]);
  });

  it('begins a direct message by another one', () => {
    press(createClient().client, 'x');

    assert.deepEqual(dialog.value, { kind: 'direct' });
  });
});

describe('moving by keys', () => {
  it('goes through messages, or the lines of a page without them', () => {
    const { client } = createClient();
    const moved: unknown[] = [];
    const list = (name: string) => ({
      step: (by: number) => moved.push([name, by]),
      scroll: (to: unknown) => moved.push([name, to]),
    });
    const leaveRows = screen.rows.fill(list('rows'));
    for (const key of ['j', 'ArrowUp', 'Home', 'End']) press(client, key);
    assert.deepEqual(moved.splice(0), [
      ['rows', 1],
      ['rows', -1],
      ['rows', 'start'],
      ['rows', 'end'],
    ]);

    const none = { current: () => undefined, listRendered: () => [], listSeen: () => [], rowOf: () => undefined };
    const leave = screen.messages.fill({ ...none, ...list('messages'), focusSelected: nothing, isAtEnd: () => true });
    for (const key of ['k', 'ArrowDown', 'G']) press(client, key);
    leave();
    assert.deepEqual(moved.splice(0), [
      ['messages', -1],
      ['messages', 1],
      ['messages', 'end'],
    ]);

    press(client, 'j');
    leaveRows();
    press(client, 'j');
    assert.deepEqual(moved, [['rows', 1]]);
  });

  it('shows the list of people only where there is room for it', () => {
    const before = isPeopleOpen.value;

    press(createClient({ page: { page: 'settings', section: 'profile' } }).client, 'w');
    assert.equal(isPeopleOpen.value, before);
    press(createClient().client, 'w');
    const between = isPeopleOpen.value;
    press(createClient().client, 'w');

    assert.deepEqual([between, isPeopleOpen.value], [!before, before]);
  });
});

describe('what was begun in the feed of a channel', () => {
  const message = { id: 5, type: 'stream', stream_id: 1, subject: 'boats', sender_id: 11, flags: [] };
  const topic = (name: string) => ({ type: 'topic', stream_id: 1, topic: name }) as const;
  const feed = (stream_id: number) => ({ page: 'messages', narrow: [{ operator: 'channel', operand: stream_id }] });
  let users = 100;

  function setUp(page: object) {
    const { client } = createClient({ page });
    users += 1;
    const drafts = new Drafts(localStorage, users);
    Object.assign(client, { drafts });
    drafts.keep(topic(''), 'Ahoy');
    const read = () => [drafts.find(topic('')), drafts.find(topic('boats'))];
    return { client, drafts, reply: () => replyTo(client, message as unknown as Message), read };
  }

  it('goes along to the topic of the message that is answered', () => {
    const { reply, read } = setUp(feed(1));

    reply();

    assert.deepEqual([read(), composing.value], [['', 'Ahoy'], topic('boats')]);
  });

  it('stays if that topic has a draft, or a conversation was chosen already', () => {
    const { drafts, reply, read } = setUp(feed(1));
    drafts.keep(topic('boats'), 'Land');
    reply();
    assert.deepEqual(read(), ['Ahoy', 'Land']);

    const other = setUp(feed(1));
    composing.value = topic('ducks');
    other.reply();

    assert.deepEqual(other.read(), ['Ahoy', '']);
  });

  it('stays in other views', () => {
    for (const page of [feed(2), narrowTo('ducks'), { page: 'messages', narrow: [] }, { page: 'inbox' }]) {
      const { reply, read } = setUp(page);
      composing.value = undefined;

      reply();

      assert.deepEqual([read(), composing.value], [['Ahoy', ''], topic('boats')]);
    }
  });
});

describe('the topic in view', () => {
  const message = (id: number, subject: string, sender_id = 11) =>
    ({ id, type: 'stream', stream_id: 1, subject, sender_id, flags: [] }) as unknown as Message;

  function see(...ids: number[]) {
    const { client } = createClient({ state: { cross_realm_bots: [{ user_id: 3 }] } });
    client.store.addMessages([message(1, 'boats'), message(2, 'ducks'), message(3, 'moved', 3)]);
    const leave = screen.messages.fill({
      ...{ current: () => undefined, listRendered: () => [], listSeen: () => ids, rowOf: () => undefined },
      ...{ focusSelected: nothing, isAtEnd: () => true, step: nothing, scroll: nothing },
    });
    const found = topicInView(client);
    leave();
    return found;
  }

  it('is that of the last message on screen, which is no notice of the server', () => {
    assert.deepEqual(see(1, 2), { type: 'topic', stream_id: 1, topic: 'ducks' });
    assert.deepEqual([see(1, 3), see(), see(99)], [undefined, undefined, undefined]);
  });
});
