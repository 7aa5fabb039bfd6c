import type { Database } from '../db/database.ts';
import { openReader } from '../db/reader.ts';

/** What a backup says of the database in it. */
export interface CopyFacts {
  schema: number;
  messages: number;
  contents: string[];
}

/** Throws if SQLite finds damage in the copy. */
export function readCopy(copy: string, nativeBinding: string | undefined): CopyFacts {
  const db = openReader(copy, nativeBinding);
  try {
    const [said] = db.values<string>('PRAGMA quick_check(1)');
    if (said !== 'ok') throw new Error(`the database is damaged: ${said}`);
    return {
      schema: db.connection.pragma('user_version', { simple: true }) as number,
      messages: db.value<number>('SELECT count(*) FROM messages') ?? 0,
      contents: listContents(db),
    };
  } finally {
    db.close();
  }
}

function listContents(db: Database): string[] {
  const isThere = db.value<number>("SELECT 1 FROM sqlite_schema WHERE name = 'attachments'") !== undefined;
  return isThere ? db.values<string>('SELECT DISTINCT sha256 FROM attachments ORDER BY sha256') : [];
}
