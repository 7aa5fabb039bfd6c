import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TaskRunner } from '../src/ground/task-runner.ts';
import { until } from './support/until.ts';

const done = async () => 0;

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
          ends.set(name, () => resolve(done));
          runner.end.addEventListener('abort', () => {
            if (!ends.has(name)) return;
            cut.push(name);
            resolve(done);
          });
        });
      },
      onError: (error) => assert.fail(String(error)),
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

/** A runner of one task, with what happens to it. */
function runOne(task: { run?: () => void; store: () => void; next?: () => void }) {
  const runner = new TaskRunner<string, string>(1);
  runner.rest = 0;
  const happened: string[] = [];
  const names = ['task'];
  runner.start({
    next: (busy) => {
      task.next?.();
      return names.find((name) => !busy.has(name));
    },
    laneOf: (name) => name,
    async run() {
      happened.push('run');
      task.run?.();
      return async () => {
        task.store();
        happened.push('stored');
        names.length = 0;
        return 0;
      };
    },
    onError: (error) => happened.push((error as Error).message),
  });
  return { runner, happened };
}

/** Throws at the first calls. */
function failing(times: number, message: string): () => void {
  let left = times;
  return () => {
    if (left-- > 0) throw new Error(message);
  };
}

describe('a task', () => {
  it('runs once, however often its result cannot be stored', async () => {
    const { happened } = runOne({ store: failing(2, 'full') });

    await until(() => happened.includes('stored'));

    assert.deepEqual(happened, ['run', 'full', 'full', 'stored']);
  });

  it('that fails runs again', async () => {
    const { happened } = runOne({ run: failing(2, 'broken'), store: () => {} });

    await until(() => happened.includes('stored'));

    assert.deepEqual(happened, ['run', 'broken', 'run', 'broken', 'run', 'stored']);
  });

  it('is not stored any more once the runner has stopped', async () => {
    const { runner, happened } = runOne({ store: failing(Number.POSITIVE_INFINITY, 'full') });
    await until(() => happened.includes('full'));

    await runner.stop(0);
    happened.length = 0;
    await turns();

    assert.deepEqual(happened, []);
  });

  it('that cannot be looked for is looked for at the next call', async () => {
    const { runner, happened } = runOne({ next: failing(1, 'unreadable'), store: () => {} });
    assert.deepEqual(happened, ['unreadable']);

    runner.wake();
    await until(() => happened.includes('stored'));

    assert.deepEqual(happened, ['unreadable', 'run', 'stored']);
  });
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}
