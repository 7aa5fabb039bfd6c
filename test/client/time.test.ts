import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import * as time from '../../src/client/text/time.ts';

/** Five minutes past midnight, and six in the evening, of a day in the time zone of the machine. */
const midnight = new Date(2026, 0, 5, 0, 5).getTime() / 1000;
const evening = new Date(2026, 0, 5, 18, 0).getTime() / 1000;

const forms: Readonly<Record<string, (timestamp: number) => string>> = {
  'beside messages': time.formatTime,
  'in lists': (timestamp) => time.formatShort(timestamp, evening * 1000),
  'in sentences': time.formatMoment,
  'in full': time.formatFull,
};

describe('the clock', () => {
  afterEach(() => time.setClock(null));

  for (const [name, format] of Object.entries(forms))
    it(`is the one that the user chose: ${name}`, () => {
      time.setClock(true);
      const [night, late] = [format(midnight), format(evening)];
      time.setClock(false);
      const [nightOf12, lateOf12] = [format(midnight), format(evening)];

      assert.match(night, /\b00:05/);
      assert.match(late, /\b18:00/);
      assert.match(nightOf12, /\b12:05/);
      assert.match(lateOf12, /\b0?6:00/);
    });

  it('is that of the zone of somebody else, too', () => {
    time.setClock(true);
    assert.match(time.formatTimeIn('Asia/Tokyo'), /^\d\d:\d\d$/);
    time.setClock(false);
    assert.match(time.formatTimeIn('Asia/Tokyo'), /\b(0?[1-9]|1[0-2]):\d\d/);
    assert.throws(() => time.formatTimeIn('Nowhere'), RangeError);
  });

  it('is the usual one in the language of the browser, unless one is chosen', () => {
    const { hourCycle = '' } = new Intl.DateTimeFormat([], { hour: 'numeric' }).resolvedOptions();

    time.setClock(true);
    time.setClock(null);

    assert.equal(time.is24Hours.value, hourCycle.startsWith('h2'));
  });
});
