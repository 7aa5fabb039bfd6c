import { isObstacle } from '../db/fault.ts';

/** The result of one check of a data directory: its problems, in sentences. */
export interface Check {
  check: string;
  problems: string[];
  /** Notes that do not mean damage. */
  notes?: string[];
}

export interface Report {
  checks: Check[];
}

export function isSound({ checks }: Report): boolean {
  return checks.every(({ problems }) => problems.length === 0);
}

const most = 10;

/** The first few problems, and the number of others. */
export function firstOf(problems: readonly string[]): string[] {
  if (problems.length <= most) return [...problems];
  return [...problems.slice(0, most), `and ${problems.length - most} more`];
}

/**
 * Runs a check. An exception counts as a problem, because a damaged file can cause one, unless it says nothing about the
 * content of the file.
 */
export async function runCheck(check: string, find: () => Findings | Promise<Findings>): Promise<Check> {
  try {
    const { problems, notes } = await find();
    return { check, problems: firstOf(problems), ...(notes && { notes }) };
  } catch (error) {
    if (isObstacle(error)) throw error;
    return { check, problems: [`cannot be read: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

export type Findings = Omit<Check, 'check'>;
