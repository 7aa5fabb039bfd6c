import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Audience, type Event, plainPublication } from '../../src/events/event.ts';
import type { Queue, QueueOptions } from '../../src/events/queue.ts';
import { EventQueues } from '../../src/events/queues.ts';
import { TestClock } from '../support/server.ts';

const client: Omit<QueueOptions, 'user_id'> = {
  apply_markdown: true,
  empty_topic_name: true,
  bulk_message_deletion: true,
  stream_typing_notifications: true,
  linkifier_url_template: true,
  archived_channels: true,
  user_list_incomplete: true,
  chatd_events: false,
  include_deactivated_groups: true,
  simplified_presence_events: true,
  notification_settings_null: true,
  event_types: undefined,
  all_public_streams: false,
  narrow: [],
  lifespan: 600,
};

const nothing = { queues: 0, users: 0, channels: 0, bytes: 0 };

/** Queues of some users, who all follow the channels 1, 2 and 3. */
function open(queues: EventQueues, user_ids: readonly number[]): Queue[] {
  return user_ids.map((user_id) => queues.register({ ...client, user_id }, [1, 2, 3]));
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function tell(queues: EventQueues, audience: Audience, text = 'news'): void {
  const event: Event = { type: 'alert_words', alert_words: [text] };
  queues.deliver(plainPublication(event, audience));
}

/** The ids of the events that a queue has for its client. */
function idsIn(queues: EventQueues, queue: Queue): number[] {
  const list = JSON.parse(queues.acknowledge(queue, queue.first_id - 1)) as { id: number }[];
  return list.map(({ id }) => id);
}

function isThere(queues: EventQueues, { id, user_id }: Queue): boolean {
  try {
    return queues.access(id, user_id).id === id;
  } catch {
    return false;
  }
}

describe('event queues', () => {
  it('leave nothing behind of 300,000 clients that came and went', () => {
    const clock = new TestClock();
    const queues = new EventQueues(clock);
    const seen = { deleted: 0, vanished: 0 };

    for (let round = 0; round < 300; round++) {
      const opened = range(1000).map((n) => queues.register({ ...client, user_id: n % 400 }, [n % 50, 50 + (n % 7)]));
      tell(queues, 'everyone', `round ${round}`);
      for (const queue of opened) queues.acknowledge(queue, queue.first_id);
      const given = opened.map((queue) => queues.wait(queue, () => {}));
      tell(queues, { channel_id: round % 57, is_public: true });
      for (const [n, queue] of opened.entries()) {
        // A third says goodbye, a third closes its connection, a third is gone without a word.
        if (n % 3 === 0) queues.delete(queue);
        if (n % 3 === 1) given[n]?.();
        seen[n % 3 === 0 ? 'deleted' : 'vanished']++;
      }
      // Heartbeats that nobody answers, and then nobody who polls.
      for (const seconds of [60, 601]) {
        clock.advance(seconds);
        queues.sweep();
        queues.release();
      }
    }

    assert.deepEqual(seen, { deleted: 100_200, vanished: 199_800 });
    clock.advance(601);
    queues.sweep();
    assert.deepEqual(queues.sizes, nothing);
  });

  it('answer a wait at once with what came since its poll looked for events', () => {
    const queues = new EventQueues(new TestClock());
    const [queue] = open(queues, [1]) as [Queue];
    const answers: string[] = [];
    tell(queues, 'everyone');

    const cancel = queues.wait(queue, (events) => answers.push(events));
    cancel();

    assert.deepEqual(answers, ['[{"type":"alert_words","alert_words":["news"],"id":0}]']);
    assert.equal(queue.outlet, undefined);
    assert.deepEqual(idsIn(queues, queue), [0]);
  });

  it('answer a wait at once whose queue was deleted since its poll looked for events', () => {
    const queues = new EventQueues(new TestClock());
    const [queue] = open(queues, [1]) as [Queue];
    const answers: string[] = [];
    queues.delete(queue);

    queues.wait(queue, (events) => answers.push(events));

    assert.deepEqual(answers, ['[]']);
    assert.deepEqual(queues.sizes, nothing);
  });

  it('keep the text of an event once, however many wait for it', () => {
    const queues = new EventQueues(new TestClock());
    const [first] = open(queues, range(1));
    tell(queues, 'everyone', 'x'.repeat(10_000));
    const forOne = queues.sizes.bytes;
    queues.delete(first as Queue);
    const all = open(queues, range(1000));

    tell(queues, 'everyone', 'x'.repeat(10_000));
    const forAll = queues.sizes.bytes;
    for (const queue of all.slice(1)) queues.delete(queue);
    const again = queues.sizes.bytes;

    assert.ok(forOne >= 20_000 && forAll < forOne + 1000 * 20, `${forOne} and ${forAll}`);
    assert.equal(again, forOne);
  });

  it('of one user each have the events since their own registration', () => {
    const queues = new EventQueues(new TestClock());
    const opened = range(100).map((n) => {
      const [queue] = open(queues, [1]) as [Queue];
      tell(queues, 'everyone', `${n}`);
      return queue;
    });
    const wordsOf = (queue: Queue) => {
      const list = JSON.parse(queues.acknowledge(queue, -1)) as { alert_words: string[]; id: number }[];
      return list.map(({ alert_words, id }) => `${id}: ${alert_words}`);
    };

    const late = wordsOf(opened[98] as Queue);
    for (const queue of opened.slice(0, 97)) queues.delete(queue);
    tell(queues, 'everyone', 'last');
    const saved = [...queues.list()].map(({ events }) => events.length);
    const all = opened.slice(97).map(wordsOf);
    for (const queue of opened.slice(97)) queues.delete(queue);

    assert.deepEqual(late, ['0: 98', '1: 99']);
    assert.deepEqual(saved, [4, 3, 2]);
    assert.deepEqual(all, [
      ['0: 97', '1: 98', '2: 99', '3: last'],
      ['0: 98', '1: 99', '2: last'],
      ['0: 99', '1: last'],
    ]);
    assert.deepEqual(queues.sizes, nothing);
  });

  it('that nobody polls end at 20,000 events, the oldest first', () => {
    const queues = new EventQueues(new TestClock());
    const [first] = open(queues, [1]) as [Queue];
    tell(queues, 'everyone');
    const [second] = open(queues, [1]) as [Queue];

    for (let n = 0; n < 19_999; n++) tell(queues, 'everyone');
    const before = [first, second].map((queue) => isThere(queues, queue));
    tell(queues, 'everyone');
    const after = [first, second].map((queue) => isThere(queues, queue));

    assert.deepEqual(
      [before, after],
      [
        [true, true],
        [false, true],
      ],
    );
    assert.equal(idsIn(queues, second).length, 20_000);
  });

  it('that nobody polls get the form of their own event, and merged changes of flags', () => {
    const queues = new EventQueues(new TestClock());
    const [own, other] = open(queues, [1, 1]) as [Queue, Queue];
    const personalFields = () => (_: unknown, queue_id?: string) => (queue_id ? '"local_message_id":"7",' : '');
    const news: Event = { type: 'alert_words', alert_words: [] };
    const flag = (messages: number[]): Event => {
      return { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages, all: false };
    };

    for (const messages of [[1], [2]]) queues.deliver(plainPublication(flag(messages), 'everyone'));
    queues.deliver({ ...plainPublication(news, 'everyone'), personalFields, own_queue_id: own.id });
    const lists = [own, other].map((queue) => queues.acknowledge(queue, -1));

    const merged =
      '{"type":"update_message_flags","op":"add","operation":"add","flag":"read","messages":[1,2],"all":false,"id":1}';
    assert.deepEqual(lists, [
      `[${merged},{"type":"alert_words","alert_words":[],"local_message_id":"7","id":2}]`,
      `[${merged},{"type":"alert_words","alert_words":[],"id":2}]`,
    ]);
  });

  it('drop those polled longest ago when all together have too much, and no others', () => {
    const clock = new TestClock();
    const queues = new EventQueues(clock);
    const queuesOfAge = range(40).map((user_id) => {
      clock.advance(1);
      return open(queues, [user_id])[0] as Queue;
    });
    // The oldest one is polled, and the next one waits for its events.
    queues.acknowledge(queuesOfAge[0] as Queue, -1);
    const mebibyte = 'x'.repeat(2 ** 19);

    for (let round = 0; round < 4; round++) {
      for (const { user_id } of queuesOfAge) tell(queues, { user_ids: [user_id] }, `${round}${user_id}${mebibyte}`);
    }

    const left = queuesOfAge.filter((queue) => isThere(queues, queue)).map(({ user_id }) => user_id);
    assert.ok(queues.sizes.bytes <= 128 * 2 ** 20, String(queues.sizes.bytes));
    assert.ok(left.length >= 20 && left.length < 40, String(left.length));
    assert.deepEqual(left, [0, ...range(40).slice(41 - left.length)]);
  });

  it('hold no more of one user than some hundreds, of which those polled last stay', () => {
    const clock = new TestClock();
    const queues = new EventQueues(clock);
    const [other] = open(queues, [2]);
    const opened = range(500).map(() => {
      clock.advance(0.001);
      return open(queues, [1])[0] as Queue;
    });
    const [waiting, polled, idle, next] = opened as [Queue, Queue, Queue, Queue];
    queues.wait(waiting, () => {});
    clock.advance(1);
    queues.acknowledge(polled, -1);

    const newest = open(queues, [1, 1]);

    const gone = opened.filter((queue) => !isThere(queues, queue));
    assert.deepEqual(gone, [idle, next]);
    assert.ok([...newest, other].every((queue) => queue && isThere(queues, queue)));
    assert.equal(queues.size, 501);
  });

  it('of thousands who wait are answered two hundred in a turn, those deleted meanwhile at once, and each once', async () => {
    const queues = new EventQueues(new TestClock());
    const opened = open(queues, range(1500));
    const answers = opened.map(() => 0);
    const waitAgain = (index: number) =>
      queues.wait(opened[index] as Queue, () => {
        answers[index] = (answers[index] ?? 0) + 1;
      });
    const answered = () => answers.reduce((sum, count) => sum + count);
    const turn = () => new Promise(setImmediate);
    for (const index of range(1500)) waitAgain(index);

    tell(queues, 'everyone');
    const counts: number[] = [];
    for (const _ of range(3)) {
      await turn();
      counts.push(answered());
    }
    queues.delete(opened[1499] as Queue);
    queues.acknowledge(opened[0] as Queue, 0);
    waitAgain(0);
    tell(queues, { user_ids: [0] });
    for (const _ of range(6)) {
      await turn();
      counts.push(answered());
    }

    assert.deepEqual(counts, [200, 400, 600, 801, 1001, 1201, 1401, 1501, 1501]);
    assert.deepEqual([...new Set(answers.slice(1))], [1]);
    assert.equal(answers[0], 2);
  });

  it('hear of what happens in the channels their user follows by now', () => {
    const queues = new EventQueues(new TestClock());
    const [queue] = open(queues, [1]) as [Queue];
    const follow = (op: 'add' | 'remove', stream_id: number) => {
      const event: Event = { type: 'subscription', op, subscriptions: [{ stream_id }] };
      queues.deliver(plainPublication(event, { user_ids: [1] }));
    };

    follow('add', 4);
    tell(queues, { channel_id: 4, is_public: false });
    follow('remove', 4);
    tell(queues, { channel_id: 4, is_public: false });
    tell(queues, { channel_id: 3, is_public: false });
    const ids = idsIn(queues, queue);
    queues.delete(queue);

    assert.deepEqual(ids, [0, 1, 2, 3]);
    assert.deepEqual(queues.sizes, nothing);
  });

  it('follow what the database says when one more client comes', () => {
    const queues = new EventQueues(new TestClock());
    const [first] = open(queues, [1]) as [Queue];

    queues.register({ ...client, user_id: 1 }, [3, 4]);
    for (const channel_id of [1, 3, 4]) tell(queues, { channel_id, is_public: false });

    assert.deepEqual(idsIn(queues, first), [0, 1]);
    assert.deepEqual([queues.sizes.users, queues.sizes.channels], [1, 2]);
  });

  it('of all public channels hear of each event once', () => {
    const queues = new EventQueues(new TestClock());
    const both = queues.register({ ...client, user_id: 1, all_public_streams: true }, [1]);

    tell(queues, { channel_id: 1, is_public: true });
    tell(queues, { channel_id: 9, is_public: true });
    tell(queues, { channel_id: 9, is_public: false });

    assert.deepEqual(idsIn(queues, both), [0, 1]);
  });
});
