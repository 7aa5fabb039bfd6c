import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message, NarrowTerm } from '../../../src/client/api/types.ts';
import { arrange } from '../../../src/client/messages/items.ts';
import { createFindPlace } from '../../../src/client/messages/places.ts';
import { channelState, createClient, userState } from './fake-client.ts';

const noon = Date.UTC(2026, 0, 5, 12) / 1000;
const day = 86_400;

function message(fields: object): Message {
  return {
    ...{ id: 1, type: 'stream', stream_id: 1, subject: 'boats', sender_id: 11, timestamp: noon, is_me_message: false },
    ...fields,
  } as unknown as Message;
}

interface Options {
  narrow?: readonly NarrowTerm[];
  firstUnread?: number;
}

/** The kinds of items of the second of two messages; of a message, whether it begins a group. */
function kinds(before: Message | undefined, after: Message, { narrow = [], firstUnread }: Options = {}): string[] {
  return arrange(after, before, { narrow, user_id: 9, firstUnread }).map((item) =>
    item.kind === 'message' ? `message${item.isFirst ? ' first' : ''}` : item.kind,
  );
}

describe('a message below another', () => {
  const first = message({});
  const inTopic: Options = {
    narrow: [
      { operator: 'channel', operand: 1 },
      { operator: 'topic', operand: 'boats' },
    ],
  };

  it('goes on with it if its sender wrote it a moment later', () => {
    assert.deepEqual(kinds(first, message({ id: 2, timestamp: noon + 599 })), ['message']);
    assert.deepEqual(kinds(first, message({ id: 2, timestamp: noon + 600 })), ['message first']);
    assert.deepEqual(kinds(first, message({ id: 2, sender_id: 12 })), ['message first']);
  });

  it('stands alone if either tells what its sender does', () => {
    const me = message({ id: 2, is_me_message: true });

    assert.deepEqual([kinds(first, me), kinds(me, message({ id: 3 }))], [['message first'], ['message first']]);
  });

  it('begins a day, which names it even in a conversation', () => {
    assert.deepEqual(kinds(undefined, first, inTopic), ['day', 'message first']);
    assert.deepEqual(kinds(first, message({ id: 2, timestamp: noon + day }), inTopic), ['day', 'message first']);
  });

  it('begins a conversation in lists of several', () => {
    const other = message({ id: 2, subject: 'ducks' });

    assert.deepEqual(kinds(first, other), ['recipient', 'message first']);
    assert.deepEqual(kinds(undefined, first), ['day', 'recipient', 'message first']);
    assert.deepEqual(kinds(first, message({ id: 2, subject: 'Boats' })), ['message']);
  });

  it('begins no conversation in a list of one, whatever it is called by now', () => {
    assert.deepEqual(kinds(first, message({ id: 2, subject: 'moved', sender_id: 12 }), inTopic), ['message first']);
  });

  it('is under a line if it is the first unread one, below its day and above its conversation', () => {
    const next = message({ id: 2, timestamp: noon + day, subject: 'ducks' });

    assert.deepEqual(kinds(first, next, { firstUnread: 2 }), ['day', 'unread', 'recipient', 'message first']);
    assert.deepEqual(kinds(first, message({ id: 2 }), { firstUnread: 2 }), ['unread', 'message first']);
  });

  it('has items with keys of their own', () => {
    const next = message({ id: 2, timestamp: noon + day, subject: 'ducks' });
    const all = [
      ...arrange(first, undefined, { narrow: [], user_id: 9, firstUnread: undefined }),
      ...arrange(next, first, { narrow: [], user_id: 9, firstUnread: 2 }),
    ].map(({ key }) => key);

    assert.equal(new Set(all).size, all.length);
  });
});

describe('the place of a message', () => {
  it('is a topic with its channel, or people', () => {
    const { client } = createClient({ state: { ...channelState('river bank'), ...userState('Ada', 'Bob') } });
    const find = createFindPlace(client).value;
    const people = [{ id: 9 }, { id: 11 }, { id: 12 }];

    const topic = find(message({}));
    const direct = find(message({ id: 2, type: 'private', display_recipient: people, sender_id: 11 }));

    assert.deepEqual(topic, {
      href: '#narrow/channel/1-river-bank/topic/boats',
      name: 'river bank',
      channel: { href: '#narrow/channel/1-river-bank', color: '#123456', topic: 'boats' },
    });
    assert.equal(direct.name, 'You and Ada, Bob');
    assert.equal(direct.channel, undefined);
  });

  it('is described once for each conversation, and again when names change', () => {
    const { client } = createClient({ state: channelState('river') });
    const place = createFindPlace(client);
    const find = place.value;

    assert.equal(find(message({})), find(message({ id: 2, sender_id: 12 })));
    assert.notEqual(find(message({})), find(message({ id: 3, subject: 'ducks' })));

    client.store.apply([
      { id: 1, type: 'stream', op: 'update', stream_id: 1, name: 'river', property: 'name', value: 'lake' } as never,
    ]);

    assert.notEqual(place.value, find);
    assert.equal(place.value(message({})).name, 'lake');
  });
});
