import { Refused } from './api.ts';

const seconds: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400, w: 7 * 86_400 };

/** A point in time in ISO 8601, from one or from a span back from now in UNIX seconds, as in `12h`. Throws Refused. */
export function parseSince(text: string, now: number): string {
  const [, count, unit] = /^(\d{1,5})\s*([mhdw])$/.exec(text.trim()) ?? [];
  const at = unit ? now - Number(count) * (seconds[unit] as number) : parseMoment(text);
  return new Date(at * 1000).toISOString();
}

/** In UNIX seconds. Throws Refused. */
export function parseMoment(text: string): number {
  const at = Date.parse(text);
  if (!Number.isNaN(at)) return Math.floor(at / 1000);
  throw new Refused(`'${text}' is no time; write it as in 2026-11-26T08:00Z.`);
}
