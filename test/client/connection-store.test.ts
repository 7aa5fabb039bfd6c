import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Call, CallError, NetworkError } from '../../src/client/api/call.ts';
import type { ServerEvent, State } from '../../src/client/api/types.ts';
import { Tabs, watchSleep } from '../../src/client/device/tabs.ts';
import { Connection } from '../../src/client/live/connection.ts';
import type { Clock } from '../../src/client/store/clock.ts';
import { FakeClock, settled } from './fake-clock.ts';
import { onlyPolls } from './fake-streams.ts';

interface Request {
  name: string;
  params: Record<string, unknown>;
  /** Milliseconds since the test began. */
  at: number;
  answer: (answer: object) => void;
  fail: (error: Error) => void;
  isAborted: boolean;
}

type Rule = (request: Request) => void;

const never = new Promise<never>(() => {});

const down: Rule = ({ fail }) => fail(new NetworkError('The server cannot be reached.'));
const silent: Rule = () => {};
const busy: Rule = ({ fail }) => fail(new CallError(503, {}));
/** Answers polls that do not wait, as a server without news. */
const up: Rule = ({ name, params, answer }) => {
  if (name === 'POST /register') answer({ user_id: 9, queue_id: 'new', last_event_id: -1 });
  else if (params.dont_block) answer({ events: [] });
};

/** A connection, the requests that it sends, and what the client hears of it. */
function scene() {
  const clock = new FakeClock();
  const begun = clock.now();
  const heard: string[] = [];
  const all: Request[] = [];
  const tab = { isShown: true, hasTurns: true };
  let rule = up;
  const call: Call = (method, path, params = {}, { signal } = {}) =>
    new Promise<object>((resolve, reject) => {
      const at = clock.now() - begun;
      const request = { name: `${method} ${path}`, params, at, answer: resolve, fail: reject, isAborted: false };
      all.push(request);
      signal?.addEventListener('abort', () => {
        request.isAborted = true;
        reject(new DOMException('', 'AbortError'));
      });
      rule(request);
    }) as never;
  const listener = {
    model: { state: { user_id: 9, queue_id: 'old', last_event_id: 4 } as State },
    apply: (events: readonly ServerEvent[]) => {
      for (const { id, type } of events) heard.push(`${type} ${id}`);
    },
    restart: (state: State) => {
      listener.model.state = state;
      heard.push('restart');
    },
    reconnected: () => heard.push('reconnected'),
    loggedOut: () => heard.push('logged out'),
    replaced: () => heard.push('replaced'),
  };
  const turns = {
    next: () => (tab.hasTurns ? Promise.resolve(tab.isShown ? ('wait' as const) : ('ask' as const)) : never),
    isShown: () => tab.isShown,
  };
  const connection = new Connection(onlyPolls(call), listener, turns, clock);
  void connection.run();
  const serve = (next: Rule) => {
    rule = next;
  };
  /** The requests since the last look. */
  const requests = () => all.splice(0);
  return { clock, heard, requests, tab, connection, serve, last: () => all.at(-1), listener };
}

const isBlocking = ({ params }: Request) => !params.dont_block;

describe('a connection', () => {
  it('waits for events, and acknowledges them with the next request', async () => {
    const { heard, requests, last } = scene();
    await settled();

    last()?.answer({
      events: [
        { id: 5, type: 'message' },
        { id: 6, type: 'reaction' },
      ],
    });
    await settled();

    assert.deepEqual(heard, ['message 5', 'reaction 6']);
    assert.deepEqual(
      requests().map(({ params }) => params),
      [
        { queue_id: 'old', last_event_id: 4 },
        { queue_id: 'old', last_event_id: 6 },
      ],
    );
  });

  it('keeps its place when a poll brings nothing', async () => {
    const { last } = scene();
    await settled();

    last()?.answer({ events: [] });
    await settled();

    assert.equal(last()?.params.last_event_id, 4);
  });

  it('asks without waiting after a failure, so that it is back with the first answer', async () => {
    const { clock, heard, requests, connection, serve, last } = scene();
    await settled();
    const poll = last();

    serve(down);
    poll?.fail(new NetworkError(''));
    await clock.advance(8000);
    assert.equal(connection.isOnline.value, false);
    requests();
    serve(up);
    await clock.advance(1000);

    assert.equal(connection.isOnline.value, true);
    assert.deepEqual(heard, ['reconnected']);
    assert.deepEqual(requests().map(isBlocking), [false, true]);
  });

  for (const [name, rule] of Object.entries({ 'refuses connections': down, 'never answers': silent, 'is busy': busy }))
    it(`asks at least every second while a server ${name}, and is back within two`, async () => {
      const { clock, requests, connection, serve, last } = scene();
      await settled();
      const poll = last();
      serve(rule);
      poll?.fail(new NetworkError(''));
      await clock.advance(10_000);
      const times = requests().map(({ at }) => at);
      const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));

      assert.equal(connection.isOnline.value, false);
      assert.ok(Math.max(...pauses) <= 1000, `pauses of ${pauses}`);
      assert.ok(times.length < 30, `${times.length} requests`);
      for (const wait of [100, 333, 777]) {
        serve(rule);
        connection.renew();
        await clock.advance(9000 + wait);
        serve(up);
        await clock.advance(2000);
        assert.equal(connection.isOnline.value, true);
      }
    });

  it('asks less often after a long time, and much less in a tab that nobody sees', async () => {
    const { clock, requests, connection, serve, tab } = scene();
    serve(down);
    connection.renew();
    await clock.advance(60_000);
    requests();
    await clock.advance(20_000);
    const shown = requests().length;
    tab.isShown = false;
    await clock.advance(20_000);
    requests();
    await clock.advance(60_000);

    assert.ok(shown >= 12 && shown <= 20, `${shown} requests`);
    const hidden = requests().length;
    assert.ok(hidden >= 6 && hidden <= 12, `${hidden} requests`);
  });

  it('holds at most three requests on dead connections, and gives up none that a slow network answers', async () => {
    const { clock, requests, connection, serve } = scene();
    serve(silent);
    connection.renew();
    await clock.advance(10_000);
    const open = requests().filter((one) => isBlocking(one) === false && !one.isAborted);
    assert.equal(open.length, 3);

    serve(({ answer }) => void clock.after(2500, () => answer({ events: [] })));
    await clock.advance(3500);

    assert.equal(connection.isOnline.value, true);
  });

  it('stays while a network is slow', async () => {
    const { clock, heard, connection, serve } = scene();
    serve(({ params, answer }) => {
      if (params.dont_block) clock.after(1500, () => answer({ events: [] }));
    });

    connection.renew();
    await clock.advance(5000);

    assert.deepEqual([connection.isOnline.value, heard], [true, []]);
  });

  it('ignores the answers of requests that others have overtaken', async () => {
    const { clock, heard, requests, connection, serve } = scene();
    serve(silent);
    connection.renew();
    await clock.advance(1500);
    const [first, second] = requests().filter((one) => !isBlocking(one));

    second?.answer({ events: [{ id: 5, type: 'message' }] });
    await settled();
    first?.answer({ events: [{ id: 5, type: 'message' }] });
    await settled();

    assert.deepEqual([heard, first?.isAborted], [['message 5'], true]);
  });

  it('asks in a tab that has no turn, too, while it is in doubt', async () => {
    const { clock, requests, tab, connection, serve, last } = scene();
    await settled();
    const poll = last();
    serve(down);
    tab.isShown = false;
    tab.hasTurns = false;
    poll?.fail(new NetworkError(''));
    await clock.advance(1000);
    requests();

    serve(up);
    await clock.advance(20_000);

    assert.deepEqual([requests().map(isBlocking), connection.isOnline.value], [[false], true]);
  });

  it('pauses as briefly as at first once the server answered, or somebody asks for a check', async () => {
    for (const end of ['answered', 'checked']) {
      const { clock, requests, connection, serve, last } = scene();
      await settled();
      serve(down);
      last()?.fail(new NetworkError(''));
      await clock.advance(60_000);
      serve(up);
      if (end === 'answered') await clock.advance(3000);
      last()?.answer({ events: [] });
      await settled();
      serve(down);
      if (end === 'answered') last()?.fail(new NetworkError(''));
      else connection.renew();
      requests();
      await clock.advance(500);

      assert.ok(requests().length >= 3, end);
    }
  });

  it('is checked at once when that is asked for, also during a pause', async () => {
    const { clock, requests, connection, serve, last } = scene();
    await settled();
    const poll = last();
    requests();

    connection.renew();
    await settled();
    assert.deepEqual([poll?.isAborted, ...requests().map(isBlocking)], [true, false, true]);
    serve(down);
    connection.renew();
    await clock.advance(5000);
    requests();
    serve(up);
    connection.renew();
    await settled();

    assert.deepEqual(requests().map(isBlocking), [false, true]);
    assert.equal(connection.isOnline.value, true);
  });

  it('is doubted when a poll is answered later than any server does', async () => {
    const { clock, requests } = scene();
    await settled();

    await clock.advance(64_000);
    assert.equal(requests().length, 1);
    await clock.advance(1000);

    assert.deepEqual(requests().map(isBlocking), [false, true]);
  });

  it('registers again when the queue is lost, and waits for the events of the new one', async () => {
    const { clock, heard, requests, last, connection } = scene();
    await settled();
    const poll = last();
    requests();

    poll?.fail(new CallError(400, { code: 'BAD_EVENT_QUEUE_ID' }));
    await clock.advance(200);

    const [registration, next] = requests();
    assert.deepEqual(
      [registration?.name, next?.params, heard, connection.isOnline.value],
      ['POST /register', { queue_id: 'new', last_event_id: -1 }, ['restart'], true],
    );
  });

  it('is back within two seconds after a long outage that cost its queue', async () => {
    for (const wait of [0, 400, 900, 1300]) {
      const { clock, heard, connection, serve, last } = scene();
      await settled();
      serve(down);
      last()?.fail(new NetworkError(''));
      await clock.advance(60_000 + wait);
      const lost = new CallError(400, { code: 'BAD_EVENT_QUEUE_ID' });
      serve((request) => (request.params.queue_id === 'old' ? request.fail(lost) : up(request)));

      await clock.advance(2000);

      assert.deepEqual([connection.isOnline.value, heard], [true, ['restart', 'reconnected']]);
    }
  });

  it('registers again after each failure to do so, with pauses', async () => {
    const { clock, heard, requests, connection, serve, last } = scene();
    await settled();
    const poll = last();
    const lost = new CallError(400, { code: 'BAD_EVENT_QUEUE_ID' });
    serve((request) => (request.name === 'POST /register' ? down(request) : request.fail(lost)));

    poll?.fail(lost);
    await clock.advance(10_000);
    const tries = requests().filter(({ name }) => name === 'POST /register').length;
    assert.ok(tries > 5 && tries < 30, `${tries} registrations`);
    assert.equal(connection.isOnline.value, false);
    serve((request) => (request.name === 'POST /register' ? up(request) : request.fail(lost)));
    await clock.advance(2000);

    assert.deepEqual(heard.slice(0, 2), ['restart', 'reconnected']);
  });

  it('does not wait for ever for a registration', async () => {
    const { clock, requests, serve, last } = scene();
    await settled();
    const poll = last();
    serve((request) => {
      if (request.name !== 'POST /register') request.fail(new CallError(400, { code: 'BAD_EVENT_QUEUE_ID' }));
    });

    poll?.fail(new CallError(400, { code: 'BAD_EVENT_QUEUE_ID' }));
    await clock.advance(20_000);

    assert.equal(requests().filter(({ name }) => name === 'POST /register').length, 2);
  });

  it('ends with the session, and when somebody else logged in', async () => {
    const ended = scene();
    await settled();
    ended.last()?.fail(new CallError(401, {}));
    await settled();
    ended.requests();
    await ended.clock.advance(100_000);
    assert.deepEqual([ended.heard, ended.requests()], [['logged out'], []]);

    const refused = scene();
    await settled();
    refused.last()?.fail(new CallError(401, { code: 'OTHER_USER' }));
    await settled();
    refused.requests();
    await refused.clock.advance(100_000);
    assert.deepEqual([refused.heard, refused.requests()], [['replaced'], []]);

    const other = scene();
    await settled();
    other.serve(({ answer }) => answer({ user_id: 8, queue_id: 'theirs', last_event_id: -1 }));
    other.last()?.fail(new CallError(400, { code: 'BAD_EVENT_QUEUE_ID' }));
    await other.clock.advance(200);
    other.requests();
    await other.clock.advance(100_000);
    assert.deepEqual([other.heard, other.requests()], [['replaced'], []]);
  });

  it('asks a server that is too busy again, and registers where one refuses for good', async () => {
    for (const [status, name] of [
      [429, 'GET /events'],
      [408, 'GET /events'],
      [500, 'GET /events'],
      [502, 'GET /events'],
      [404, 'POST /register'],
    ] as const) {
      const { clock, requests, last } = scene();
      await settled();
      const poll = last();
      requests();
      poll?.fail(new CallError(status, {}));
      await clock.advance(200);
      assert.equal(requests()[0]?.name, name, String(status));
    }
  });

  it('stops', async () => {
    const { clock, requests, connection } = scene();
    await settled();
    const [poll] = requests();

    connection.stop();
    assert.equal(poll?.isAborted, true);
    await clock.advance(100_000);

    assert.deepEqual(requests(), []);
  });

  it('survives a fault of the client, which is reported', async (t) => {
    const { listener, last, connection } = scene();
    await settled();
    const fault = new Error('A fault');
    listener.apply = () => {
      throw fault;
    };
    const report = t.mock.method(globalThis, 'queueMicrotask', () => {});

    last()?.answer({ events: [{ id: 5, type: 'message' }] });
    await settled();

    assert.throws(() => report.mock.calls[0]?.arguments[0]?.(), fault);
    assert.deepEqual([connection.isOnline.value, last()?.params.last_event_id], [true, 5]);
  });
});

/** A browser with one tab, and the lock that another tab may have. */
function openTab(isShown: boolean, hasLocks = true) {
  const clock = new FakeClock();
  const listeners: (() => void)[] = [];
  const page = {
    visibilityState: isShown ? 'visible' : 'hidden',
    addEventListener: (_: string, act: () => void) => listeners.push(act),
  };
  let grant = (): void => {};
  const lock = { isFree: false };
  const locks = {
    request: (_name: string, act: () => Promise<void>) =>
      new Promise<void>((resolve) => {
        grant = () => {
          const ended = act();
          void ended.then(() => {
            lock.isFree = true;
          });
          resolve(ended);
        };
      }),
  };
  const tabs = new Tabs({ page, locks: hasLocks ? locks : undefined, clock });
  const show = (isNow: boolean) => {
    page.visibilityState = isNow ? 'visible' : 'hidden';
    for (const act of listeners) act();
  };
  /** The turn of the tab, once it has one. */
  const turns: string[] = [];
  const ask = () => void tabs.next().then((turn) => turns.push(turn));
  return { clock, tabs, show, ask, turns, lock, lead: () => grant() };
}

describe('tabs', () => {
  it('wait for events while they are seen', async () => {
    const { ask, turns, tabs } = openTab(true);

    ask();
    await settled();

    assert.deepEqual([turns, tabs.isShown(), tabs.isLeader.value], [['wait'], true, false]);
  });

  it('ask now and then while they are hidden, so that their queue lives', async () => {
    const { clock, ask, turns } = openTab(false);

    ask();
    await clock.advance(4 * 60_000 - 1);
    assert.deepEqual(turns, []);
    await clock.advance(1);

    assert.deepEqual(turns, ['ask']);
  });

  it('wait again once they are seen, and not when they are hidden once more', async () => {
    const { clock, ask, turns, show } = openTab(false);

    ask();
    show(false);
    await settled();
    assert.deepEqual(turns, []);
    show(true);
    await settled();
    assert.deepEqual(turns, ['wait']);
    await clock.advance(10 * 60_000);

    assert.deepEqual(turns, ['wait']);
  });

  it('wait when they are the leader, and lead only with the lock', async () => {
    const { ask, turns, lead, tabs, lock } = openTab(false);
    ask();
    await settled();
    assert.deepEqual([turns, tabs.isLeader.value], [[], false]);

    lead();
    await settled();

    assert.deepEqual([turns, tabs.isLeader.value, tabs.isShown()], [['wait'], true, false]);
    assert.equal(lock.isFree, false);
  });

  it('never lead where a browser has no locks, but act', async () => {
    const { clock, ask, turns, tabs } = openTab(false, false);
    let count = 0;
    ask();
    await clock.advance(1000);

    await tabs.alone('one', async () => {
      count += 1;
    });

    assert.deepEqual([turns, tabs.isLeader.value, count], [[], false, 1]);
  });

  it('act one after another', async () => {
    const { tabs, lead } = openTab(true);
    let count = 0;
    const done = tabs.alone('one', async () => {
      count += 1;
    });
    await settled();
    assert.equal(count, 0);

    lead();
    await done;

    assert.equal(count, 1);
  });
});

describe('a computer that sleeps', () => {
  /** A page whose timers run, and the number of times that it found it had slept. */
  function watch(isShown: boolean) {
    const clock = new FakeClock();
    const seen = { isShown, awakenings: 0 };
    const look = watchSleep(
      clock,
      () => seen.isShown,
      () => {
        seen.awakenings += 1;
      },
    );
    return { clock, seen, look };
  }

  it('is noticed when it wakes, once, by a shown page and by a hidden one', async () => {
    for (const isShown of [true, false]) {
      const { clock, seen } = watch(isShown);
      await clock.advance(60_000);
      assert.equal(seen.awakenings, 0);
      clock.sleep(600_000);
      await clock.advance(60_000);

      assert.equal(seen.awakenings, 1);
    }
  });

  it('is not taken for a page whose timers come late, as those of hidden pages do', async () => {
    for (const [isShown, late, awakenings] of [
      [true, 9_000, 0],
      [true, 13_000, 1],
      [false, 90_000, 0],
      [false, 140_000, 1],
    ] as const) {
      const { clock, seen } = watch(isShown);
      await clock.advance(5000);
      clock.sleep(late);
      await clock.advance(20_000);

      assert.equal(seen.awakenings, awakenings, `${isShown} ${late}`);
    }
  });

  it('is noticed at once if somebody looks at the page, which then looks as often as before', async () => {
    const { clock, seen, look } = watch(true);
    clock.sleep(600_000);
    look();
    look();
    assert.equal(seen.awakenings, 1);
    let looks = 0;
    const after: Clock['after'] = (time, act) =>
      clock.after(time, () => {
        looks += 1;
        act();
      });
    const counted = watchSleep(
      { now: () => clock.now(), random: () => 0, after },
      () => true,
      () => {},
    );
    counted();
    counted();
    await clock.advance(10_000);

    assert.equal(looks, 10);
  });
});
