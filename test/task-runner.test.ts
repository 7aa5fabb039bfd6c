import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TaskRunner } from '../src/task-runner.ts';
import { until } from './support/until.ts';

/** Tasks that wait, which end when they are told to or have to. */
function startRunner(names: string[]) {
  const runner = new TaskRunner<string, string>(2);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const start = () =>
    runner.start({
      next: (busy) => names.find((name) => !busy.has(name)),
      laneOf: (name) => name,
      async run(name) {
        names.splice(names.indexOf(name), 1);
        began.push(name);
        await new Promise<void>((resolve) => {
          ends.set(name, resolve);
          runner.end.addEventListener('abort', () => resolve());
        });
        return 0;
      },
    });
  start();
  return { runner, began, start, end: (name: string) => ends.get(name)?.() };
}

describe('a task runner', () => {
  it('does as many tasks at the same time as it may', async () => {
    const { began, end } = startRunner(['a', 'b', 'c']);
    assert.deepEqual(began, ['a', 'b']);

    end('b');
    await until(() => began.length === 3);

    assert.deepEqual(began, ['a', 'b', 'c']);
  });

  it('has stopped once what was under way has ended, and begins nothing more', async () => {
    const { runner, began, end } = startRunner(['a', 'b', 'c']);
    let isStopped = false;

    const stopped = runner.stop(600_000).then(() => {
      isStopped = true;
    });
    end('a');
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    const before = isStopped;
    end('b');
    await stopped;

    assert.deepEqual([before, began, runner.end.aborted], [false, ['a', 'b'], false]);
  });

  it('makes an end of what takes longer than its last patience', async () => {
    const { runner, began } = startRunner(['a', 'b', 'c']);

    await runner.stop(1);

    assert.deepEqual([began, runner.end.aborted], [['a', 'b'], true]);
  });

  it('goes on with what waits when it is started again', async () => {
    const { runner, began, start } = startRunner(['a', 'b', 'c']);
    await runner.stop(1);

    start();

    assert.deepEqual([began, runner.end.aborted], [['a', 'b', 'c'], false]);
  });
});
