import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const longest = 180_000;
const patience = 30_000;
const interval = 10;

/** Waits, a turn of the event loop at a time, until something holds. After three minutes, fails: a run of tests ends. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + longest;
  while (!(await condition())) {
    assert.ok(performance.now() < end, `three minutes passed without ${condition}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Waits until `look` returns what is expected, such as a state of a page. After half a minute, fails with the difference. */
export async function untilEqual<T>(look: () => T | Promise<T>, expected: T): Promise<void> {
  const end = performance.now() + patience;
  let found = await look();
  while (!isDeepStrictEqual(found, expected) && performance.now() < end) {
    await setTimeout(interval);
    found = await look();
  }
  assert.deepEqual(found, expected);
}
