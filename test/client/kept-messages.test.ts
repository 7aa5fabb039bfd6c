import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CallError, NetworkError } from '../../src/client/api/call.ts';
import type { PageRequest } from '../../src/client/api/source.ts';
import type { Message } from '../../src/client/api/types.ts';
import { findKeptPage, orKept, selectKept } from '../../src/client/live/kept-messages.ts';
import { MessageLists } from '../../src/client/live/message-lists.ts';
import { settled } from './fake-clock.ts';
import { createStore } from './store.ts';

const boats = [
  { operator: 'channel', operand: 1 },
  { operator: 'topic', operand: 'boats' },
];

function message(id: number, subject = 'boats', flags = ['read']): Message {
  return { id, type: 'stream', stream_id: 1, subject, flags, sender_id: 2 } as unknown as Message;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);

describe('messages kept on this device', () => {
  it('are the newest 50 of the 50 latest conversations', () => {
    const busy = range(1, 60).map((id) => message(id));
    const single = range(61, 110).map((id) => message(id, `topic ${id}`));

    assert.deepEqual(idsOf(selectKept([...single, ...busy].reverse(), 9)), range(61, 110));
    assert.deepEqual(idsOf(selectKept(busy, 9)), range(11, 60));
    assert.deepEqual(idsOf(selectKept([...busy, ...single.slice(1)], 9)), [...range(11, 60), ...range(62, 110)]);
  });

  it('make the newest page of a conversation, with the place where it begins', () => {
    const all = [...range(1, 150).map((id) => message(id)), message(151, 'ducks'), message(149, 'boats', [])];
    const pageAt = (anchor: PageRequest['anchor']) =>
      findKeptPage(
        all
          .slice(0, -1)
          .concat(message(152, 'boats', []))
          .reverse(),
        { ...request, anchor },
        9,
      );
    const request = { narrow: boats, num_before: 50, num_after: 50 };

    const page = pageAt('newest');
    assert.deepEqual(idsOf(page?.messages ?? []), [...range(52, 150), 152]);
    assert.deepEqual([page?.anchor, page?.isKept, page?.found_newest], [152, true, true]);
    assert.deepEqual([pageAt('first_unread')?.anchor, pageAt(70)?.anchor, pageAt(70)?.found_anchor], [152, 70, true]);
    assert.equal(pageAt(3)?.found_anchor, false);
  });

  it('make no page where only the server knows what belongs there, or where there are none', () => {
    const find = (narrow: PageRequest['narrow']) =>
      findKeptPage([message(1)], { narrow, anchor: 'newest', num_before: 50, num_after: 50 }, 9);

    assert.equal(find([...boats, { operator: 'search', operand: 'tea' }]), undefined);
    assert.equal(find([{ operator: 'channel', operand: 2 }]), undefined);
    assert.ok(find([]));
  });

  it('are replaced by those of the server once it can be reached', async () => {
    const store = createStore();
    store.addMessages([message(1)]);
    let isBroken = true;
    const answer = { messages: [message(1), message(2)], anchor: 2, found_oldest: true, found_newest: true };
    const fetchPage = async () => {
      if (isBroken) throw new NetworkError('');
      return { ...answer, found_anchor: true, history_limited: false };
    };
    const lists = new MessageLists(store, orKept({ fetchPage, findMatching: async () => [] }, store));
    const list = lists.open(boats, 'newest');
    await settled();
    assert.deepEqual([list.ids.value, list.isKept.value], [[1], true]);
    isBroken = false;

    lists.refreshStale();
    await settled();

    assert.deepEqual([list.ids.value, list.isKept.value, list.isStale], [[1, 2], false, false]);
  });

  it('stand in only for a list that begins, and for a server that cannot be reached', async () => {
    const store = createStore();
    store.addMessages([message(1)]);
    let error: Error = new NetworkError('');
    const source = { fetchPage: () => Promise.reject(error), findMatching: async () => [] };
    const kept = orKept(source, store);
    const request: PageRequest = { narrow: boats, anchor: 'newest', num_before: 50, num_after: 50 };

    assert.deepEqual(idsOf((await kept.fetchPage(request)).messages), [1]);
    await assert.rejects(kept.fetchPage({ ...request, include_anchor: false }), NetworkError);
    await assert.rejects(kept.fetchPage({ ...request, narrow: [{ operator: 'channel', operand: 2 }] }), NetworkError);
    error = new CallError(500, { msg: 'A fault' });
    await assert.rejects(kept.fetchPage(request), /A fault/);
  });
});
