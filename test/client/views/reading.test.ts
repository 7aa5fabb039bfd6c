import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Call } from '../../../src/client/api/call.ts';
import { createStore } from '../store.ts';
import { leavePage } from './page.ts';

const { Reader } = await import('../../../src/client/live/reader.ts');

const unread = (...ids: number[]) => ({
  unread_msgs: {
    pms: [],
    huddles: [],
    mentions: [],
    streams: [{ stream_id: 1, topic: 'boats', unread_message_ids: ids }],
  },
});

interface Sent {
  messages: number[];
  keepalive: unknown;
}

/** A reader whose requests are answered by hand: `undefined` fails. */
function scene(ids: readonly number[]) {
  const store = createStore(unread(...ids));
  const sent: Sent[] = [];
  let isBroken = false;
  const call = async (
    _method: string,
    _path: string,
    params: { messages: number[] },
    options: { keepalive?: boolean },
  ) => {
    sent.push({ messages: params.messages, keepalive: options.keepalive });
    if (isBroken) throw new Error('no connection');
    return {};
  };
  const reader = new Reader(store, call as unknown as Call);
  const cut = (isCut: boolean) => {
    isBroken = isCut;
  };
  return { store, reader, sent, cut };
}

describe('marking as read', () => {
  it('happens here at once, and on the server a moment later, together', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { store, reader, sent } = scene([1, 2, 3]);

    reader.read([1]);
    reader.read([2]);
    assert.deepEqual([[...store.model.unread.keys()], sent], [[3], []]);
    t.mock.timers.tick(1000);
    await reader.flush();

    assert.deepEqual(sent, [{ messages: [1, 2], keepalive: true }]);
  });

  it('asks for nothing that is read already', async () => {
    const { reader, sent } = scene([1]);

    reader.read([2, 3]);
    await reader.flush();
    reader.read([1]);
    reader.read([1]);
    await reader.flush();

    assert.deepEqual(
      sent.map(({ messages }) => messages),
      [[1]],
    );
  });

  it('is divided into requests of a thousand', async () => {
    const ids = Array.from({ length: 2500 }, (_, index) => index + 1);
    const { reader, sent } = scene(ids);

    reader.read(ids);
    await reader.flush();

    assert.deepEqual(
      sent.map(({ messages }) => [messages.length, messages[0]]),
      [
        [1000, 1],
        [1000, 1001],
        [500, 2001],
      ],
    );
  });

  it('is tried again with the next ones after a failure', async () => {
    const { reader, sent, cut } = scene([1, 2]);

    cut(true);
    reader.read([1]);
    await reader.flush();
    cut(false);
    reader.read([2]);
    await reader.flush();

    assert.deepEqual(
      sent.map(({ messages }) => messages.toSorted((a, b) => a - b)),
      [[1], [1, 2]],
    );
  });

  it('is sent when the page is left', async () => {
    const { reader, sent } = scene([1]);

    reader.read([1]);
    leavePage();

    assert.deepEqual(sent, [{ messages: [1], keepalive: true }]);
  });

  it('waits in line, so that an answer comes after all that was read before', async () => {
    const { reader, sent } = scene([1, 2]);

    reader.read([1]);
    const first = reader.flush();
    // Its request is on its way.
    await Promise.resolve();
    reader.read([2]);
    await reader.flush();
    await first;

    assert.deepEqual(
      sent.map(({ messages }) => messages),
      [[1], [2]],
    );
  });
});
