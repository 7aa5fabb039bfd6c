import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { minuteWriter } from '../src/ground/time.ts';

describe('minuteWriter', () => {
  it('writes times of the same day and of others, in any order', () => {
    const write = minuteWriter();
    const times = ['2026-11-23T18:24:50', '2026-11-23T00:00:00', '2026-11-23T23:59:59', '2026-11-24T00:00:00'];
    const others = ['1969-12-31T23:59:59', '1970-01-01T00:00:00', '2024-02-29T09:05:07', '2026-11-23T09:00:00'];

    for (const time of [...times, ...others]) assert.equal(write(Date.parse(`${time}Z`) / 1000), time.slice(0, 16));
  });
});
