import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Hours, isQuiet } from '../../src/reach/quiet.ts';

const at = (text: string) => Date.parse(text) / 1000;
const office: Hours[] = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: 9 * 60, until: 18 * 60 }));
const night: Hours[] = [
  { weekday: 5, from: 22 * 60, until: 24 * 60 },
  { weekday: 6, from: 0, until: 6 * 60 },
];

describe('hours with notifications', () => {
  // Berlin and New York change their clocks on other days, Kathmandu never does, and Lord Howe by half an hour.
  const rows: [string, string, Hours[], boolean][] = [
    ['2026-01-05T07:59:59Z', 'Europe/Berlin', office, true],
    ['2026-01-05T08:00:00Z', 'Europe/Berlin', office, false],
    ['2026-01-05T16:59:59Z', 'Europe/Berlin', office, false],
    ['2026-01-05T17:00:00Z', 'Europe/Berlin', office, true],
    ['2026-01-04T12:00:00Z', 'Europe/Berlin', office, true],
    // The Friday before and the Monday after summer time begins in Berlin.
    ['2026-03-27T07:30:00Z', 'Europe/Berlin', office, true],
    ['2026-03-30T07:30:00Z', 'Europe/Berlin', office, false],
    ['2026-03-30T16:00:00Z', 'Europe/Berlin', office, true],
    ['2026-10-23T07:30:00Z', 'Europe/Berlin', office, false],
    ['2026-10-26T07:30:00Z', 'Europe/Berlin', office, true],
    ['2026-03-09T13:00:00Z', 'America/New_York', office, false],
    ['2026-03-06T13:30:00Z', 'America/New_York', office, true],
    // The other side of the date line: Monday there, Sunday in UTC.
    ['2026-01-04T22:00:00Z', 'Pacific/Auckland', office, false],
    ['2026-01-05T03:20:00Z', 'Asia/Kathmandu', office, false],
    ['2026-01-05T03:10:00Z', 'Asia/Kathmandu', office, true],
    ['2026-04-05T22:29:00Z', 'Australia/Lord_Howe', office, true],
    ['2026-04-05T22:30:00Z', 'Australia/Lord_Howe', office, false],
    ['2026-01-09T23:30:00Z', 'UTC', night, false],
    ['2026-01-10T00:00:00Z', 'UTC', night, false],
    ['2026-01-10T06:00:00Z', 'UTC', night, true],
    ['2026-01-05T09:00:00Z', '', office, false],
    ['2026-01-05T09:00:00Z', 'Mars/Olympus', office, false],
    ['2026-01-04T03:00:00Z', 'Europe/Berlin', [], false],
  ];
  for (const [time, zone, hours, expected] of rows) {
    it(`${expected ? 'are over' : 'are'} at ${time} in ${zone || 'no zone'}`, () => {
      assert.equal(isQuiet({ quiet_until: null, hours }, zone, at(time)), expected);
    });
  }
});

describe('do not disturb', () => {
  it('ends at its time, and leaves the hours', () => {
    const quiet = (hours: Hours[], now: string) =>
      isQuiet({ quiet_until: at('2026-01-05T10:00:00Z'), hours }, 'UTC', at(now));

    assert.deepEqual(
      [
        quiet([], '2026-01-05T09:59:59Z'),
        quiet([], '2026-01-05T10:00:00Z'),
        quiet(office, '2026-01-05T09:30:00Z'),
        quiet(office, '2026-01-05T10:00:00Z'),
        quiet(office, '2026-01-05T20:00:00Z'),
      ],
      [true, false, true, false, true],
    );
  });
});
