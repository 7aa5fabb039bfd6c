import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  extendDown,
  extendUp,
  newestWindow,
  rangeOf,
  type Window,
  windowAround,
} from '../../../src/client/messages/message-window.ts';

const ids = Array.from({ length: 1000 }, (_, index) => index + 1);
const perScreen = 30;
const step = 20;

/** The first and the last message that are drawn. */
function ends(window: Window | undefined) {
  if (!window) return undefined;
  const { start, end } = rangeOf(ids, window);
  return [ids[start], ids[end - 1]];
}

describe('the window of a list', () => {
  it('shows as many of the newest messages as fill a screen first', () => {
    assert.deepEqual(ends(newestWindow(perScreen)), [971, 1000]);
    assert.deepEqual(rangeOf([7, 8], newestWindow(perScreen)), { start: 0, end: 2 });
  });

  it('shows a message with a screen below it, and a third of one above', () => {
    assert.deepEqual(ends(windowAround(ids, 500, perScreen)), [490, 529]);
    assert.deepEqual(ends(windowAround(ids, 3, perScreen)), [1, 40]);
  });

  it('goes on at the next message when the one that it began with is gone', () => {
    assert.deepEqual(rangeOf([10, 20, 30], { from: 15, count: 1 }), { start: 1, end: 2 });
  });

  it('grows at both ends to 300 messages, and then moves', () => {
    const around = windowAround(ids, 500, perScreen);
    const up = extendUp(ids, around, step);
    assert.deepEqual(ends(up), [470, 529]);
    assert.deepEqual(ends(up && extendDown(ids, up, step)), [470, 549]);
    const whole = { from: 300, count: 300 };
    assert.deepEqual(ends(extendUp(ids, whole, step)), [280, 579]);
    assert.deepEqual(ends(extendDown(ids, whole, step)), [320, 619]);
    assert.deepEqual(ends(extendDown(ids, { from: 300, count: 290 }, step)), [310, 609]);
  });

  it('follows the newest messages while it grows upwards from them, until it is whole', () => {
    assert.deepEqual(extendUp(ids, newestWindow(perScreen), step), { from: undefined, count: 50 });
    assert.deepEqual(ends(extendUp(ids, { from: undefined, count: 300 }, step)), [681, 980]);
  });

  it('does not grow where nothing more is', () => {
    assert.equal(extendUp(ids, { from: 1, count: 50 }, step), undefined);
    assert.equal(extendDown(ids, newestWindow(perScreen), step), undefined);
  });
});
