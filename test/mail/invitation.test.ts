import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readInvitation } from '../../src/mail/invitation.ts';

const event = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\n');

describe('readInvitation', () => {
  it('says what, when and where, and what is written about it', () => {
    const lines = [
      'SUMMARY;LANGUAGE=en:Planning\\, *part* 2',
      'DTSTART;TZID="Europe/Berlin":20261124T180000',
      'DTEND;TZID="Europe/Berlin":20261124T193000',
      'LOCATION;ALTREP="http://x.test/a:b":Room',
      '  4',
      'DESCRIPTION:Bring tea.\\nAnd\\; milk.',
      'BEGIN:VALARM',
      'DESCRIPTION:Reminder',
      'END:VALARM',
    ];

    assert.equal(
      readInvitation(event(...lines)),
      '**Planning, \u2217part\u2217 2**\n2026-11-24 18:00 – 19:30 (Europe/Berlin)\nRoom 4\n\nBring tea.\nAnd; milk.',
    );
  });

  it('names the days of a long event, and only the first of whole days', () => {
    const times = {
      'DTSTART:20261124T220000Z\nDTEND:20261125T020000Z': '2026-11-24 22:00 – 2026-11-25 02:00 (UTC)',
      'DTSTART;VALUE=DATE:20261124\nDTEND;VALUE=DATE:20261126': '2026-11-24',
      'DTSTART:20261124T220000': '2026-11-24 22:00',
      'DTSTART:soon': '',
    };
    for (const [lines, text] of Object.entries(times)) assert.equal(readInvitation(event(lines)), text);
  });

  it('is empty without an event, and takes linear time', () => {
    assert.equal(readInvitation('BEGIN:VCALENDAR\nEND:VCALENDAR'), '');
    for (const part of ['BEGIN:VEVENT\n', 'A;"', 'A;B="c"', ';', '\n ']) {
      assert.equal(readInvitation(event(part.repeat(50_000))), '');
    }
  });
});
