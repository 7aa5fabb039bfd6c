import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TaskRunner } from '../src/ground/task-runner.ts';

/** A runner of two tasks at the same time, and tasks that wait; each ends when it is told to, or has to. */
function startRunner(names: string[]) {
  const runner = new TaskRunner<string, string>(2);
  const began: string[] = [];
  const cut: string[] = [];
  const ends = new Map<string, () => void>();
  const start = () =>
    runner.start({
      next: (busy) => names.find((name) => !busy.has(name)),
      laneOf: (name) => name,
      run(name) {
        names.splice(names.indexOf(name), 1);
        began.push(name);
        runner.wake();
        return new Promise((resolve) => {
          ends.set(name, () => resolve(0));
          runner.end.addEventListener('abort', () => {
            if (!ends.has(name)) return;
            cut.push(name);
            resolve(0);
          });
        });
      },
    });
  start();
  const end = (name: string) => {
    ends.get(name)?.();
    ends.delete(name);
  };
  return { runner, began, cut, start, end };
}

describe('a task runner', () => {
  it('does as many tasks at the same time as it may', async () => {
    const { began, end } = startRunner(['a', 'b', 'c']);
    await turns();
    assert.deepEqual(began, ['a', 'b']);

    end('b');
    await turns();

    assert.deepEqual(began, ['a', 'b', 'c']);
  });

  it('has stopped once what was under way has ended, and begins nothing more', async () => {
    const { runner, began, cut, end } = startRunner(['a', 'b', 'c']);
    await turns();
    let isStopped = false;

    const stopped = runner.stop(600_000).then(() => {
      isStopped = true;
    });
    end('a');
    await turns();
    const before = isStopped;
    end('b');
    await stopped;

    assert.deepEqual([before, began, cut, runner.end.aborted], [false, ['a', 'b'], [], true]);
  });

  it('makes an end of what takes longer than it waits, and of nothing that begins later', async () => {
    const { runner, began, cut, start } = startRunner(['a', 'b', 'c']);
    await turns();

    const stopped = runner.stop(1);
    start();
    await stopped;
    await turns();

    assert.deepEqual([began, cut, runner.end.aborted], [['a', 'b', 'c'], ['a', 'b'], false]);
  });
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}
