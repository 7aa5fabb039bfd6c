/** The first file of an export in chatd's own format. */
export interface ExportManifest {
  format: typeof exportFormat;
  /** Version of this format. */
  version: number;
  /** Version of the program. */
  chatd: string;
  /** Version of the database schema, which is also in the export. */
  schema: number;
  /** UNIX seconds. */
  created_at: number;
  /** The extent of the export. */
  scope: 'everything' | 'public' | 'user';
  /** Number of rows by table. */
  tables: Readonly<Record<string, number>>;
  /** The last used id of each table: ids are never reused. */
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

/** The path of a file's content. */
export function filePath(sha256: string): string {
  return `files/${sha256.slice(0, 2)}/${sha256}`;
}
