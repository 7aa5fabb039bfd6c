import type { Check } from './stage.ts';

/** Why an entry of the API's changelog has no test. */
export const reasons = {
  nothing: 'the level changed nothing',
  replaced: 'a later level replaced it',
} as const;

export type Reason = keyof typeof reasons;

/** A test elsewhere, by its file below test/ and its title. */
export interface Elsewhere {
  file: string;
  title: string;
}

/** An entry of the API's changelog, and what shows that it is so: exactly one of the last three. */
export interface Row {
  level: number;
  what: string;
  check?: Check;
  elsewhere?: Elsewhere;
  why?: Reason;
  /** The level that replaced it. */
  by?: number;
}

/** An entry with a check of its own. */
export function row(level: number, what: string, check: Check): Row {
  return { level, what, check };
}

/** An entry that a test elsewhere shows. */
export function shown(level: number, what: string, file: string, title: string): Row {
  return { level, what, elsewhere: { file, title } };
}

/** An entry that is not so any more. */
export function replaced(level: number, what: string, by: number): Row {
  return { level, what, why: 'replaced', by };
}

/** Levels at which nothing changed, such as releases and numbers kept for them. */
export function unchanged(...levels: readonly number[]): Row[] {
  return levels.map((level) => ({ level, what: 'nothing', why: 'nothing' }));
}
