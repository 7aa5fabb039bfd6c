import { absent, type Mismatch } from './compare.ts';
import type { Reason } from './reasons.ts';

/** One difference of one endpoint. */
export interface Row {
  /** Method and path, as the endpoint is declared. */
  endpoint: string;
  /**
   * The field, as `.body.members.[].email` or `events: message.flags.[]`, `events of guest: …` for one observer; or
   * `answer`, if one of both servers refuses what the other does, which explains all that the request differs in.
   */
  place: string;
  /** The value, `*` standing for any text; `-` for none, `''` for an empty text. For `answer` and `.body.msg` the message, or `ok`. */
  recorded: string;
  given: string;
  /** What the request must say: run, who asks, path, and parameters as JSON. */
  when?: RegExp;
  /** The requests, as `five 227`; all of the endpoint if undefined. */
  at?: ReadonlySet<string>;
  /** Only if nobody received any event. */
  silent: boolean;
  reason: Reason;
}

/**
 * Reads rows, one a line: `POST /typing  .body.code  BAD_REQUEST => REQUEST_VARIABLE_MISSING  if "to"`, with two
 * spaces between the parts. `{a,b}` in a place, and `[[a,b]]` in a value, stand for two rows. `at five 7 9, six 12`
 * names the requests, by run and number.
 */
export function because(reason: Reason, text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => parse(reason, line.trim()));
}

function parse(reason: Reason, line: string): Row[] {
  const [endpoint = '', places = '', values = '', ...rest] = line.split(/ {2,}/);
  const [recorded, given] = ` ${values} `.split(' => ');
  if (recorded === undefined || given === undefined) throw new Error(`no row: ${line}`);
  const when = rest.find((one) => one.startsWith('if '))?.slice(3);
  const at = rest.find((one) => one.startsWith('at '))?.slice(3);
  const whole = (place: string, recorded: string, given: string): Row => ({
    endpoint,
    place,
    recorded,
    given,
    ...(when === undefined ? {} : { when: new RegExp(when) }),
    ...(at === undefined ? {} : { at: requestsOf(at) }),
    silent: rest.includes('silent'),
    reason,
  });
  return spread(places).flatMap((place) =>
    spreadValue(recorded.slice(1)).flatMap((one) =>
      spreadValue(given.slice(0, -1)).map((other) => whole(place, one, other)),
    ),
  );
}

/** `five 7 9, six 12` are the requests `five 7`, `five 9` and `six 12`. */
function requestsOf(text: string): Set<string> {
  const requests = text.split(', ').flatMap((part) => {
    const [run, ...numbers] = part.split(' ');
    return numbers.map((number) => `${run} ${number}`);
  });
  return new Set(requests);
}

/** `a[[b,c]]` is `ab` and `ac`. */
function spreadValue(text: string): string[] {
  const [, head, choices, tail] = /^(.*?)\[\[(.*?)\]\](.*)$/.exec(text) ?? [];
  if (head === undefined || choices === undefined || tail === undefined) return [text];
  return choices.split(',').map((choice) => head + choice + tail);
}

/** `a.{b,c}` is `a.b` and `a.c`. */
function spread(text: string): string[] {
  const [, head, choices, tail] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(text) ?? [];
  if (head === undefined || choices === undefined || tail === undefined) return [text];
  return choices.split(',').flatMap((choice) => spread(head + choice + tail));
}

/** Whether a value is what a row says. */
export function isLike(wanted: string, value: unknown): boolean {
  if (wanted === '-' || value === absent) return wanted === '-' && value === absent;
  if (wanted === "''") return value === '';
  return pattern(wanted).test(typeof value === 'string' ? value : JSON.stringify(value));
}

const patterns = new Map<string, RegExp>();

function pattern(wanted: string): RegExp {
  const known = patterns.get(wanted);
  if (known) return known;
  const source = wanted.replace(/[.+?^${}()|[\]\\/]/g, '\\$&').replaceAll('*', '.*');
  const made = new RegExp(`^${source}$`, 's');
  patterns.set(wanted, made);
  return made;
}

/** Whether a mismatch is in place of a row. */
export function isAt({ place }: Row, { at }: Mismatch): boolean {
  return place === at || (place.startsWith('events: ') && at.replace(/^events of \w+: /, 'events: ') === place);
}
