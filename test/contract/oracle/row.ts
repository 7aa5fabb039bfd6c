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
  /** Only if nobody received any event. */
  silent: boolean;
  reason: Reason;
}

/**
 * Reads rows, one a line: `POST /typing  .body.code  BAD_REQUEST => REQUEST_VARIABLE_MISSING  if "to"`, with two
 * spaces between the parts. `{a,b}` in a place stands for two rows.
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
  return spread(places).map((place) => ({
    endpoint,
    place,
    recorded: recorded.slice(1),
    given: given.slice(0, -1),
    ...(when === undefined ? {} : { when: new RegExp(when) }),
    silent: rest.includes('silent'),
    reason,
  }));
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

/** Whether a mismatch is in the place of a row. */
export function isAt({ place }: Row, { at }: Mismatch): boolean {
  return place === at || (place.startsWith('events: ') && at.replace(/^events of \w+: /, 'events: ') === place);
}
