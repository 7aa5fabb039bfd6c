import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Message } from '../../../src/client/api/types.ts';
import type { Client } from '../../../src/client/client.ts';
import { type Command, group, menuOf } from '../../../src/client/commands/command.ts';
import { t } from '../../../src/client/language/texts.ts';
import { createClient as begin } from './fake-client.ts';
import './page.ts';
import '../../support/english.ts';

const { commandOf, groups } = await import('../../../src/client/commands/commands.ts');
const { listKeys } = await import('../../../src/client/commands/key-list.ts');
const { messageMenu } = await import('../../../src/client/commands/message-commands.ts');
const { channelMenu } = await import('../../../src/client/commands/channel-commands.ts');
const { topicMenu } = await import('../../../src/client/commands/topic-commands.ts');
const { screen } = await import('../../../src/client/commands/screen.ts');
const { dialog, editing } = await import('../../../src/client/commands/view-state.ts');

const message = {
  ...{ id: 5, type: 'stream', stream_id: 1, subject: 'boats', sender_id: 2, sender_full_name: 'Bob' },
  ...{ content: '<p>Ahoy</p>', flags: [], reactions: [], submessages: [], timestamp: Date.now() / 1000 },
} as unknown as Message;

const user = 9;

function createClient(state: object = {}) {
  const editing = { realm_allow_message_editing: true, realm_message_content_edit_limit_seconds: null };
  return begin({ state: { ...editing, realm_emoji: {}, ...state } });
}

/** Puts messages on screen. Returns a function that takes them away. */
function showMessages(current: Message | undefined): () => void {
  const nothing = () => {};
  return screen.messages.fill({
    ...{ current: () => current, listRendered: () => (current ? [current] : []), listSeen: () => [] },
    ...{ rowOf: () => undefined, focusSelected: nothing, isAtEnd: () => true, step: nothing, scroll: nothing },
  });
}

describe('a command', () => {
  it('runs on what is on screen, and does nothing without a target', () => {
    const ran: number[] = [];
    const count: Command<number> = { label: 'commands.star', run: (_, target) => void ran.push(target) };
    let shown: { target: number } | undefined;
    const [bound] = group('commands.other', [count], () => shown).commands;
    const { client } = createClient();

    bound?.run(client);
    shown = { target: 0 };
    bound?.run(client);

    assert.deepEqual(ran, [0]);
  });

  it('says why it is not done where it is not offered', () => {
    const never = {
      label: 'commands.star',
      refusal: 'commands.cannotEdit',
      isOffered: () => false,
      run: () => assert.fail(),
    } as const;
    const silent = { label: 'commands.star', isOffered: () => false, run: () => assert.fail() } as const;
    const { client, said } = createClient();

    for (const { run } of group('commands.other', [never, silent], () => ({ target: undefined })).commands) run(client);

    assert.deepEqual(said, ['This message cannot be edited.']);
  });

  it('is left out of a menu where it is not offered, and named by its target', () => {
    const even: Command<number> = {
      label: 'commands.star',
      labelFor: (_, target) => `${target} is even`,
      isOffered: (_, target) => target % 2 === 0,
      run: () => {},
    };
    const any: Command<number> = { label: 'common.react', run: () => {} };
    const { client } = createClient();

    const labels = (target: number) => menuOf(client, [even, any], target).map(({ label }) => label);

    assert.deepEqual([labels(4), labels(5)], [['4 is even', 'React'], ['React']]);
  });
});

describe('keys', () => {
  it('belong to one command each', () => {
    const keys = groups.flatMap(({ commands }) => commands.flatMap((one) => one.keys ?? []));

    assert.ok(keys.length > 25);
    assert.equal(new Set(keys).size, keys.length);
    for (const key of keys) assert.ok(commandOf(key));
  });

  it('are listed as people read them', () => {
    const rows = listKeys().flatMap((one) => one.rows);
    const keysOf = (label: string) => rows.find((row) => row.label === label)?.keys;

    assert.deepEqual(keysOf('Jump to a channel, topic or person'), ['Ctrl+K']);
    assert.deepEqual(keysOf('Next message, or next line of a list'), ['j', '↓']);
    assert.deepEqual(keysOf('Mark as unread from here'), ['Shift+U']);
    assert.deepEqual(keysOf('Close what is open, then go to the home view'), ['Esc']);
    assert.ok(rows.every(({ label, keys }) => label !== '' && keys.length > 0));
  });
});

describe('keys on messages', () => {
  beforeEach(() => {
    dialog.value = undefined;
    editing.value = undefined;
  });

  it('do nothing where there are none', () => {
    const { client, calls, said } = createClient();

    for (const key of ['r', 'e', 'm', 'U', '+', '=', ':', '>', 's', 'R', 'Ctrl+s']) commandOf(key)?.run(client);

    assert.deepEqual([calls, said, dialog.value, editing.value], [[], [], undefined, undefined]);
  });

  it('edit only what may be edited', () => {
    const own = { ...message, sender_id: user };
    const { client, said } = createClient();

    let leave = showMessages(message);
    commandOf('e')?.run(client);
    const before = editing.value;
    leave();
    leave = showMessages(own);
    commandOf('e')?.run(client);
    leave();

    assert.deepEqual([before, editing.value, said], [undefined, 5, ['This message cannot be edited.']]);
  });

  it('star, react and take back', async () => {
    const mine = { user_id: user, emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };
    const { client, calls } = createClient();

    let leave = showMessages(message);
    for (const key of ['Ctrl+s', '+', '=']) commandOf(key)?.run(client);
    leave();
    await new Promise(setImmediate);
    leave = showMessages({ ...message, reactions: [mine], flags: ['starred'] } as Message);
    for (const key of ['Ctrl+s', '=']) commandOf(key)?.run(client);
    leave();

    assert.deepEqual(
      calls.map(([method, path, params]) => [method, path, (params as { op?: string }).op]),
      [
        ['POST', '/messages/flags', 'add'],
        ['POST', '/messages/5/reactions', undefined],
        ['POST', '/messages/flags', 'remove'],
        ['DELETE', '/messages/5/reactions', undefined],
      ],
    );
  });

  it('lead to the conversation and to the sender', () => {
    const { client, gone } = createClient();
    const leave = showMessages(message);

    for (const key of ['s', 'R']) commandOf(key)?.run(client);
    leave();

    assert.deepEqual(gone, ['#narrow/channel/1-unknown-channel/topic/boats/near/5', '#narrow/dm/2-dm']);
  });
});

describe('the menu of a message', () => {
  const labels = (client: Client, one: Message) => menuOf(client, messageMenu.flat(), one).map(({ label }) => label);

  it('offers what the user may do', () => {
    const nobody = { direct_members: [], direct_subgroups: [] };
    const open = { realm_enable_read_receipts: true, realm_moderation_request_channel_id: 3 };
    const { client } = createClient({ realm_can_delete_any_message_group: nobody, ...open });
    const shut = { realm_enable_read_receipts: false, realm_moderation_request_channel_id: -1 };
    const closed = createClient({ realm_can_delete_any_message_group: nobody, ...shut }).client;

    const others = labels(client, message);

    for (const label of ['Reply', 'Copy link', 'Star', 'Who read it', 'Report…'])
      assert.ok(others.includes(label), label);
    for (const label of ['Show edits', 'Delete…', 'Remove star']) assert.ok(!others.includes(label), label);
    assert.ok(!labels(client, { ...message, sender_id: user }).includes('Report…'));
    assert.ok(labels(client, { ...message, last_edit_timestamp: 1 }).includes('Show edits'));
    assert.ok(labels(client, { ...message, flags: ['starred'] }).includes('Remove star'));
    assert.ok(!labels(closed, message).some((label) => label === 'Who read it' || label === 'Report…'));
  });
});

describe('the menus of the side bar', () => {
  const can_send_message_group = { direct_members: [user], direct_subgroups: [] };
  const channel = {
    ...{ stream_id: 1, name: 'river', is_muted: false, pin_to_top: false, invite_only: false },
    can_send_message_group,
  };
  const topic = { type: 'topic', stream_id: 1, topic: 'boats' } as const;

  it('have an icon for each line, the same for the same act, and red only for what deletes', () => {
    const lines = [...channelMenu, ...topicMenu, ...messageMenu].flat();
    const labelsOf = new Map<unknown, Set<string>>();
    for (const { icon, label } of lines) labelsOf.set(icon, (labelsOf.get(icon) ?? new Set()).add(t(label)));

    assert.ok(lines.every(({ icon }) => icon !== undefined));
    assert.deepEqual(
      [...labelsOf.values()].filter(({ size }) => size > 1).map((labels) => [...labels].sort()),
      [
        ['Open beside', 'Open its conversation beside'],
        ['Pin or unpin', 'Pin to the channel', 'Pin to the topic'],
      ],
    );
    assert.deepEqual(
      lines.filter(({ isDangerous }) => isDangerous).map(({ label }) => t(label)),
      ['Delete…'],
    );
  });

  it('name the change that each line makes', () => {
    const { client } = createClient({ subscriptions: [channel], streams: [channel] });
    const of = (changes: object) =>
      menuOf(client, channelMenu.flat(), { ...channel, ...changes } as never).map(({ label }) => label);

    assert.deepEqual(of({}), [
      ...['New topic', 'Open beside', 'Mute', 'Pin', 'Move to section…', 'All topics', 'Channel settings'],
      ...['Copy link', 'Leave channel'],
    ]);
    assert.deepEqual(of({ is_muted: true, pin_to_top: true }).slice(2, 4), ['Unmute', 'Unpin']);
    assert.ok(!of({ can_send_message_group: { direct_members: [], direct_subgroups: [] } }).includes('New topic'));
    assert.ok(!of({ invite_only: true }).includes('Leave channel'));
  });

  it('unmute a topic of a muted channel, and follow the others again', async () => {
    const muted = { stream_id: 1, topic_name: 'boats', visibility_policy: 1, last_updated: 1 };
    const cases = [
      [{ is_muted: false }, [], 'Mute', 1],
      [{ is_muted: false }, [muted], 'Unmute', 0],
      [{ is_muted: true }, [], 'Unmute', 2],
      [{ is_muted: false }, [], 'Follow', 3],
      [{ is_muted: false }, [{ ...muted, visibility_policy: 3 }], 'Unfollow', 0],
    ] as const;
    for (const [changes, user_topics, label, policy] of cases) {
      const { client, calls } = createClient({ subscriptions: [{ ...channel, ...changes }], user_topics });

      menuOf(client, topicMenu.flat(), topic)
        .find((line) => line.label === label)
        ?.act();

      assert.deepEqual(calls, [['POST', '/user_topics', { stream_id: 1, topic: 'boats', visibility_policy: policy }]]);
    }
  });
});
