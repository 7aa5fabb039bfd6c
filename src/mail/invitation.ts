import { escapeMarks } from '../markdown/escape.ts';

/** A property of an event: its parameters as written, and its value. */
interface Property {
  parameters: string;
  value: string;
}

/**
 * The first event of a calendar (RFC 5545) as Markdown, in no language: title, time, place, description. Empty if there
 * is none. Lines end with a line feed.
 */
export function readInvitation(calendar: string): string {
  const event = readEvent(calendar);
  const title = textOf(event.get('SUMMARY')).replaceAll('\n', ' ');
  const about = [title && `**${escapeMarks(title)}**`, timeOf(event), textOf(event.get('LOCATION'))];
  const paragraphs = [about.filter((line) => line !== '').join('\n'), textOf(event.get('DESCRIPTION'))];
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}

/** The properties of the event itself, up to those of its first alarm. */
function readEvent(calendar: string): ReadonlyMap<string, Property> {
  const [, event = ''] = /^BEGIN:VEVENT[ \t]*$([\s\S]*?)^(?:END|BEGIN):/im.exec(calendar.replace(/\n[ \t]/g, '')) ?? [];
  const form = /^([a-z-]+)((?:;[^:;"]*(?:"[^"\n]*")?)*):(.*)$/gim;
  return new Map(
    Array.from(event.matchAll(form), ([, name = '', parameters = '', value = '']) => [
      name.toUpperCase(),
      { parameters, value },
    ]),
  );
}

function textOf(property: Property | undefined): string {
  const text = property?.value.replace(/\\(.)/g, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter));
  return text?.trim() ?? '';
}

/** Begin and end with the name of their time zone; of whole days, only the first. */
function timeOf(event: ReadonlyMap<string, Property>): string {
  const [begin, end] = ['DTSTART', 'DTEND'].map((name) => readTime(event.get(name)));
  if (!begin) return '';
  if (begin.clock === '') return begin.day;
  const until = end ? ` – ${end.day === begin.day ? '' : `${end.day} `}${end.clock}` : '';
  return `${begin.day} ${begin.clock}${until}${begin.zone === '' ? '' : ` (${begin.zone})`}`;
}

function readTime(property: Property | undefined): { day: string; clock: string; zone: string } | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/.exec(property?.value.trim() ?? '');
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, utc] = parts;
  const [, zone = ''] = /;TZID="?([^;:"]+)/i.exec(property?.parameters ?? '') ?? [];
  return {
    day: `${year}-${month}-${day}`,
    clock: hour === undefined ? '' : `${hour}:${minute}`,
    zone: utc ? 'UTC' : zone,
  };
}
