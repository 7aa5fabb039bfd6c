/** The first file of an export in chatd's own format. */
export interface ExportManifest {
  format: typeof exportFormat;
  /** Version of this format. */
  version: number;
  /** Version of the program. */
  chatd: string;
  /** Version of the database schema, which is in the export too. */
  schema: number;
  /** UNIX seconds. */
  created_at: number;
  /** What the export is of. */
  scope: 'everything' | 'public' | 'user';
  /** Number of rows by table. */
  tables: Readonly<Record<string, number>>;
  /** The last id that each table has used: they never come again. */
  last_ids: Readonly<Record<string, number>>;
  /** Tables that are left out, with the reason. */
  left_out: Readonly<Record<string, string>>;
  /** SHA-256 of files that the organization lacks. */
  missing_files: readonly string[];
}

export const exportFormat = 'chatd-export';
export const exportVersion = 1;
export const exportManifest = 'manifest.json';

/** The path of a table in an export: one row a line, as a JSON object. */
export function tablePath(table: string): string {
  return `tables/${table}.jsonl`;
}

/** The path of what a file holds. */
export function filePath(sha256: string): string {
  return `files/${sha256.slice(0, 2)}/${sha256}`;
}

/** Bytes in a row of JSON. */
export interface EncodedBytes {
  base64: string;
}
