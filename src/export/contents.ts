import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { contentName } from '../ground/data-paths.ts';

/** The path of the stored content of an uploaded file. */
export function contentPath(uploads: string, sha256: string): string {
  return join(uploads, contentName(sha256));
}

/** SHA-256 of the contents of all uploaded files, present and missing on disk. */
export function listContents(db: Database, uploads: string): { present: string[]; missing: string[] } {
  const all = db.values<string>('SELECT DISTINCT sha256 FROM attachments ORDER BY 1');
  const { present = [], missing = [] } = Object.groupBy(all, (sha256) =>
    existsSync(contentPath(uploads, sha256)) ? 'present' : 'missing',
  );
  return { present, missing };
}
