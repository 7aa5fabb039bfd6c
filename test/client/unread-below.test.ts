import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signal } from '@preact/signals-core';
import type { NarrowTerm } from '../../src/client/api/types.ts';
import type { Place } from '../../src/client/store/fold/model.ts';
import { countUnread } from '../../src/client/store/unread-below.ts';

const general = { stream_id: 1, topic: 'tea' };
const unread = new Map<number, Place>([
  [5, general],
  [11, general],
  [12, general],
  [13, { stream_id: 1, topic: 'Tea' }],
  [14, { stream_id: 1, topic: 'cake' }],
  [15, { stream_id: 2, topic: 'tea' }],
  [16, { user_ids: [7] }],
]);
const channel: NarrowTerm = { operator: 'channel', operand: 1 };

function count(narrow: NarrowTerm[], hasNewest = false): number {
  return countUnread({ ids: signal([4, 5, 10]), hasNewest: signal(hasNewest), narrow }, { model: { unread } });
}

describe('unread messages of a list', () => {
  it('are those that were fetched and those of its place that come after them', () => {
    assert.deepEqual(
      {
        topic: count([channel, { operator: 'topic', operand: 'tea' }]),
        channel: count([channel]),
        direct: count([{ operator: 'dm', operand: [7] }]),
        all: count([]),
        search: count([{ operator: 'search', operand: 'tea' }]),
      },
      { topic: 4, channel: 5, direct: 2, all: 7, search: 1 },
    );
  });

  it('are counted once at the edge', () => {
    const edge = { ids: signal([4, 5, 11]), hasNewest: signal(false), narrow: [channel] };

    assert.equal(countUnread(edge, { model: { unread } }), 5);
  });

  it('are only those that were fetched where the newest is among them', () => {
    assert.equal(count([], true), 1);
  });
});
