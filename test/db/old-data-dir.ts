import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from '../../src/db/database.ts';
import { filledUpTo } from './old-database.ts';

const content = 'Buy tea';
const sha256 = createHash('sha256').update(content).digest('hex');
/** The schema that came with uploaded files. */
const withFiles = 3;

/** Makes a data directory around a database file of an older schema, with rows in every table and the files they name. */
export function writeOldDataDir(file: string, version: number): void {
  const db = filledUpTo(version);
  if (version >= withFiles) giveFiles(db, join(dirname(file), 'uploads'));
  writeFileSync(join(dirname(file), 'secret.key'), Buffer.alloc(32, 7));
  writeFileSync(file, db.connection.serialize());
}

function giveFiles(db: Database, uploads: string): void {
  db.run('UPDATE attachments SET sha256 = ?, size = ?', sha256, content.length);
  db.run('UPDATE upload_space SET used = (SELECT sum(size) FROM attachments)');
  db.run("UPDATE pictures SET sha256 = ?, thumbnail = 'none'", sha256);
  mkdirSync(join(uploads, sha256.slice(0, 2)), { recursive: true });
  writeFileSync(join(uploads, sha256.slice(0, 2), sha256), content);
}
