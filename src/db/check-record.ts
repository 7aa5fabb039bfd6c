import { existsSync, readFileSync } from 'node:fs';
import { pathsIn } from '../ground/data-paths.ts';
import { replaceFile } from './data-dir.ts';

/** The result of the last check of a database, in a separate file because a damaged database must not be written. */
export interface CheckRecord {
  /** Time of the next check, in UNIX seconds: 0 after a crash; null before the first start of a server. */
  due_at: number | null;
  /** UNIX seconds; null before the first check. */
  checked_at: number | null;
  problems: string[];
  /** Whether an operator accepted these problems; then the server writes nonetheless. */
  is_accepted: boolean;
}

const none: CheckRecord = { due_at: null, checked_at: null, problems: [], is_accepted: false };

/** The record of a data directory. An unreadable record makes a check due. */
export function findCheck(data_dir: string): CheckRecord {
  const file = pathsIn(data_dir).check;
  if (!existsSync(file)) return none;
  try {
    return { ...none, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<CheckRecord>) };
  } catch {
    return { ...none, due_at: 0 };
  }
}

export function changeCheck(data_dir: string, changed: Partial<CheckRecord>): void {
  replaceFile(pathsIn(data_dir).check, `${JSON.stringify({ ...findCheck(data_dir), ...changed })}\n`);
}

/** The damage that stops writes; undefined if there is none or an operator accepted it. */
export function findDamage(data_dir: string): string | undefined {
  const { problems, is_accepted } = findCheck(data_dir);
  return is_accepted ? undefined : problems[0];
}
