import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signal } from '@preact/signals-core';
import type { State } from '../../src/client/api/types.ts';
import { createBadge } from '../../src/client/store/badge.ts';
import { Store } from '../../src/client/store/store.ts';
import { createUnread } from '../../src/client/store/unread.ts';

const topic = (name: string, ids: number[]) => ({ stream_id: 1, topic: name, unread_message_ids: ids });
const policy = (topic_name: string, visibility_policy: number) => ({ stream_id: 1, topic_name, visibility_policy });

/** Two direct messages, one mention among two messages, three messages of a followed topic, four of a muted one. */
function countBadge(desktop_icon_count_display: number): number {
  const store = new Store({
    user_id: 9,
    unread_msgs: {
      pms: [{ other_user_id: 2, unread_message_ids: [1, 2] }],
      streams: [topic('plain', [3, 4]), topic('followed', [5, 6, 7]), topic('muted', [8, 9, 10, 11])],
      huddles: [],
      mentions: [3],
    },
    subscriptions: [{ stream_id: 1, name: 'river', is_muted: false }],
    user_topics: [policy('followed', 3), policy('muted', 1)],
    user_settings: { desktop_icon_count_display },
    muted_users: [],
    streams: [],
    unsubscribed: [],
    never_subscribed: [],
    realm_user_groups: [],
    starred_messages: [],
  } as unknown as State);
  return createBadge(store, createUnread(store), signal(false)).value;
}

describe('the badge', () => {
  it('counts what the setting says, and nothing that is muted', () => {
    assert.deepEqual([1, 2, 3, 4].map(countBadge), [7, 6, 3, 0]);
  });
});
