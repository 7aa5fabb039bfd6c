import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { spareMemory } from '../src/ground/spare-memory.ts';

const seconds = 10;

/** A thread whose processor time is set by hand, and how often its memory was released. */
function watch(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const used = { user: 0, system: 0 };
  t.mock.method(process, 'threadCpuUsage', () => ({ ...used }));
  let releases = 0;
  const end = spareMemory(() => releases++);
  t.after(end);
  const pass = (work: number) => {
    used.user += work * seconds * 1e6;
    t.mock.timers.tick(seconds * 1000);
    return releases;
  };
  return { pass, end };
}

describe('Memory that is spared', () => {
  it('is released when a thread was idle for twenty seconds, once after each busy time', (t) => {
    const { pass } = watch(t);

    assert.deepEqual([0.9, 0.01, 0.2, 0.05, 0.06].map(pass), [0, 0, 0, 0, 0]);
    assert.deepEqual([0.01, 0.02, 0, 0].map(pass), [0, 1, 1, 1]);
    assert.deepEqual([0.3, 0, 0, 0].map(pass), [1, 1, 2, 2]);
  });

  it('is released no more after its end', (t) => {
    const { pass, end } = watch(t);

    end();

    assert.deepEqual([0, 0, 0, 0, 0].map(pass), [0, 0, 0, 0, 0]);
  });
});
