import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message, State } from '../../src/client/api/types.ts';
import * as rights from '../../src/client/store/rights.ts';
import { Store } from '../../src/client/store/store.ts';

const now = 1_000_000;
const everyone = { direct_members: [9], direct_subgroups: [] };
const nobody = { direct_members: [], direct_subgroups: [] };

const permissions = [
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_between_topics_group',
  'can_move_messages_between_channels_group',
  'can_resolve_topics_group',
];
const channelPermissions = [
  'can_administer_channel_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_resolve_topics_group',
  'can_send_message_group',
];

interface Scene {
  /** The permissions of the user. */
  granted?: string[];
  grantedHere?: string[];
  state?: object;
  channel?: object;
}

function createStore({ granted = [], grantedHere = [], state = {}, channel = {} }: Scene): Store {
  const groupOf = (names: readonly string[]) => (name: string) => (names.includes(name) ? everyone : nobody);
  const here = Object.fromEntries(channelPermissions.map((name) => [name, groupOf(grantedHere)(name)]));
  return new Store({
    user_id: 9,
    server_timestamp: now,
    is_admin: false,
    is_moderator: false,
    realm_allow_message_editing: true,
    realm_message_content_edit_limit_seconds: 600,
    realm_message_content_delete_limit_seconds: 600,
    realm_move_messages_within_stream_limit_seconds: 600,
    realm_move_messages_between_streams_limit_seconds: 600,
    realm_users: [{ user_id: 30, bot_owner_id: 9 }],
    realm_non_active_users: [],
    cross_realm_bots: [],
    realm_user_groups: [],
    streams: [{ stream_id: 1, is_archived: false, ...here, ...channel }],
    subscriptions: [],
    unread_msgs: { pms: [], streams: [], huddles: [], mentions: [] },
    starred_messages: [],
    ...Object.fromEntries(permissions.map((name) => [`realm_${name}`, groupOf(granted)(name)])),
    ...state,
  } as unknown as State);
}

function message(fields: object = {}): Message {
  const age = { timestamp: now - 300 };
  return { type: 'stream', stream_id: 1, sender_id: 9, submessages: [], ...age, ...fields } as unknown as Message;
}

const old = { timestamp: now - 3600 };
const foreign = { sender_id: 3 };

describe('the rights of a user', () => {
  it('let the sender edit a message for some time', () => {
    const may = (scene: Scene, fields: object = {}) => rights.canEdit(createStore(scene), message(fields));

    assert.equal(may({}), true);
    assert.equal(may({}, old), false);
    assert.equal(may({ state: { realm_message_content_edit_limit_seconds: null } }, old), true);
    assert.equal(may({}, foreign), false);
    assert.equal(may({}, { submessages: [{}] }), false);
    assert.equal(may({ state: { realm_allow_message_editing: false } }), false);
  });

  it('let people delete any messages, or their own and those of their bots for some time', () => {
    const may = (scene: Scene, fields: object = {}) => rights.canDelete(createStore(scene), message(fields));
    const own = { granted: ['can_delete_own_message_group'] };

    assert.deepEqual([may({}), may(own), may(own, old), may(own, foreign)], [false, true, false, false]);
    assert.equal(may(own, { sender_id: 30 }), true);
    assert.equal(may({ grantedHere: ['can_delete_own_message_group'] }), true);
    assert.equal(may({ granted: ['can_delete_any_message_group'] }, { ...old, ...foreign }), true);
    assert.equal(may({ grantedHere: ['can_delete_any_message_group'] }, { ...old, ...foreign }), true);
    assert.equal(may({ grantedHere: ['can_delete_any_message_group'] }, { type: 'private' }), false);
    assert.equal(may(own, { type: 'private' }), true);
    assert.equal(may({ granted: ['can_delete_any_message_group'] }, { stream_id: 7 }), false);
  });

  it('let people move messages to topics and channels for some time, and moderators at any time', () => {
    const ways = (scene: Scene, fields: object = {}) => {
      const store = createStore(scene);
      return [rights.canRename(store, message(fields)), rights.canMoveOut(store, message(fields))];
    };
    const topics = { granted: ['can_move_messages_between_topics_group'] };
    const both = { granted: [...topics.granted, 'can_move_messages_between_channels_group'] };

    assert.deepEqual(ways({}), [false, false]);
    assert.deepEqual(ways(topics), [true, false]);
    assert.deepEqual(ways(both, foreign), [true, true]);
    assert.deepEqual(ways(both, old), [false, false]);
    assert.deepEqual(ways({ ...both, state: { is_moderator: true } }, old), [true, true]);
    assert.deepEqual(ways({ grantedHere: ['can_move_messages_within_channel_group'] }), [true, false]);
    assert.deepEqual(ways({ grantedHere: ['can_administer_channel_group'] }), [false, true]);
    assert.deepEqual(ways(both, { type: 'private' }), [false, false]);
    assert.equal(rights.canMove(createStore(topics), message()), true);
    assert.equal(rights.canMove(createStore({}), message()), false);
  });

  it('let people resolve topics and write where they have the permission', () => {
    const may = (scene: Scene) => {
      const store = createStore(scene);
      const [channel] = [...store.channels.value.values()];
      assert.ok(channel);
      return [rights.canResolve(store, channel), rights.canSend(store, channel), rights.canMoveTopics(store, channel)];
    };

    assert.deepEqual(may({}), [false, false, false]);
    assert.deepEqual(may({ granted: ['can_resolve_topics_group'] }), [true, false, false]);
    assert.deepEqual(may({ grantedHere: ['can_resolve_topics_group', 'can_send_message_group'] }), [true, true, false]);
    assert.deepEqual(may({ grantedHere: ['can_send_message_group'], channel: { is_archived: true } })[1], false);
    assert.deepEqual(may({ state: { is_admin: true } }), [false, false, true]);
  });
});
