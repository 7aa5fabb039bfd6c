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
  const passTime = (length: number) => (work: number) => {
    used.user += work * length * 1e6;
    t.mock.timers.tick(length * 1000);
    return releases;
  };
  return { pass: passTime(seconds), passSecond: passTime(1), end };
}

describe('Memory that is spared', () => {
  it('is released when a thread was idle for a second after its start', (t) => {
    const { passSecond } = watch(t);

    assert.deepEqual([0.9, 0.06, 0.05, 0, 0.9, 0].map(passSecond), [0, 0, 1, 1, 1, 1]);
  });

  it('is released when a thread was idle for twenty seconds, once after each busy time', (t) => {
    const { pass, passSecond } = watch(t);
    passSecond(0);

    assert.deepEqual([0.9, 0.01, 0.2, 0.05, 0.06].map(pass), [1, 1, 1, 1, 1]);
    assert.deepEqual([0.01, 0.02, 0, 0].map(pass), [1, 2, 2, 2]);
    assert.deepEqual([0.3, 0, 0, 0].map(pass), [2, 2, 3, 3]);
  });

  it('is released no more after its end', (t) => {
    const { pass, end } = watch(t);

    end();

    assert.deepEqual([0, 0, 0, 0, 0].map(pass), [0, 0, 0, 0, 0]);
  });
});
