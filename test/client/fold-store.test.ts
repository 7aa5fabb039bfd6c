import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message, ServerEvent } from '../../src/client/api/types.ts';
import { applyEvent } from '../../src/client/store/fold/fold.ts';
import type { Model, Section } from '../../src/client/store/fold/model.ts';
import { createStore } from './store.ts';

const ada = { user_id: 11, full_name: 'Ada', email: 'ada@x', role: 400, is_active: true, profile_data: {} };
const bob = { user_id: 12, full_name: 'Bob', email: 'bob@x', role: 400, profile_data: { 1: { value: 'tea' } } };
const group = { id: 30, name: 'crew', members: [11, 12], direct_subgroup_ids: [], deactivated: false };
const river = { stream_id: 1, name: 'river', invite_only: false, history_public_to_subscribers: true };
const lake = { stream_id: 2, name: 'lake', invite_only: true, history_public_to_subscribers: true };
const nobody = { direct_members: [], direct_subgroups: [] };
const closed = { can_add_subscribers_group: nobody, can_subscribe_group: nobody };

const said = { type: 'stream', stream_id: 1, subject: 'boats', sender_id: 11, sender_full_name: 'Ada', flags: [] };
const message = (id: number, fields: object = {}) =>
  ({ id, ...said, display_recipient: 'river', reactions: [], submessages: [], ...fields }) as unknown as Message;

/** The model of user 9, who follows channel 1, and knows one entry of most kinds. */
function createModel(fields: object = {}): Model {
  const { model } = createStore({
    ...{ is_guest: false, full_name: 'Me', email: 'me@x', realm_bots: [], user_status: {}, user_settings: {} },
    ...{ realm_users: [{ ...ada }, { ...bob, profile_data: { ...bob.profile_data } }], realm_non_active_users: [] },
    ...{ realm_user_groups: [structuredClone(group)], channel_folders: [], custom_profile_fields: [] },
    streams: [{ ...river }, { ...lake, ...closed }],
    subscriptions: [{ ...river, subscribers: [9, 11] }],
    never_subscribed: [{ ...lake, ...closed, subscribers: [11] }],
    ...{ drafts: [], saved_snippets: [], scheduled_messages: [], reminders: [], navigation_views: [], devices: {} },
    ...{ realm_domains: [], realm_user_settings_defaults: {}, alert_words: [] },
    ...fields,
  });
  return model;
}

/** Applies events in turn. Returns the sections that they name. */
function apply(model: Model, ...events: object[]): Section[][] {
  return events.map((event) => [...applyEvent(model, event as ServerEvent)]);
}

/** All of a model, to compare it. */
const copy = (model: Model) => structuredClone(model);

describe('an event about something unknown', () => {
  const unknown = [
    { type: 'realm_user', op: 'update', person: { user_id: 99, full_name: 'Eve', role: 200 } },
    { type: 'realm_user', op: 'update', person: { user_id: 99, is_active: false } },
    { type: 'realm_user', op: 'update', person: { user_id: 99, custom_profile_field: { id: 1, value: 'x' } } },
    { type: 'realm_user', op: 'remove', person: { user_id: 99 } },
    { type: 'realm_bot', op: 'update', bot: { user_id: 99, full_name: 'Robot' } },
    { type: 'realm_bot', op: 'delete', bot: { user_id: 99 } },
    { type: 'user_group', op: 'update', group_id: 99, data: { name: 'x' } },
    { type: 'user_group', op: 'add_members', group_id: 99, user_ids: [11] },
    { type: 'user_group', op: 'remove_subgroups', group_id: 99, direct_subgroup_ids: [30] },
    { type: 'user_group', op: 'remove', group_id: 99 },
    { type: 'stream', op: 'update', stream_id: 99, name: 'sea', property: 'name', value: 'ocean' },
    { type: 'stream', op: 'delete', stream_ids: [99] },
    { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 99, name: 'sea' }] },
    { type: 'subscription', op: 'update', stream_id: 99, property: 'is_muted', value: true },
    { type: 'subscription', op: 'peer_add', stream_ids: [99], user_ids: [11] },
    { type: 'channel_folder', op: 'update', channel_folder_id: 99, data: { name: 'x' } },
    { type: 'user_topic', stream_id: 99, topic_name: 'x', visibility_policy: 0, last_updated: 1 },
    { type: 'drafts', op: 'remove', draft_id: 99 },
    { type: 'reminders', op: 'remove', reminder_id: 99 },
    { type: 'navigation_view', op: 'update', fragment: 'x', data: { is_pinned: true } },
    { type: 'device', op: 'update', device_id: '99', push_key_id: 1 },
    { type: 'device', op: 'remove', device_id: '99' },
    { type: 'reaction', op: 'add', message_id: 99, user_id: 11, emoji_name: 'x', emoji_code: '1', reaction_type: 'u' },
    { type: 'submessage', message_id: 99, submessage_id: 1, sender_id: 11, msg_type: 'widget', content: '{}' },
  ];

  it('changes nothing', () => {
    for (const event of unknown) {
      const model = createModel();
      model.messages.set(5, message(5));
      const before = copy(model);

      apply(model, event);

      assert.deepEqual(copy(model), before, JSON.stringify(event));
    }
  });

  it('of no known type or operation is an error, and changes nothing', () => {
    const model = createModel();
    const before = copy(model);

    assert.throws(() => apply(model, { type: 'weather' }), /weather are unknown/);
    assert.throws(() => apply(model, { type: 'drafts', op: 'rain' }), /drafts with op rain is unknown/);
    assert.deepEqual(copy(model), before);
  });
});

describe('events of users', () => {
  const person = (fields: object) => ({ type: 'realm_user', op: 'update', person: { user_id: 11, ...fields } });

  it('rename the sender and the participant in messages, which are other objects then', () => {
    const model = createModel();
    const direct = { type: 'private', display_recipient: [{ id: 9 }, { id: 11, full_name: 'Ada' }], sender_id: 9 };
    const all = [message(5), message(6, { sender_id: 12 }), message(7, direct)];
    for (const one of all) model.messages.set(one.id, one);

    const sections = apply(model, person({ full_name: 'Countess' }));

    assert.equal(model.messages.get(5)?.sender_full_name, 'Countess');
    assert.equal(model.messages.get(6), all[1]);
    assert.deepEqual(model.messages.get(7)?.display_recipient, [{ id: 9 }, { id: 11, full_name: 'Countess' }]);
    assert.equal(all[0]?.sender_full_name, 'Ada', 'the earlier object stays as it was');
    assert.deepEqual(sections, [['people', 'channels', 'messages', 'marks']]);
  });

  it('give and take rights with the role, also those of oneself', () => {
    const rights = (role: number) => {
      const model = createModel();
      apply(model, person({ role }), { ...person({}), person: { user_id: 9, role } });
      const { is_owner, is_admin, is_guest, is_moderator } = model.state;
      const [user] = model.state.realm_users;
      return [user?.is_owner, user?.is_admin, user?.is_guest, is_owner, is_admin, is_guest, is_moderator];
    };

    assert.deepEqual(rights(100), [true, true, false, true, true, false, true]);
    assert.deepEqual(rights(200), [false, true, false, false, true, false, true]);
    assert.deepEqual(rights(300), [false, false, false, false, false, false, true]);
    assert.deepEqual(rights(600), [false, false, true, false, false, true, false]);
  });

  it('take somebody out of groups when they leave, and list them again when they are back', () => {
    const model = createModel({ user_status: { 11: { status_text: 'here' } } });
    const listed = () => {
      const { realm_users, realm_non_active_users } = model.state;
      return [realm_users, realm_non_active_users].map((list) => list.map(({ user_id }) => user_id));
    };

    apply(model, person({ is_active: false }));
    assert.deepEqual(listed(), [[12], [11]]);
    assert.deepEqual([model.state.realm_user_groups[0]?.members, model.state.user_status], [[12], {}]);
    apply(model, person({ is_active: true }));

    assert.deepEqual([listed(), model.state.realm_user_groups[0]?.members], [[[12, 11], []], [12]]);
  });

  it('add a user once, in the list that fits', () => {
    const model = createModel();

    apply(model, { type: 'realm_user', op: 'add', person: { ...ada, full_name: 'Ada L.' } });
    apply(model, { type: 'realm_user', op: 'add', person: { ...bob, is_active: false } });

    assert.deepEqual(
      model.state.realm_users.map(({ full_name }) => full_name),
      ['Ada L.'],
    );
    assert.deepEqual(
      model.state.realm_non_active_users.map(({ user_id }) => user_id),
      [12],
    );
  });

  it('set and clear profile fields, and deleted fields take their values along', () => {
    const model = createModel();
    const set = (id: number, value: string | null) => person({ custom_profile_field: { id, value } });
    const values = () => model.state.realm_users.map(({ profile_data }) => profile_data);

    apply(model, set(1, 'coffee'), set(2, 'Paris'), set(1, null));
    assert.deepEqual(values(), [{ 2: { value: 'Paris' } }, { 1: { value: 'tea' } }]);
    const sections = apply(model, { type: 'custom_profile_fields', fields: [{ id: 2 }] });

    assert.deepEqual(values(), [{ 2: { value: 'Paris' } }, {}]);
    assert.deepEqual(sections, [['people', 'realm']]);
  });

  it('keep of a status only what is set', () => {
    const model = createModel();
    const status = (fields: object) => {
      apply(model, { type: 'user_status', user_id: 11, ...fields });
      return model.state.user_status[11];
    };
    const emoji = { emoji_name: 'sun', emoji_code: '2600', reaction_type: 'unicode_emoji' };

    assert.deepEqual(status({ status_text: 'out', ...emoji }), { status_text: 'out', ...emoji });
    assert.deepEqual(status({ status_text: '' }), emoji);
    assert.equal(status({ emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }), undefined);
    assert.deepEqual(Object.keys(model.state.user_status), []);
  });
});

describe('events of groups', () => {
  it('add and remove members and groups, each once', () => {
    const model = createModel();
    const of = (op: string, fields: object) => ({ type: 'user_group', op, group_id: 30, ...fields });
    const shown = () => {
      const [one] = model.state.realm_user_groups;
      return [one?.members, one?.direct_subgroup_ids];
    };

    apply(model, of('add_members', { user_ids: [12, 13] }), of('add_subgroups', { direct_subgroup_ids: [31, 32] }));
    assert.deepEqual(shown(), [
      [11, 12, 13],
      [31, 32],
    ]);
    apply(model, of('remove_members', { user_ids: [11, 99] }), of('remove_subgroups', { direct_subgroup_ids: [31] }));

    assert.deepEqual(shown(), [[12, 13], [32]]);
  });

  it('close a channel to the user whom they let in, with its messages', () => {
    const open = { ...lake, can_add_subscribers_group: nobody, can_subscribe_group: 30 };
    const model = createModel({
      streams: [river, open],
      realm_user_groups: [{ ...group, members: [9, 11] }],
    });
    model.messages.set(5, message(5, { stream_id: 2 }));
    model.messages.set(6, message(6));
    model.unread.set(5, { stream_id: 2, topic: 'boats' });
    model.starred.add(5);

    apply(model, { type: 'user_group', op: 'remove_members', group_id: 30, user_ids: [9] });

    assert.deepEqual([[...model.messages.keys()], model.unread.size, model.starred.size], [[6], 0, 0]);
    assert.deepEqual([[...model.readable], [...model.hidden]], [[1], [2]]);
    apply(model, { type: 'user_group', op: 'add_members', group_id: 30, user_ids: [9] });
    assert.ok(model.readable.has(2) && model.refetched.has(2), 'it is to be fetched again');
  });
});

describe('events of channels', () => {
  const ids = (model: Model) =>
    ([model.state.subscriptions, model.state.unsubscribed, model.state.never_subscribed] as const).map((list) =>
      list.map(({ stream_id }) => stream_id),
    );

  it('move a channel among the lists, which name it once', () => {
    const model = createModel();
    const of = (op: string, ...subscriptions: object[]) => ({ type: 'subscription', op, subscriptions });

    apply(model, of('add', { ...lake, subscribers: [9, 11] }));
    assert.deepEqual(ids(model), [[1, 2], [], []]);
    apply(model, of('remove', { stream_id: 2, name: 'lake' }), of('remove', { stream_id: 2, name: 'lake' }));
    assert.deepEqual(ids(model), [[1], [2], []]);
    assert.deepEqual(model.state.unsubscribed[0]?.subscribers, [11]);
    apply(model, of('add', { ...lake, subscribers: [9] }), of('add', { ...lake, subscribers: [9] }));

    assert.deepEqual(ids(model), [[1, 2], [], []]);
  });

  it('create a channel without a subscription, and delete it everywhere', () => {
    const topic = { stream_id: 3, topic_name: 'x', visibility_policy: 3, last_updated: 1 };
    const model = createModel();

    apply(model, { type: 'stream', op: 'create', streams: [{ ...river, stream_id: 3, name: 'sea' }, { ...river }] });
    assert.deepEqual(ids(model), [[1], [], [2, 3]]);
    assert.ok(model.discovered.has(3));
    apply(model, { type: 'user_topic', ...topic }, { type: 'stream', op: 'delete', stream_ids: [3, 1] });

    assert.deepEqual([ids(model), model.state.user_topics], [[[], [], [2]], []]);
    assert.deepEqual(
      model.state.streams.map(({ stream_id }) => stream_id),
      [2],
    );
  });

  it('rename a channel in all lists and in its messages', () => {
    const followed = () => [{ ...river }, { ...lake }];
    const model = createModel({ streams: followed(), subscriptions: followed(), never_subscribed: [] });
    model.messages.set(5, message(5));
    model.messages.set(6, message(6, { stream_id: 2, display_recipient: 'lake' }));

    apply(model, { type: 'stream', op: 'update', stream_id: 1, name: 'river', property: 'name', value: 'creek' });

    const names = [model.state.streams[0]?.name, model.state.subscriptions[0]?.name];
    assert.deepEqual(names, ['creek', 'creek']);
    assert.deepEqual(
      [...model.messages.values()].map((one) => one.display_recipient),
      ['creek', 'lake'],
    );
  });

  it('take messages away once nobody without a subscription may read them', () => {
    const model = createModel({ subscriptions: [] });
    model.messages.set(5, message(5));
    const more = { invite_only: true, history_public_to_subscribers: true };

    apply(model, {
      ...{ type: 'stream', op: 'update', stream_id: 1, name: 'river', property: 'invite_only', value: true },
      ...{ ...more, can_add_subscribers_group: nobody, can_subscribe_group: nobody },
    });
    const [channel] = model.state.streams;

    assert.deepEqual([channel?.invite_only, model.messages.size, [...model.hidden]], [true, 0, [1]]);
  });

  it('count subscribers once, in each list that has the channel', () => {
    const model = createModel();
    const of = (op: string, ...user_ids: number[]) => ({ type: 'subscription', op, stream_ids: [1, 2], user_ids });
    const shown = () => [model.state.subscriptions[0]?.subscribers, model.state.never_subscribed[0]?.subscribers];

    apply(model, of('peer_add', 11, 12));
    assert.deepEqual(shown(), [
      [9, 11, 12],
      [11, 12],
    ]);
    apply(model, of('peer_remove', 11, 99));

    assert.deepEqual(shown(), [[9, 12], [12]]);
  });

  it('have one policy for each topic, in whatever case it is written', () => {
    const model = createModel();
    const of = (topic_name: string, visibility_policy: number) => ({
      ...{ type: 'user_topic', stream_id: 1, topic_name, visibility_policy, last_updated: 1 },
    });

    apply(model, of('boats', 1), of('ducks', 3), of('BOATS', 3));
    assert.deepEqual(
      model.state.user_topics.map((one) => [one.topic_name, one.visibility_policy]),
      [
        ['ducks', 3],
        ['BOATS', 3],
      ],
    );
    apply(model, of('Boats', 0));

    assert.equal(model.state.user_topics.length, 1);
  });

  it('order folders', () => {
    const model = createModel({ channel_folders: [7, 8].map((id) => ({ id, order: id })) });

    apply(model, { type: 'channel_folder', op: 'reorder', order: [8, 7] });

    assert.deepEqual(
      model.state.channel_folders.map(({ id, order }) => [id, order]),
      [
        [7, 1],
        [8, 0],
      ],
    );
  });
});

describe('events of messages', () => {
  const flag = (op: string, name: string, messages: number[], more: object = {}) => ({
    ...{ type: 'update_message_flags', op, flag: name, messages, all: false, ...more },
  });

  it('read all that counts: nothing in channels without a subscription', () => {
    const model = createModel();
    model.unread.set(5, { stream_id: 1, topic: 'boats' });
    model.unread.set(6, { stream_id: 2, topic: 'boats' });
    model.unread.set(7, { user_ids: [11] });

    apply(model, flag('add', 'read', [], { all: true }));

    assert.deepEqual([...model.unread.keys()], [6]);
  });

  it('make messages unread where they are, known or not', () => {
    const model = createModel();
    model.messages.set(5, message(5, { flags: ['read', 'starred'] }));
    const message_details = {
      5: { type: 'stream', stream_id: 1, topic: 'boats', mentioned: true },
      6: { type: 'private', user_ids: [11], mentioned: false },
      7: { type: 'private', user_ids: [9] },
    };

    apply(model, flag('remove', 'read', [5, 6, 7, 8], { message_details }));

    assert.deepEqual(Object.fromEntries(model.unread), {
      5: { stream_id: 1, topic: 'boats', mention: 'personal' },
      6: { user_ids: [11], mention: undefined },
      7: { user_ids: [9], mention: undefined },
    });
    assert.deepEqual([model.messages.get(5)?.flags, [...model.arrived]], [['starred'], [6, 7]]);
  });

  it('move messages with their marks; those that are not here are to be fetched', () => {
    const model = createModel();
    model.messages.set(5, message(5));
    for (const id of [5, 6]) model.unread.set(id, { stream_id: 1, topic: 'boats', mention: 'personal' });
    const edit = {
      message_id: 5,
      message_ids: [5, 6],
      flags: ['mentioned'],
      edit_timestamp: 50,
      orig_subject: 'boats',
    };

    apply(model, { type: 'update_message', ...edit, subject: 'ships', new_stream_id: 2, propagate_mode: 'change_all' });
    const moved = model.messages.get(5) as Extract<Message, { type: 'stream' }>;

    assert.deepEqual([moved.stream_id, moved.subject, moved.display_recipient], [2, 'ships', 'lake']);
    assert.equal(moved.last_moved_timestamp, 50);
    const place = { stream_id: 2, topic: 'ships', mention: 'personal' };
    assert.deepEqual([...model.unread.values()], [place, place]);
    assert.deepEqual([...model.arrived], [6]);
  });

  it('are not moved where their topic is only resolved, and edited only where their text changes', () => {
    const model = createModel();
    model.messages.set(5, message(5));
    const edit = { message_id: 5, message_ids: [5], flags: [], edit_timestamp: 50 };
    const resolved = { orig_subject: 'boats', subject: '✔ boats', propagate_mode: 'change_all' };
    const text = { content: 'Ahoy', rendered_content: '<p>Ahoy</p>', is_me_message: false };
    const shown = () => {
      const { last_moved_timestamp, last_edit_timestamp, content } = model.messages.get(5) as Message;
      return [last_moved_timestamp, last_edit_timestamp, content];
    };

    apply(model, { type: 'update_message', ...edit, ...resolved });
    assert.deepEqual(shown(), [undefined, undefined, undefined]);
    apply(model, { type: 'update_message', ...edit, ...text, rendering_only: true });
    assert.deepEqual(shown(), [undefined, undefined, '<p>Ahoy</p>']);
    apply(model, { type: 'update_message', ...edit, ...text });

    assert.deepEqual(shown(), [undefined, 50, '<p>Ahoy</p>']);
  });

  it('star messages that are not fetched, and each flag is there once', () => {
    const model = createModel();
    model.messages.set(5, message(5));

    apply(model, flag('add', 'starred', [5, 6]), flag('add', 'starred', [5]));
    assert.deepEqual([[...model.starred], model.messages.get(5)?.flags], [[5, 6], ['starred']]);
    apply(model, flag('remove', 'starred', [5]));

    assert.deepEqual([[...model.starred], model.messages.get(5)?.flags], [[6], []]);
  });

  it('delete one or many, with all marks', () => {
    const model = createModel();
    for (const id of [5, 6, 7]) {
      model.messages.set(id, message(id));
      model.unread.set(id, { stream_id: 1, topic: 'boats' });
      model.starred.add(id);
    }

    apply(model, { type: 'delete_message', message_ids: [5, 6], message_type: 'stream', stream_id: 1 });
    apply(model, { type: 'delete_message', message_id: 99, message_type: 'private' });

    assert.deepEqual([[...model.messages.keys()], [...model.unread.keys()], [...model.starred]], [[7], [7], [7]]);
    assert.deepEqual([...model.hidden], [1, 0]);
  });

  it('have each reaction of a user once, and remove only that', () => {
    const model = createModel();
    const sun = { user_id: 11, emoji_name: 'sun', emoji_code: '2600', reaction_type: 'unicode_emoji' };
    model.messages.set(5, message(5, { reactions: [sun] }));
    const of = (op: string, fields: object = {}) => ({ type: 'reaction', op, message_id: 5, ...sun, ...fields });
    const shown = () => model.messages.get(5)?.reactions.map((one) => `${one.user_id} ${one.emoji_code}`);

    apply(model, of('add'), of('add', { user_id: 12 }), of('add', { reaction_type: 'realm_emoji' }));
    assert.deepEqual(shown(), ['11 2600', '12 2600', '11 2600']);
    apply(model, of('remove'));

    assert.deepEqual(shown(), ['12 2600', '11 2600']);
    assert.equal(model.messages.get(5)?.reactions[1]?.reaction_type, 'realm_emoji');
  });

  it('have each step of a widget once', () => {
    const model = createModel();
    model.messages.set(5, message(5));
    const step = { message_id: 5, sender_id: 11, msg_type: 'widget', content: '{}' };

    apply(model, { type: 'submessage', submessage_id: 1, ...step }, { type: 'submessage', submessage_id: 1, ...step });

    assert.deepEqual(model.messages.get(5)?.submessages, [{ id: 1, ...step }]);
  });
});

describe('events of what one user has', () => {
  /** Adds, changes and removes an entry of a list. */
  const lists = [
    ['drafts', 'drafts', { drafts: [{ id: 1, content: 'a' }] }, { draft: { id: 1, content: 'b' } }, { draft_id: 1 }],
    [
      ...(['saved_snippets', 'saved_snippets', { saved_snippet: { id: 1, title: 'a' } }] as const),
      ...([{ saved_snippet: { id: 1, title: 'b' } }, { saved_snippet_id: 1 }] as const),
    ],
    [
      ...(['scheduled_messages', 'scheduled_messages'] as const),
      { scheduled_messages: [{ scheduled_message_id: 1, content: 'a' }] },
      { scheduled_message: { scheduled_message_id: 1, content: 'b' } },
      { scheduled_message_id: 1 },
    ],
    [
      ...(['navigation_view', 'navigation_views', { navigation_view: { fragment: 'x', name: 'a' } }] as const),
      ...([{ fragment: 'x', data: { name: 'b' } }, { fragment: 'x' }] as const),
    ],
  ] as const;

  it('add, change and remove one entry', () => {
    for (const [type, list, add, update, remove] of lists) {
      const model = createModel();
      const shown = () => (model.state[list] as object[]).map((one) => Object.values(one).join());

      const sections = apply(model, { type, op: 'add', ...add });
      const before = shown();
      apply(model, { type, op: 'update', ...update });
      const after = shown();
      apply(model, { type, op: 'remove', ...remove });

      assert.deepEqual(
        [before.length, after, shown(), sections],
        [1, [before[0]?.replace('a', 'b')], [], [['personal']]],
      );
    }
  });

  it('change settings, alert words and muted users', () => {
    const model = createModel();

    apply(
      model,
      { type: 'user_settings', op: 'update', property: 'enable_sounds', value: false },
      { type: 'alert_words', alert_words: ['boat'] },
      { type: 'muted_users', muted_users: [{ id: 12, timestamp: 1 }] },
    );
    const { user_settings, alert_words, muted_users } = model.state;

    assert.deepEqual([user_settings.enable_sounds, alert_words, muted_users.length], [false, ['boat'], 1]);
  });
});

describe('events of the organization', () => {
  it('change settings one by one and together, and those of new users', () => {
    const model = createModel();

    const sections = apply(
      model,
      { type: 'realm', op: 'update', property: 'name', value: 'River' },
      { type: 'realm', op: 'update_dict', property: 'default', data: { icon_url: '/a', description: 'Wide' } },
      { type: 'realm_user_settings_defaults', op: 'update', property: 'enable_sounds', value: true },
    );
    const { realm_name, realm_icon_url, realm_description, realm_user_settings_defaults: defaults } = model.state;

    assert.deepEqual([realm_name, realm_icon_url, realm_description], ['River', '/a', 'Wide']);
    assert.deepEqual([defaults.enable_sounds, sections], [true, [['realm'], ['realm'], ['realm']]]);
  });

  it('make the links of topics stale with the linkifiers', () => {
    const model = createModel();

    apply(model, { type: 'realm_linkifiers', realm_linkifiers: [] });

    assert.deepEqual([...model.stale], ['topic_links']);
  });
});

describe('events of calls', () => {
  const call = (id: number, members: number[]) => ({
    ...{ id, message_id: 5, type: 'stream', stream_id: 1, topic: 'boats', started_by: 11, started_at: 7, rings: [] },
    members: members.map((user_id) => ({ user_id, session: 'tab', joined_at: 7, audio: true })),
  });
  const event = (op: string, fields: object) => ({ type: 'call', op, ...fields });

  it('add, replace and remove them, in the order in which they began', () => {
    const model = createModel({ calls: [call(3, [11])] });

    const sections = apply(
      model,
      event('add', { call: call(4, [12]) }),
      event('update', { call: call(3, [11, 9]) }),
      event('remove', { call_id: 4 }),
      event('add', { call: call(5, [12]) }),
    );

    assert.deepEqual(model.state.calls, [call(3, [11, 9]), call(5, [12])]);
    assert.deepEqual(sections.flat(), ['calls', 'calls', 'calls', 'calls']);
  });

  it('between members change nothing in the state', () => {
    const model = createModel({ calls: [call(3, [11])] });
    const before = copy(model);

    apply(model, { type: 'call_signal', call_id: 3, from: 11, from_session: 'tab', to_session: 'mine', data: '{}' });
    apply(model, { type: 'call_reaction', call_id: 3, from: 11, emoji: 'tada' });

    assert.deepEqual(copy(model), before);
  });
});
