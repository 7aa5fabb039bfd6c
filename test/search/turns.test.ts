import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openConnection } from '../../src/db/connection.ts';
import { isKind } from '../../src/http/errors.ts';
import { SearchQueue, tooManySearches } from '../../src/search/search-queue.ts';
import type { Steps } from '../../src/search/steps.ts';
import { Turns } from '../../src/search/turns.ts';
import { until } from '../support/until.ts';

const never = new AbortController().signal;

/** Steps that each take longer than a turn. */
function* longSteps(count: number, onStep: () => void = () => {}): Steps<number> {
  for (let step = 1; step < count; step++) {
    onStep();
    const began = performance.now();
    while (performance.now() - began < 21);
    if (!(yield)) return step;
  }
  return count;
}

function makeTurns(budget: number): Turns {
  return new Turns(openConnection(':memory:'), () => budget);
}

describe('searches in turns', () => {
  it('end in the order of their length, not of their beginning', async () => {
    const turns = makeTurns(600_000);
    const ended: string[] = [];
    const run = async (name: string, length: number) => {
      assert.equal(await turns.run(longSteps(length), never), length);
      ended.push(name);
    };

    await Promise.all([run('long', 6), run('short', 2), run('middling', 3)]);

    assert.deepEqual(ended, ['short', 'middling', 'long']);
  });

  it('end with what they have when their budget is used up', async () => {
    assert.equal(await makeTurns(0).run(longSteps(1000), never), 1);
  });

  it('go on when one of them fails', async () => {
    const turns = makeTurns(600_000);
    const failing = turns.run(
      longSteps(3, () => assert.fail('broken')),
      never,
    );
    const other = turns.run(longSteps(3), never);

    await assert.rejects(failing, /broken/);
    assert.equal(await other, 3);
  });

  it('are dropped when their signal aborts', async () => {
    const turns = makeTurns(600_000);
    const controller = new AbortController();
    let steps = 0;
    const dropped = turns.run(
      longSteps(1000, () => steps++),
      controller.signal,
    );
    await until(() => steps > 0);

    controller.abort();
    await assert.rejects(dropped, { name: 'AbortError' });
    const taken = steps;
    for (let turn = 0; turn < 5; turn++) await nextTurn();

    assert.equal(steps, taken);
  });
});

/** Searches that a test ends by hand. */
function makeSearches() {
  const queue = new SearchQueue();
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (user_id: number, name: string, signal = never) =>
    queue.run(
      user_id,
      () => {
        began.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      signal,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await nextTurn();
  };
  return { run, began, end };
}

describe('the queue of searches', () => {
  it('runs one search of a user at a time, in order, and those of others beside it', async () => {
    const { run, began, end } = makeSearches();
    const all = [run(1, 'a'), run(1, 'b'), run(1, 'c'), run(2, 'd')];
    await nextTurn();

    assert.deepEqual(began, ['a', 'd']);
    await end('a');
    assert.deepEqual(began, ['a', 'd', 'b']);
    await end('b');
    await end('c');
    await end('d');
    assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd']);
    const later = run(1, 'e');
    await nextTurn();
    await end('e');
    assert.equal(await later, 'e');
  });

  it('refuses a search of a user of whom 20 wait', async () => {
    const { run, began, end } = makeSearches();
    const waiting = Array.from({ length: 21 }, (_, n) => run(1, `${n}`));
    const isRefused = (error: unknown) => isKind(error, tooManySearches);

    await assert.rejects(run(1, 'one more'), isRefused);
    void run(2, 'of another');
    await end('0');
    void run(1, 'last');
    await assert.rejects(run(1, 'one more'), isRefused);

    assert.deepEqual(began, ['0', 'of another', '1']);
    assert.equal(await waiting[0], '0');
  });

  it('drops what waits for a client that has gone', async () => {
    const { run, began, end } = makeSearches();
    const controller = new AbortController();
    const [first, dropped, last] = [run(1, 'a'), run(1, 'b', controller.signal), run(1, 'c')];
    await nextTurn();

    controller.abort();
    await assert.rejects(dropped, { name: 'AbortError' });
    await end('a');
    await end('c');

    assert.deepEqual(await Promise.all([first, last]), ['a', 'c']);
    assert.deepEqual(began, ['a', 'c']);
  });

  it('goes on after a search that fails', async () => {
    const queue = new SearchQueue();

    await assert.rejects(
      queue.run(1, () => Promise.reject(new Error('broken')), never),
      /broken/,
    );

    assert.equal(await queue.run(1, async () => 'next', never), 'next');
  });
});
