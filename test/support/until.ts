import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const patience = 30_000;
const interval = 10;

/** Waits, a turn of the event loop at a time, until something holds; a test's own timeout ends it otherwise. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
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
