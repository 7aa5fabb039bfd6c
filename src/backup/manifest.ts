/** The first entry of a backup: a description of the others. */
export interface Manifest {
  /** Version of the backup's layout. */
  format: number;
  /** Version of chatd. */
  chatd: string;
  /** Version of the database schema. */
  schema: number;
  /** UNIX seconds. */
  created_at: number;
  /** SHA-256 of the database and the key file, in hexadecimal. Uploaded files are named by theirs. */
  database: string;
  secret: string;
}

export const manifestName = 'manifest.json';
export const format = 1;

/** Parses a manifest; undefined for any other text. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(text) as Partial<Manifest> | null;
    const isManifest = [manifest?.format, manifest?.schema, manifest?.created_at].every(Number.isInteger);
    return isManifest ? (manifest as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an entry has a name that this chatd writes. */
export function isEntry(name: string): boolean {
  return /^(manifest\.json|chatd\.db|secret\.key|uploads\/[0-9a-f]{2}\/[0-9a-f]{64}(\.jpg)?)$/.test(name);
}
