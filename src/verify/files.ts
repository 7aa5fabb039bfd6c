import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../db/database.ts';
import { contentName, pathsIn } from '../ground/data-paths.ts';
import type { Findings } from './report.ts';

interface Content {
  sha256: string;
  size: number;
  thumbnail: 'waiting' | 'ready' | 'none' | null;
}

/** Compares each uploaded file with its SHA-256. Files that are not in the database are noted, but are no damage. */
export async function checkFiles(db: Database, data_dir: string): Promise<Findings> {
  const { uploads } = pathsIn(data_dir);
  const contents = db.all<Content>(
    `SELECT DISTINCT a.sha256, a.size, p.thumbnail FROM attachments a LEFT JOIN pictures p ON p.sha256 = a.sha256`,
  );
  const problems: string[] = [];
  for (const content of contents) {
    const problem = await findProblem(uploads, content);
    if (problem !== undefined) problems.push(problem);
  }
  const notes = listUnnamed(db, uploads).map((file) => `unnamed: ${file}`);
  return { problems, notes };
}

async function findProblem(uploads: string, { sha256, size, thumbnail }: Content): Promise<string | undefined> {
  const file = join(uploads, contentName(sha256));
  const found = statSync(file, { throwIfNoEntry: false })?.size;
  if (found === undefined) return `${file} is missing${whereElse(uploads, sha256)}`;
  if (found !== size) return `${file} has ${found} bytes instead of ${size}`;
  if ((await hashFile(file)) !== sha256) return `${file} does not match its checksum`;
  if (thumbnail === 'ready' && !existsSync(`${file}.jpg`)) return `${file}.jpg, a thumbnail, is missing`;
  return undefined;
}

function whereElse(uploads: string, sha256: string): string {
  return existsSync(join(uploads, 'trash', sha256))
    ? '; it is in the trash, and the next start of the server restores it'
    : '';
}

/** The SHA-256 of a file, in hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Files that are not in the database, except arriving ones and those in the trash. */
function listUnnamed(db: Database, uploads: string): string[] {
  if (!existsSync(uploads)) return [];
  const named = new Set(db.values<string>('SELECT sha256 FROM attachments UNION SELECT sha256 FROM dropped_contents'));
  return readdirSync(uploads, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/^(transit|trash|unfinished)\//.test(file.slice(uploads.length + 1)))
    .filter((file) => !named.has(basename(file).replace(/\.jpg$/, '')));
}
