import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServerEvent } from '../../src/client/api/types.ts';
import { createUnread } from '../../src/client/store/unread.ts';
import { createStore } from './store.ts';

const topic = (name: string, ids: number[], stream_id = 1) => ({ stream_id, topic: name, unread_message_ids: ids });
const policy = (topic_name: string, visibility_policy: number) => ({ stream_id: 1, topic_name, visibility_policy });

interface Marks {
  streams?: object[];
  pms?: object[];
  huddles?: object[];
  mentions?: number[];
}

/** What user 9 has not read, in channels 1 and 2, of which the second is muted. */
function scene({ streams = [], pms = [], huddles = [], mentions = [] }: Marks, fields: object = {}) {
  const store = createStore({
    unread_msgs: { pms, streams, huddles, mentions },
    subscriptions: [
      { stream_id: 1, name: 'river', is_muted: false },
      { stream_id: 2, name: 'noise', is_muted: true },
    ],
    ...fields,
  });
  const unread = createUnread(store);
  const hear = (event: object) => store.apply([{ id: 1, ...event } as ServerEvent]);
  const receive = (id: number, subject: string, flags: string[], stream_id = 1) =>
    hear({ type: 'message', message: { id, type: 'stream', stream_id, subject, sender_id: 2 }, flags });
  return { unread, hear, receive };
}

describe('unread messages', () => {
  it('count in their conversation, its channel and in total', () => {
    const { unread } = scene({
      streams: [topic('boats', [1, 5, 3]), topic('ducks', [4])],
      pms: [{ other_user_id: 2, unread_message_ids: [6, 7] }],
    });

    const { total, direct, channels, conversations } = unread.value;

    assert.deepEqual([total, direct, channels.get(1)?.count], [6, 2, 4]);
    assert.deepEqual(
      [...conversations].map(([key, { ids, newest }]) => [key, ids, newest]),
      [
        ['direct:2', [6, 7], 7],
        ['topic:1:boats', [1, 5, 3], 5],
        ['topic:1:ducks', [4], 4],
      ],
    );
  });

  it('of muted topics count nowhere but there', () => {
    const marks = { streams: [topic('boats', [1]), topic('ducks', [2, 3]), topic('rafts', [4])] };
    const { unread } = scene(marks, { user_topics: [policy('Ducks', 1), policy('rafts', 3)] });

    const { total, channels, conversations } = unread.value;

    assert.deepEqual([total, channels.get(1)?.count], [2, 2]);
    assert.deepEqual(conversations.get('topic:1:ducks')?.ids, [2, 3]);
  });

  it('of a muted channel count where the user chose to hear a topic', () => {
    for (const [chosen, count] of [
      [undefined, 0],
      [0, 0],
      [1, 0],
      [2, 1],
      [3, 1],
    ] as const) {
      const user_topics = chosen === undefined ? [] : [{ ...policy('boats', chosen), stream_id: 2 }];
      const { unread } = scene({ streams: [topic('boats', [1], 2)] }, { user_topics });
      assert.deepEqual([unread.value.total, unread.value.channels.get(2)?.count], [count, count], String(chosen));
    }
  });

  it('of muted people count nowhere, and those of groups in which they are do', () => {
    const marks = {
      pms: [
        { other_user_id: 2, unread_message_ids: [1] },
        { other_user_id: 3, unread_message_ids: [2] },
      ],
      huddles: [{ user_ids_string: '2,3,9', unread_message_ids: [4, 5] }],
    };
    const { unread } = scene(marks, { muted_users: [{ id: 2, timestamp: 0 }] });

    const { total, direct, conversations } = unread.value;

    assert.deepEqual([total, direct], [3, 3]);
    assert.deepEqual(
      [...conversations].map(([key, { isMuted }]) => [key, isMuted]),
      [
        ['direct:2', true],
        ['direct:3', false],
        ['direct:2,3', false],
      ],
    );
  });

  it('of channels that the user left do not count', () => {
    const { unread } = scene({ streams: [topic('boats', [1]), topic('boats', [2], 7)] });

    assert.deepEqual([unread.value.total, unread.value.conversations.size], [1, 1]);
  });

  it('that mention the user by name count as mentions everywhere, those by a wildcard in no muted topic', () => {
    const { unread, receive } = scene({}, { user_topics: [policy('ducks', 1)] });
    const mentioned = () => [...unread.value.mentionIds].sort((a, b) => a - b);

    receive(1, 'boats', ['mentioned']);
    receive(2, 'ducks', ['mentioned']);
    for (const [id, flag] of ['stream_wildcard_mentioned', 'topic_wildcard_mentioned'].entries()) {
      receive(10 + id, 'boats', [flag]);
      receive(20 + id, 'ducks', [flag]);
      receive(30 + id, 'boats', [flag], 2);
    }
    receive(40, 'boats', ['mentioned'], 2);
    receive(41, 'boats', []);
    receive(42, 'boats', ['read', 'mentioned']);

    assert.deepEqual(mentioned(), [1, 2, 10, 11, 40]);
    assert.deepEqual([unread.value.mentions, unread.value.channels.get(1)?.mentions], [5, 4]);
  });

  it('follow what is read, deleted, moved and muted', () => {
    const { unread, receive, hear } = scene({ streams: [topic('boats', [1, 2, 3, 4])] });
    const keys = () => [...unread.value.conversations].map(([key, { ids }]) => `${key} ${ids}`);

    hear({ type: 'update_message_flags', op: 'add', flag: 'read', messages: [1], all: false });
    hear({ type: 'delete_message', message_ids: [2] });
    const move = { message_id: 3, message_ids: [3], flags: [], stream_id: 1, orig_subject: 'boats', subject: 'rafts' };
    hear({ type: 'update_message', ...move });
    receive(5, 'Boats', []);
    assert.deepEqual(keys(), ['topic:1:rafts 3', 'topic:1:boats 4,5']);
    hear({ type: 'user_topic', ...policy('rafts', 1) });
    assert.equal(unread.value.total, 2);
    hear({ type: 'user_topic', ...policy('Rafts', 0) });
    assert.equal(unread.value.total, 3);
    hear({ type: 'update_message_flags', op: 'add', flag: 'read', messages: [], all: true });

    assert.deepEqual(keys(), []);
  });
});
